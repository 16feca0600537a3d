"""What a class handed in: one folder for each student and unit, whatever stands in it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from dateutil import parser as dates
from dateutil import tz

from coursekit.course import Course
from coursekit.errors import NotebookError, UnitNotFoundError

TIMESTAMP = "timestamp.txt"
_ZONES = {"UTC": tz.UTC, "GMT": tz.UTC, "Z": tz.UTC}


@dataclass(frozen=True, slots=True)
class Handed:
    """What one student handed in for one unit.

    Parameters
    ----------
    student, unit : str
        Whose it is, and for what.
    folder : Path
        ``submitted/<student>/<unit>``.
    """

    student: str
    unit: str
    folder: Path

    def files(self) -> list[Path]:
        """Return the files in the folder, in order of their names; links are left out."""
        return sorted(p for p in self.folder.iterdir() if p.is_file() and not p.is_symlink())

    def notebook(self, name: str) -> tuple[Path, tuple[str, ...]]:
        """Return the file that holds the unit's notebook `name`, and a flag if it was renamed.

        Raises
        ------
        NotebookError
            If no file of that name is there, nor one single notebook that could be meant.
        """
        expected = self.folder / f"{name}.ipynb"
        if expected.is_file() and not expected.is_symlink():
            return expected, ()
        others = [p for p in self.files() if p.suffix == ".ipynb"]
        if len(others) == 1:
            return others[0], (f"{others[0].name} was taken for {expected.name}",)
        found = ", ".join(p.name for p in others) or "no notebook"
        raise NotebookError(f"{expected.name} is expected; the folder holds {found}")

    def timestamp(self) -> tuple[datetime | None, tuple[str, ...]]:
        """Return when it was handed in, in UTC, and a flag if that cannot be told."""
        path = self.folder / TIMESTAMP
        if not path.is_file():
            return None, ()
        text = path.read_bytes()[:200].decode("utf-8", errors="replace").strip()
        try:
            moment = dates.parse(text, tzinfos=_ZONES)
        except (ValueError, OverflowError):
            return None, (f"the time in {TIMESTAMP} is not understood: {text[:40]!r}",)
        zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return zoned.astimezone(UTC), ()

    def digest(self) -> str:
        """Return a hash of all that was handed in."""
        total = hashlib.sha256()
        for file in self.files():
            total.update(file.name.encode("utf-8", errors="surrogateescape") + b"\0")
            total.update(hashlib.sha256(file.read_bytes()).digest())
        return total.hexdigest()


def handed_in(course: Course, unit: str, students: Sequence[str] = ()) -> list[Handed]:
    """Return what was handed in for a unit, in order of the students' names.

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
    everyone = sorted(p.parent for p in course.submitted.glob(f"*/{unit}") if p.is_dir())
    handed = [Handed(folder.name, unit, folder / unit) for folder in everyone]
    absent = set(students) - {h.student for h in handed}
    if absent:
        names = ", ".join(sorted(absent))
        raise UnitNotFoundError(
            f"nothing handed in for {unit} by {names}",
            f"a submission lies in {course.submitted.name}/<student>/{unit}/",
        )
    return [h for h in handed if not students or h.student in students]
