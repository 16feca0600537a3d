"""A course with the first unit's release, built once for the tests of the sample class."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from coursekit.build.pipeline import build_units
from coursekit.course import Course

UNIT = "01_flat_buffer"


@pytest.fixture(scope="session")
def built(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Return a course whose release is built; tests copy it before they write."""
    root = tmp_path_factory.mktemp("course")
    (root / "course" / UNIT).mkdir(parents=True)
    shutil.copy(repository / "nbgrader_config.py", root)
    shutil.copy(repository / "course" / UNIT / "assignment.py", root / "course" / UNIT)
    course = Course.at(root)
    build_units(course, [UNIT], str)
    return course


@pytest.fixture
def course(built: Course, tmp_path: Path) -> Course:
    """Return a copy of the built course that a test may write to."""
    shutil.copytree(built.root, tmp_path / "course")
    return Course.at(tmp_path / "course")
