"""A lesson asks before it tells: what a prediction is about stays folded until its cell runs."""

from __future__ import annotations

from pathlib import Path

import jupytext
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

LESSONS = sorted((Path(__file__).parents[2] / "course").glob("*/lesson.py"))
FOLDED = {"outputs_hidden": True}


def unfolded_answers(lesson: NotebookNode) -> list[str]:
    """Return the code cells that show their stored result right below a prediction."""
    return [
        after.source
        for before, after in zip(lesson.cells, lesson.cells[1:], strict=False)
        if before.cell_type == "markdown"
        and "**Predict**" in before.source
        and after.cell_type == "code"
        and after.metadata.get("jupyter") != FOLDED
    ]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.parent.name)
def test_a_prediction_comes_before_what_it_is_about(path):
    lesson = jupytext.read(path, fmt="py:percent")
    asked = sum("**Predict**" in cell.source for cell in lesson.cells)

    assert asked > 0
    assert unfolded_answers(lesson) == []


def test_an_answer_that_is_not_folded_is_found():
    ask, tell = new_markdown_cell("**Predict** the sum."), new_code_cell("1 + 1")
    folded = new_code_cell("1 + 1", metadata={"jupyter": FOLDED})

    assert unfolded_answers(new_notebook(cells=[ask, tell])) == ["1 + 1"]
    assert unfolded_answers(new_notebook(cells=[ask, folded])) == []
