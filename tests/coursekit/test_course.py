"""Where a course keeps what: its configuration and folders, whoever wrote it."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_notebook

from coursekit.course import Course
from coursekit.errors import CourseError, CourseNotFoundError


def configured(root: Path, *lines: str) -> Course:
    root.mkdir(exist_ok=True)
    (root / "nbgrader_config.py").write_text("\n".join(["c = get_config()", *lines]))
    return Course.at(root)


def add_notebook(path: Path) -> None:
    path.parent.mkdir(parents=True)
    nbformat.write(new_notebook(), path)


def test_a_course_needs_no_configuration(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    course = Course.at(tmp_path)
    assert course.gradebook_url == f"sqlite:///{tmp_path / 'gradebook.db'}"
    assert (course.submitted, course.release) == (tmp_path / "submitted", tmp_path / "release")
    assert course.cells == {}


def test_without_either_there_is_no_course(tmp_path: Path) -> None:
    with pytest.raises(CourseNotFoundError, match=r"^no course in .*: it has no nbgrader_config"):
        Course.at(tmp_path)


def test_folders_may_have_other_names(tmp_path: Path) -> None:
    course = configured(
        tmp_path, "c.CourseDirectory.source_directory = 'instructor'",
        "c.CourseDirectory.submitted_directory = 'collected'",
        f"c.CourseDirectory.feedback_directory = {str(tmp_path / 'elsewhere')!r}",
    )  # fmt: skip
    add_notebook(tmp_path / "instructor" / "ps1" / "problem1.ipynb")
    assert course.source_units() == ("ps1",)
    assert course.submitted == tmp_path / "collected"
    assert course.feedback == tmp_path / "elsewhere"


def test_the_root_may_lie_elsewhere(tmp_path: Path) -> None:
    course = configured(tmp_path / "config", f"c.CourseDirectory.root = {str(tmp_path / 'real')!r}")
    assert course.source == tmp_path / "real" / "source"


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("sqlite:///book.db", "sqlite:///{root}/book.db"),
        ("sqlite:////tmp/book.db", "sqlite:////tmp/book.db"),
        ("sqlite:///:memory:", "sqlite:///:memory:"),
        ("postgresql://user@host/book", "postgresql://user@host/book"),
    ],
)
def test_a_relative_gradebook_lies_in_the_course(tmp_path: Path, url: str, found: str) -> None:
    course = configured(tmp_path, f"c.CourseDirectory.db_url = {url!r}")
    assert course.gradebook_url == found.format(root=tmp_path)


def test_units_may_have_any_name_but_need_a_notebook(tmp_path: Path) -> None:
    (tmp_path / "source" / "empty").mkdir(parents=True)
    for name in ("Problem Set 1", "übung", ".ipynb_checkpoints", "__pycache__"):
        add_notebook(tmp_path / "source" / name / "p.ipynb")
    add_notebook(tmp_path / "source" / "Problem Set 1" / "more" / "q.ipynb")
    course = Course.at(tmp_path)
    assert course.source_units() == ("Problem Set 1", "übung")
    assert [path.name for path in course.notebooks("Problem Set 1")] == ["p.ipynb"]


def test_times_may_be_set(tmp_path: Path) -> None:
    course = configured(
        tmp_path, "c.ExecutePreprocessor.timeout = 5", "c.CourseKit.question_seconds = 2.5",
        "c.CourseKit.total_seconds = 60",
    )  # fmt: skip
    assert (course.cell_seconds, course.question_seconds, course.total_seconds) == (5, 2.5, 60)


def test_choices_for_cells(tmp_path: Path) -> None:
    course = configured(
        tmp_path, "c.CourseKit.cells = {'ps2/plot': 'manual', 'ps1/plot': 'beside'}"
    )
    assert course.chosen_for("ps1") == (("ps1/plot", "beside"),)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("c.CourseKit.cells = ['ps1/plot']",
         "CourseKit.cells is ['ps1/plot']; a dict of cells is expected"),
        ("c.CourseKit.cells = {'ps1/plot': 'trusted'}",
         "CourseKit.cells chooses 'trusted' for 'ps1/plot'; 'beside' and 'manual' are allowed"),
        ("c.CourseKit.total_seconds = 0",
         "CourseKit.total_seconds is 0; a number of seconds above 0 is expected"),
        ("c.CourseKit.question_seconds = '5'",
         "CourseKit.question_seconds is '5'; a number of seconds above 0 is expected"),
        ("c.CourseDirectory.directory_structure = '{student_id}/{assignment_id}'",
         "CourseDirectory.directory_structure is '{student_id}/{assignment_id}'; "
         "'{nbgrader_step}/{student_id}/{assignment_id}' is supported"),
        ("1 / 0", "nbgrader_config.py in {root} fails: ZeroDivisionError: division by zero"),
    ],
)  # fmt: skip
def test_a_configuration_that_means_nothing_is_refused(
    tmp_path: Path, line: str, message: str
) -> None:
    with pytest.raises(CourseError) as caught:
        configured(tmp_path, line)
    assert str(caught.value) == message.replace("{root}", str(tmp_path))
    assert caught.value.remedy
