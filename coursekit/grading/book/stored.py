"""A result as the text that the gradebook keeps, and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from coursekit.grading.results import QuestionResult, Status, SubmissionResult


def as_text(result: SubmissionResult) -> str:
    """Return a result as JSON in ASCII, without its notebooks, which stand in ``autograded/``.

    Examples
    --------
    >>> result = SubmissionResult("student-01", "unit", Status.REFUSED, "it is not valid JSON")
    >>> from_text(as_text(result)) == result
    True
    """
    parts = asdict(result)
    parts.pop("notebooks")
    return json.dumps(parts, allow_nan=False)


def from_text(text: str) -> SubmissionResult:
    """Return the result that a text says."""
    parts: dict[str, Any] = json.loads(text)
    parts["status"] = Status(parts["status"])
    parts["flags"] = tuple(parts["flags"])
    parts["questions"] = tuple(QuestionResult(**q) for q in parts["questions"])
    return SubmissionResult(**parts)


def storable(student: str) -> str:
    r"""Return a student's id as a database can hold it.

    A folder's name may hold bytes that are no UTF-8; they are written out.

    Examples
    --------
    >>> storable("student-01"), storable("caf\udce9")
    ('student-01', 'caf\\udce9')
    """
    return student.encode("utf-8", errors="backslashreplace").decode("utf-8")
