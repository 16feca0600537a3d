"""What must hold of a result before it may enter the gradebook, whoever it comes from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from coursekit.grading.book.stored import storable
from coursekit.grading.results import QuestionResult, Status, SubmissionResult

Points = Sequence[tuple[str, float]]  # the id and the points of each graded cell, in order
_ROUNDING = 1e-9


def sound(result: SubmissionResult, points: Points) -> SubmissionResult:
    """Return a result that may be recorded: the same one, or the failure that it is.

    Parameters
    ----------
    result : SubmissionResult
        What a grading process sent.
    points : sequence of tuple of str and float
        The graded cells of the unit, in order, and what each gives.

    Examples
    --------
    >>> question = QuestionResult("q", float("nan"), 2.0)
    >>> result = SubmissionResult("student-01", "unit", Status.GRADED, questions=(question,))
    >>> sound(result, [("q", 2.0)]).reason
    'the grader gave cell q a score of nan; 0 to 2 was expected'
    """
    fault = _fault(result, points)
    if fault is not None:
        questions = tuple(QuestionResult(name, None, most) for name, most in points)
        return SubmissionResult(
            result.student, result.unit, Status.FAILED, fault, questions=questions
        )
    questions = tuple(
        replace(q, score=None if q.score is None else min(float(q.score), most), max_score=most)
        for q, (_, most) in zip(result.questions, points, strict=True)
    )
    return replace(result, questions=questions)


def fitting(result: SubmissionResult, most: int) -> SubmissionResult:
    """Return a result that the database can hold: the same one, or a refusal that says why not.

    Parameters
    ----------
    result : SubmissionResult
        How a submission went.
    most : int
        How many characters a student's id may have there.

    Examples
    --------
    >>> result = SubmissionResult("a" * 130, "unit", Status.FAILED)
    >>> fitting(result, 128).reason
    "the student's id has 130 characters; this gradebook's database holds up to 128"
    """
    length = len(storable(result.student))
    if length <= most:
        return result
    reason = (
        f"the student's id has {length} characters; this gradebook's database holds up to {most}"
    )
    questions = tuple(QuestionResult(q.id, None, q.max_score) for q in result.questions)
    return SubmissionResult(
        result.student, result.unit, Status.REFUSED, reason, questions=questions
    )


def _fault(result: SubmissionResult, points: Points) -> str | None:
    """Say what is wrong with a result, or None."""
    expected, given = [name for name, _ in points], [q.id for q in result.questions]
    if given != expected:
        return f"the grader marked the cells {_listed(given)}; {_listed(expected)} were expected"
    if result.timestamp is not None and not _is_moment(result.timestamp):
        return f"the grader gave {result.timestamp!r} as the time of handing in"
    for question, (name, most) in zip(result.questions, points, strict=True):
        score = question.score
        if score is None:
            continue
        if result.status not in (Status.GRADED, Status.FAILED):
            return f"the grader gave cell {name} a score, but the submission is {result.status}"
        if isinstance(score, bool) or not isinstance(score, int | float):
            return f"the grader gave cell {name} a score of type {type(score).__name__}"
        if not math.isfinite(score) or not 0 <= score <= most + _ROUNDING * max(1.0, most):
            return f"the grader gave cell {name} a score of {score:g}; 0 to {most:g} was expected"
    return None


def _is_moment(text: object) -> bool:
    try:
        return isinstance(text, str) and datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(str, names)) or "none"
