"""The command: what it prints, what it leaves, how it exits; good input and bad."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coursekit import cli
from coursekit.cli.console import err, out
from coursekit.course import Course
from coursekit.files import held
from coursekit.grading.cluster import dispatch
from coursekit.grading.selfcheck import HIDDEN_NOTE
from coursekit.notebooks import read_notebook, write_notebook

UNIT = "01_area"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run the command in this process, with streams wide enough for any line."""
    monkeypatch.setenv("COLUMNS", "300")

    def run(course: Course, *words: str) -> Result:
        for console in (out, err):
            monkeypatch.setattr(console, "_width", 300)
        return CliRunner().invoke(cli.app, ["--root", str(course.root), *words])

    return run


@pytest.fixture
def course(write_course: Callable[..., Course], area_unit: str) -> Course:
    return write_course(area_unit)


@pytest.fixture
def built(course: Course, run: Callable[..., Result]) -> Course:
    assert run(course, "build").exit_code == 0
    return course


def hand_in(course: Course, student: str, answer: str) -> None:
    """Hand in the release with another body of `area`."""
    notebook = read_notebook(course.release / UNIT / "assignment.ipynb")
    (cell,) = (c for c in notebook.cells if c.source.startswith("def area"))
    cell.source = f"def area(width, height):\n    {answer}"
    write_notebook(course.submitted / student / UNIT / "assignment.ipynb", notebook)


def test_build_then_check(course: Course, run: Callable[..., Result]) -> None:
    result = run(course, "build")
    assert (result.exit_code, result.stdout) == (0, f"built {UNIT}\n")
    result = run(course, "build", "--check")
    assert (result.exit_code, result.stdout) == (0, "1 unit up to date\n")


def test_check_names_the_cell_that_drifted(built: Course, run: Callable[..., Result]) -> None:
    path = built.release / UNIT / "assignment.ipynb"
    path.write_text(path.read_text().replace("# Areas", "# Surfaces"))
    result = run(built, "build", "--check")
    assert result.exit_code == 2
    assert f"release/{UNIT}/assignment.ipynb" in result.stderr
    assert "cell cell-001 differs in source" in result.stderr


def test_grade_prints_one_table_with_every_student(
    built: Course, run: Callable[..., Result]
) -> None:
    hand_in(built, "student-01", "return abs(width * height)")
    hand_in(built, "student-02", "return width * height")
    broken = built.submitted / "student-03" / UNIT / "assignment.ipynb"
    broken.parent.mkdir(parents=True)
    broken.write_text("<html>")
    result = run(built, "grade")
    assert result.exit_code == 1
    rows = [line.rstrip().split(maxsplit=5) for line in result.stdout.splitlines()]
    assert rows == [
        ["student", "unit", "status", "score", "of", "notes"],
        ["student-01", UNIT, "graded", "2", "2"],
        ["student-02", UNIT, "graded", "0", "2"],
        ["student-03", UNIT, "refused", "–", "2",
         "assignment.ipynb is not a notebook: it is a web page"],
    ]  # fmt: skip
    for student in ("student-01", "student-02", "student-03"):
        assert (built.feedback / student / UNIT / "assignment.html").is_file()


def test_json_is_one_object_and_nothing_else(built: Course, run: Callable[..., Result]) -> None:
    hand_in(built, "student-01", "return width * height")
    result = run(built, "grade", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "submissions": [
            {
                "student": "student-01", "unit": UNIT, "status": "graded", "score": 0.0,
                "max_score": 2.0, "flags": [], "reason": None,
                "questions": [{"id": "area-test", "score": 0.0, "max_score": 2.0,
                               "reason": "a hidden test did not pass", "misconception": None,
                               "comment": None}],
            }
        ]
    }  # fmt: skip


def test_a_second_run_keeps_what_has_not_changed(built: Course, run: Callable[..., Result]) -> None:
    hand_in(built, "student-01", "return abs(width * height)")
    first = run(built, "grade")
    second = run(built, "grade")
    assert second.stdout == first.stdout
    assert second.stderr == f"{UNIT}: 1 submission unchanged, kept\n"
    assert "unchanged" not in run(built, "grade", "--force").stderr


def test_feedback_and_report_are_written_anew(built: Course, run: Callable[..., Result]) -> None:
    hand_in(built, "student-01", "return abs(width * height)")
    run(built, "grade")
    page = built.feedback / "student-01" / UNIT / "assignment.html"
    first = page.read_bytes()
    shutil.rmtree(built.feedback)
    result = run(built, "feedback")
    assert result.stdout == f"{UNIT}: 1 page in {built.feedback}\n"
    assert page.read_bytes() == first
    result = run(built, "report")
    assert result.stdout.splitlines() == [
        str(built.reports / f"{UNIT}.html"), str(built.reports / f"{UNIT}.csv"),
    ]  # fmt: skip
    assert "student-01" in (built.reports / f"{UNIT}.html").read_text()


def test_a_students_own_check(built: Course, run: Callable[..., Result]) -> None:
    hand_in(built, "student-01", "return width * height")
    hand_in(built, "student-02", "return 0")
    right = run(built, "check", str(built.submitted / "student-01" / UNIT / "assignment.ipynb"))
    assert right.exit_code == 0
    assert right.stdout.splitlines() == [
        "✓ area-test", "1 of 1 visible tests pass",
        HIDDEN_NOTE,
    ]  # fmt: skip
    wrong = run(built, "check", str(built.submitted / "student-02" / UNIT / "assignment.ipynb"))
    assert wrong.exit_code == 1
    assert wrong.stdout.splitlines()[:2] == [
        "✗ area-test: a visible test did not pass, in its line 1", "0 of 1 visible tests pass",
    ]  # fmt: skip


def recorded_students(course: Course) -> list[str]:
    """Return the students whose results are in the gradebook already."""
    if not (course.root / "gradebook.db").exists():  # which to open would make, empty
        return []
    with contextlib.closing(sqlite3.connect(course.root / "gradebook.db")) as database:
        return [row[0] for row in database.execute("select student from coursekit_result")]


BAD_CALLS = [
    (("build", "09_none"), "error: no unit '09_none' in {root}: there are 01_area"),
    (("grade", "09_none"), "error: no unit '09_none' in {root}: there are 01_area"),
    (("report", "09_none"), "error: no unit '09_none' in {root}: there are 01_area"),
    (("grade", "--student", "nobody"), "error: nothing handed in for 01_area by nobody"),
    (("check", "nothing.ipynb"), "error: no such file: nothing.ipynb"),
]


@pytest.mark.parametrize(("words", "line"), BAD_CALLS, ids=lambda v: " ".join(v))
def test_a_wrong_call_is_one_clear_line(
    built: Course, run: Callable[..., Result], words: tuple[str, ...], line: str
) -> None:
    result = run(built, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[0] == line.format(root=built.root)
    assert "Traceback" not in result.stderr


def test_an_unknown_option_is_a_wrong_call(built: Course, run: Callable[..., Result]) -> None:
    assert run(built, "grade", "--fast").exit_code == 2
    assert run(built, "grade", "--jobs", "0").exit_code == 2


def test_a_folder_without_a_course_is_named(tmp_path: Path, run: Callable[..., Result]) -> None:
    result = run(Course(tmp_path, ""), "grade")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"error: no course in {tmp_path}: it has no nbgrader_config.py",
        "  → name the course's folder with --root",
    ]


def test_a_configuration_that_fails_is_named(course: Course, run: Callable[..., Result]) -> None:
    (course.root / "nbgrader_config.py").write_text("1 / 0")
    result = run(course, "build")
    assert result.exit_code == 2
    assert "nbgrader_config.py" in result.stderr
    assert "ZeroDivisionError: division by zero" in result.stderr


def test_a_marker_that_does_not_close_stops_the_build_and_changes_nothing(
    built: Course, run: Callable[..., Result]
) -> None:
    before = {p: p.read_bytes() for p in built.root.rglob("*.ipynb")}
    text = built.texts / UNIT / "assignment.py"
    text.write_text(text.read_text().replace("### END SOLUTION", "# the end"))
    result = run(built, "build")
    assert result.exit_code == 2
    assert f"{UNIT}, cell area: " in result.stderr
    assert "### BEGIN SOLUTION has no ### END after it" in result.stderr
    assert {p: p.read_bytes() for p in built.root.rglob("*.ipynb")} == before


def test_a_folder_that_cannot_be_written_is_one_clear_line(
    built: Course, run: Callable[..., Result]
) -> None:
    hand_in(built, "student-01", "return abs(width * height)")
    run(built, "grade")
    built.reports.write_text("a file where the folder should be")
    result = run(built, "report")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[0].startswith(f"error: cannot write in {built.reports}: ")


def test_a_second_run_at_the_same_time_waits_for_nobody(
    built: Course, run: Callable[..., Result]
) -> None:
    for words in (("build",), ("grade",), ("feedback",), ("report",)):
        with held(built.lock, "test"):
            result = run(built, *words)
        assert result.exit_code == 2
        assert "another run is at work on this course" in result.stderr


@pytest.mark.slow
def test_by_absolute_path_with_nothing_in_the_environment(built: Course, tmp_path: Path) -> None:
    hand_in(built, "student-01", "return abs(width * height)")
    command = str(Path(sys.executable).parent / "coursekit")
    bare = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    words = [command, "--root", str(built.root), "grade"]
    done = subprocess.run(words, env=bare, cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "student-01" in done.stdout
    assert not (Path("/") / "gradebook.db").exists()


@pytest.mark.slow
def test_ctrl_c_stops_cleanly_and_a_rerun_goes_on(
    built: Course, run: Callable[..., Result], tmp_path: Path
) -> None:
    hand_in(built, "student-01", "return abs(width * height)")
    hand_in(built, "student-02", "return 1\nimport time; time.sleep(25)")
    command = [str(Path(sys.executable).parent / "coursekit"), "--root", str(built.root), "grade"]
    process = subprocess.Popen(
        [*command, "--jobs", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=dict(os.environ, COLUMNS="100"),
    )  # fmt: skip
    while not recorded_students(built):
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(2)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.endswith("stopped; run the same command again to go on\n")
    hand_in(built, "student-02", "return 1")
    assert "1 submission unchanged, kept" in run(built, "grade").stderr


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_one_clear_line(
    built: Course, run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "CONNECT_SECONDS", 1)
    hand_in(built, "student-01", "return abs(width * height)")
    result = run(built, "grade", "--cluster", "tcp://127.0.0.1:9")
    assert result.exit_code == 2
    assert "error: no Dask scheduler answers at tcp://127.0.0.1:9 within 1 s" in result.stderr
    assert result.stderr.endswith("→ start one with: dask scheduler\n")


def test_an_address_that_is_none_is_one_clear_line(
    built: Course, run: Callable[..., Result]
) -> None:
    hand_in(built, "student-01", "return abs(width * height)")
    result = run(built, "grade", "--cluster", "nonsense")
    assert result.exit_code == 2
    assert "error: " in result.stderr
    assert "Traceback" not in result.stderr


def test_without_bubblewrap_nothing_is_graded_and_the_remedy_is_named(
    built: Course, run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hand_in(built, "student-01", "return abs(width * height)")
    monkeypatch.setenv("PATH", str(tmp_path))
    for words in (["grade"], ["grade", "--json"], ["sandbox"]):
        result = run(built, *words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == (
            "error: no sandbox can be made: bubblewrap is not installed\n"
            "  → install it (on Debian: sudo apt-get install bubblewrap), "
            "or, at your own risk, grade with --sandbox none\n"
        )
    assert not (built.root / "gradebook.db").exists()


def test_without_walls_it_is_said_loudly_and_stands_with_the_score(
    built: Course, run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hand_in(built, "student-01", "return abs(width * height)")
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run(built, "grade", "--sandbox", "none", "--json")
    assert result.exit_code == 0
    assert result.stderr.startswith(
        "warning: --sandbox none: students' code runs with your rights; "
        "it can read and change what you can\n"
    )
    (submission,) = json.loads(result.stdout)["submissions"]
    assert submission["flags"] == ["sandbox none"]
    assert submission["score"] == submission["max_score"]
