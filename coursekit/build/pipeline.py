"""From a unit's text to its files: instructor's notebook, release, executed lesson.

Everything is made and checked in memory and in scratch folders first; only when all units are
right are the files put in place. A check compares them with those that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from coursekit.build.bindings import check_names
from coursekit.build.drift import refuse_differences, same_but_for_the_moment
from coursekit.build.lesson import execute
from coursekit.build.lint import lint_release
from coursekit.build.reference import check_reference
from coursekit.build.release import generate
from coursekit.build.rules import check_assignment, check_lesson
from coursekit.build.secrets import Secrets
from coursekit.build.sidefiles import read_tree, side_files
from coursekit.build.text import read_text
from coursekit.course import ASSIGNMENT, Course
from coursekit.errors import CourseError, NotebookError, StorageError
from coursekit.files import unwritable, write_together
from coursekit.notebooks import notebook_text, parse_notebook

NOTEBOOK = f"{ASSIGNMENT}.ipynb"
Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class BuiltUnit:
    """What the text of one unit gives.

    Parameters
    ----------
    unit : str
        Its name.
    points : float
        How many points its assignment gives.
    files : dict of str to bytes
        Every file: path within the course to content.
    """

    unit: str
    points: float
    files: dict[str, bytes]


def build_units(course: Course, units: Sequence[str], say: Say) -> tuple[BuiltUnit, ...]:
    """Make the files of units and put them in place.

    Parameters
    ----------
    course : Course
        The course; the caller holds its lock.
    units : sequence of str
        Names of units that have a text.
    say : callable
        Is told, in words, what is being done.

    Raises
    ------
    CourseError
        If anything is wrong; then no file is changed.
    """
    made = tuple(_made(course, unit, say) for unit in units)
    contents: dict[Path, str | bytes] = {}
    surplus: list[str] = []
    for built in made:
        there = _present(course, built.unit)
        extra = [name for name in there if name not in built.files]
        _refuse_foreign(built.unit, extra)
        surplus += extra
        contents |= {
            course.root / name: content
            for name, content in built.files.items()
            if there.get(name) != content
        }
    write_together(contents)
    _remove(course, surplus)
    return made


def check_units(course: Course, units: Sequence[str], say: Say) -> tuple[BuiltUnit, ...]:
    """Make the files of units and compare them with those in the course; change nothing.

    Parameters
    ----------
    course : Course
        The course.
    units : sequence of str
        Names of units that have a text.
    say : callable
        Is told, in words, what is being done.

    Raises
    ------
    StaleError
        If a file is not what the text gives; names the files and the cells.
    CourseError
        If anything else is wrong.
    """
    made = tuple(_made(course, unit, say) for unit in units)
    for built in made:
        remedy = f"run `coursekit build {built.unit}`"
        refuse_differences(built.files, _present(course, built.unit), remedy)
    return made


def _made(course: Course, unit: str, say: Say) -> BuiltUnit:
    try:
        return _unit(course, unit, say)
    except OSError as error:  # a scratch folder, for want of space or of rights
        raise StorageError(
            f"cannot build {unit}: {error.strerror}: {error.filename}",
            "free some space, or give this user the right to write there",
        ) from None


def _unit(course: Course, unit: str, say: Say) -> BuiltUnit:
    folder = course.texts / unit
    files: dict[str, bytes] = {}
    points = 0.0
    assignment, lesson = folder / f"{ASSIGNMENT}.py", folder / "lesson.py"
    if not assignment.exists() and not lesson.exists():
        raise NotebookError(
            f"{unit} has no text: there is neither {assignment.name} nor {lesson.name} in {folder}"
        )
    if assignment.exists():
        made, points = _assignment(course, unit, assignment, say)
        files |= made
    if lesson.exists():
        files[_lesson_path(unit)] = _lesson(course, unit, lesson, say)
    return BuiltUnit(unit, points, files)


def _assignment(course: Course, unit: str, path: Path, say: Say) -> tuple[dict[str, bytes], float]:
    say(f"{unit}: reading {path.name}")
    text = read_text(path, unit)
    check_assignment(text)
    check_names(text)
    beside = side_files(unit, path.parent / "files")
    source = {NOTEBOOK: notebook_text(text.notebook).encode("utf-8"), **beside}
    say(f"{unit}: making the release")
    release = generate(course.root, unit, source)
    _check_complete(unit, source, release)
    say(f"{unit}: looking for leaks")
    lint_release(unit, release, NOTEBOOK, Secrets.of(text.notebook))
    say(f"{unit}: grading the reference solution")
    handed_out = parse_notebook(release[NOTEBOOK].decode("utf-8"), NOTEBOOK)
    points = check_reference(text, handed_out, beside)
    return {**_below(f"source/{unit}", source), **_below(f"release/{unit}", release)}, points


def _lesson(course: Course, unit: str, path: Path, say: Say) -> bytes:
    say(f"{unit}: reading {path.name}")
    text = read_text(path, unit)
    check_lesson(text)
    say(f"{unit}: running the lesson")
    executed = execute(text)
    stored = _stored(course.root / _lesson_path(unit))
    if stored is not None and _is_current(stored, executed):
        return stored
    return notebook_text(executed).encode("utf-8")


def _is_current(stored: bytes, executed: NotebookNode) -> bool:
    """Tell whether a stored lesson differs at most in outputs that are a matter of the moment."""
    try:
        content = stored.decode("utf-8")
        notebook = parse_notebook(content, "the stored lesson")
    except (NotebookError, UnicodeDecodeError):
        return False
    return content == notebook_text(notebook) and same_but_for_the_moment(executed, notebook)


def _check_complete(unit: str, source: Mapping[str, bytes], release: Mapping[str, bytes]) -> None:
    missing = sorted(source.keys() - release.keys())
    if missing:
        raise CourseError(
            f"{unit}: nbgrader leaves {missing[0]} out of the release",
            "give it a name that CourseDirectory.ignore does not match",
        )


def _below(folder: str, files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"{folder}/{name}": content for name, content in files.items()}


def _lesson_path(unit: str) -> str:
    return f"course/{unit}/lesson.ipynb"


def _present(course: Course, unit: str) -> dict[str, bytes]:
    """Return the files of a unit that are there: path within the course to content."""
    present = {
        name: content
        for kind in ("source", "release")
        for name, content in _below(f"{kind}/{unit}", read_tree(course.root / kind / unit)).items()
    }
    lesson = _stored(course.root / _lesson_path(unit))
    return present if lesson is None else {**present, _lesson_path(unit): lesson}


def _stored(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _refuse_foreign(unit: str, surplus: Sequence[str]) -> None:
    """Refuse to go on where somebody put a file of theirs: it could be the only copy."""
    for name in surplus:
        if not name.startswith("release/"):
            raise CourseError(
                f"{unit}: {name} is not made from the text",
                f"move it to course/{unit}/files/, or delete it",
            )


def _remove(course: Course, names: Sequence[str]) -> None:
    """Remove files of earlier releases, and the folders that become empty."""
    for name in names:
        path = course.root / name
        try:
            path.unlink()
            for folder in path.relative_to(course.release).parents[:-2]:
                if not any((course.release / folder).iterdir()):
                    (course.release / folder).rmdir()
        except OSError as error:
            raise unwritable(path.parent, error) from None
