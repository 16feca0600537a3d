"""The sample class as files, and graded."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from coursekit.course import Course
from coursekit.errors import NotebookError, StorageError
from coursekit.grading.results import Status
from coursekit.questions.misconceptions import CATALOGUE
from coursekit.sample.classes import DUE, RECORD, SampleStudent, write_sample_class
from coursekit.sample.flat_buffer import BELIEVERS
from coursekit.sample.sheet import Outcome

UNIT = "01_flat_buffer"
FULL = 50.0


def files(course: Course) -> dict[str, bytes]:
    paths = sorted(path for path in course.submitted.rglob("*") if path.is_file())
    return {path.relative_to(course.submitted).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture(scope="module")
def handed_in(built: Course, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Return a copy of the built course, to which the sample class is written."""
    root = tmp_path_factory.mktemp("class") / "course"
    shutil.copytree(built.root, root)
    return Course.at(root)


@pytest.fixture(scope="module")
def written(handed_in: Course) -> tuple[SampleStudent, ...]:
    return write_sample_class(handed_in, UNIT)


def by_title(students: tuple[SampleStudent, ...], words: str) -> SampleStudent:
    (found,) = [student for student in students if words in student.title]
    return found


def test_every_student_has_a_notebook_and_a_time(
    handed_in: Course, written: tuple[SampleStudent, ...]
) -> None:
    expected = {
        f"{student.student}/{UNIT}/{name}"
        for student in written
        for name in ("assignment.ipynb", "timestamp.txt")
    }

    assert set(files(handed_in)) == expected | {RECORD}
    assert [student.student for student in written][:2] == ["student-01", "student-02"]


def test_same_release_gives_the_same_bytes(course: Course) -> None:
    write_sample_class(course, UNIT)
    first = files(course)
    write_sample_class(course, UNIT)

    assert files(course) == first


def test_one_student_is_late(course: Course) -> None:
    due = datetime(2027, 3, 1, 8, tzinfo=UTC)
    students = write_sample_class(course, UNIT, due=due)
    late = []
    for student in students:
        stamp = (student.folder / "timestamp.txt").read_text()
        handed_in = datetime.strptime(stamp, "%Y-%m-%d %H:%M:%S UTC\n").replace(tzinfo=UTC)
        if handed_in > due:
            late.append(student)

    assert [student.late for student in late] == [True]
    assert sum(student.late for student in students) == 1
    assert DUE.utcoffset() == timedelta(0)


def test_work_of_somebody_else_is_never_overwritten(course: Course) -> None:
    foreign = course.submitted / "student-03" / UNIT / "assignment.ipynb"
    foreign.parent.mkdir(parents=True)
    foreign.write_text("my own work")

    with pytest.raises(StorageError) as caught:
        write_sample_class(course, UNIT)

    assert str(caught.value) == f"{foreign} is not the sample class's: it would be overwritten"
    assert caught.value.remedy.startswith("move it away")
    assert files(course) == {f"student-03/{UNIT}/assignment.ipynb": b"my own work"}


def test_sample_that_a_student_went_on_with_is_never_overwritten(course: Course) -> None:
    student = write_sample_class(course, UNIT)[0]
    (student.folder / "assignment.ipynb").write_text("changed since")

    with pytest.raises(StorageError, match="it would be overwritten"):
        write_sample_class(course, UNIT)


def test_sample_of_an_older_release_is_replaced(course: Course) -> None:
    write_sample_class(course, UNIT)
    before = files(course)
    release = course.release / UNIT / "assignment.ipynb"
    release.write_text(release.read_text().replace("predict, then write", "foretell, then write"))
    write_sample_class(course, UNIT)
    after = files(course)

    assert before.keys() == after.keys()
    assert b"foretell" in after[f"student-01/{UNIT}/assignment.ipynb"]


def test_unit_that_is_not_built_is_refused(course: Course) -> None:
    with pytest.raises(NotebookError, match="no such file"):
        write_sample_class(course, "02_views")

    assert files(course) == {}


def test_expectations_follow_from_the_profiles(written: tuple[SampleStudent, ...]) -> None:
    for student in written:
        if student.title.startswith("all right"):
            assert student.score == FULL
            assert student.misconceptions == frozenset()
    assert by_title(written, "blank").score == 0.0
    assert by_title(written, "broken JSON").status is Status.REFUSED
    assert by_title(written, "broken JSON").score is None
    assert 0 < (by_title(written, "half done").score or 0) < FULL


def test_every_belief_of_a_believer_is_named_somewhere(
    written: tuple[SampleStudent, ...],
) -> None:
    believers = {"; ".join(CATALOGUE[b].name for b in beliefs): beliefs for beliefs in BELIEVERS}
    for student in written:
        beliefs = believers.get(student.title, ())
        assert student.misconceptions == set(beliefs), student.title


def test_trouble_costs_the_cell_it_is_in_and_no_other(
    written: tuple[SampleStudent, ...],
) -> None:
    for words, lost in [("syntax error", 0), ("an exception", 1), ("endless loop", -1)]:
        outcomes = list(by_title(written, words).outcomes.values())
        assert outcomes.pop(lost) == Outcome(0.0)
        assert all(outcome.score > 0 for outcome in outcomes)


@pytest.mark.slow
def test_record_names_the_files_and_what_they_held(course: Course) -> None:
    write_sample_class(course, UNIT)
    record = json.loads((course.submitted / RECORD).read_text())

    assert set(record) == set(files(course)) - {RECORD}
    assert all(len(digest) == 64 for digest in record.values())


def test_submissions_hold_nothing_of_the_machine(
    handed_in: Course, written: tuple[SampleStudent, ...]
) -> None:
    for content in files(handed_in).values():
        assert str(handed_in.root).encode() not in content
        assert str(Path.home()).encode() not in content
