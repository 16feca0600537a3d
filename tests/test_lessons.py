"""The stored outputs of the lessons are compared: `make test` runs nbval over each of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

LESSONS = sorted((Path(__file__).parents[1] / "course").glob("*/lesson.ipynb"))


@pytest.fixture(params=LESSONS, ids=lambda path: path.parent.name)
def lesson(request) -> NotebookNode:
    """Return one lesson as it is stored."""
    return nbformat.read(request.param, as_version=4)


def test_there_are_lessons():
    assert LESSONS != []


def test_every_code_cell_has_run(lesson):
    """A cell without a count is never compared by nbval, whatever the cell prints."""
    counts = [cell.execution_count for cell in lesson.cells if cell.cell_type == "code"]

    assert counts == list(range(1, len(counts) + 1))


def test_the_stored_output_passes(lesson, tmp_path):
    assert _validate(_until_first_print(lesson), tmp_path) == pytest.ExitCode.OK


def test_a_wrong_stored_output_fails(lesson, tmp_path):
    start = _until_first_print(lesson)
    start.cells[-1].outputs[0].text += "one line more\n"

    assert _validate(start, tmp_path) == pytest.ExitCode.TESTS_FAILED


def _until_first_print(lesson: NotebookNode) -> NotebookNode:
    """Cut a lesson off after the first cell that prints."""
    printing = [
        number
        for number, cell in enumerate(lesson.cells)
        if cell.cell_type == "code" and cell.outputs and cell.outputs[0].output_type == "stream"
    ]
    return NotebookNode(lesson, cells=lesson.cells[: printing[0] + 1])


def _validate(notebook: NotebookNode, folder: Path) -> int:
    path = folder / "lesson.ipynb"
    nbformat.write(notebook, path)
    command = [sys.executable, "-m", "pytest", "-q", "--nbval", "--nbval-current-env", path]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode
