"""What a course lacks is named, row by row; a full course lacks nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from coursekit.course import Course
from coursekit.docs.assignments import Asked
from coursekit.docs.lessons import Lesson, Mention, Treatment
from coursekit.docs.plan import FactGroup, Plan, PlannedUnit, read_plan
from coursekit.docs.survey import Survey, gaps, survey
from coursekit.errors import UnitError
from coursekit.questions.misconceptions import Misconception, Shows

UNIT = "01_area"
SIDES = Misconception("M1", "n", "b.", "h.", UNIT, "sides", Shows.ANSWER)
TAUGHT = Misconception("M2", "n", "b.", "h.", UNIT, "try-it", Shows.LESSON)


@pytest.fixture
def full() -> Survey:
    """Return a course of one unit that lacks nothing."""
    plan = Plan(
        (PlannedUnit(UNIT, "Areas", ("sides", "try-it")),),
        (FactGroup("A", "Rectangles", {"A1": "One.", "A2": "Two."}),),
    )
    lesson = Lesson(
        UNIT,
        "Areas",
        {"sides": "Sides", "try-it": "Try it"},
        (
            Mention("A1", "sides", Treatment.TAUGHT),
            Mention("A2", "sides", Treatment.TAUGHT),
            Mention("A2", "try-it", Treatment.SHOWN),
        ),
    )
    questions = (Asked(UNIT, "1", ("A1",), frozenset({"M1"})),)
    return Survey(plan, {"M1": SIDES, "M2": TAUGHT}, {UNIT: lesson}, questions, {})


def _with_lesson(full: Survey, **changes: Any) -> Survey:
    return replace(full, lessons={UNIT: replace(full.lessons[UNIT], **changes)})


def test_full_course_lacks_nothing(full: Survey) -> None:
    assert gaps(full) == ()
    assert full.complete


def test_fact_that_no_section_teaches_is_named(full: Survey) -> None:
    """The demo of A2 alone does not teach it."""
    bare = _with_lesson(full, mentions=(Mention("A2", "try-it", Treatment.SHOWN),))

    assert gaps(bare) == ("fact A1: no section teaches it", "fact A2: no section teaches it")


def test_fact_that_is_neither_shown_nor_asked_is_named(full: Survey) -> None:
    taught = full.lessons[UNIT].mentions[:2]

    assert gaps(_with_lesson(full, mentions=taught)) == (
        "fact A2: no demo shows it and no question asks for it",
    )


def test_practice_asks_for_a_fact_too(full: Survey) -> None:
    practised = Mention("A2", "sides", Treatment.PRACTISED)
    mentions = (*full.lessons[UNIT].mentions[:2], practised)

    assert gaps(_with_lesson(full, mentions=mentions)) == ()


def test_belief_that_nothing_can_tell_is_named(full: Survey) -> None:
    silent = replace(full, questions=(Asked(UNIT, "1", ("A1",), frozenset()),))

    assert gaps(silent) == ("misconception M1: no question can tell it",)
    assert gaps(replace(silent, practice={"sides": frozenset({"M1"})})) == ()


def test_belief_that_is_told_though_only_taught_is_named(full: Survey) -> None:
    fault = ("misconception M2: a question tells it, though only a lesson should",)

    assert gaps(replace(full, practice={"sides": frozenset({"M2"})})) == fault
    asked = Asked(UNIT, "1", ("A1",), frozenset({"M1", "M2"}))
    assert gaps(replace(full, questions=(asked,))) == fault


def test_question_whose_test_tells_nothing_is_named(full: Survey) -> None:
    silent = Asked(UNIT, "2", (), None)

    assert gaps(replace(full, questions=(*full.questions, silent))) == (
        "01_area, question 2: its test gives no reasoned mark",
    )


def test_unit_that_is_still_to_be_written_is_named(full: Survey) -> None:
    later = replace(full.plan, units=(*full.plan.units, PlannedUnit("02_round", "Circles", ())))
    unwritten = replace(full, plan=later)

    assert gaps(unwritten) == (
        "02_round: no assignment asks anything",
        "02_round: there is no lesson",
    )
    assert not unwritten.complete
    assert full.complete


@pytest.mark.parametrize(
    ("changes", "lacking"),
    [
        ({"lessons": {}}, {"01_area: there is no lesson"}),
        ({"questions": ()}, {"01_area: no assignment asks anything"}),
    ],
)
def test_course_without_a_lesson_or_an_assignment_is_not_complete(
    full: Survey, changes: dict[str, Any], lacking: set[str]
) -> None:
    half = replace(full, **changes)

    assert lacking <= set(gaps(half))
    assert not half.complete


def test_lesson_that_differs_from_the_plan_is_named(full: Survey) -> None:
    other = _with_lesson(full, title="Area", sections={"sides": "Sides", "more": "More"})

    assert gaps(other) == (
        "01_area: its title is planned as 'Areas' and written as 'Area'",
        "01_area: its lesson lacks the section try-it",
        "01_area: its lesson's section more is not in the plan",
    )


@pytest.mark.parametrize("place", [{"unit": "02_round"}, {"section": "angles"}])
def test_belief_that_points_nowhere_is_named(full: Survey, place: dict[str, str]) -> None:
    lost = replace(SIDES, **place)

    assert gaps(replace(full, catalogue={"M1": lost})) == (
        f"misconception M1: the plan has no section {lost.section} in {lost.unit}",
    )


def test_texts_of_a_course_are_surveyed(planned: Callable[..., Course]) -> None:
    """B1 is asked for and never taught; A2 is taught and shown."""
    course = planned()
    plan = read_plan(course.texts)
    assert plan is not None

    found = survey(course, plan, {}, {"strides": frozenset({"M29"})})

    assert found.complete
    assert gaps(found) == ("fact B1: no section teaches it",)
    assert [asked.label for asked in found.asking_for("B1")] == ["1"]
    assert [asked.label for asked in found.telling("M29")] == ["1"]
    assert (found.topics("M29"), found.topics("M30")) == (("strides",), ())


def test_unknown_fact_stops_the_survey(planned: Callable[..., Course], lesson: str) -> None:
    course = planned(lesson=lesson.replace("fact-A1", "fact-A9"))
    plan = read_plan(course.texts)
    assert plan is not None

    with pytest.raises(
        UnitError, match=r"its tag fact-A9 names no fact of the course \(lesson\.py"
    ):
        survey(course, plan, {}, {})
