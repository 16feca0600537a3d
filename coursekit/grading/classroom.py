"""Grade what a class handed in for a unit: what is new or changed, each result kept at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from coursekit.course import Course
from coursekit.errors import UnitNotFoundError
from coursekit.files import replacing, sweep
from coursekit.grading.batch import grade_all
from coursekit.grading.book.stored import storable
from coursekit.grading.feedback import feedback_files
from coursekit.grading.fingerprint import (
    NEW,
    Fingerprint,
    environment_digest,
    source_digest,
    submission_digest,
)
from coursekit.grading.gradebook import Gradebook
from coursekit.grading.intake.handed import Handed, handed_in
from coursekit.grading.limits import Limits
from coursekit.grading.rehearsal import plan_of
from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.submission import unscored_questions
from coursekit.grading.worker import Job
from coursekit.notebooks import notebook_text, read_notebook
from coursekit.sandbox.kinds import Sandbox

AGAIN = "its grading failed before"
GONE = "what was handed in is no longer there; this is its last result"
NOTHING = "nothing handed in"
_NAMED = 3  # students that a line names

Grader = Callable[[Sequence[Job]], Iterator[SubmissionResult]]


@dataclass(frozen=True, slots=True)
class Work:
    """What there is to grade for a unit.

    Parameters
    ----------
    unit : str
        The unit.
    jobs : tuple of Job
        What is new or changed.
    fingerprints : dict of str to Fingerprint
        Student to what the result will depend on.
    reasons : dict of str to tuple of str
        Student to why it is graded: ``new``, ``the tests changed``, …; empty where it was forced.
    unchanged : int
        How many submissions have a result already.
    notes : tuple of str
        What the instructor should know beforehand, one line each.
    """

    unit: str
    jobs: tuple[Job, ...]
    fingerprints: dict[str, Fingerprint]
    reasons: dict[str, tuple[str, ...]]
    unchanged: int
    notes: tuple[str, ...] = ()

    def changes(self) -> list[str]:
        """Say of whom something changed since the last time, one line for each kind of change.

        Examples
        --------
        >>> reasons = {f"student-0{n}": ("the tests changed",) for n in range(5)}
        >>> Work("unit", (), {}, reasons, 0).changes()
        ['the tests changed: student-00, student-01, student-02 and 2 more']
        """
        kinds: dict[str, list[str]] = {}
        for student, why in self.reasons.items():
            if why and why != (NEW,):
                kinds.setdefault(" and ".join(why), []).append(student)
        return [f"{kind}: {_some(students)}" for kind, students in kinds.items()]


def work_of(
    course: Course,
    book: Gradebook,
    unit: str,
    students: Sequence[str] = (),
    *,
    force: bool = False,
    sandbox: Sandbox = Sandbox.BUBBLEWRAP,
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
    sandbox : Sandbox
        The walls around the students' code.

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
    notes = book.register(unit)
    handed = handed_in(course, unit, students)
    limits = Limits(course.cell_seconds, course.question_seconds, course.total_seconds)
    choices = sorted(item for item in course.cells.items() if item[0].startswith(f"{unit}/"))
    tests = source_digest(course.source / unit, choices)
    environment = environment_digest(limits, sandbox)
    known, failed = book.fingerprints(unit), book.failed(unit)
    fingerprints, reasons = {}, {}
    for h in handed:
        now, stored = Fingerprint(submission_digest(h), tests, environment), storable(h.student)
        fingerprints[h.student] = now
        again = (AGAIN,) if stored in failed else ()
        reasons[h.student] = now.changed_since(known.get(stored)) or again
    todo = [h for h in handed if force or reasons[h.student]]
    jobs = tuple(Job(h, sources, limits, sandbox, (course.root,)) for h in todo)
    if jobs:
        plan = plan_of(course, unit, jobs[0])
        jobs = tuple(replace(job, plan=plan) for job in jobs)
    why = {h.student: reasons[h.student] for h in todo}
    return Work(unit, jobs, fingerprints, why, len(handed) - len(todo), notes)


def grade_class(
    course: Course, book: Gradebook, work: Work, workers: int, elsewhere: Grader | None = None
) -> Iterator[SubmissionResult]:
    """Grade the work; each result is kept before it is yielded.

    A result is its row in the gradebook. The notebook as it ran and the feedback page are put in
    their places first and the row is written last; where it cannot be, they are put back. So a run
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
    elsewhere : callable, optional
        Grades the jobs instead of this machine, one result for each.

    Yields
    ------
    SubmissionResult
        As soon as it is there, with what was given by hand.
    """
    _sweep(course, work.unit)
    for fresh in elsewhere(work.jobs) if elsewhere else grade_all(work.jobs, workers):
        result = book.seen(fresh)
        with replacing(_files(course, result)):
            book.record(fresh, work.fingerprints[fresh.student])
        yield result


def recorded(
    course: Course, book: Gradebook, unit: str, students: Collection[str] | None = None
) -> Iterator[SubmissionResult]:
    """Yield the recorded results of a unit, with the notebooks as they ran.

    A notebook is read when its result is asked for, since all of a large class need gigabytes.

    Parameters
    ----------
    course : Course
        The course.
    book : Gradebook
        Its gradebook.
    unit : str
        The unit.
    students : collection of str, optional
        Only these; all when left out.
    """
    for result in book.results(unit):
        if students is None or result.student in students:
            yield _with_notebooks(course, result)


def everyone(
    course: Course, book: Gradebook, unit: str, students: Sequence[str] = ()
) -> list[SubmissionResult]:
    """Return a result for every student of the course, in order of their ids.

    Those who handed in nothing are there too: students whom the gradebook knows, and those with a
    folder in ``submitted/``. A result whose submission is gone says so.

    Parameters
    ----------
    course : Course
        The course.
    book : Gradebook
        Its gradebook.
    unit : str
        The unit.
    students : Sequence of str
        Only these; all when empty.
    """
    here = {h.student for h in handed_in(course, unit)}
    results = {r.student: _gone(r, here) for r in book.results(unit)}
    stored = {storable(student) for student in results}
    questions = unscored_questions(map(read_notebook, course.notebooks(unit)))
    for student in {*book.students(), *_with_folder(course)}:
        if storable(student) not in stored:
            results[student] = SubmissionResult(
                student, unit, Status.MISSING, NOTHING, questions=questions
            )
    wanted = set(students)
    chosen = [r for r in results.values() if not wanted or r.student in wanted]
    return sorted(chosen, key=lambda r: r.student)


def autograded_path(course: Course, result: SubmissionResult | Handed, name: str) -> Path:
    """Return where a notebook as it ran is kept, as in nbgrader."""
    return course.autograded / result.student / result.unit / f"{name}.ipynb"


def _files(course: Course, result: SubmissionResult) -> dict[Path, str | bytes | None]:
    """Return the files of a result; a notebook of an earlier submission that did not run goes."""
    ran: dict[Path, str | bytes | None] = {}
    for source in course.notebooks(result.unit):
        notebook = result.notebooks.get(source.stem)
        path = autograded_path(course, result, source.stem)
        ran[path] = None if notebook is None else notebook_text(notebook)
    return ran | feedback_files(course, result)


def _sweep(course: Course, unit: str) -> None:
    """Remove what a killed run left aside among the files of a unit."""
    for parent in (course.autograded, course.feedback):
        for folder in parent.glob(f"*/{unit}"):
            sweep(folder)


def _with_notebooks(course: Course, result: SubmissionResult) -> SubmissionResult:
    notebooks: dict[str, Any] = {}
    for source in course.notebooks(result.unit):
        path = autograded_path(course, result, source.stem)
        if path.is_file():
            notebooks[source.stem] = read_notebook(path)
    return replace(result, notebooks=notebooks)


def _gone(result: SubmissionResult, here: set[str]) -> SubmissionResult:
    if result.student in here:
        return result
    return replace(result, flags=(*result.flags, GONE))


def _some(students: Sequence[str]) -> str:
    more = len(students) - _NAMED
    named = ", ".join(students[:_NAMED])
    return f"{named} and {more} more" if more > 0 else named


def _with_folder(course: Course) -> list[str]:
    if not course.submitted.is_dir():
        return []
    return [p.name for p in course.submitted.iterdir() if p.is_dir() and not p.name.startswith(".")]
