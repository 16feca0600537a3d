"""A small unit, and results for it as a grading process would send them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from nbformat import NotebookNode

from coursekit.course import Course
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.notebooks import write_notebook

UNIT = "unit"
FIRST = Fingerprint("s1", "t1", "e1")
SECOND = Fingerprint("s2", "t1", "e1")


@pytest.fixture
def source(cells: SimpleNamespace) -> NotebookNode:
    """Return the notebook of the unit: two answers with tests, and an essay."""
    return cells.notebook(
        cells.answer("a", "a = 1"),
        cells.graded("t1", "assert a == 1", points=2),
        cells.answer("b", "b = 1"),
        cells.graded("t2", "assert b == 1", points=1),
        cells.essay("why", "Say why."),
    )


@pytest.fixture
def course(tmp_path: Path, source: NotebookNode) -> Course:
    write_notebook(tmp_path / "source" / UNIT / "assignment.ipynb", source)
    return Course.at(tmp_path)


@pytest.fixture
def result_of() -> Callable[..., SubmissionResult]:
    """Make a result from the scores of its questions."""

    def make(student: str = "student-01", *scores: float | None, **more: Any) -> SubmissionResult:
        given = scores or (2.0, 0.0, None)
        questions = tuple(
            QuestionResult(name, score, points, None if score else "not right")
            for (name, points), score in zip(
                (("t1", 2.0), ("t2", 1.0), ("why", 1.0)), given, strict=True
            )
        )
        status = more.pop("status", Status.GRADED)
        return SubmissionResult(student, UNIT, status, questions=questions, **more)

    return make


@pytest.fixture
def refused(result_of: Callable[..., SubmissionResult]) -> SubmissionResult:
    return result_of("student-01", None, None, None, status=Status.REFUSED, reason="no notebook")


@pytest.fixture
def sql(course: Course) -> Callable[[str], list[tuple[Any, ...]]]:
    """Run a statement on the gradebook from outside, as another program would."""

    def run(statement: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(course.root / "gradebook.db")) as database, database:
            return database.execute(statement).fetchall()

    return run
