"""nbgrader's own commands and the formgrader's buttons, with this kit's graders behind them.

``nbgrader autograde`` would run hidden tests in the student's process, and ``generate_feedback``
would print them. A course whose ``nbgrader_config.py`` calls `use_own_graders` gets from both, and
from the formgrader's buttons, what ``coursekit grade`` and ``coursekit feedback`` give.

nbgrader names both converters in its code and has no setting that replaces them. Therefore their
``start`` is replaced once a process, by one that asks the configuration of the course at hand:
where that did not call `use_own_graders`, nbgrader's own goes on, so other courses that the same
process serves stay as they are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import wraps
from pathlib import Path
from typing import Any

from nbgrader.converters import Autograde, GenerateFeedback, NbGraderException
from traitlets.config import Config

from coursekit.course import Course
from coursekit.errors import CourseError, UnitNotFoundError
from coursekit.files import held
from coursekit.grading.classroom import grade_class, recorded, work_of
from coursekit.grading.feedback import write_feedback
from coursekit.grading.gradebook import opened
from coursekit.grading.intake.handed import handed_in
from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.student.servers import check_walls
from coursekit.sandbox.kinds import Sandbox

SECTION = "CourseKit"  # of the configuration
_ALL = "*"


def use_own_graders(config: Config, sandbox: str = Sandbox.BUBBLEWRAP) -> None:
    """Grade a course by this kit also where nbgrader is asked to; for ``nbgrader_config.py``.

    Parameters
    ----------
    config : traitlets.config.Config
        The configuration that nbgrader is reading.
    sandbox : str
        The walls around students' code: ``"bubblewrap"``, or ``"none"`` at your own risk.

    Examples
    --------
    >>> c = Config()
    >>> use_own_graders(c)
    >>> c.CourseKit.own_graders, c.CourseKit.sandbox
    (True, 'bubblewrap')
    """
    section = config[SECTION]
    section.own_graders = True
    section.sandbox = str(Sandbox(sandbox))
    _replace(Autograde, _autograde)
    _replace(GenerateFeedback, _generate_feedback)


def _replace(converter: Any, ours: Callable[[Any], None]) -> None:
    theirs = converter.start
    if hasattr(theirs, "__wrapped__"):
        return

    @wraps(theirs)
    def start(self: Any) -> None:
        if not self.config.get(SECTION, {}).get("own_graders"):
            theirs(self)
            return
        with _in_nbgraders_way(self):
            ours(self)

    converter.start = start


@contextmanager
def _in_nbgraders_way(converter: Any) -> Iterator[None]:
    """Turn an error that a user can mend into lines of the log and the error nbgrader expects."""
    try:
        yield
    except CourseError as error:
        converter.log.error("%s", error)
        if error.remedy:
            converter.log.error("%s", error.remedy)
        raise NbGraderException(str(error)) from None


def _autograde(converter: Any) -> None:
    """Grade the students that nbgrader was asked for, as ``coursekit grade`` does."""
    course, unit = _course(converter), str(converter.coursedir.assignment_id)
    sandbox = Sandbox(converter.config[SECTION].sandbox)
    if converter.coursedir.notebook_id != _ALL or not converter.config.Execute.get("enabled", True):
        converter.log.warning("submissions are graded as a whole, and always run")
    if sandbox is not Sandbox.NONE:
        check_walls()  # before anything is done: without its walls nothing is graded
    with held(course.lock, "grade"), opened(course) as book:
        students = _chosen(converter, (handed.student for handed in handed_in(course, unit)))
        work = work_of(course, book, unit, students, force=converter.force, sandbox=sandbox)
        for note in work.notes:
            converter.log.warning("%s", note)
        for result in grade_class(course, book, work, os.cpu_count() or 1):
            _log(converter, result)
        asked = set(students)
        results = [result for result in book.results(unit) if result.student in asked]
    if work.unchanged:
        converter.log.info("%s: %d unchanged, kept", unit, work.unchanged)
    waiting = [result.student for result in results if result.status is not Status.GRADED]
    if waiting:
        raise CourseError(f"{unit}: no score for {', '.join(waiting)}", "see the reasons above")


def _generate_feedback(converter: Any) -> None:
    """Write the pages of the students that nbgrader was asked for, from the recorded results."""
    course, unit = _course(converter), str(converter.coursedir.assignment_id)
    with held(course.lock, "write feedback"), opened(course) as book:
        students = set(_chosen(converter, (result.student for result in book.results(unit))))
        for result in recorded(course, book, unit, students):
            for page in write_feedback(course, result):
                converter.log.info("wrote %s", page)


def _course(converter: Any) -> Course:
    """Return the course that a converter works on, with the gradebook its command line names."""
    directory = converter.coursedir
    return replace(Course.at(Path(directory.root)), gradebook_url=str(directory.db_url))


def _chosen(converter: Any, known: Iterable[str]) -> list[str]:
    """Return which students are meant: by name, by a pattern, or all, but for those left out.

    Raises
    ------
    UnitNotFoundError
        If there is none.
    """
    directory = converter.coursedir
    wanted, left_out = str(directory.student_id), str(directory.student_id_exclude).split(",")
    everyone = [student for student in known if student not in left_out]
    if wanted in everyone:
        return [wanted]
    chosen = [student for student in everyone if fnmatchcase(student, wanted)]
    if not chosen:
        unit, who = directory.assignment_id, "anyone" if wanted == _ALL else wanted
        raise UnitNotFoundError(
            f"there is nothing of {who} for {unit}",
            f"a submission lies in submitted/<student>/{unit}/; feedback needs it graded before",
        )
    return chosen


def _log(converter: Any, result: SubmissionResult) -> None:
    """Say how one submission went, as one line."""
    who, notes = f"{result.student}, {result.unit}", "; ".join(result.flags)
    if result.status is Status.GRADED:
        line = f"{who}: {result.score:g} of {result.max_score:g} points"
        converter.log.info("%s", f"{line} ({notes})" if notes else line)
    else:
        converter.log.error("%s: %s: %s", who, result.status, result.reason)
