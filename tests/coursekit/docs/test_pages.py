"""The pages are written with the course, and a check sees it when they no longer fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coursekit.build.sidefiles import read_tree
from coursekit.course import Course
from coursekit.docs import pages
from coursekit.docs.pages import check_docs, missing_rows, write_docs
from coursekit.errors import CourseError, StaleError

NAMES = ["docs/facts.md", "docs/misconceptions.md"]
Planned = Callable[..., Course]


@pytest.fixture(autouse=True)
def no_beliefs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the catalogue out: the tiny course treats none of it."""
    monkeypatch.setattr(pages, "CATALOGUE", {})


@pytest.fixture
def full(planned: Planned, lesson: str) -> Course:
    """Return a course whose tables have no empty row, with its pages."""
    course = planned(lesson=lesson.replace('"fact-A1",', '"fact-A1", "fact-B1",'))
    write_docs(course, _no_talk)
    return course


def _no_talk(line: str) -> None:
    raise AssertionError(line)


def test_written_pages_pass_the_check_and_nothing_is_said(full: Course) -> None:
    before = read_tree(full.root)

    assert [name for name in before if name.startswith("docs/")] == NAMES
    check_docs(full, _no_talk)
    assert read_tree(full.root) == before
    assert missing_rows(full) == ()


@pytest.mark.parametrize("name", NAMES)
def test_page_that_was_changed_is_stale(full: Course, name: str) -> None:
    path = full.root / name
    path.write_text(path.read_text().replace("01", "02"))

    with pytest.raises(StaleError) as caught:
        check_docs(full, _no_talk)
    assert str(caught.value) == f"not what the text gives: {name} differs"
    assert caught.value.remedy == "run `coursekit build`"


def test_page_that_is_missing_is_stale(full: Course) -> None:
    (full.root / NAMES[0]).unlink()

    with pytest.raises(StaleError, match=r"^not what the text gives: docs/facts\.md is missing$"):
        check_docs(full, _no_talk)


@pytest.mark.parametrize(
    ("old", "new"),
    [("## Sides", "## Two sides"), ('"fact-A1", ', ""), ('"demo", ', "")],
)
def test_change_of_a_text_makes_the_pages_stale(full: Course, old: str, new: str) -> None:
    path = full.texts / "01_area" / "lesson.py"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))

    with pytest.raises(StaleError, match=r"docs/facts\.md differs"):
        check_docs(full, _no_talk)


def test_other_files_of_the_folder_are_let_be(full: Course) -> None:
    (full.root / "docs" / "notes.md").write_text("mine")

    write_docs(full, _no_talk)
    check_docs(full, _no_talk)

    assert (full.root / "docs" / "notes.md").read_text() == "mine"


def test_empty_row_of_a_complete_course_is_an_error(planned: Planned) -> None:
    course = planned()
    said: list[str] = []
    write_docs(course, said.append)

    assert said == ["docs: fact B1: no section teaches it"]
    with pytest.raises(CourseError) as caught:
        check_docs(course, _no_talk)
    assert str(caught.value) == "docs: fact B1: no section teaches it"
    assert caught.value.remedy


def test_empty_rows_of_an_unfinished_course_are_said(planned: Planned) -> None:
    """Three facts lack a section, and A2, which no question asks for, a demo as well."""
    course = planned(lesson=None)
    said: list[str] = []
    write_docs(course, said.append)
    check_docs(course, said.append)

    assert said == 2 * [
        "docs: 01_area: there is no lesson; fact A1: no section teaches it; "
        "fact A2: no section teaches it; fact A2: no demo shows it and no question asks for it; "
        "fact B1: no section teaches it"
    ]


def test_course_without_a_plan_has_no_pages(planned: Planned) -> None:
    course = planned(outline=None, facts=None)

    write_docs(course, _no_talk)
    check_docs(course, _no_talk)

    assert missing_rows(course) == ()
    assert not (course.root / "docs").exists()
