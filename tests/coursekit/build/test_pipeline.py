"""The whole way: text in, files out; a check that sees every drift; nothing half-written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coursekit.build import pipeline
from coursekit.build.pipeline import build_units, check_units
from coursekit.build.sidefiles import read_tree
from coursekit.course import Course
from coursekit.errors import (
    CourseError,
    LeakError,
    NotebookError,
    StaleError,
    StorageError,
    UnitError,
)
from coursekit.notebooks import read_notebook, write_notebook

UNIT = "01_area"
WriteCourse = Callable[..., Course]


def _quiet(_: str) -> None:
    """Say nothing."""


def _build(course: Course) -> tuple[pipeline.BuiltUnit, ...]:
    return build_units(course, [UNIT], _quiet)


def _check(course: Course) -> str:
    with pytest.raises(StaleError) as caught:
        check_units(course, [UNIT], _quiet)
    assert caught.value.remedy == f"run `coursekit build {UNIT}`"
    return str(caught.value)


@pytest.fixture
def lesson(cells: Any) -> str:
    timed = "import time\nprint(time.perf_counter_ns())"
    return cells.code("1 + 1") + cells.code(timed, 'tags=["nbval-ignore-output"]')


@pytest.fixture
def course(write_course: WriteCourse, area_unit: str) -> Course:
    """Return a course that was not built yet, without a lesson."""
    return write_course(area_unit, files={"data/a.csv": "1,2\n"})


@pytest.fixture
def built(course: Course) -> Course:
    """Return a course that is up to date, without a lesson."""
    _build(course)
    return course


@pytest.fixture
def with_lesson(write_course: WriteCourse, area_unit: str, lesson: str) -> Course:
    """Return a course with a lesson that is up to date."""
    course = write_course(area_unit, lesson)
    _build(course)
    return course


def test_build_puts_every_file_in_place_and_says_what_it_does(
    write_course: WriteCourse, area_unit: str, lesson: str
) -> None:
    course = write_course(area_unit, lesson, {"data/a.csv": "1,2\n"})
    said: list[str] = []

    (made,) = build_units(course, [UNIT], said.append)

    assert (made.unit, made.points) == (UNIT, 2.0)
    assert sorted(made.files) == [
        "course/01_area/lesson.ipynb",
        "release/01_area/assignment.ipynb",
        "release/01_area/data/a.csv",
        "source/01_area/assignment.ipynb",
        "source/01_area/data/a.csv",
    ]
    assert {name: (course.root / name).read_bytes() for name in made.files} == made.files
    assert said == [
        "01_area: reading assignment.py",
        "01_area: making the release",
        "01_area: looking for leaks",
        "01_area: grading the reference solution",
        "01_area: reading lesson.py",
        "01_area: running the lesson",
    ]


def test_second_build_changes_no_byte_though_a_cell_tells_the_time(with_lesson: Course) -> None:
    before = read_tree(with_lesson.root)

    _build(with_lesson)

    assert read_tree(with_lesson.root) == before
    check_units(with_lesson, [UNIT], _quiet)


def test_lesson_whose_other_outputs_changed_is_stored_anew(with_lesson: Course) -> None:
    path = with_lesson.texts / UNIT / "lesson.ipynb"
    stored = read_notebook(path)
    stored.cells[0].outputs[0].data["text/plain"] = "3"
    write_notebook(path, stored)

    assert _check(with_lesson) == (
        "not what the text gives: course/01_area/lesson.ipynb: cell cell-001 differs in outputs, "
        "cell cell-002 differs in outputs"
    )
    _build(with_lesson)
    assert read_notebook(path).cells[0].outputs[0].data["text/plain"] == "2"


def test_check_names_the_cell_that_drifted_and_changes_nothing(built: Course) -> None:
    path = built.release / UNIT / "assignment.ipynb"
    drifted = read_notebook(path)
    drifted.cells[2].source += "\n# by hand"
    write_notebook(path, drifted)
    before = read_tree(built.root)

    assert _check(built) == (
        "not what the text gives: release/01_area/assignment.ipynb: cell area differs in source"
    )
    assert read_tree(built.root) == before


def test_check_names_missing_changed_and_surplus_files(built: Course) -> None:
    (built.source / UNIT / "data" / "a.csv").unlink()
    (built.release / UNIT / "data" / "a.csv").write_text("2\n")
    (built.release / UNIT / "old.csv").write_text("0\n")

    assert _check(built) == (
        "not what the text gives: source/01_area/data/a.csv is missing; "
        "release/01_area/data/a.csv differs; release/01_area/old.csv is not made from the text"
    )


def test_check_of_a_course_never_built_names_what_is_missing(course: Course) -> None:
    assert _check(course).startswith(
        "not what the text gives: source/01_area/assignment.ipynb is missing; "
    )
    assert not course.source.exists()


def test_many_differences_are_counted(built: Course) -> None:
    for number in range(9):
        (built.release / UNIT / f"{number}.csv").write_text("0\n")

    assert _check(built).endswith("release/01_area/5.csv is not made from the text; and 3 more")


def test_file_of_an_earlier_release_goes_with_its_folder(built: Course) -> None:
    (built.texts / UNIT / "files" / "data" / "a.csv").rename(built.texts / UNIT / "files" / "b.csv")
    (built.source / UNIT / "data" / "a.csv").unlink()

    _build(built)

    assert sorted(read_tree(built.release / UNIT)) == ["assignment.ipynb", "b.csv"]
    assert not (built.release / UNIT / "data").exists()


@pytest.mark.parametrize("name", ["source/01_area/mine.csv", "course/01_area/lesson.ipynb"])
def test_file_that_somebody_put_there_is_not_deleted(built: Course, name: str) -> None:
    (built.root / name).write_text("mine")

    with pytest.raises(CourseError) as caught:
        _build(built)

    assert str(caught.value) == f"01_area: {name} is not made from the text"
    assert caught.value.remedy == "move it to course/01_area/files/, or delete it"
    assert (built.root / name).read_text() == "mine"


def test_unit_may_have_an_assignment_or_a_lesson_alone(
    write_course: WriteCourse, area_unit: str, lesson: str, tmp_path: Path
) -> None:
    (assignment,) = _build(write_course(area_unit, root=tmp_path / "one"))
    (alone,) = _build(write_course(None, lesson, root=tmp_path / "two"))

    assert sorted(assignment.files) == [
        "release/01_area/assignment.ipynb", "source/01_area/assignment.ipynb"
    ]  # fmt: skip
    assert (list(alone.files), alone.points) == (["course/01_area/lesson.ipynb"], 0.0)


def test_unit_without_text_is_one_line(write_course: WriteCourse) -> None:
    course = write_course()

    with pytest.raises(
        NotebookError,
        match=r"^01_area has no text: there is neither assignment\.py nor lesson\.py in .*01_area$",
    ):
        _build(course)


SOLUTION = "return abs(width * height)"
SHOWN = "release/01_area/assignment.ipynb, cell cell-001, source: it shows a line of the solution"


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("### END SOLUTION", "", UnitError, "has no ### END after it"),
        ("HIDDEN TESTS", "HIDDEN TEST", UnitError, "looks like a marker"),
        ("== 150", "== depth", UnitError, "the test reads `depth`"),
        ("== 150", "== 151", UnitError, "gives the reference solution"),
        ("Write `area`", SOLUTION, LeakError, SHOWN),
        ("# %%", "#", NotebookError, "has no cells"),
    ],
)
def test_faulty_text_stops_the_build_and_changes_nothing(
    built: Course, area_unit: str, old: str, new: str, error: type, message: str
) -> None:
    (built.texts / UNIT / "assignment.py").write_text(area_unit.replace(old, new))
    before = read_tree(built.root)

    with pytest.raises(error, match=re.escape(message)):
        _build(built)

    assert read_tree(built.root) == before


def test_faulty_lesson_leaves_the_assignment_as_it_was(course: Course) -> None:
    (course.texts / UNIT / "lesson.py").write_text("# %%\nmissing_name\n")

    with pytest.raises(UnitError, match="NameError"):
        _build(course)

    assert not course.source.exists()
    assert not course.release.exists()


def test_leak_in_a_side_file_stops_the_build(course: Course) -> None:
    (course.texts / UNIT / "files" / "tips.txt").write_text("return abs(width * height)\n")

    with pytest.raises(LeakError, match=r"^release/01_area/tips\.txt: it shows a line of the sol"):
        _build(course)


def test_folder_that_cannot_be_written_is_one_line_and_nothing_changes(course: Course) -> None:
    """A file where the folder should be stops every user, root too; source/ comes first."""
    course.release.write_text("in the way")
    before = read_tree(course.root)

    with pytest.raises(StorageError, match=r"^cannot write in .*/release/01_area: "):
        _build(course)

    assert read_tree(course.root) == before


def test_want_of_space_in_scratch_is_one_line(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "/scratch")

    monkeypatch.setattr(pipeline, "generate", full)

    with pytest.raises(
        StorageError, match=r"^cannot build 01_area: No space left on device: /scratch$"
    ):
        _build(course)


def test_file_that_nbgrader_leaves_out_is_named(course: Course) -> None:
    (course.texts / UNIT / "files" / "feedback").write_text("x")

    with pytest.raises(
        CourseError, match=r"^01_area: nbgrader leaves feedback out of the release$"
    ):
        _build(course)


PROGRAM = textwrap.dedent("""
    import sys
    from pathlib import Path
    from coursekit.build.pipeline import build_units, check_units
    from coursekit.course import Course
    course = Course.at(Path(sys.argv[1]))
    run = check_units if "check" in sys.argv else build_units
    run(course, ["01_area"], lambda _: None)
""")


@pytest.mark.slow
def test_build_elsewhere_gives_the_same_bytes(
    write_course: WriteCourse, area_unit: str, cells: Any, tmp_path: Path
) -> None:
    """Another folder, home, working folder, time zone, hash seed; nothing activated or on PATH."""
    made = []
    for place, zone, seed in (("a", "UTC", "1"), ("b", "Asia/Tokyo", "2")):
        course = write_course(area_unit, cells.code("{'x', 'y', 'z'}"), root=tmp_path / place)
        environment = {**os.environ, "HOME": str(tmp_path / place), "TZ": zone,
                       "PYTHONHASHSEED": seed, "PATH": "/nowhere"}  # fmt: skip
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(course.root)],
            cwd=tmp_path if seed == "1" else "/", env=environment, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        assert (run.stdout, run.stderr) == ("", "")
        made.append({
            f"{kind}/{name}": content
            for kind in ("source", "release", "course")
            for name, content in read_tree(course.root / kind).items()
        })  # fmt: skip

    assert made[0] == made[1]
    assert "release/01_area/assignment.ipynb" in made[0]


REPOSITORY = Path(__file__).parents[3]
UNITS = Course.at(REPOSITORY).text_units()


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
def test_units_of_this_course_are_up_to_date(unit: str) -> None:
    check_units(Course.at(REPOSITORY), [unit], _quiet)


def test_one_faulty_unit_leaves_the_others_as_they_were(course: Course) -> None:
    other = course.texts / "02_other"
    other.mkdir()
    (other / "lesson.py").write_text("# %%\n### BEGIN SOLUTION\n")

    with pytest.raises(UnitError, match=r"^02_other, cell cell-001: .* lessons have none"):
        build_units(course, [UNIT, "02_other"], _quiet)

    assert not course.source.exists()
