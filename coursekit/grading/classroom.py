"""Grade what a class handed in for a unit: what is new or changed, each result kept at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from coursekit.course import Course
from coursekit.errors import UnitNotFoundError
from coursekit.grading.batch import grade_all
from coursekit.grading.feedback import write_feedback
from coursekit.grading.fingerprint import result_key
from coursekit.grading.gradebook import Gradebook
from coursekit.grading.intake import Handed, handed_in
from coursekit.grading.limits import Limits
from coursekit.grading.results import SubmissionResult
from coursekit.grading.worker import Job
from coursekit.notebooks import read_notebook, write_notebook


@dataclass(frozen=True, slots=True)
class Work:
    """What there is to grade for a unit.

    Parameters
    ----------
    unit : str
        The unit.
    jobs : tuple of Job
        What is new or changed.
    keys : dict of str to str
        Student to the key under which the result will be recorded.
    unchanged : int
        How many submissions have a result already.
    """

    unit: str
    jobs: tuple[Job, ...]
    keys: dict[str, str]
    unchanged: int


def work_of(
    course: Course, book: Gradebook, unit: str, students: Sequence[str] = (), *, force: bool = False
) -> Work:
    """Find out what has to be graded.

    Parameters
    ----------
    course : Course
        The course.
    book : Gradebook
        Its gradebook; the unit is made known to it.
    unit : str
        The unit.
    students : Sequence of str
        Only these students; all when empty.
    force : bool
        Whether to grade also what has not changed.

    Raises
    ------
    UnitNotFoundError
        If a student named handed in nothing, or the unit has no notebook.
    StorageError
        If the gradebook cannot take the unit.
    """
    sources = course.notebooks(unit)
    if not sources:
        raise UnitNotFoundError(
            f"unit {unit} has no notebook in {course.source.name}/{unit}", "run: coursekit build"
        )
    book.register(unit)
    handed = handed_in(course, unit, students)
    keys = {h.student: result_key(h, sources) for h in handed}
    todo = [h for h in handed if force or book.key(h.student, unit) != keys[h.student]]
    limits = Limits(cell_seconds=course.cell_seconds)
    jobs = tuple(Job(h, sources, limits) for h in todo)
    return Work(unit, jobs, keys, len(handed) - len(todo))


def grade_class(
    course: Course, book: Gradebook, work: Work, workers: int
) -> Iterator[SubmissionResult]:
    """Grade the work; each result is kept before it is yielded.

    The notebook as it ran and the feedback page are written first and the gradebook last, so a run
    that is cut off leaves no score without its page, and the next run does what is missing.

    Parameters
    ----------
    course : Course
        The course.
    book : Gradebook
        Its gradebook.
    work : Work
        What to grade.
    workers : int
        How many submissions at the same time.

    Yields
    ------
    SubmissionResult
        As soon as it is there.
    """
    due = book.due(work.unit)
    for fresh in grade_all(work.jobs, workers):
        result = _with_lateness(fresh, due)
        for name, notebook in result.notebooks.items():
            write_notebook(autograded_path(course, result, name), notebook)
        write_feedback(course, result)
        book.record(result, work.keys[result.student])
        yield result


def recorded(course: Course, book: Gradebook, unit: str) -> list[SubmissionResult]:
    """Return the recorded results of a unit, with the notebooks as they ran."""
    return [_with_notebooks(course, result) for result in book.results(unit)]


def autograded_path(course: Course, result: SubmissionResult | Handed, name: str) -> Path:
    """Return where a notebook as it ran is kept, as in nbgrader."""
    return course.autograded / result.student / result.unit / f"{name}.ipynb"


def _with_notebooks(course: Course, result: SubmissionResult) -> SubmissionResult:
    notebooks: dict[str, Any] = {}
    for source in course.notebooks(result.unit):
        path = autograded_path(course, result, source.stem)
        if path.is_file():
            notebooks[source.stem] = read_notebook(path)
    return replace(result, notebooks=notebooks)


def _with_lateness(result: SubmissionResult, due: datetime | None) -> SubmissionResult:
    if due is None or result.timestamp is None:
        return result
    if datetime.fromisoformat(result.timestamp) <= due:
        return result
    return replace(result, flags=(*result.flags, "late"))
