"""A class from submissions to the gradebook: what is kept, what is done again, what survives."""

from __future__ import annotations

import contextlib
import copy
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import nbgrader.api
import pytest
from nbformat import NotebookNode

from coursekit.course import Course
from coursekit.environment import own_commands_first
from coursekit.errors import StorageError, UnitNotFoundError
from coursekit.grading.classroom import grade_class, recorded, work_of
from coursekit.grading.gradebook import opened
from coursekit.grading.hidden import visible_part
from coursekit.grading.results import Status, SubmissionResult
from coursekit.notebooks import write_notebook

UNIT = "unit"


@pytest.fixture
def source(cells: SimpleNamespace, hide: Callable[[str], str]) -> NotebookNode:
    return cells.notebook(
        cells.answer("first", "### BEGIN SOLUTION\na = 1\n### END SOLUTION"),
        cells.graded("t1", hide("assert a == 1"), points=2),
        cells.essay("why", "Say why."),
    )


@pytest.fixture
def course(tmp_path: Path, source: NotebookNode) -> Course:
    write_notebook(tmp_path / "source" / UNIT / "assignment.ipynb", source)
    return Course.at(tmp_path)


@pytest.fixture
def hand_in(course: Course, source: NotebookNode) -> Callable[..., None]:
    def hand_in(student: str, code: str = "a = 1", when: str = "") -> None:
        made = copy.deepcopy(source)
        for cell in made.cells:
            cell.source = visible_part(cell.source)
        made.cells[0].source = code
        folder = course.submitted / student / UNIT
        write_notebook(folder / "assignment.ipynb", made)
        if when:
            (folder / "timestamp.txt").write_text(when)

    return hand_in


def graded(course: Course, *students: str, force: bool = False) -> list[SubmissionResult]:
    with opened(course) as book:
        work = work_of(course, book, UNIT, students, force=force)
        return sorted(grade_class(course, book, work, 2), key=lambda r: r.student)


def test_right_wrong_and_broken_all_appear(course: Course, hand_in: Callable[..., None]) -> None:
    hand_in("student-01")
    hand_in("student-02", "a = 2")
    broken = course.submitted / "student-03" / UNIT
    broken.mkdir(parents=True)
    (broken / "assignment.ipynb").write_text('{"cells": [')
    results = graded(course)
    assert [(r.student, r.status, r.score, r.max_score) for r in results] == [
        ("student-01", Status.GRADED, 2.0, 3.0),
        ("student-02", Status.GRADED, 0.0, 3.0),
        ("student-03", Status.REFUSED, None, 3.0),
    ]
    assert results[2].reason == "assignment.ipynb is not a notebook: it is not valid JSON"


def test_nbgrader_reads_the_scores(course: Course, hand_in: Callable[..., None]) -> None:
    hand_in("student-01", when="2026-09-14 10:00:00 UTC")
    graded(course)
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        submission = book.find_submission(UNIT, "student-01")
        assert (submission.score, submission.max_score) == (2.0, 3.0)
        assert submission.timestamp == datetime(2026, 9, 14, 10)
        assert submission.needs_manual_grade
        grade = book.find_grade("t1", "assignment", UNIT, "student-01")
        assert (grade.auto_score, grade.needs_manual_grade) == (2.0, False)


def test_results_are_kept_with_notebooks(course: Course, hand_in: Callable[..., None]) -> None:
    hand_in("student-01", "print('seen')\na = 1")
    (fresh,) = graded(course)
    with opened(course) as book:
        (kept,) = recorded(course, book, UNIT)
    assert kept == fresh
    assert kept.notebooks["assignment"].cells[0].outputs[0].text == "seen\n"


def test_only_what_is_new_or_changed_is_graded(
    course: Course, source: NotebookNode, hand_in: Callable[..., None]
) -> None:
    hand_in("student-01")
    hand_in("student-02")
    assert len(graded(course)) == 2
    assert graded(course) == []
    hand_in("student-02", "a = 3")
    assert [(r.student, r.score) for r in graded(course)] == [("student-02", 0.0)]
    source.cells[1].source = source.cells[1].source.replace("a == 1", "a == 3")
    write_notebook(course.source / UNIT / "assignment.ipynb", source)
    assert [(r.student, r.score) for r in graded(course)] == [
        ("student-01", 0.0), ("student-02", 2.0),
    ]  # fmt: skip
    assert len(graded(course, force=True)) == 2


def test_one_student_can_be_graded_alone(course: Course, hand_in: Callable[..., None]) -> None:
    hand_in("student-01")
    hand_in("student-02")
    assert [r.student for r in graded(course, "student-02")] == ["student-02"]


def test_a_score_given_by_hand_survives(course: Course, hand_in: Callable[..., None]) -> None:
    hand_in("student-01")
    graded(course)
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        grade = book.find_grade("why", "assignment", UNIT, "student-01")
        grade.manual_score, grade.needs_manual_grade = 1.0, False
        book.db.commit()
    hand_in("student-01", "a = 2")
    graded(course)
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        submission = book.find_submission(UNIT, "student-01")
        assert (submission.score, submission.needs_manual_grade) == (1.0, False)


def test_late_is_flagged(course: Course, hand_in: Callable[..., None]) -> None:
    due = datetime(2026, 9, 14, 12, tzinfo=UTC)
    hand_in("student-01", when=due.isoformat())
    hand_in("student-02", when=(due + timedelta(seconds=1)).isoformat())
    hand_in("student-03")
    with opened(course) as book:
        book.register(UNIT)
        book.set_due(UNIT, due)
        assert book.due(UNIT) == due
    assert [r.flags for r in graded(course)] == [(), ("late",), ()]


def test_a_failed_write_leaves_nothing_behind(
    course: Course, hand_in: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in("student-01")
    monkeypatch.setattr("coursekit.grading.gradebook._as_json", lambda result: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        graded(course)
    monkeypatch.undo()
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        assert book.assignment_submissions(UNIT) == []
    assert [r.score for r in graded(course)] == [2.0]


def test_a_broken_test_is_not_charged_to_the_student(
    course: Course, source: NotebookNode, hand_in: Callable[..., None]
) -> None:
    hand_in("student-01")
    source.cells[1].source = "False"
    write_notebook(course.source / UNIT / "assignment.ipynb", source)
    (result,) = graded(course)
    assert (result.status, result.score) == (Status.FAILED, None)
    assert result.reason == (
        "test cell t1: its last value is False; a number of points or nothing is expected"
    )


def test_a_unit_without_a_notebook_is_named(course: Course) -> None:
    with opened(course) as book, pytest.raises(UnitNotFoundError) as caught:
        work_of(course, book, "other")
    assert str(caught.value) == "unit other has no notebook in source/other"


def test_cells_cannot_come_and_go_under_results(
    course: Course, source: NotebookNode, hand_in: Callable[..., None]
) -> None:
    hand_in("student-01")
    graded(course)
    del source.cells[2]
    write_notebook(course.source / UNIT / "assignment.ipynb", source)
    with pytest.raises(StorageError, match="are not those of the gradebook"):
        graded(course)


@pytest.mark.parametrize("damage", ["not a database", "a folder"])
def test_a_gradebook_that_cannot_be_used_is_one_clear_error(tmp_path: Path, damage: str) -> None:
    (tmp_path / "source").mkdir()
    file = tmp_path / "gradebook.db"
    file.mkdir() if damage == "a folder" else file.write_text("x" * 2000)
    with pytest.raises(StorageError, match="cannot use the gradebook"), opened(Course.at(tmp_path)):
        pass


def test_the_extra_table_is_beside_nbgraders_own(
    course: Course, hand_in: Callable[..., None]
) -> None:
    hand_in("student-01")
    graded(course)
    with contextlib.closing(sqlite3.connect(course.root / "gradebook.db")) as database:
        rows = database.execute("select student, unit from coursekit_result").fetchall()
    assert rows == [("student-01", UNIT)]


def test_a_new_gradebook_is_just_like_nbgraders_own(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    own_commands_first()
    with nbgrader.api.Gradebook(f"sqlite:///{tmp_path / 'theirs.db'}"):
        pass
    course = Course.at(tmp_path)
    with opened(course), nbgrader.api.Gradebook(course.gradebook_url):
        pass

    def described(name: str) -> list[tuple]:
        with contextlib.closing(sqlite3.connect(tmp_path / name)) as database:
            tables = database.execute(
                "select name, sql from sqlite_master"
                " where name not like '%coursekit%' order by name"
            ).fetchall()
            version = database.execute("select version_num from alembic_version").fetchall()
        return [(name, "".join((sql or "").split())) for name, sql in tables] + version

    assert described("gradebook.db") == described("theirs.db")
