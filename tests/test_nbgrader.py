"""Plain nbgrader works in the course: by absolute path, from a bare shell, nothing activated."""

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
