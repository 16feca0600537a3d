"""What an instructor gives by hand counts, and survives whatever is graded anew."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import nbgrader.api
import pytest

from coursekit.course import Course
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.gradebook import opened
from coursekit.grading.results import SubmissionResult

UNIT = "unit"
FIRST, SECOND = Fingerprint("s1", "t1", "e1"), Fingerprint("s2", "t1", "e1")
OTHER_TESTS = Fingerprint("s1", "t2", "e1")
Make = Callable[..., SubmissionResult]


@pytest.fixture
def graded(course: Course, result_of: Make) -> Course:
    """Return a course with one result in its gradebook."""
    with opened(course) as book:
        book.register(UNIT)
        book.record(result_of(), FIRST)
    return course


def by_hand(course: Course, cell: str, **values: Any) -> None:
    """Set what the formgrader sets of a grade."""
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        grade = book.find_grade(cell, "assignment", UNIT, "student-01")
        for name, value in {"needs_manual_grade": False, **values}.items():
            setattr(grade, name, value)
        book.db.commit()


def comment(course: Course, cell: str, words: str) -> None:
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        book.find_comment(cell, "assignment", UNIT, "student-01").manual_comment = words
        book.db.commit()


def read(course: Course) -> SubmissionResult:
    with opened(course) as book:
        (result,) = book.results(UNIT)
    return result


def waiting(course: Course) -> list[str]:
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        (notebook,) = book.find_submission(UNIT, "student-01").notebooks
        return sorted(grade.name for grade in notebook.grades if grade.needs_manual_grade)


def test_scores_extra_credit_and_comments_count(graded: Course) -> None:
    by_hand(graded, "why", manual_score=0.5)
    by_hand(graded, "t2", manual_score=1.0, extra_credit=0.25)
    by_hand(graded, "t1", extra_credit=0.5)
    comment(graded, "why", "say more")
    comment(graded, "a", "well put")
    result = read(graded)
    assert {q.id: (q.score, q.reason, q.comment) for q in result.questions} == {
        "t1": (2.5, None, "well put"),  # the comment to the answer before the test
        "t2": (1.25, None, None),  # all points given by hand: the grader's reason is overruled
        "why": (0.5, "not right", "say more"),
    }
    assert result.score == 4.25
    with nbgrader.api.Gradebook(graded.gradebook_url) as book:
        assert book.find_submission(UNIT, "student-01").score == 4.25


def test_extra_credit_alone_is_no_score_of_a_cell_that_waits(graded: Course) -> None:
    by_hand(graded, "why", extra_credit=0.5, needs_manual_grade=True)
    assert read(graded).questions[2].score is None
    assert waiting(graded) == ["why"]


@pytest.mark.parametrize("again", [FIRST, OTHER_TESTS], ids=["forced", "tests changed"])
def test_they_survive_a_rerun_without_a_second_look(
    graded: Course, result_of: Make, again: Fingerprint
) -> None:
    by_hand(graded, "why", manual_score=0.5)
    by_hand(graded, "t2", manual_score=1.0)
    comment(graded, "why", "say more")
    with opened(graded) as book:
        book.register(UNIT)
        book.record(result_of(), again)
    result = read(graded)
    assert [(q.score, q.comment) for q in result.questions] == [
        (2.0, None), (1.0, None), (0.5, "say more"),
    ]  # fmt: skip
    assert (result.flags, waiting(graded)) == ((), [])


def test_after_a_changed_submission_they_stay_and_ask_for_another_look(
    graded: Course, result_of: Make
) -> None:
    by_hand(graded, "why", manual_score=0.5)
    comment(graded, "why", "say more")
    with opened(graded) as book:
        book.register(UNIT)
        for mark in (SECOND, SECOND, Fingerprint("s2", "t2", "e1")):
            book.record(result_of("student-01", 0.0, 0.0, None), mark)
    result = read(graded)
    assert [(q.score, q.comment) for q in result.questions][2] == (0.5, "say more")
    assert result.flags == (
        "look again: cell why was scored by hand before the submission changed",
    )
    assert waiting(graded) == ["why"]
    by_hand(graded, "why", manual_score=0.75)  # the look
    with opened(graded) as book:
        book.record(result_of("student-01", 0.0, 0.0, None), SECOND)
    assert (read(graded).flags, read(graded).score, waiting(graded)) == ((), 0.75, [])


def test_a_refused_submission_keeps_them_for_later(
    graded: Course, result_of: Make, refused: SubmissionResult
) -> None:
    by_hand(graded, "why", manual_score=0.5)
    with opened(graded) as book:
        book.register(UNIT)
        book.record(refused, SECOND)
        (between,) = book.results(UNIT)
        assert (between.score, between.questions[2].score) == (None, None)
        book.record(result_of(), Fingerprint("s3", "t1", "e1"))
    assert read(graded).score == 2.5


def test_a_fresh_result_shows_them_already(graded: Course, result_of: Make) -> None:
    by_hand(graded, "why", manual_score=0.5)
    with opened(graded) as book:
        assert book.seen(result_of()).score == 2.5
        assert book.seen(result_of("student-02")).score == 2.0


def test_a_late_penalty_of_nbgraders_is_left_alone(graded: Course, result_of: Make) -> None:
    with nbgrader.api.Gradebook(graded.gradebook_url) as book:
        (notebook,) = book.find_submission(UNIT, "student-01").notebooks
        notebook.late_submission_penalty = 1.5
        book.db.commit()
    with opened(graded) as book:
        book.record(result_of(), SECOND)
    with nbgrader.api.Gradebook(graded.gradebook_url) as book:
        assert book.find_submission(UNIT, "student-01").late_submission_penalty == 1.5


def test_lateness_follows_the_due_date_and_the_extension(course: Course, result_of: Make) -> None:
    due = datetime(2026, 9, 14, 12, tzinfo=UTC)
    with opened(course) as book:
        book.register(UNIT)
        assert book.due(UNIT) is None
        book.set_due(UNIT, due)
        assert book.due(UNIT) == due
        late = result_of(timestamp=(due + timedelta(seconds=1)).isoformat())
        book.record(late, FIRST)
        book.record(result_of("student-02", timestamp=due.isoformat()), FIRST)
        book.record(result_of("student-03"), FIRST)
        assert [r.flags for r in book.results(UNIT)] == [("late",), (), ()]
        with nbgrader.api.Gradebook(course.gradebook_url) as theirs:
            theirs.grant_extension(UNIT, "student-01", minutes=1)
        assert [r.flags for r in book.results(UNIT)] == [(), (), ()]
        book.set_due(UNIT, due - timedelta(days=1))
        assert [r.flags for r in book.results(UNIT)] == [("late",), ("late",), ()]
