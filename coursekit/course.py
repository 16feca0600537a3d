"""Where a course keeps what: the folders of nbgrader's layout, and the course's own text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from traitlets.config.loader import Config, PyFileConfigLoader

from coursekit.errors import CourseError, CourseNotFoundError, UnitNotFoundError

CONFIG_NAME = "nbgrader_config.py"
ASSIGNMENT = "assignment"  # the name of a unit's notebook in our own course
UNIT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


@dataclass(frozen=True, slots=True)
class Course:
    """A course in one folder.

    Parameters
    ----------
    root : Path
        The folder that holds ``nbgrader_config.py``, or at least ``source/``.
    gradebook_url : str
        The address of the gradebook's database.
    cell_seconds : float
        How long a student's cell may run.
    course_id : str
        What nbgrader calls the course.
    """

    root: Path
    gradebook_url: str
    cell_seconds: float = 30.0
    course_id: str = "default_course"

    @classmethod
    def at(cls, folder: Path) -> Course:
        """Return the course at `folder`.

        Raises
        ------
        CourseNotFoundError
            If there is neither a configuration nor a ``source`` folder.
        """
        if not (folder / CONFIG_NAME).is_file() and not (folder / "source").is_dir():
            raise CourseNotFoundError(
                f"no course in {folder}: it has no {CONFIG_NAME}",
                "name the course's folder with --root",
            )
        return cls._configured(folder.resolve())

    @classmethod
    def around(cls, folder: Path) -> Course:
        """Return the course that `folder` lies in.

        Raises
        ------
        CourseNotFoundError
            If no folder upward holds a configuration.
        """
        for candidate in (folder.resolve(), *folder.resolve().parents):
            if (candidate / CONFIG_NAME).is_file():
                return cls._configured(candidate)
        raise CourseNotFoundError(
            f"no course in {folder} or above it: no folder holds {CONFIG_NAME}",
            "name the course's folder with --root",
        )

    @classmethod
    def _configured(cls, root: Path) -> Course:
        config = configuration(root)
        folders = config.get("CourseDirectory", {})
        seconds = config.get("ExecutePreprocessor", {}).get("timeout")
        return cls(
            root,
            str(folders.get("db_url") or f"sqlite:///{root / 'gradebook.db'}"),
            float(seconds) if seconds else 30.0,
            str(folders.get("course_id") or "default_course"),
        )

    @property
    def texts(self) -> Path:
        """The folder of the texts that units are written in."""
        return self.root / "course"

    @property
    def source(self) -> Path:
        """The folder of the instructor's notebooks."""
        return self.root / "source"

    @property
    def release(self) -> Path:
        """The folder of the students' notebooks."""
        return self.root / "release"

    @property
    def submitted(self) -> Path:
        """The folder of what students handed in: ``<student>/<unit>/``."""
        return self.root / "submitted"

    @property
    def autograded(self) -> Path:
        """The folder of the notebooks as they ran."""
        return self.root / "autograded"

    @property
    def feedback(self) -> Path:
        """The folder of the pages that students see."""
        return self.root / "feedback"

    @property
    def reports(self) -> Path:
        """The folder of the class reports."""
        return self.root / "reports"

    @property
    def lock(self) -> Path:
        """The file that a run which writes holds."""
        return self.root / ".coursekit.lock"

    def text_units(self) -> tuple[str, ...]:
        """Return the names of the units that have a text, in order."""
        return _folders(self.texts)

    def source_units(self) -> tuple[str, ...]:
        """Return the names of the units that have an instructor's notebook, in order."""
        return _folders(self.source)

    def notebooks(self, unit: str) -> tuple[Path, ...]:
        """Return the instructor's notebooks of a unit, in order."""
        return tuple(sorted((self.source / unit).glob("*.ipynb")))

    def chosen(self, names: Sequence[str], available: Sequence[str]) -> tuple[str, ...]:
        """Return the units named, or all that there are.

        Raises
        ------
        UnitNotFoundError
            If a name is none of `available`, or there is none at all.
        """
        if not available:
            raise UnitNotFoundError(
                f"no unit in {self.root}", "a unit is a folder of course/ with its text"
            )
        for name in names:
            if name not in available:
                known = ", ".join(available) or "none"
                raise UnitNotFoundError(f"no unit {name!r} in {self.root}: there are {known}")
        return tuple(names) or tuple(available)


def configuration(root: Path) -> Config:
    """Run the course's configuration, as nbgrader does, and return what it sets.

    Raises
    ------
    CourseError
        If the configuration fails.
    """
    if not (root / CONFIG_NAME).is_file():
        return Config()
    try:
        return PyFileConfigLoader(CONFIG_NAME, path=str(root)).load_config()
    except Exception as error:  # it is a program: anything may go wrong in it
        fault = f"{type(error).__name__}: {error}"
        raise CourseError(f"{CONFIG_NAME} in {root} fails: {fault}", "mend that file") from None


def _folders(parent: Path) -> tuple[str, ...]:
    if not parent.is_dir():
        return ()
    return tuple(
        sorted(p.name for p in parent.iterdir() if p.is_dir() and UNIT_NAME.fullmatch(p.name))
    )
