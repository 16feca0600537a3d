"""Marks: what the hidden part of a test cell gives as its last value.

A mark is a `Score`: points, and the reason for what is missing. Marking judges the form of each
part for itself, so that one ill-formed part costs its own points only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from coursekit.questions.forms import UNANSWERED
from coursekit.questions.judging import judge
from coursekit.questions.question import Question
from coursekit.questions.score import Score
from coursekit.questions.values import joined


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an answer, with the points it gives.

    Parameters
    ----------
    name : str
        The name that the student gave a value to; empty where there is only one.
    question : Question
        What the part asks.
    answer : object
        The student's value.
    points : float
        What the part gives.
    """

    name: str
    question: Question
    answer: Any
    points: float = 1.0


class MarkedScore(Score):
    """A score that knows what it was given for, and which beliefs a wrong answer could have shown.

    Whoever holds it knows the right answers as well: it is for the instructor's side alone.
    """

    beliefs: frozenset[str] = frozenset()
    parts: tuple[Part, ...] = ()


def mark(question: Question, answer: object, points: float = 1.0) -> MarkedScore:
    """Mark one answer: all the points, or none and the reason.

    Parameters
    ----------
    question : Question
        What was asked.
    answer : object
        The student's value.
    points : float
        What a right answer gives.
    """
    return mark_parts(Part("", question, answer, points))


def mark_parts(*parts: Part) -> MarkedScore:
    """Mark an answer of several parts: each gives its own points.

    Parameters
    ----------
    *parts : Part
        The parts.

    Returns
    -------
    MarkedScore
        The sum; the reasons of the parts that are wrong, and the first misconception among them.
    """
    total = joined_scores([(part.name, _score(part)) for part in parts])
    return marked(total, (id_ for part in parts for id_ in part.question.beliefs), parts)


def marked(score: Score, beliefs: Iterable[str], parts: tuple[Part, ...] = ()) -> MarkedScore:
    """Return a score together with what it was given for.

    Parameters
    ----------
    score : Score
        The points and the reason.
    beliefs : iterable of str
        The ids of the misconceptions that a wrong answer could have shown.
    parts : tuple of Part
        What was asked, where it was asked in parts.

    Examples
    --------
    >>> sorted(marked(Score(0, "no"), ["M58", "M29"]).beliefs)
    ['M29', 'M58']
    """
    given = MarkedScore(score, score.reason, score.misconception)
    given.beliefs, given.parts = frozenset(beliefs), parts
    return given


def joined_scores(scores: Sequence[tuple[str, Score]]) -> Score:
    """Return the sum of named scores, with the reasons joined and the first misconception kept.

    Parameters
    ----------
    scores : Sequence of tuple of str and Score
        What each score is for, and the score.

    Examples
    --------
    >>> joined_scores([("offset", Score(0, "no")), ("value", Score(1))]).reason
    'offset: no'
    """
    reasons = [(name, score.reason) for name, score in scores if score.reason]
    if len(reasons) == len(scores) and {reason for _, reason in reasons} == {UNANSWERED}:
        return Score(0.0, UNANSWERED)
    beliefs = (score.misconception for _, score in scores if score.misconception)
    return Score(sum(score for _, score in scores), joined(reasons) or None, next(beliefs, None))


def _score(part: Part) -> Score:
    verdict = judge(part.question, part.answer)
    if verdict.correct:
        return Score(part.points)
    return Score(0.0, verdict.message, verdict.misconception)
