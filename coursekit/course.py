"""Where a course keeps what: the folders of nbgrader's layout, and the course's own text."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from traitlets.config.loader import Config, PyFileConfigLoader

from coursekit.errors import CourseError, CourseNotFoundError, UnitNotFoundError

CONFIG_NAME = "nbgrader_config.py"
ASSIGNMENT = "assignment"  # the name of a unit's notebook in our own course
UNIT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
LAYOUT = "{nbgrader_step}/{student_id}/{assignment_id}"
WAYS = ("beside", "manual")  # what an instructor may choose for a test that cannot run apart
_TIMES = ("question_seconds", "total_seconds")  # that the section CourseKit may set
_STEPS = ("source", "release", "submitted", "autograded", "feedback")


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
    cells : mapping of str to str
        ``unit/cell`` or ``unit/notebook/cell`` to the way that the instructor chose for a test that
        cannot run apart from the student's code: ``c.CourseKit.cells``, as it is written there.
    question_seconds : float
        How long all calls into the student's functions by one test may take:
        ``c.CourseKit.question_seconds``.
    total_seconds : float
        How long a whole submission may take: ``c.CourseKit.total_seconds``.
    folders : mapping of str to str
        The names of nbgrader's folders where they are not the usual ones: ``source`` to ``src``.
    """

    root: Path
    gradebook_url: str
    cell_seconds: float = 30.0
    course_id: str = "default_course"
    cells: Mapping[str, str] = field(default_factory=dict)
    folders: Mapping[str, str] = field(default_factory=dict)
    question_seconds: float = 10.0
    total_seconds: float = 180.0

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
        section, own = config.get("CourseDirectory", {}), config.get("CourseKit", {})
        seconds = config.get("ExecutePreprocessor", {}).get("timeout")
        folders = {step: str(section[f"{step}_directory"]) for step in _STEPS
                   if section.get(f"{step}_directory")}  # fmt: skip
        root = (root / str(section.get("root") or "")).resolve()
        _check_layout(str(section.get("directory_structure") or ""))
        return cls(
            root,
            _gradebook_url(root, str(section.get("db_url") or "sqlite:///gradebook.db")),
            float(seconds) if seconds and seconds > 0 else 30.0,
            str(section.get("course_id") or "default_course"),
            _choices(own.get("cells")),
            folders,
            **{name: _seconds(name, own[name]) for name in _TIMES if name in own},
        )

    def _folder(self, step: str) -> Path:
        return self.root / self.folders.get(step, step)

    @property
    def texts(self) -> Path:
        """The folder of the texts that units are written in."""
        return self.root / "course"

    @property
    def source(self) -> Path:
        """The folder of the instructor's notebooks."""
        return self._folder("source")

    @property
    def release(self) -> Path:
        """The folder of the students' notebooks."""
        return self._folder("release")

    @property
    def submitted(self) -> Path:
        """The folder of what students handed in: ``<student>/<unit>/``."""
        return self._folder("submitted")

    @property
    def autograded(self) -> Path:
        """The folder of the notebooks as they ran."""
        return self._folder("autograded")

    @property
    def feedback(self) -> Path:
        """The folder of the pages that students see."""
        return self._folder("feedback")

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
        return tuple(name for name in _below(self.texts) if UNIT_NAME.fullmatch(name))

    def source_units(self) -> tuple[str, ...]:
        """Return the names of the units that have an instructor's notebook, in order."""
        return tuple(name for name in _below(self.source) if self.notebooks(name))

    def notebooks(self, unit: str) -> tuple[Path, ...]:
        """Return the instructor's notebooks of a unit, in order."""
        return tuple(sorted((self.source / unit).glob("*.ipynb")))

    def chosen_for(self, unit: str) -> tuple[tuple[str, str], ...]:
        """Return what the instructor chose for cells of a unit, in order."""
        return tuple(sorted(c for c in self.cells.items() if c[0].startswith(f"{unit}/")))

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


def _below(parent: Path) -> tuple[str, ...]:
    """Return the names of the folders in a folder, in order; those of tools are left out."""
    if not parent.is_dir():
        return ()
    names = (path.name for path in parent.iterdir() if path.is_dir())
    return tuple(sorted(name for name in names if not name.startswith((".", "__"))))


def _gradebook_url(root: Path, url: str) -> str:
    """Return the address of a gradebook; a relative file lies in the course, as for nbgrader."""
    kind, slashes, path = url.partition(":///")
    if kind != "sqlite" or not slashes or not path or path.startswith((":", "file:")):
        return url
    return f"{kind}{slashes}{root / path}"


def _check_layout(structure: str) -> None:
    given = structure.replace("\\", "/")
    if given and PurePosixPath(given) != PurePosixPath(LAYOUT):
        raise CourseError(
            f"CourseDirectory.directory_structure is {structure!r}; {LAYOUT!r} is supported",
            "lay the folders out so, and leave that setting out",
        )


def _seconds(name: str, given: object) -> float:
    if type(given) in (int, float) and 0 < given < math.inf:  # type: ignore[operator]
        return float(given)  # type: ignore[arg-type]
    raise CourseError(
        f"CourseKit.{name} is {given!r}; a number of seconds above 0 is expected",
        f"mend it in {CONFIG_NAME}",
    )


def _choices(given: object) -> dict[str, str]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise CourseError(
            f"CourseKit.cells is {given!r}; a dict of cells is expected",
            f'write it as c.CourseKit.cells = {{"unit/cell": "{WAYS[0]}"}}',
        )
    for cell, way in given.items():
        if way not in WAYS:
            allowed = " and ".join(map(repr, WAYS))
            raise CourseError(
                f"CourseKit.cells chooses {way!r} for {cell!r}; {allowed} are allowed",
                f"mend it in {CONFIG_NAME}",
            )
    return {str(cell): str(way) for cell, way in given.items()}
