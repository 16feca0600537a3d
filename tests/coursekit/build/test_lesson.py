"""A lesson runs to the same bytes each time, and whatever spoils that is named."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coursekit.build.lesson import execute
from coursekit.build.text import NOTEBOOK_METADATA, Text, read_text
from coursekit.errors import UnitError
from coursekit.notebooks import notebook_text

Read = Callable[[str], Text]
WIDGET = """\
import ipywidgets


class Demo(ipywidgets.HTML):
    def _repr_mimebundle_(self, **options):
        return {**super()._repr_mimebundle_(**options), %s"text/plain": "a demo"}


Demo("x")"""


def test_outputs_and_counts_are_stored_and_nothing_of_the_run(read: Read, cells: Any) -> None:
    text = read(
        cells.markdown("# Lesson")
        + cells.code("import sys\nprint('a')\nsys.stdout.flush()\nprint('b')")
        + cells.code("import os\n1 + 1", 'tags=["x"]')
    )

    notebook = execute(text)

    assert notebook.metadata == NOTEBOOK_METADATA
    _, first, second = notebook.cells
    assert (first.execution_count, second.execution_count) == (1, 2)
    assert first.outputs == [{"output_type": "stream", "name": "stdout", "text": "a\nb\n"}]
    assert second.outputs[0].data == {"text/plain": "2"}
    assert (first.metadata, second.metadata) == ({}, {"tags": ["x"]})
    assert not text.notebook.cells[1].outputs


def test_widget_is_stored_as_its_picture(read: Read, cells: Any) -> None:
    notebook = execute(read(cells.code(WIDGET % '"text/html": "<b>x</b>", ')))

    assert notebook.cells[0].outputs[0].data == {"text/html": "<b>x</b>", "text/plain": "a demo"}
    assert "widgets" not in notebook.metadata


def test_environment_of_the_run_is_fixed(read: Read, cells: Any, tmp_path: Path) -> None:
    """Among others: no start-up file of the user's, and plots as pictures in the notebook."""
    startup = Path(os.environ["IPYTHONDIR"]) / "profile_default" / "startup"
    startup.mkdir(parents=True, exist_ok=True)
    (startup / "00-test.py").write_text("planted = True\n")
    names = ("COLUMNS", "LC_ALL", "MPLBACKEND", "PYTHONHASHSEED", "TZ")
    code = f"import os\nprint('planted' in globals(), *[os.environ[n] for n in {names}])"
    try:
        notebook = execute(read(cells.code(code)))
    finally:
        (startup / "00-test.py").unlink()

    assert notebook.cells[0].outputs[0].text == (
        "False 80 C.UTF-8 module://matplotlib_inline.backend_inline 0 UTC\n"
    )


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("1 / 0", "it fails: ZeroDivisionError: division by zero"),
        ("x = = 1", "it fails: SyntaxError: "),
        ("import os\nos._exit(1)", "the kernel died as it ran"),
        ("import sys\nprint('w', file=sys.stderr)", "it writes to standard error: w"),
        ("import warnings\nwarnings.warn('old')", "it writes to standard error: "),
        ("object()", "its output belongs to this machine or run: at 0x"),
        ("print('/home/some/x')", "its output belongs to this machine or run: /home/some/x"),
        (
            "import sys\nprint(sys.executable)",
            f"its output names a folder of this machine: {sys.prefix}",
        ),
        ("import os\nprint(os.getcwd())", "its output names a folder of this machine: "),
        (WIDGET % "", "it shows a widget that has no stored picture (text/html)"),
    ],
)  # fmt: skip
def test_cell_that_spoils_the_lesson_is_named(
    read: Read, cells: Any, code: str, fault: str
) -> None:
    text = read(cells.code("y = 1") + cells.code(code))

    with pytest.raises(UnitError) as caught:
        execute(text)
    assert str(caught.value).startswith(f"01_area, cell cell-002: {fault}")
    assert str(caught.value).endswith("(assignment.py line 3)")


def test_endless_cell_is_stopped_and_named(read: Read, cells: Any) -> None:
    with pytest.raises(UnitError, match=r"cell cell-001: it takes longer than 1 s \("):
        execute(read(cells.code("while True:\n    pass")), cell_seconds=1)


@pytest.mark.slow
def test_lesson_is_byte_identical_elsewhere(cells: Any, tmp_path: Path) -> None:
    """Another folder, home, time zone, locale, hash seed and settings of matplotlib."""
    lesson = cells.code(
        "import matplotlib.pyplot as plt\nprint({'b', 'a', 'c', 'd'})\nplt.plot([1, 2])\nplt.show()"
    ) + cells.code(WIDGET % '"text/html": "<b>x</b>", ')
    program = textwrap.dedent("""
        import sys
        from pathlib import Path
        from coursekit.build.lesson import execute
        from coursekit.build.text import read_text
        from coursekit.notebooks import notebook_text
        sys.stdout.write(notebook_text(execute(read_text(Path(sys.argv[1]), "01_area"))))
    """)
    made = []
    for place, zone, seed in (("one", "UTC", "1"), ("two", "Asia/Tokyo", "2")):
        folder = tmp_path / place
        settings = folder / "home" / "matplotlib"
        settings.mkdir(parents=True)
        (settings / "matplotlibrc").write_text(f"lines.linewidth: {seed}\n")
        (folder / "lesson.py").write_text(lesson, encoding="utf-8")
        environment = {
            **os.environ, "HOME": str(folder / "home"), "TZ": zone, "PYTHONHASHSEED": seed,
            "LC_ALL": "C", "XDG_CONFIG_HOME": str(folder / "home"),
        }  # fmt: skip
        environment.pop("MPLCONFIGDIR", None)
        run = subprocess.run(
            [sys.executable, "-c", program, "lesson.py"],
            cwd=folder, env=environment, check=True, capture_output=True, text=True,
        )  # fmt: skip
        assert run.stderr == ""
        made.append(run.stdout)

    assert made[0] == made[1]
    assert "image/png" in made[0]


def test_lesson_runs_in_its_own_folder(cells: Any, tmp_path: Path) -> None:
    """As a reader who opens it in JupyterLab sees it."""
    (tmp_path / "data.txt").write_text("here")
    path = tmp_path / "lesson.py"
    path.write_text(cells.code("print(open('data.txt').read())"))

    assert "here" in notebook_text(execute(read_text(path, "01_area")))
