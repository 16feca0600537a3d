"""Small notebooks, written as a few lines of code, for the tests of grading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from coursekit.grading.student.housing import Housing
from coursekit.sandbox.kinds import Sandbox


def _marked(cell: NotebookNode, grade_id: str, **marks: object) -> NotebookNode:
    standard = {"schema_version": 3, "grade": False, "solution": False, "locked": False,
                "task": False}  # fmt: skip
    cell.metadata["nbgrader"] = nbformat.from_dict({**standard, "grade_id": grade_id, **marks})
    cell.id = grade_id
    return cell


def answer(grade_id: str, code: str) -> NotebookNode:
    return _marked(new_code_cell(code), grade_id, solution=True)


def locked(grade_id: str, code: str) -> NotebookNode:
    return _marked(new_code_cell(code), grade_id, locked=True)


def graded(grade_id: str, code: str, points: float = 1) -> NotebookNode:
    return _marked(new_code_cell(code), grade_id, grade=True, locked=True, points=points)


def essay(grade_id: str, text: str, points: float = 1) -> NotebookNode:
    return _marked(new_markdown_cell(text), grade_id, grade=True, solution=True, points=points)


def plain(code: str) -> NotebookNode:
    return new_code_cell(code)


def notebook(*cells: NotebookNode) -> NotebookNode:
    made = new_notebook(cells=list(cells))
    for number, cell in enumerate(made.cells):
        if "nbgrader" not in cell.metadata:
            cell.id = f"cell-{number:03d}"
    return made


@pytest.fixture(scope="session")
def cells() -> SimpleNamespace:
    """Makers of cells: answer, locked, graded, essay, plain; and notebook."""
    makers: dict[str, Callable[..., NotebookNode]] = {
        "answer": answer, "locked": locked, "graded": graded, "essay": essay,
        "plain": plain, "notebook": notebook,
    }  # fmt: skip
    return SimpleNamespace(**makers)


@pytest.fixture(scope="session")
def housing() -> Iterator[Housing]:
    """Start the students' processes of a whole run from one server."""
    with Housing(Sandbox.NONE) as opened:
        yield opened


HIDDEN = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"


@pytest.fixture(scope="session")
def hide() -> Callable[[str], str]:
    """Wrap code in the markers of a hidden block."""
    return HIDDEN.format
