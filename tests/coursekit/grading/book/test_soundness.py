"""What may enter the gradebook, whoever sends it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.course import Course
from coursekit.grading.book.soundness import sound
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.gradebook import opened
from coursekit.grading.results import QuestionResult, Status, SubmissionResult

POINTS = [("t1", 2.0), ("t2", 1.0), ("why", 1.0)]
Make = Callable[..., SubmissionResult]


def test_a_sound_result_is_the_same(result_of: Make, refused: SubmissionResult) -> None:
    for result in (result_of(flags=("late",)), refused):
        assert sound(result, POINTS) == result


def test_what_rounding_adds_is_cut(result_of: Make) -> None:
    assert sound(result_of("student-01", 2.0 + 1e-15, 1, None), POINTS).score == 3.0


WRONG = [
    (math.nan, "the grader gave cell t1 a score of nan; 0 to 2 was expected"),
    (math.inf, "the grader gave cell t1 a score of inf; 0 to 2 was expected"),
    (-1.0, "the grader gave cell t1 a score of -1; 0 to 2 was expected"),
    (2.001, "the grader gave cell t1 a score of 2.001; 0 to 2 was expected"),
    (True, "the grader gave cell t1 a score of type bool"),
    ("2", "the grader gave cell t1 a score of type str"),
]


@pytest.mark.parametrize(("score", "fault"), WRONG, ids=lambda v: repr(v)[:20])
def test_a_wrong_score_is_a_failure_of_the_grader(result_of: Make, score: Any, fault: str) -> None:
    result = sound(result_of("student-01", score, 1.0, None), POINTS)
    assert (result.status, result.reason, result.score) == (Status.FAILED, fault, None)
    assert [(q.id, q.score, q.max_score) for q in result.questions] == [
        (name, None, most) for name, most in POINTS
    ]


def test_other_cells_than_the_units_are_a_failure(result_of: Make) -> None:
    for questions in (result_of().questions[:2], (), result_of().questions * 2):
        result = sound(replace(result_of(), questions=questions), POINTS)
        assert result.status is Status.FAILED
    assert sound(replace(result_of(), questions=()), POINTS).reason == (
        "the grader marked the cells none; t1, t2, why were expected"
    )


def test_a_refusal_with_scores_is_a_failure(refused: SubmissionResult) -> None:
    questions = (replace(refused.questions[0], score=1.0), *refused.questions[1:])
    assert sound(replace(refused, questions=questions), POINTS).reason == (
        "the grader gave cell t1 a score, but the submission is refused"
    )


def test_a_time_that_is_none_is_a_failure(result_of: Make) -> None:
    for time in ("yesterday", "2026-09-14T10:00:00", 5):
        result = sound(result_of(timestamp=time), POINTS)
        assert result.reason == f"the grader gave {time!r} as the time of handing in"


@given(st.one_of(st.none(), st.floats(), st.integers(), st.booleans(), st.text(max_size=3)))
def test_no_score_outside_its_bounds_passes(score: Any) -> None:
    question = QuestionResult("q", score, 2.0)
    result = SubmissionResult("student-01", "unit", Status.GRADED, questions=(question,))
    passed = sound(result, [("q", 2.0)])
    if passed.status is Status.GRADED and passed.questions[0].score is not None:
        assert 0 <= passed.questions[0].score <= 2


def test_the_gradebook_asks(course: Course, result_of: Make) -> None:
    with opened(course) as book:
        book.register("unit")
        book.record(result_of("student-01", 198.0, 0.0, None), Fingerprint("s", "t", "e"))
        (kept,) = book.results("unit")
    assert (kept.status, kept.reason) == (
        Status.FAILED, "the grader gave cell t1 a score of 198; 0 to 2 was expected",
    )  # fmt: skip
