"""A class from submissions to the gradebook: what is kept, what is done again, what survives."""

from __future__ import annotations

import contextlib
import copy
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import nbgrader.api
import pytest
from nbformat import NotebookNode

from coursekit.course import Course
from coursekit.environment import own_commands_first
from coursekit.errors import NotebookError, StorageError, UnitNotFoundError
from coursekit.files import ASIDE
from coursekit.grading import classroom
from coursekit.grading.classroom import (
    GONE,
    NOTHING,
    everyone,
    grade_class,
    recorded,
    work_of,
)
from coursekit.grading.gradebook import Gradebook, opened
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.grading.trusted.hidden import visible_part
from coursekit.grading.worker import Job
from coursekit.notebooks import read_notebook, write_notebook
from coursekit.sandbox.kinds import Sandbox

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


@pytest.fixture
def by_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grade by comparing the answer's text, in no process and no time."""
    monkeypatch.setattr(classroom, "grade_all", _read_all)
    monkeypatch.setattr(classroom, "plan_of", lambda course, unit, job: {})


def _read_all(jobs: Sequence[Job], workers: int) -> Iterator[SubmissionResult]:
    for job in jobs:
        (path,) = job.sources
        test = read_notebook(path).cells[1].source
        essay = QuestionResult("why", None, 1.0)
        try:
            notebook = read_notebook(job.handed.folder / "assignment.ipynb")
        except NotebookError as error:
            questions = (QuestionResult("t1", None, 2.0), essay)
            yield SubmissionResult(job.handed.student, job.handed.unit, Status.REFUSED,
                                   str(error), questions=questions)  # fmt: skip
            continue
        value = notebook.cells[0].source.removeprefix("a = ")
        score = 2.0 if f"a == {value}" in test else 0.0
        yield SubmissionResult(
            job.handed.student, job.handed.unit, Status.GRADED,
            questions=(QuestionResult("t1", score, 2.0), essay),
            notebooks={"assignment": notebook},
        )  # fmt: skip


def graded(course: Course, *students: str, force: bool = False) -> list[SubmissionResult]:
    with opened(course) as book:
        work = work_of(course, book, UNIT, students, force=force)
        return sorted(grade_class(course, book, work, 2), key=lambda r: r.student)


def left_aside(course: Course) -> list[Path]:
    return list(course.root.rglob(f"{ASIDE}*"))


@pytest.mark.slow
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


@pytest.mark.slow
def test_results_are_kept_with_notebooks(course: Course, hand_in: Callable[..., None]) -> None:
    hand_in("student-01", "print('seen')\na = 1")
    (fresh,) = graded(course)
    with opened(course) as book:
        (kept,) = recorded(course, book, UNIT)
    assert kept == fresh
    assert kept.notebooks["assignment"].cells[0].outputs[0].text == "seen\n"


@pytest.mark.slow
def test_a_broken_test_is_not_charged_to_the_student(
    course: Course, source: NotebookNode, hand_in: Callable[..., None]
) -> None:
    hand_in("student-01")
    source.cells[1].source = "False"
    write_notebook(course.source / UNIT / "assignment.ipynb", source)
    (result,) = graded(course)
    assert (result.status, result.score) == (Status.FAILED, None)
    assert result.reason == (
        "test cell t1: its last value is False; nothing, or 0 to 2 points are allowed"
    )


@pytest.mark.usefixtures("by_reading")
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


@pytest.mark.usefixtures("by_reading")
def test_what_changed_is_told(
    course: Course, source: NotebookNode, hand_in: Callable[..., None]
) -> None:
    def reasons(**more: Sandbox) -> dict[str, tuple[str, ...]]:
        with opened(course) as book:
            return work_of(course, book, UNIT, **more).reasons

    hand_in("student-01")
    assert reasons() == {"student-01": ("new",)}
    graded(course)
    assert reasons() == {}
    hand_in("student-01", "a = 3")
    hand_in("student-02")
    assert reasons() == {"student-01": ("the submission changed",), "student-02": ("new",)}
    graded(course)
    side_file = course.source / UNIT / "data" / "numbers.csv"
    side_file.parent.mkdir()
    side_file.write_text("1,2,3")
    both = ("student-01", "student-02")
    assert reasons() == dict.fromkeys(both, ("the tests changed",))
    (course.source / UNIT / ".ipynb_checkpoints").mkdir()
    (course.source / UNIT / ".ipynb_checkpoints" / "assignment-checkpoint.ipynb").write_text("")
    graded(course)
    assert reasons() == {}
    assert reasons(sandbox=Sandbox.NONE) == dict.fromkeys(both, ("the environment changed",))
    slower = Course.at(course.root)
    (course.root / "nbgrader_config.py").write_text("c.ExecutePreprocessor.timeout = 5")
    slower = Course.at(course.root)
    with opened(slower) as book:
        assert work_of(slower, book, UNIT).reasons == dict.fromkeys(
            both, ("the environment changed",)
        )


@pytest.mark.usefixtures("by_reading")
def test_what_failed_is_tried_again(
    course: Course, hand_in: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in("student-01")

    def fail(jobs: Sequence[Job], workers: int) -> Iterator[SubmissionResult]:
        for result in _read_all(jobs, workers):
            questions = tuple(replace(q, score=None) for q in result.questions)
            yield replace(result, status=Status.FAILED, questions=questions, reason="no memory")

    with monkeypatch.context() as broken:
        broken.setattr(classroom, "grade_all", fail)
        (result,) = graded(course)
        assert (result.status, result.reason) == (Status.FAILED, "no memory")
    with opened(course) as book:
        assert work_of(course, book, UNIT).reasons == {"student-01": ("its grading failed before",)}
    assert [r.score for r in graded(course)] == [2.0]
    assert graded(course) == []


@pytest.mark.usefixtures("by_reading")
def test_one_student_can_be_graded_alone(course: Course, hand_in: Callable[..., None]) -> None:
    hand_in("student-01")
    hand_in("student-02")
    assert [r.student for r in graded(course, "student-02")] == ["student-02"]


@pytest.mark.usefixtures("by_reading")
def test_every_student_is_in_the_summary(course: Course, hand_in: Callable[..., None]) -> None:
    for student in ("student-01", "student-02"):
        hand_in(student)
    graded(course)
    (course.submitted / "student-02" / UNIT / "assignment.ipynb").unlink()
    (course.submitted / "student-02" / UNIT).rmdir()
    (course.submitted / "student-03" / "other").mkdir(parents=True)
    (course.submitted / ".ipynb_checkpoints").mkdir()
    with nbgrader.api.Gradebook(course.gradebook_url) as theirs:
        theirs.add_student("student-04")
    with opened(course) as book:
        summary = everyone(course, book, UNIT)
        assert [r.student for r in everyone(course, book, UNIT, ["student-04"])] == ["student-04"]
    assert [(r.student, r.status, r.score, r.max_score, r.reason, r.flags) for r in summary] == [
        ("student-01", Status.GRADED, 2.0, 3.0, None, ()),
        ("student-02", Status.GRADED, 2.0, 3.0, None, (GONE,)),
        ("student-03", Status.MISSING, None, 3.0, NOTHING, ()),
        ("student-04", Status.MISSING, None, 3.0, NOTHING, ()),
    ]


@pytest.mark.usefixtures("by_reading")
def test_a_score_given_by_hand_survives(course: Course, hand_in: Callable[..., None]) -> None:
    hand_in("student-01")
    graded(course)
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        grade = book.find_grade("why", "assignment", UNIT, "student-01")
        grade.manual_score, grade.needs_manual_grade = 1.0, False
        book.find_comment("why", "assignment", UNIT, "student-01").manual_comment = "Just so."
        book.db.commit()
    hand_in("student-01", "a = 2")
    (result,) = graded(course)
    assert (result.score, result.questions[1].comment) == (1.0, "Just so.")
    page = course.feedback / "student-01" / UNIT / "assignment.html"
    assert "1 of 3 points" in page.read_text()
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        submission = book.find_submission(UNIT, "student-01")
        assert (submission.score, submission.needs_manual_grade) == (1.0, True)


@pytest.mark.usefixtures("by_reading")
@pytest.mark.parametrize("earlier", [False, True], ids=["first result", "second result"])
def test_a_failed_write_leaves_the_old_state(
    course: Course, hand_in: Callable[..., None], monkeypatch: pytest.MonkeyPatch, earlier: bool
) -> None:
    def state() -> dict[str, bytes]:
        files = {p for d in (course.autograded, course.feedback) for p in d.rglob("*.*")}
        with contextlib.closing(sqlite3.connect(course.root / "gradebook.db")) as database:
            rows = "\n".join(database.iterdump()).encode()
        return {"rows": rows, **{str(p): p.read_bytes() for p in files if p.is_file()}}

    hand_in("student-01", "a = 5")
    if earlier:
        graded(course)
    hand_in("student-01")
    with opened(course) as book:
        book.register(UNIT)
    before = state()

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Gradebook, "record", fail)
    with pytest.raises(OSError, match="No space left"):
        graded(course)
    monkeypatch.undo()
    monkeypatch.setattr(classroom, "grade_all", _read_all)
    assert (state(), left_aside(course)) == (before, [])
    assert [r.score for r in graded(course)] == [2.0]


@pytest.mark.usefixtures("by_reading")
def test_a_notebook_that_did_not_run_is_not_kept_from_an_earlier_submission(
    course: Course, hand_in: Callable[..., None]
) -> None:
    hand_in("student-01")
    graded(course)
    assert list(course.autograded.rglob("*.ipynb"))
    (course.submitted / "student-01" / UNIT / "assignment.ipynb").write_text("<html>")
    (result,) = graded(course)
    assert (result.status, result.score) == (Status.REFUSED, None)
    assert list(course.autograded.rglob("*.ipynb")) == []


@pytest.mark.usefixtures("by_reading")
def test_what_a_killed_run_left_aside_goes(course: Course, hand_in: Callable[..., None]) -> None:
    hand_in("student-01")
    graded(course)
    for parent in (course.autograded, course.feedback):
        (parent / "student-01" / UNIT / f"{ASIDE}assignment-1").write_text("half")
    (course.root / f"{ASIDE}gradebook.db-1").write_text("half")
    graded(course)
    assert left_aside(course) == []


def test_a_unit_without_a_notebook_is_named(course: Course) -> None:
    with opened(course) as book, pytest.raises(UnitNotFoundError) as caught:
        work_of(course, book, "other")
    assert str(caught.value) == "unit other has no notebook in source/other"


@pytest.mark.usefixtures("by_reading")
def test_a_cell_that_goes_is_told_and_everyone_is_graded_anew(
    course: Course, source: NotebookNode, hand_in: Callable[..., None]
) -> None:
    hand_in("student-01")
    graded(course)
    source.cells[1].metadata["nbgrader"]["grade_id"] = "t2"
    write_notebook(course.source / UNIT / "assignment.ipynb", source)
    with opened(course) as book:
        work = work_of(course, book, UNIT)
    (backup,) = course.root.glob("gradebook.db.backup-*")
    assert work.notes == (f"unit: scores of t1 went with the cells; as it was: {backup.name}",)
    assert work.reasons == {"student-01": ("the tests changed",)}


@pytest.mark.parametrize("damage", ["not a database", "a folder"])
def test_a_gradebook_that_cannot_be_used_is_one_clear_error(tmp_path: Path, damage: str) -> None:
    (tmp_path / "source").mkdir()
    file = tmp_path / "gradebook.db"
    file.mkdir() if damage == "a folder" else file.write_text("x" * 2000)
    with pytest.raises(StorageError, match="cannot use the gradebook"), opened(Course.at(tmp_path)):
        pass


@pytest.mark.usefixtures("by_reading")
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


@pytest.mark.usefixtures("by_reading")
def test_the_notebooks_of_a_class_are_read_one_at_a_time(
    course: Course, hand_in: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of thousands do not fit into memory together."""
    for number in range(3):
        hand_in(f"student-0{number}")
    graded(course)
    for number in range(3):
        write_notebook(
            course.autograded / f"student-0{number}" / UNIT / "assignment.ipynb",
            read_notebook(course.notebooks(UNIT)[0]),
        )
    read: list[Path] = []
    monkeypatch.setattr(classroom, "read_notebook", lambda path: read.append(path) or {})
    with opened(course) as book:
        class_ = recorded(course, book, UNIT)
        assert [next(class_).student, len(read)] == ["student-00", 1]
        assert [next(class_).student, len(read)] == ["student-01", 2]
        read.clear()
        asked = recorded(course, book, UNIT, {"student-02"})
        assert [[r.student for r in asked], len(read)] == [["student-02"], 1]


def test_a_class_can_be_graded_elsewhere(
    course: Course, hand_in: Callable[..., None], by_reading: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def refuse(jobs: Sequence[Job], workers: int) -> Iterator[SubmissionResult]:
        raise AssertionError("graded here")

    monkeypatch.setattr(classroom, "grade_all", refuse)
    hand_in("student-01")
    with opened(course) as book:
        work = work_of(course, book, UNIT)
        (result,) = grade_class(course, book, work, 1, lambda jobs: _read_all(jobs, 1))
        assert (result.student, book.results(UNIT)[0].score) == ("student-01", result.score)
