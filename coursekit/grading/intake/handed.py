"""What a class handed in: one folder for each student and unit, whatever stands in it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from coursekit.course import Course
from coursekit.errors import NotebookError, UnitNotFoundError
from coursekit.grading.intake.folders import LEFT_BY_TOOLS, Contents, contents_of
from coursekit.grading.intake.timestamps import text_of, utc_time
from coursekit.grading.repair.opening import kind_of, open_regular
from coursekit.grading.repair.texts import shown_name

TIMESTAMP = "timestamp.txt"
_LONGEST_TIME = 200  # bytes
_WHOLLY_HASHED = 64_000_000  # bytes; of a larger file, its size and its time stand for it


@dataclass(frozen=True, slots=True)
class Handed:
    """What one student handed in for one unit.

    Parameters
    ----------
    student, unit : str
        Whose it is, and for what.
    folder : Path
        ``submitted/<student>/<unit>``, as it is spelt there.
    """

    student: str
    unit: str
    folder: Path

    def refusal(self) -> str | None:
        """Return why the folder cannot be looked into; None where it can."""
        places = ((self.folder.parent, "the student's folder"), (self.folder, "the unit's folder"))
        try:
            for path, what in places:
                kind = kind_of(path.lstat().st_mode) or "a file"
                if kind != "a folder":
                    return f"{what} is {kind}; a folder is expected"
            with os.scandir(self.folder):
                return None
        except OSError as error:
            return f"the folder cannot be read: {error.strerror}"

    def flags(self) -> tuple[str, ...]:
        """Return what has to be said of the folder's name."""
        name = self.folder.name
        if name == self.unit:
            return ()
        return (f"mended: the folder {shown_name(name)} was taken for {self.unit}",)

    def contents(self) -> Contents:
        """Return what lies in the folder; nothing where it cannot be looked into."""
        return Contents((), {}) if self.refusal() else contents_of(self.folder)

    def timestamp(self) -> tuple[datetime | None, tuple[str, ...]]:
        """Return when it was handed in, in UTC, and a flag if that cannot be told."""
        path = self.folder / TIMESTAMP
        if self.refusal() or not os.path.lexists(path):
            return None, ()
        try:
            with os.fdopen(open_regular(path), "rb") as file:
                content = file.read(_LONGEST_TIME)
        except (NotebookError, OSError) as error:
            return None, (f"the time in {TIMESTAMP} is not understood: {error}",)
        try:
            return utc_time(content), ()
        except ValueError:
            shown = text_of(content)[:40]
            return None, (f"the time in {TIMESTAMP} is not understood: {shown!r}",)

    def digest(self) -> str:
        """Return a hash of all that was handed in."""
        total = hashlib.sha256()
        for part in self._parts():
            total.update(part.encode("utf-8", errors="surrogateescape") + b"\0")
        return total.hexdigest()

    def _parts(self) -> Iterator[str]:
        yield self.folder.name
        yield self.refusal() or ""
        contents = self.contents()
        for file in contents.files:
            yield str(file.name)
            yield _content_digest(file.path)
        yield from (f"{name} {kind}" for name, kind in sorted(contents.odd.items()))
        yield from contents.flags


def _content_digest(path: Path) -> str:
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            about = os.fstat(file.fileno())
            if about.st_size > _WHOLLY_HASHED:
                return f"{about.st_size} {about.st_mtime_ns}"
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (NotebookError, OSError) as error:
        return f"unread: {error}"


def handed_in(course: Course, unit: str, students: Sequence[str] = ()) -> list[Handed]:
    """Return what was handed in for a unit, in order of the students' names.

    Any name that a folder can have is a student's, save those that tools leave behind. A file in
    the place of a student's folder is nobody's; one in the place of the unit's folder, or a link,
    is a submission that will be refused. A unit's folder may be spelt with other capital letters.

    Parameters
    ----------
    course : Course
        The course.
    unit : str
        The unit.
    students : Sequence of str
        Only these; all when empty.

    Raises
    ------
    UnitNotFoundError
        If a student named has handed in nothing for the unit.
    """
    handed = [
        Handed(student.name, unit, folder)
        for student in _students(course.submitted)
        if (folder := _unit_folder(student, unit)) is not None
    ]
    wanted = set(students)
    absent = wanted - {h.student for h in handed}
    if absent:
        names = ", ".join(map(shown_name, sorted(absent)))
        raise UnitNotFoundError(
            f"nothing handed in for {unit} by {names}",
            f"a submission lies in {course.submitted.name}/<student>/{unit}/",
        )
    return [h for h in handed if not wanted or h.student in wanted]


def _students(submitted: Path) -> list[Path]:
    if not submitted.is_dir():
        return []
    return sorted(
        path
        for path in submitted.iterdir()
        if path.name not in LEFT_BY_TOOLS
        and kind_of(path.lstat().st_mode) in ("a folder", "a link")
    )


def _unit_folder(student: Path, unit: str) -> Path | None:
    """Return the folder of the unit in a student's folder, however it is spelt."""
    try:
        (student / unit).lstat()
    except FileNotFoundError:
        return None if student.is_symlink() else _respelt(student, unit)
    except OSError:  # whether it is there cannot be told, so it is refused with the reason
        return student / unit
    return student / unit


def _respelt(student: Path, unit: str) -> Path | None:
    alike = [p for p in student.iterdir() if p.name.casefold() == unit.casefold()]
    return alike[0] if len(alike) == 1 else None
