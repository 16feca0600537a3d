"""What grading one submission gives: plain, frozen data that the gradebook and the pages read."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any


class Status(enum.StrEnum):
    """How the grading of one submission ended."""

    GRADED = "graded"  # every question has a score
    REFUSED = "refused"  # the files cannot be graded as they are; waits for the instructor
    FAILED = "failed"  # the grader or a test is at fault, not the student
    MISSING = "missing"  # nothing was handed in


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """The score of one graded cell.

    Parameters
    ----------
    id : str
        The nbgrader id of the graded cell.
    score : float or None
        Between 0 and `max_score`, more only by an instructor's extra credit; None where a person
        has to grade.
    max_score : float
        The points that the cell gives.
    reason : str, optional
        Why points are missing; fit for the student's eyes.
    misconception : str, optional
        The id of the belief that the answer shows, such as ``"M29"``.
    comment : str, optional
        What the instructor wrote to it; fit for the student's eyes.
    """

    id: str
    score: float | None
    max_score: float
    reason: str | None = None
    misconception: str | None = None
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class SubmissionResult:
    """The outcome of grading one student's submission to one unit.

    Parameters
    ----------
    student, unit : str
        Whose submission it is, and to what.
    status : Status
        How the grading ended.
    reason : str, optional
        Why it was refused, failed or is missing.
    flags : tuple of str
        What an instructor should know: ``late``, ``restored cell …``, ``sandbox none`` ….
    questions : tuple of QuestionResult
        One for each graded cell of the unit, in the order of the notebook.
    notebooks : dict
        Notebook name to the executed notebook as plain JSON data, for ``autograded/`` and the
        feedback page.
    timestamp : str, optional
        When it was handed in, as ISO 8601 in UTC.
    """

    student: str
    unit: str
    status: Status
    reason: str | None = None
    flags: tuple[str, ...] = ()
    questions: tuple[QuestionResult, ...] = ()
    notebooks: dict[str, Any] = field(default_factory=dict)
    timestamp: str | None = None

    @property
    def score(self) -> float | None:
        """The sum of the scores, or None where the submission was not graded."""
        if self.status is not Status.GRADED:
            return None
        return sum(q.score or 0.0 for q in self.questions)

    @property
    def max_score(self) -> float:
        """The points that the unit gives."""
        return sum(q.max_score for q in self.questions)
