"""nbgrader works in the course: by absolute path, from a bare shell, nothing activated."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from coursekit.course import Course
from coursekit.grading.gradebook import opened
from coursekit.grading.results import SubmissionResult

UNIT = "01_flat_buffer"
COMMANDS = Path(sys.executable).parent
START_SECONDS = 60


@pytest.fixture(scope="module")
def environment(tmp_path_factory) -> dict[str, str]:
    """Return an environment as it is at the first login of a new user."""
    return {"HOME": str(tmp_path_factory.mktemp("home")), "PATH": "/usr/bin:/bin"}


@pytest.fixture(scope="module")
def course(repository, tmp_path_factory) -> Path:
    """Return a copy of the course, into which nothing was built and nothing handed in."""
    folder = tmp_path_factory.mktemp("clone")
    shutil.copy(repository / "nbgrader_config.py", folder)
    shutil.copytree(repository / "source", folder / "source")
    return folder


@pytest.fixture(scope="module")
def nbgrader(course, environment):
    """Return a function that runs one nbgrader command in the course."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [COMMANDS / "nbgrader", *arguments],
            cwd=course,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )

    return run


@pytest.fixture(scope="module")
def released(course, nbgrader) -> Path:
    """Return the unit's folder as nbgrader releases it."""
    nbgrader("generate_assignment", UNIT)
    return course / "release" / UNIT


@pytest.fixture(scope="module")
def scores(course, nbgrader, released) -> dict[str, tuple[float, float]]:
    """Hand in the untouched release and the reference solution; return score and maximum."""
    for student, handed_in in (("untouched", released), ("reference", course / "source" / UNIT)):
        shutil.copytree(handed_in, course / "submitted" / student / UNIT)
    nbgrader("autograde", UNIT)
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as book:
        return {
            found.student_id: (found.score, found.max_score)
            for found in book.assignment_submissions(UNIT)
        }


def test_generate_assignment_gives_what_the_build_gives(repository, released):
    built = repository / "release" / UNIT
    names = {path.name for path in built.iterdir()}

    assert {path.name for path in released.iterdir()} == names
    assert {name: (released / name).read_bytes() for name in names} == {
        name: (built / name).read_bytes() for name in names
    }


def test_autograde_gives_the_reference_all_points(scores):
    score, maximum = scores["reference"]

    assert maximum > 0
    assert score == maximum


def test_autograde_gives_the_untouched_release_none(scores):
    assert scores["untouched"] == (0, scores["reference"][1])


# One of each kind: right, wrong, half, blank, late, mended, broken.
KEPT = ("student-01", "student-03", "student-10", "student-16", "student-17", "student-18",
        "student-21", "student-22")  # fmt: skip


@pytest.fixture(scope="module")
def by_kit_and_by_nbgrader(repository, environment, tmp_path_factory) -> tuple[Path, Path]:
    """Grade the same sample class twice; return the two courses."""
    own = tmp_path_factory.mktemp("sample") / "own"
    shutil.copytree(repository / "source" / UNIT, own / "source" / UNIT)
    shutil.copytree(repository / "release" / UNIT, own / "release" / UNIT)
    shutil.copy(repository / "nbgrader_config.py", own)

    def run(course: Path, *words: str) -> int:
        tool, *arguments = words
        command = [COMMANDS / tool, *arguments]
        return subprocess.run(command, cwd=course, env=environment, capture_output=True).returncode

    assert run(own, "coursekit", "sample", UNIT) == 0
    for folder in (own / "submitted").glob("student-*"):
        if folder.name not in KEPT:
            shutil.rmtree(folder)
    theirs = own.with_name("theirs")
    shutil.copytree(own, theirs)
    assert run(own, "coursekit", "grade", UNIT) == 1  # one file is broken
    assert run(theirs, "nbgrader", "autograde", UNIT) == 1
    shutil.rmtree(theirs / "feedback")
    assert run(theirs, "nbgrader", "generate_feedback", UNIT) == 0
    return own, theirs


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "number"), [("autograded", 7), ("feedback", 16)])
def test_nbgraders_commands_write_what_the_kits_do(by_kit_and_by_nbgrader, folder, number):
    own, theirs = (_files(course / folder) for course in by_kit_and_by_nbgrader)

    assert len(own) == number  # a broken file has a page alone; a page has its time stamp beside it
    assert theirs == own


@pytest.mark.slow
def test_nbgraders_commands_record_what_the_kits_do(by_kit_and_by_nbgrader):
    own, theirs = (_recorded(course) for course in by_kit_and_by_nbgrader)

    assert [result.student for result in own] == [*KEPT]
    assert theirs == own


@pytest.mark.slow
def test_nbgraders_commands_score_what_the_kits_do(by_kit_and_by_nbgrader):
    own, theirs = (_grades(course) for course in by_kit_and_by_nbgrader)

    assert len(own) > 50
    assert theirs == own


def _files(folder: Path) -> dict[str, bytes]:
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def _recorded(folder: Path) -> list[SubmissionResult]:
    with opened(Course.at(folder)) as book:
        return book.results(UNIT)


def _grades(folder: Path) -> list[tuple[str, str, float | None, bool]]:
    """Return what nbgrader itself reads: student, cell, score, and whether a person has to look."""
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as book:
        return sorted(
            (submission.student_id, grade.name, grade.score, grade.needs_manual_grade)
            for submission in book.assignment_submissions(UNIT)
            for notebook in submission.notebooks
            for grade in notebook.grades
        )


@pytest.fixture
def server(course, environment, tmp_path) -> Iterator[str]:
    """Run a Jupyter server in the course; return its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with (
        (tmp_path / "log").open("wb") as log,
        subprocess.Popen(
            [
                *(COMMANDS / "jupyter-server", "--no-browser", "--allow-root"),
                *(f"--ServerApp.port={port}", "--IdentityProvider.token=", "--ip=127.0.0.1"),
            ],
            cwd=course,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        ) as running,
    ):
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            running.terminate()


def test_the_formgrader_shows_the_unit_and_its_class(scores, server):
    units = {
        unit["name"]: unit for unit in json.loads(_answer(f"{server}/formgrader/api/assignments"))
    }
    unit = units[UNIT]

    assert (unit["name"], unit["num_submissions"]) == (UNIT, len(scores))
    assert unit["max_score"] == scores["reference"][1]


def _answer(url: str) -> bytes:
    """Return what a server that is just starting answers."""
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(url, timeout=START_SECONDS) as answer:
                return answer.read()
        except urllib.error.URLError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
