"""A lesson's sections, and the facts that its cells say they treat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coursekit.build.text import Text
from coursekit.docs.lessons import Lesson, Treatment, read_lesson
from coursekit.errors import UnitError

KNOWN = {"A1", "A2", "B1"}
Read = Callable[[str], Text]


def test_sections_are_the_headings_below_the_title(read: Read, lesson: str) -> None:
    found = read_lesson(read(lesson), KNOWN)

    assert (found.unit, found.title) == ("01_area", "Areas")
    assert list(found.sections.items()) == [("sides", "Sides | `a`"), ("try-it", "Try it")]


def _treated(found: Lesson, treatment: Treatment) -> dict[str, tuple[str, ...]]:
    return {fact: places for fact in sorted(KNOWN) if (places := found.places(fact, treatment))}


def test_cell_treats_its_facts_in_the_section_it_stands_in(
    read: Read, lesson: str, cells: Any
) -> None:
    """The last code cell belongs to the section of the heading above it, as the demo does."""
    more = cells.code("ask()", 'tags=["fact-B1", "practice"]')
    found = read_lesson(read(f"{lesson}\n{more}"), KNOWN)

    assert _treated(found, Treatment.TAUGHT) == {"A1": ("sides",), "A2": ("sides", "try-it")}
    assert _treated(found, Treatment.SHOWN) == {"A2": ("try-it",)}
    assert _treated(found, Treatment.PRACTISED) == {"B1": ("try-it",)}


def test_section_that_treats_a_fact_twice_is_named_once(read: Read, cells: Any) -> None:
    text = cells.markdown('<a id="sides"></a>\n## Sides', 'tags=["fact-A1"]') + cells.code(
        "1", 'tags=["fact-A1"]'
    )

    assert read_lesson(read(text), KNOWN).places("A1", Treatment.TAUGHT) == ("sides",)


def test_heading_without_anchor_and_code_that_looks_like_one_are_no_sections(
    read: Read, cells: Any
) -> None:
    text = cells.markdown("## Plain") + cells.code("text = '''\n<a id=\"x\"></a>\n## X\n'''")
    found = read_lesson(read(text), KNOWN)

    assert (found.title, found.sections) == ("01_area", {})


def test_unknown_fact_is_the_authors_fault(read: Read, cells: Any) -> None:
    text = cells.markdown('<a id="s"></a>\n## S') + cells.code("1", 'tags=["fact-A9"]')

    with pytest.raises(UnitError) as caught:
        read_lesson(read(text), KNOWN)
    assert str(caught.value) == (
        "01_area, cell cell-002: its tag fact-A9 names no fact of the course (assignment.py line 4)"
    )


def test_fact_above_the_first_section_is_the_authors_fault(read: Read, cells: Any) -> None:
    text = cells.markdown('<a id="areas"></a>\n# Areas', 'tags=["fact-A1"]')

    with pytest.raises(UnitError, match=r"cell-001: it names the fact A1 above the first section"):
        read_lesson(read(text), KNOWN)
