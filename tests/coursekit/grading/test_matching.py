"""Submitted notebooks against the unit's own: duplicates, deletions, stripped metadata."""

from __future__ import annotations

import copy
from types import SimpleNamespace

import pytest
from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.hidden import visible_part
from coursekit.grading.matching import match
from coursekit.grading.submission import grade_notebook
from coursekit.notebooks import grade_id


@pytest.fixture
def source(cells: SimpleNamespace, hide) -> NotebookNode:
    return cells.notebook(
        cells.locked("setup", "import math"),
        cells.answer("first", "a = 1"),
        cells.graded("test_first", "assert type(a) is int\n" + hide("assert a == 1")),
        cells.answer("second", "b = 2"),
        cells.graded("test_second", "assert type(b) is int\n" + hide("assert b == 2")),
    )


@pytest.fixture
def released(source: NotebookNode) -> NotebookNode:
    made = copy.deepcopy(source)
    for cell in made.cells:
        cell.source = visible_part(cell.source)
    return made


def scores(source: NotebookNode, submitted: NotebookNode) -> list[float | None]:
    return [q.score for q in grade_notebook(source, submitted).questions]


def test_an_honest_submission_raises_no_flag(source: NotebookNode, released: NotebookNode) -> None:
    outcome = grade_notebook(source, released)
    assert [q.score for q in outcome.questions] == [1, 1]
    assert outcome.flags == ()


def test_hidden_tests_are_not_in_the_notebook_that_ran(
    source: NotebookNode, released: NotebookNode
) -> None:
    assert "HIDDEN" not in str(grade_notebook(source, released).notebook)


def test_a_copied_test_is_ignored_and_told(source: NotebookNode, released: NotebookNode) -> None:
    released.cells.append(copy.deepcopy(released.cells[2]))
    outcome = grade_notebook(source, released)
    assert [q.score for q in outcome.questions] == [1, 1]
    assert outcome.flags == ("a copy of cell test_first was ignored",)


def test_a_copied_answer_runs_at_its_place(source: NotebookNode, released: NotebookNode) -> None:
    wrong = copy.deepcopy(released.cells[1])
    wrong.source = "a = 5"
    released.cells.insert(2, wrong)
    assert scores(source, released) == [0, 1]


def test_a_deleted_test_is_put_back(source: NotebookNode, released: NotebookNode) -> None:
    del released.cells[2]
    outcome = grade_notebook(source, released)
    assert [q.score for q in outcome.questions] == [1, 1]
    assert outcome.flags == ("cell test_first was missing and was put back",)
    assert [grade_id(c) for c in outcome.notebook.cells] == [
        "setup", "first", "test_first", "second", "test_second",
    ]  # fmt: skip


def test_a_deleted_answer_scores_nothing(source: NotebookNode, released: NotebookNode) -> None:
    del released.cells[1]
    outcome = grade_notebook(source, released)
    assert [q.score for q in outcome.questions] == [0, 1]
    assert outcome.questions[0].reason == "not answered: `a` is not defined"


def test_a_changed_test_is_flagged_and_not_used(
    source: NotebookNode, released: NotebookNode
) -> None:
    released.cells[1].source = "a = 7"
    released.cells[2].source = "pass"
    outcome = grade_notebook(source, released)
    assert [q.score for q in outcome.questions] == [0, 1]
    assert outcome.flags == ("cell test_first was changed; the unit's own was used",)


def test_stripped_metadata_is_known_by_text(source: NotebookNode, released: NotebookNode) -> None:
    for cell in released.cells:
        cell.metadata.clear()
    outcome = grade_notebook(source, released)
    assert [q.score for q in outcome.questions] == [1, 1]
    assert outcome.flags == ("the cells had lost their metadata; they were known by their text",)


def test_another_assignment_is_refused(source: NotebookNode, cells: SimpleNamespace) -> None:
    with pytest.raises(NotebookError, match=r"^no cell of this notebook belongs to the unit$"):
        match(source, cells.notebook(cells.plain("print('hello')")))


def test_a_students_own_cell_cannot_count(
    source: NotebookNode, released: NotebookNode, cells: SimpleNamespace
) -> None:
    released.cells.insert(0, cells.graded("bonus", "5", points=5))
    outcome = grade_notebook(source, released)
    assert [q.id for q in outcome.questions] == ["test_first", "test_second"]
    assert "nbgrader" not in outcome.notebook.cells[0].metadata


def test_the_submission_is_not_changed(source: NotebookNode, released: NotebookNode) -> None:
    before = copy.deepcopy(released)
    match(source, released)
    assert released == before
