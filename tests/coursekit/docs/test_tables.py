"""The tables as pages: every row, links that lead somewhere, and text that stays text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import mistune
import pytest

from coursekit.course import Course
from coursekit.docs.plan import read_plan
from coursekit.docs.survey import Survey, survey
from coursekit.docs.tables import facts_page, misconceptions_page
from coursekit.questions.misconceptions import CATALOGUE, Misconception, Shows

LESSON = "../course/01_area/lesson.ipynb"
RELEASE = "[01](../release/01_area/assignment.ipynb)"


@pytest.fixture
def found(planned: Callable[..., Course]) -> Survey:
    """Return the survey of the tiny course, with a catalogue of its own."""
    catalogue = {
        "M29": Misconception("M29", "Sizes", "You seem to *read*.", "h.", "01_area", "sides",
                             Shows.ANSWER),
        "M31": Misconception("M31", "Unchecked", "You seem to trust.", "h.", "01_area", "gone",
                             Shows.LESSON),
    }  # fmt: skip
    course = planned()
    plan = read_plan(course.texts)
    assert plan is not None
    return survey(course, plan, catalogue, {"strides": frozenset({"M29"})})


def test_facts_stand_beside_where_they_are_treated(found: Survey) -> None:
    """A1 and B1 are asked in the first question; A2 is taught twice and has a demo."""
    sides, try_it = rf"[01 Sides \| `a`]({LESSON}#sides)", f"[01 Try it]({LESSON}#try-it)"
    page = facts_page(found)

    assert page.startswith("<!-- Made by `coursekit build`")
    assert page.endswith(
        f"""\
## A. Rectangles

|   | fact | section | demo | asked in |
| --- | --- | --- | --- | --- |
| A1 | A 2\\*3 rectangle \\| has area 6. | {sides} |   | {RELEASE}: 1 |
| A2 | Sides multiply. | {sides} · {try_it} | {try_it} |   |

## B. Circles

|   | fact | section | demo | asked in |
| --- | --- | --- | --- | --- |
| B1 | A circle has no sides. |   |   | {RELEASE}: 1 |
"""
    )


def test_misconceptions_stand_beside_what_can_tell_them(found: Survey) -> None:
    """The section of M31 is not written: its name stands there without a link."""
    sides = rf"[01 Sides \| `a`]({LESSON}#sides)"
    assert misconceptions_page(found).endswith(
        f"""\
## 01. Areas

|   | name | belief | section | questions | practice |
| --- | --- | --- | --- | --- | --- |
| M29 | Sizes | You seem to \\*read\\*. | {sides} | {RELEASE}: 1 | strides |
| M31 | Unchecked | You seem to trust. | 01 gone | in the lesson only |   |
"""
    )


def test_questions_of_several_units_stand_side_by_side(found: Survey) -> None:
    """Two cells under one heading count as one question."""
    (one, _) = found.questions
    asked = (one, one, replace(one, label="4"), replace(one, unit="02_round", label="Why"))
    (row,) = re.findall(r"^\| B1 .*$", facts_page(replace(found, questions=asked)), re.MULTILINE)

    assert row.endswith(f"| {RELEASE}: 1, 4 · [02](../release/02_round/assignment.ipynb): Why |")


def test_special_characters_of_a_statement_are_read_as_they_are(found: Survey) -> None:
    """What Markdown would take for emphasis, code or a tag comes out as it was written."""
    statement = "2**64 and 3**2, a_b_c, `x`, <b>, a | b, [B, T]"
    group = replace(found.plan.groups[1], statements={"B1": statement})
    plan = replace(found.plan, groups=(group,))
    render = mistune.create_markdown(plugins=["table"])

    html = str(render(facts_page(replace(found, plan=plan))))

    assert f"<td>{mistune.escape(statement)}</td>" in html


@pytest.fixture(scope="module")
def of_this_course(repository: Path) -> Survey:
    course = Course.at(repository)
    plan = read_plan(course.texts)
    assert plan is not None
    return survey(course, plan, CATALOGUE, {})


@pytest.mark.parametrize("page", [facts_page, misconceptions_page])
def test_links_of_this_course_lead_to_sections(
    page: Callable[[Survey], str], of_this_course: Survey, repository: Path
) -> None:
    links = set(re.findall(r"\]\(\.\./([^)#]+)(?:#([^)]+))?\)", page(of_this_course)))

    assert len(links) >= 10
    for name, anchor in links:
        assert not anchor or f'<a id=\\"{anchor}\\"></a>' in (repository / name).read_text()


def test_every_fact_and_misconception_of_this_course_has_one_row(of_this_course: Survey) -> None:
    facts, beliefs = facts_page(of_this_course), misconceptions_page(of_this_course)

    assert sorted(re.findall(r"^\| ([ABC]\d+) \|", facts, re.MULTILINE)) == sorted(
        of_this_course.plan.facts()
    )
    assert sorted(re.findall(r"^\| (M\d+) \|", beliefs, re.MULTILINE)) == sorted(CATALOGUE)
