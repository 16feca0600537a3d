"""What a score means, in a word and a sign, so that no page needs colour to say it."""

from __future__ import annotations

import enum

from coursekit.grading.results import QuestionResult, SubmissionResult

NOT_ANSWERED = "not answered"  # how the reason begins where there was nothing to mark
LATE = "late"  # the flag, or its first word


class Verdict(enum.Enum):
    """How one question went: a key, a sign and words."""

    RIGHT = "right", "✓", "Right"
    PARTLY = "partly", "◐", "Partly right"
    WRONG = "wrong", "✗", "Not right"
    UNANSWERED = "unanswered", "○", "Not answered"
    WAITS = "waits", "…", "Not graded yet"

    def __init__(self, key: str, sign: str, words: str) -> None:
        self.key = key
        self.sign = sign
        self.words = words


def verdict(question: QuestionResult) -> Verdict:
    """Return how a question went.

    Parameters
    ----------
    question : QuestionResult
        Its score and reason.

    Examples
    --------
    >>> verdict(QuestionResult("q", 1.0, 2.0, "one of two terms")).words
    'Partly right'
    >>> verdict(QuestionResult("q", 0.0, 2.0, "not answered yet")).sign
    '○'
    """
    if question.score is None:
        return Verdict.WAITS
    if question.score >= question.max_score:
        return Verdict.RIGHT
    if question.score > 0:
        return Verdict.PARTLY
    blank = (question.reason or "").startswith(NOT_ANSWERED)
    return Verdict.UNANSWERED if blank else Verdict.WRONG


def is_late(result: SubmissionResult) -> bool:
    """Return whether a submission is flagged as late.

    Examples
    --------
    >>> from coursekit.grading.results import Status
    >>> is_late(SubmissionResult("student-01", "unit", Status.GRADED, flags=("late by 2 h",)))
    True
    """
    return any(flag.split(maxsplit=1)[:1] == [LATE] for flag in result.flags)
