"""What a course sets out to teach is read strictly, and what is wrong with it is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from coursekit.course import Course
from coursekit.docs.plan import FactGroup, PlannedUnit, parse_facts, parse_outline, read_plan
from coursekit.errors import CourseError, StorageError


def test_plan_is_read_from_beside_the_texts(planned: Callable[..., Course]) -> None:
    plan = read_plan(planned().texts)

    assert plan is not None
    assert plan.units == (PlannedUnit("01_area", "Areas", ("sides", "try-it")),)
    assert [(group.letter, group.title) for group in plan.groups] == [
        ("A", "Rectangles"),
        ("B", "Circles"),
    ]
    assert plan.facts() == {"A1", "A2", "B1"}


def test_course_without_the_two_files_has_no_plan(tmp_path: Path) -> None:
    assert read_plan(tmp_path) is None


@pytest.mark.parametrize("missing", ["outline", "facts"])
def test_half_a_plan_is_refused(planned: Callable[..., Course], missing: str) -> None:
    with pytest.raises(StorageError, match=rf"^cannot read .*{missing}\.toml: No such file"):
        read_plan(planned(**{missing: None}).texts)


def test_group_without_facts_is_allowed() -> None:
    assert parse_facts('[groups]\nA = "Areas"\n[facts]\n') == (FactGroup("A", "Areas", {}),)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[01_area", "it is not TOML: Expected ']' at the end of a table declaration"),
        ('[u]\ntitle = "T"', "u is not a table of a title and a list of sections"),
        ('u = "T"', "u is not a table of a title and a list of sections"),
        (
            '[u]\ntitle = "T"\nsections = []\npoints = 3',
            "u is not a table of a title and a list of sections",
        ),
        ('[u]\ntitle = "T"\nsections = ["a", "b", "a"]', "u has the section a twice"),
    ],
)
def test_faulty_outline_is_one_line(text: str, fault: str) -> None:
    with pytest.raises(CourseError) as caught:
        parse_outline(text)

    assert str(caught.value).startswith(f"course/outline.toml: {fault}")
    assert caught.value.remedy == "mend that file"


GROUPS = '[groups]\nA = "Areas"\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[groups", "it is not TOML: Expected ']' at the end of a table declaration"),
        (GROUPS, "a table of groups and a table of facts are expected, and nothing else"),
        (
            f"{GROUPS}[facts]\n[more]\n",
            "a table of groups and a table of facts are expected, and nothing else",
        ),
        (
            f'{GROUPS}[facts]\nB1 = "b"',
            "B1 is no letter of a group with a number from 1 to 99",
        ),
        (
            f'{GROUPS}[facts]\nA01 = "a"',
            "A01 is no letter of a group with a number from 1 to 99",
        ),
        (f'{GROUPS}[facts]\nA1 = "a"\nA3 = "c"', "A3 stands where A2 is expected"),
        (f'{GROUPS}[facts]\nA2 = "b"\nA1 = "a"', "A2 stands where A1 is expected"),
    ],
)
def test_faulty_facts_are_one_line(text: str, fault: str) -> None:
    with pytest.raises(CourseError) as caught:
        parse_facts(text)

    assert str(caught.value).startswith(f"course/facts.toml: {fault}")
    assert caught.value.remedy == "mend that file"


def test_facts_of_this_course_stand_in_their_groups(repository: Path) -> None:
    """Twenty about one tensor, seventeen about shapes across operations, ten corrections."""
    plan = read_plan(repository / "course")

    assert plan is not None
    assert {g.letter: len(g.statements) for g in plan.groups} == {"A": 20, "B": 17, "C": 10}
    for group in plan.groups:
        for statement in group.statements.values():
            assert statement[0].isupper() or statement.startswith("fp32")
            assert statement.endswith(".")
            assert "\n" not in statement
