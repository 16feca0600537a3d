"""The release is what plain nbgrader gives, byte for byte, and failure leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coursekit.build.release import generate
from coursekit.build.text import Text
from coursekit.course import Course
from coursekit.errors import CourseError
from coursekit.notebooks import notebook_text, parse_notebook

NAME = "assignment.ipynb"


@pytest.fixture
def source(read: Callable[[str], Text], area_unit: str) -> dict[str, bytes]:
    return {NAME: notebook_text(read(area_unit).notebook).encode(), "data/a.csv": b"1,2\r\n\xff"}


def test_release_has_stubs_locks_and_side_files_and_no_hidden_test(
    source: dict[str, bytes], tmp_path: Path
) -> None:
    release = generate(tmp_path, "01_area", source)

    assert list(release) == [NAME, "data/a.csv"]
    assert release["data/a.csv"] == source["data/a.csv"]
    cells = {cell.id: cell for cell in parse_notebook(release[NAME].decode(), NAME).cells}
    assert cells["area"].source == (
        "def area(width, height):\n    # YOUR CODE HERE\n    raise NotImplementedError()"
    )
    assert cells["area-test"].source == "assert area(1, 1) == math.floor(1.5)"
    assert cells["area-test"].metadata.editable is False


@pytest.mark.slow
def test_plain_nbgrader_gives_the_same_bytes(
    source: dict[str, bytes], write_course: Callable[..., Course]
) -> None:
    """As a user would run it: its gradebook and all, the environment activated."""
    course = write_course()
    for name, content in source.items():
        path = course.source / "01_area" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    commands = Path(sys.executable).parent
    command = [commands / "nbgrader", "generate_assignment", "01_area", "--force"]
    environment = {**os.environ, "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"}

    subprocess.run(command, cwd=course.root, env=environment, check=True, capture_output=True)

    release = generate(course.root, "01_area", source)
    assert {n: (course.release / "01_area" / n).read_bytes() for n in release} == release
    assert len(list((course.release / "01_area").rglob("*.*"))) == len(release)


def test_no_gradebook_and_no_alembic_are_needed(
    source: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nothing on PATH, as when Python is called by its path, and no trace in the course."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())

    generate(tmp_path, "01_area", source)

    assert sorted(tmp_path.iterdir()) == before
    assert Path.cwd() == tmp_path


def test_the_courses_configuration_counts(source: dict[str, bytes], tmp_path: Path) -> None:
    """A stub and a header of the course's own, the header relative to the course's folder."""
    (tmp_path / "head.ipynb").write_bytes(source[NAME])
    (tmp_path / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.root = '/nowhere'\n"
        "c.ClearSolutions.code_stub = {'python': '# over to you'}\n"
        "c.IncludeHeaderFooter.header = 'head.ipynb'\n"
    )
    body = parse_notebook(source[NAME].decode(), NAME)
    body.cells = [body.cells[0]]
    body.cells[0].id = "only"

    release = generate(tmp_path, "01_area", {NAME: notebook_text(body).encode()})

    made = parse_notebook(release[NAME].decode(), NAME)
    assert [cell.id for cell in made.cells] == ["cell-001", "setup", "area", "area-test", "only"]
    assert made.cells[2].source == "def area(width, height):\n    # over to you"


def test_unit_that_nbgrader_refuses_is_one_line(
    source: dict[str, bytes], tmp_path: Path, capfd: Any
) -> None:
    broken = {NAME: source[NAME].replace(b"### END SOLUTION", b"### END SOLUTI")}
    scratch = set(Path(tempfile.gettempdir()).glob("coursekit-release-*"))

    with pytest.raises(
        CourseError, match=r"^01_area: nbgrader cannot make the release: RuntimeError: no end sol"
    ):
        generate(tmp_path, "01_area", broken)

    assert set(Path(tempfile.gettempdir()).glob("coursekit-release-*")) <= scratch
    assert capfd.readouterr() == ("", "")


def test_configuration_that_fails_is_one_line(source: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "nbgrader_config.py").write_text("1 / 0\n")

    with pytest.raises(CourseError, match=r"fails: ZeroDivisionError: division by zero$"):
        generate(tmp_path, "01_area", source)
