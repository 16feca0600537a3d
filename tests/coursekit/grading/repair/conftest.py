"""A small unit with everything in it, and its release as a student would have it."""

from __future__ import annotations

import copy
from types import SimpleNamespace

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from coursekit.grading.repair.unit import Unit, checksum
from coursekit.notebooks import Role, grade_id, role


def told(text: str) -> NotebookNode:
    return new_markdown_cell(text)


def solved(code: str) -> str:
    return f"{code} = None\n### BEGIN SOLUTION\n{code} = 7\n### END SOLUTION"


@pytest.fixture(scope="session")
def source(cells: SimpleNamespace, hide) -> NotebookNode:
    made = cells.notebook(
        told("# A unit\n\nIt has two questions and an essay."),
        cells.locked("setup", "import math\nimport numpy as np"),
        told("## 1. Strides\n\nWhat are the strides of this shape?"),
        cells.answer("first", solved("strides")),
        cells.graded("test_first", "assert type(strides) is int\n" + hide("assert strides == 7")),
        told("## 2. An offset\n\nAt which offset does this value lie?"),
        cells.answer("second", solved("offset")),
        cells.graded("test_second", "assert type(offset) is int\n" + hide("assert offset == 7"), 2),
        told("## 3. In words\n\nWhy is that so?"),
        cells.essay("essay", "Because it is.", 3),
        told("That was all."),
    )
    made.metadata["kernelspec"] = nbformat.from_dict(
        {"name": "python3", "display_name": "Python 3", "language": "python"}
    )
    return made


@pytest.fixture
def released(source: NotebookNode) -> NotebookNode:
    """Return what students get: no solutions, no hidden tests, with checksums."""
    made = copy.deepcopy(source)
    made.cells = [cell.shown() for cell in Unit(source).cells]
    for cell in made.cells:
        if grade_id(cell):
            cell.metadata.nbgrader["checksum"] = checksum(cell)
    return made


@pytest.fixture
def answered(released: NotebookNode) -> NotebookNode:
    """Return an honest submission: every question has an answer of its own."""
    for cell in released.cells:
        if role(cell) in (Role.ANSWER, Role.MANUAL):
            answer(cell)
    return released


def answer(cell: NotebookNode) -> None:
    words = {"first": "strides = 7", "second": "offset = 7", "essay": "Since it ends there."}
    cell.source = words[grade_id(cell) or ""]
