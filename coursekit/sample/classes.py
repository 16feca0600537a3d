"""Hand in a sample class: about twenty students whose submissions may contain anything.

The files are made of the release, so they are real submissions of the unit as it is now; the same
release gives the same bytes. What each student must get follows from the profile.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from nbformat import NotebookNode

from coursekit.course import ASSIGNMENT, Course
from coursekit.errors import StorageError
from coursekit.files import write_together
from coursekit.grading.results import Status
from coursekit.notebooks import Role, grade_id, notebook_text, read_notebook, role
from coursekit.sample.profiles import Profile, profiles_of
from coursekit.sample.sheet import Outcome, Reply, Sheet

DUE = datetime(2026, 9, 14, 12, tzinfo=UTC)
"""When the sample class has to hand in; one student is late."""

RECORD = ".sample-class.json"
"""The file in ``submitted/`` that says which files are the sample's own."""

_LATENESS = timedelta(hours=5)


@dataclass(frozen=True, slots=True)
class SampleStudent:
    """A student of the sample class, and what grading must give.

    Parameters
    ----------
    student : str
        The id: ``student-01`` and so on.
    title : str
        What the submission shows, in a few words.
    folder : Path
        Where the submission lies.
    status : Status
        How grading must end.
    outcomes : mapping of str to Outcome
        By the id of each test; empty where the submission cannot be graded.
    late : bool
        Whether it was handed in after it was due.
    """

    student: str
    title: str
    folder: Path
    status: Status
    outcomes: Mapping[str, Outcome]
    late: bool

    @property
    def score(self) -> float | None:
        """The points in all, or None where the submission cannot be graded."""
        if self.status is not Status.GRADED:
            return None
        return sum(outcome.score for outcome in self.outcomes.values())

    @property
    def misconceptions(self) -> frozenset[str]:
        """The ids of the beliefs that grading must name."""
        named = (outcome.misconception for outcome in self.outcomes.values())
        return frozenset(belief for belief in named if belief)


def write_sample_class(
    course: Course, unit: str, *, due: datetime = DUE
) -> tuple[SampleStudent, ...]:
    """Write the submissions of a sample class, all of them or none.

    Parameters
    ----------
    course : Course
        A course whose release is built.
    unit : str
        The unit that they hand in.
    due : datetime
        When they have to, with a time zone.

    Returns
    -------
    tuple of SampleStudent
        Who handed in, and what grading must give.

    Raises
    ------
    NotebookError
        If the unit is not built.
    StorageError
        If a submission stands there that the sample class did not write, or a folder cannot be
        written.
    """
    sheet = Sheet(read_notebook(course.source / unit / f"{ASSIGNMENT}.ipynb"))
    release = read_notebook(course.release / unit / f"{ASSIGNMENT}.ipynb")
    files: dict[Path, bytes] = {}
    students = []
    for number, profile in enumerate(profiles_of(unit, sheet.beliefs()), start=1):
        name = f"student-{number:02}"
        folder = course.submitted / name / unit
        replies = sheet.replies(profile, _stubs(release))
        handed_in = due + _LATENESS if profile.late else due - timedelta(hours=number)
        files[folder / f"{ASSIGNMENT}.ipynb"] = _submission(release, profile, replies)
        files[folder / "timestamp.txt"] = f"{handed_in:%Y-%m-%d %H:%M:%S %Z}\n".encode()
        graded = profile.status is Status.GRADED
        outcomes = sheet.outcomes(replies) if graded else {}
        student = SampleStudent(name, profile.title, folder, profile.status, outcomes, profile.late)
        students.append(student)
    _write(course.submitted, files)
    return tuple(students)


def _stubs(release: NotebookNode) -> dict[str, str]:
    cells = (cell for cell in release.cells if role(cell) is Role.ANSWER)
    return {grade_id(cell) or cell.id: cell.source for cell in cells}


def _submission(release: NotebookNode, profile: Profile, replies: Mapping[str, Reply]) -> bytes:
    """Return the bytes of the notebook that a student hands in."""
    notebook = copy.deepcopy(release)
    answers = [cell for cell in notebook.cells if role(cell) is Role.ANSWER]
    for cell in answers:
        cell.source = replies[grade_id(cell) or cell.id].text
    if profile.before:
        answers[0].source = f"{profile.before}\n\n{answers[0].source}"
    if profile.deleted_test is not None:
        tests = [cell for cell in notebook.cells if role(cell) is Role.TEST]
        notebook.cells.remove(tests[profile.deleted_test])
    content = notebook_text(notebook).encode()
    return content[: len(content) // 2] if profile.cut else content


def _write(submitted: Path, files: Mapping[Path, bytes]) -> None:
    """Write the files and the record of them, unless one would replace somebody else's."""
    record = submitted / RECORD
    own = json.loads(record.read_text(encoding="utf-8")) if record.is_file() else {}
    for path, content in files.items():
        name = path.relative_to(submitted).as_posix()
        if path.exists() and _digest(path.read_bytes()) not in (_digest(content), own.get(name)):
            raise StorageError(
                f"{path} is not the sample class's: it would be overwritten",
                "move it away, or write the sample class into another course folder",
            )
        own[name] = _digest(content)
    text = json.dumps(own, indent=1, sort_keys=True) + "\n"
    write_together({**files, record: text})


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
