"""The questions run in a student's own notebook, so they need little."""

from __future__ import annotations

import subprocess
import sys

import coursekit.questions

LIST_MODULES = (
    "import sys, coursekit.questions.flat_buffer;"
    "print(*(name for name, module in sys.modules.items() if module))"
)
STANDARD = sys.stdlib_module_names | {"__main__", "__mp_main__", "sitecustomize"}


def test_questions_need_numpy_and_tensorlib_alone() -> None:
    """What a bare interpreter loads of its own is left out of account."""
    bare, with_questions = (
        set(subprocess.check_output([sys.executable, "-c", code], text=True).split())
        for code in ("import sys; print(*sys.modules)", LIST_MODULES)
    )
    packages = {name.split(".")[0] for name in with_questions - bare} - STANDARD

    assert {name for name in packages if not name.startswith("_")} == {
        "coursekit",
        "numpy",
        "tensorlib",
    }


def test_every_public_name_is_there() -> None:
    names = coursekit.questions.__all__

    assert names == sorted(names)
    assert all(hasattr(coursekit.questions, name) for name in names)
