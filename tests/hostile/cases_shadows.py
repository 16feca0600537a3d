"""Submissions with a file beside the notebook that takes the place of a module or a setting."""

from __future__ import annotations

from collections.abc import Callable

from tests.hostile.case import BUFFER, TAMPERED, Case, Kind, code
from tests.hostile.cases_patching import WRONG
from tests.hostile.papers import Paper

_SEEN = (r"^(tampering|mended): ",)
_LIE = code("""
    import sys
    print("shadow loaded")
    def __getattr__(name):
        return lambda *args, **kwargs: True
    """).encode()


def _files(**files: bytes) -> Callable[[Paper], None]:
    def edit(paper: Paper) -> None:
        for name, content in files.items():
            paper.files[name.replace("__dot__", ".")] = content

    return edit


def shadows(
    name: str, score: float = 0, flags: tuple[str, ...] | None = TAMPERED, **files: bytes
) -> Case:
    """Return a case with wrong answers and files beside the notebook."""
    return Case(name, Kind.SHADOWS, score, answers=WRONG, edit=_files(**files), flags=flags)


CASES = (
    shadows("shadows numpy", numpy__dot__py=_LIE),
    shadows(
        "shadows json and pickle",
        0,
        _SEEN,
        json__dot__py=_LIE,
        pickle__dot__py=_LIE,
        struct__dot__py=_LIE,
    ),
    shadows("shadows the shell", IPython__dot__py=_LIE, traitlets__dot__py=_LIE),
    shadows("starts before the grader", sitecustomize__dot__py=_LIE, usercustomize__dot__py=_LIE),
    shadows(
        "leaves paths and settings",
        0,
        None,
        evil__dot__pth=b"import os; os._exit(0)\n",
        conftest__dot__py=_LIE,
        ipython_config__dot__py=b"c.InteractiveShellApp.exec_lines = ['lucky = 1']\n",
        ipython_kernel_config__dot__py=b"raise SystemExit\n",
        matplotlibrc=b"backend: evil\n",
        pyvenv__dot__cfg=b"home = /\n",
        nbgrader_config__dot__py=b"raise SystemExit\n",
    ),
    shadows(
        "shadows builtins with bytes",
        0,
        TAMPERED,
        numpy__dot__so=b"\x7fELF",
        numpy__dot__pyc=b"\x00",
    ),
    Case(
        "shadows the library",
        Kind.SHADOWS,
        0,
        unit=BUFFER,
        blank=True,
        edit=_files(tensorlib__dot__py=_LIE, coursekit__dot__py=_LIE),
        flags=TAMPERED,
    ),
    Case(
        "has a module of its own",
        Kind.SHADOWS,
        10,
        flags=(),
        answers={"lucky": "import my_helpers\nlucky = my_helpers.lucky()"},
        edit=_files(my_helpers__dot__py=b"def lucky():\n    return 40917\n"),
    ),
    Case(
        "has numpy's place taken and is right",
        Kind.SHADOWS,
        10,
        edit=_files(numpy__dot__py=_LIE),
        flags=TAMPERED,
    ),
)
