"""Scores in nbgrader's tables: as its formgrader reads them, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

import nbgrader.api
import pytest

from coursekit.course import Course
from coursekit.grading import gradebook
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.gradebook import opened
from coursekit.grading.results import SubmissionResult
from coursekit.notebooks import write_notebook

UNIT = "unit"
FIRST, SECOND = Fingerprint("s1", "t1", "e1"), Fingerprint("s2", "t1", "e1")
Make = Callable[..., SubmissionResult]


def grades(course: Course) -> dict[str, tuple[Any, ...]]:
    """Return score and whether it waits for a person, by cell, as nbgrader tells."""
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        (notebook,) = book.find_submission(UNIT, "student-01").notebooks
        return {g.name: (g.auto_score, g.needs_manual_grade) for g in notebook.grades}


def test_nbgrader_reads_the_scores(course: Course, result_of: Make) -> None:
    with opened(course) as book:
        book.register(UNIT)
        book.record(result_of(timestamp="2026-09-14T10:00:00+02:00"), FIRST)
    assert grades(course) == {"t1": (2.0, False), "t2": (0.0, False), "why": (None, True)}
    with nbgrader.api.Gradebook(course.gradebook_url) as theirs:
        submission = theirs.find_submission(UNIT, "student-01")
        assert (submission.score, submission.max_score) == (2.0, 4.0)
        assert submission.timestamp == datetime(2026, 9, 14, 8)
        (notebook,) = submission.notebooks
        assert sorted(c.name for c in notebook.comments) == ["a", "b", "why"]


def test_a_refusal_leaves_no_automatic_score_of_an_earlier_submission(
    course: Course, result_of: Make, refused: SubmissionResult
) -> None:
    with opened(course) as book:
        book.register(UNIT)
        book.record(result_of(), FIRST)
        book.record(refused, SECOND)
        assert [r.score for r in book.results(UNIT)] == [None]
    assert grades(course) == {"t1": (None, True), "t2": (None, True), "why": (None, True)}


def test_a_first_refusal_is_no_submission_of_nbgraders(
    course: Course, refused: SubmissionResult
) -> None:
    with opened(course) as book:
        book.register(UNIT)
        book.record(refused, FIRST)
        assert book.results(UNIT) == [refused]
    with nbgrader.api.Gradebook(course.gradebook_url) as theirs:
        assert theirs.assignment_submissions(UNIT) == []


def test_a_result_is_recorded_as_a_whole_or_not_at_all(
    course: Course, result_of: Make, monkeypatch: pytest.MonkeyPatch,
    sql: Callable[[str], list[Any]],
) -> None:  # fmt: skip
    with opened(course) as book:
        book.register(UNIT)
        book.record(result_of(), FIRST)
        before = (sql("select * from grade"), sql("select * from coursekit_result"))
        write = gradebook.write_scores

        def write_and_fail(*words: Any, **more: Any) -> None:
            write(*words, **more)
            raise KeyError

        monkeypatch.setattr(gradebook, "write_scores", write_and_fail)
        with pytest.raises(KeyError):
            book.record(result_of("student-01", 0.0, 1.0, None), SECOND)
    assert (sql("select * from grade"), sql("select * from coursekit_result")) == before


def test_recording_again_is_as_recording_once(
    course: Course, result_of: Make, sql: Callable[[str], list[Any]]
) -> None:
    tables = ("student", "submitted_assignment", "submitted_notebook", "grade", "comment",
              "coursekit_result")  # fmt: skip
    counts = []
    with opened(course) as book:
        book.register(UNIT)
        for _ in range(3):
            book.record(result_of(), FIRST)
            counts.append([sql(f"select count(*) from {name}") for name in tables])
        assert book.results(UNIT) == [result_of()]
    assert counts[0] == counts[2]
    assert counts[0] == [[(n,)] for n in (1, 1, 1, 3, 3, 1)]


@pytest.mark.parametrize(
    "student", ["caf\udce9", "=1+1", "a'b\";--", "学生-1", "x" * 255, "two words", "ends.", "~"]
)
def test_any_id_that_a_file_system_can_hold(course: Course, result_of: Make, student: str) -> None:
    with opened(course) as book:
        book.register(UNIT)
        book.record(result_of(student), FIRST)
        assert [r.student for r in book.results(UNIT)] == [student]
        assert list(book.fingerprints(UNIT).values()) == [FIRST]
        assert len(book.students()) == 1


def test_questions_of_one_id_in_two_notebooks_are_told_apart(
    tmp_path: Any, cells: Any, result_of: Make
) -> None:
    from_two = {"one": 1.0, "two": 3.0}
    for name, points in from_two.items():
        path = tmp_path / "source" / UNIT / f"{name}.ipynb"
        write_notebook(path, cells.notebook(cells.graded("q", "assert True", points=points)))
    course = Course.at(tmp_path)
    (first, *_) = result_of().questions
    result = replace(
        result_of(),
        questions=(replace(first, id="q", score=1.0, max_score=1.0),
                   replace(first, id="q", score=2.5, max_score=3.0)),
    )  # fmt: skip
    with opened(course) as book:
        book.register(UNIT)
        book.record(result, FIRST)
        assert book.results(UNIT) == [result]
    with nbgrader.api.Gradebook(course.gradebook_url) as theirs:
        notebooks = theirs.find_submission(UNIT, "student-01").notebooks
        assert {n.name: n.score for n in notebooks} == {"one": 1.0, "two": 2.5}
