"""Grade one student's submission from its folder to its result; nothing it meets is raised."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from coursekit.errors import CourseError, NotebookError
from coursekit.grading.faults import TestFaultError
from coursekit.grading.intake import TIMESTAMP, Handed
from coursekit.grading.limits import Limits
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.grading.submission import NotebookOutcome, grade_notebook, graded_cells
from coursekit.notebooks import read_notebook


@dataclass(frozen=True, slots=True)
class Job:
    """One submission and all that is needed to grade it.

    Parameters
    ----------
    handed : Handed
        What the student handed in.
    sources : tuple of Path
        The instructor's notebooks of the unit.
    limits : Limits
        What the student's code may use.
    """

    handed: Handed
    sources: tuple[Path, ...]
    limits: Limits


def grade(job: Job) -> SubmissionResult:
    """Grade one submission.

    Parameters
    ----------
    job : Job
        The submission.

    Returns
    -------
    SubmissionResult
        Also where it was refused, or where a test or the grader itself failed.
    """
    handed = job.handed
    timestamp, flags = handed.timestamp()
    when = timestamp.isoformat() if timestamp else None
    outcomes: dict[str, NotebookOutcome] = {}
    sources = {path.stem: read_notebook(path) for path in job.sources}
    try:
        for name, source in sources.items():
            outcomes[name], renamed = _graded(job, name, source)
            flags += renamed + outcomes[name].flags
    except NotebookError as error:
        return _unscored(handed, Status.REFUSED, error, sources, flags, when)
    except TestFaultError as error:
        return _unscored(handed, Status.FAILED, error, sources, flags, when)
    questions = tuple(q for outcome in outcomes.values() for q in outcome.questions)
    notebooks = {name: outcome.notebook for name, outcome in outcomes.items()}
    return SubmissionResult(
        handed.student, handed.unit, Status.GRADED, None, flags, questions, notebooks, when
    )


def _graded(job: Job, name: str, source: NotebookNode) -> tuple[NotebookOutcome, tuple[str, ...]]:
    path, renamed = job.handed.notebook(name)
    beside = [p for p in job.handed.files() if p != path and p.name != TIMESTAMP]
    outcome = grade_notebook(source, read_notebook(path), limits=job.limits, files=beside)
    return outcome, renamed


def _unscored(
    handed: Handed,
    status: Status,
    error: CourseError,
    sources: dict[str, NotebookNode],
    flags: tuple[str, ...],
    when: str | None,
) -> SubmissionResult:
    return ungraded(handed, status, str(error), list(sources.values()), flags, when)


def ungraded(
    handed: Handed,
    status: Status,
    reason: str,
    sources: list[NotebookNode],
    flags: tuple[str, ...] = (),
    when: str | None = None,
) -> SubmissionResult:
    """Return the result of a submission without scores: its questions and what they would give."""
    questions = tuple(
        QuestionResult(name, None, points)
        for source in sources
        for name, points in graded_cells(source)
    )
    return SubmissionResult(
        handed.student, handed.unit, status, reason, flags, questions, timestamp=when
    )
