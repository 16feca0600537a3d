"""What students hand in: names, files and times."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from coursekit.course import Course
from coursekit.errors import NotebookError, UnitNotFoundError
from coursekit.grading.intake import Handed, handed_in


@pytest.fixture
def handed(tmp_path: Path) -> Handed:
    folder = tmp_path / "submitted" / "student-01" / "unit"
    folder.mkdir(parents=True)
    return Handed("student-01", "unit", folder)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-09-14 10:00:00 UTC", datetime(2026, 9, 14, 10, tzinfo=UTC)),
        ("2026-09-14 10:00:00.250000 GMT", datetime(2026, 9, 14, 10, 0, 0, 250_000, tzinfo=UTC)),
        ("2026-09-14T10:00:00+02:00", datetime(2026, 9, 14, 8, tzinfo=UTC)),
        ("2026-09-14 10:00", datetime(2026, 9, 14, 10, tzinfo=UTC)),
        ("2026-10-25 02:30:00 +0200\n", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
)
def test_times_are_read_to_utc(handed: Handed, text: str, moment: datetime) -> None:
    (handed.folder / "timestamp.txt").write_text(text)
    assert handed.timestamp() == (moment, ())


@pytest.mark.parametrize("text", ["yesterday", "", "99999999999999", "14th of \xff"])
def test_a_time_that_is_not_understood_is_flagged(handed: Handed, text: str) -> None:
    (handed.folder / "timestamp.txt").write_bytes(text.encode("latin-1"))
    moment, (flag,) = handed.timestamp()
    assert moment is None
    assert flag.startswith("the time in timestamp.txt is not understood: '")


def test_no_time_is_no_flag(handed: Handed) -> None:
    assert handed.timestamp() == (None, ())


def test_the_notebook_of_the_expected_name_is_taken(handed: Handed) -> None:
    for name in ("assignment.ipynb", "assignment-Copy1.ipynb"):
        (handed.folder / name).touch()
    assert handed.notebook("assignment") == (handed.folder / "assignment.ipynb", ())


def test_one_renamed_notebook_is_taken_and_flagged(handed: Handed) -> None:
    (handed.folder / "assignment (1).ipynb").touch()
    path, flags = handed.notebook("assignment")
    assert path.name == "assignment (1).ipynb"
    assert flags == ("assignment (1).ipynb was taken for assignment.ipynb",)


@pytest.mark.parametrize(
    ("names", "found"), [([], "no notebook"), (["b.ipynb", "a.ipynb"], "a.ipynb, b.ipynb")]
)
def test_what_cannot_be_told_is_refused(handed: Handed, names: list[str], found: str) -> None:
    for name in names:
        (handed.folder / name).touch()
    with pytest.raises(NotebookError) as caught:
        handed.notebook("assignment")
    assert str(caught.value) == f"assignment.ipynb is expected; the folder holds {found}"


def test_a_link_is_not_followed(handed: Handed, tmp_path: Path) -> None:
    (tmp_path / "secret.ipynb").write_text("{}")
    (handed.folder / "assignment.ipynb").symlink_to(tmp_path / "secret.ipynb")
    with pytest.raises(NotebookError, match="the folder holds no notebook"):
        handed.notebook("assignment")


def test_the_digest_follows_names_and_contents(handed: Handed) -> None:
    empty = handed.digest()
    (handed.folder / "a").write_text("1")
    one = handed.digest()
    (handed.folder / "a").rename(handed.folder / "b")
    assert len({empty, one, handed.digest()}) == 3


def test_students_come_in_order_and_only_those_asked_for(tmp_path: Path) -> None:
    for name in ("student-02", "student-01", "b̶ad name;$(x)"):
        (tmp_path / "submitted" / name / "unit").mkdir(parents=True)
    (tmp_path / "submitted" / "student-03" / "other").mkdir(parents=True)
    course = Course(tmp_path, "sqlite://")
    assert [h.student for h in handed_in(course, "unit")] == [
        "b̶ad name;$(x)", "student-01", "student-02",
    ]  # fmt: skip
    assert [h.student for h in handed_in(course, "unit", ["student-02"])] == ["student-02"]
    with pytest.raises(UnitNotFoundError) as caught:
        handed_in(course, "unit", ["student-03", "student-01"])
    assert str(caught.value) == "nothing handed in for unit by student-03"
