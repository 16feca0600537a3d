"""What students hand in: names, folders and times."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from coursekit.course import Course
from coursekit.errors import UnitNotFoundError
from coursekit.grading.intake.handed import Handed, handed_in

UNIT = "01_unit"


@pytest.fixture
def course(tmp_path: Path) -> Course:
    (tmp_path / "submitted").mkdir()
    return Course(tmp_path, "sqlite://")


@pytest.fixture
def handed(course: Course) -> Handed:
    folder = course.submitted / "student-01" / UNIT
    folder.mkdir(parents=True)
    return Handed("student-01", UNIT, folder)


def students(course: Course) -> list[str]:
    return [h.student for h in handed_in(course, UNIT)]


def test_students_come_in_order_and_only_those_asked_for(course: Course) -> None:
    for name in ("student-02", "student-01"):
        (course.submitted / name / UNIT).mkdir(parents=True)
    (course.submitted / "student-03" / "other").mkdir(parents=True)
    assert students(course) == ["student-01", "student-02"]
    assert [h.student for h in handed_in(course, UNIT, ["student-02"])] == ["student-02"]
    with pytest.raises(UnitNotFoundError) as caught:
        handed_in(course, UNIT, ["student-03", "student-01"])
    assert str(caught.value) == "nothing handed in for 01_unit by student-03"
    assert caught.value.remedy == "a submission lies in submitted/<student>/01_unit/"


ODD = ["b̶ad name;$(x)", "-rf", "a\nb", "  ", "é" * 100, "学生", "a'b\"c", "%s", "x" * 255, ".dot",
       "..."]  # fmt: skip


def test_any_name_that_a_folder_can_have_is_a_students(course: Course) -> None:
    for name in ODD:
        (course.submitted / name / UNIT).mkdir(parents=True)
    assert students(course) == sorted(ODD)


def test_what_is_no_students_folder_is_nobody(course: Course) -> None:
    (course.submitted / ".ipynb_checkpoints" / UNIT).mkdir(parents=True)
    (course.submitted / "grades.csv").touch()
    (course.submitted / "student-01").touch()
    assert students(course) == []


def test_no_folder_at_all_is_an_empty_class(tmp_path: Path) -> None:
    assert handed_in(Course(tmp_path, "sqlite://"), UNIT) == []


def test_other_capital_letters_are_the_same_unit(course: Course) -> None:
    (course.submitted / "student-01" / "01_Unit").mkdir(parents=True)
    (one,) = handed_in(course, UNIT)
    assert one.folder.name == "01_Unit"
    assert one.flags() == ("mended: the folder 01_Unit was taken for 01_unit",)


def test_the_exact_name_comes_first_and_two_others_are_none(course: Course) -> None:
    for name in ("01_Unit", "01_UNIT"):
        (course.submitted / "student-01" / name).mkdir(parents=True)
    assert handed_in(course, UNIT) == []
    (course.submitted / "student-01" / UNIT).mkdir()
    assert handed_in(course, UNIT)[0].flags() == ()


def test_a_link_is_refused_and_not_looked_into(course: Course) -> None:
    outside = course.root / "outside"
    (outside / UNIT).mkdir(parents=True)
    (outside / UNIT / "secret.txt").touch()
    (course.submitted / "student-01").symlink_to("../outside")
    (course.submitted / "student-02").mkdir()
    (course.submitted / "student-02" / UNIT).symlink_to("../../outside/01_unit")
    (course.submitted / "student-03").symlink_to("../gone")
    one, two = handed_in(course, UNIT)
    assert one.refusal() == "the student's folder is a link; a folder is expected"
    assert two.refusal() == "the unit's folder is a link; a folder is expected"
    for handed in (one, two):
        assert handed.contents().files == ()
        assert handed.timestamp() == (None, ())


def test_a_file_in_the_place_of_the_unit_is_refused(course: Course) -> None:
    (course.submitted / "student-01").mkdir()
    (course.submitted / "student-01" / UNIT).touch()
    (one,) = handed_in(course, UNIT)
    assert one.refusal() == "the unit's folder is a file; a folder is expected"


def test_a_folder_that_may_not_be_read_is_refused(handed: Handed, monkeypatch) -> None:
    def scandir(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", scandir)  # the superuser may read anything
    assert handed.refusal() == "the folder cannot be read: Permission denied"


def test_rights_do_not_stop_the_class(course: Course) -> None:
    locked = course.submitted / "student-01"
    (locked / UNIT).mkdir(parents=True)
    locked.chmod(0)
    try:
        assert len(handed_in(course, UNIT)) == 1
    finally:
        locked.chmod(stat.S_IRWXU)


@pytest.mark.parametrize("text", ["yesterday", "", "99999999999999", "14th of \xff"])
def test_a_time_that_is_not_understood_is_flagged(handed: Handed, text: str) -> None:
    (handed.folder / "timestamp.txt").write_bytes(text.encode("latin-1"))
    moment, (flag,) = handed.timestamp()
    assert moment is None
    assert flag.startswith("the time in timestamp.txt is not understood: '")


def test_a_time_is_read_to_utc(handed: Handed) -> None:
    (handed.folder / "timestamp.txt").write_text("2026-09-14T10:00:00+02:00")
    assert handed.timestamp() == (datetime(2026, 9, 14, 8, tzinfo=UTC), ())


def test_no_time_is_no_flag(handed: Handed) -> None:
    assert handed.timestamp() == (None, ())


def test_a_folder_or_a_pipe_is_no_time(handed: Handed) -> None:
    path = handed.folder / "timestamp.txt"
    path.mkdir()
    flag = (
        "the time in timestamp.txt is not understood:"
        " timestamp.txt is {}; a regular file is expected"
    )
    assert handed.timestamp() == (None, (flag.format("a folder"),))
    path.rmdir()
    os.mkfifo(path)
    assert handed.timestamp() == (None, (flag.format("a pipe"),))


def test_the_digest_follows_names_and_contents(handed: Handed) -> None:
    seen = [handed.digest()]
    (handed.folder / "a").write_text("1")
    seen.append(handed.digest())
    (handed.folder / "a").rename(handed.folder / "b")
    seen.append(handed.digest())
    (handed.folder / "sub").mkdir()
    (handed.folder / "sub" / "c").write_text("1")
    seen.append(handed.digest())
    (handed.folder / "sub" / "c").write_text("2")
    seen.append(handed.digest())
    (handed.folder / "link").symlink_to("/etc/passwd")
    seen.append(handed.digest())
    assert len(set(seen)) == len(seen)
    assert handed.digest() == seen[-1]


def test_the_digest_of_a_pipe_does_not_wait(handed: Handed) -> None:
    os.mkfifo(handed.folder / "pipe")
    assert handed.digest() == handed.digest()
