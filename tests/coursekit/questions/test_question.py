"""Questions whose wrong answers can be told apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions.equality import same
from coursekit.questions.forms import Integer, Integers
from coursekit.questions.question import OneOf, Question, ask, told_apart


def question(answer: object, beliefs: Mapping[str, Any]) -> Question:
    return Question("q(1)", "What?", Integer(), answer, beliefs)


def test_belief_is_known_by_its_answer() -> None:
    asked = question(8, {"M29": 9, "M63": OneOf(7, -2)})

    assert asked.belief_behind(9) == "M29"
    assert asked.belief_behind(-2) == "M63"
    assert asked.belief_behind(8) is None
    assert asked.belief_behind(9.0) is None


@pytest.mark.parametrize(
    ("beliefs", "message"),
    [
        ({"M29": 8}, "question q(1): M29 gives the same answer as the right one"),
        (
            {"M29": 9, "M58": 10, "M63": OneOf(9, 10)},
            "question q(1): M63 gives the same answer as M29; M63 gives the same answer as M58",
        ),
        ({"M999": 9}, "question q(1): no misconception M999 in the catalogue"),
    ],
)
def test_question_that_cannot_tell_is_refused(beliefs: dict[str, Any], message: str) -> None:
    with pytest.raises(CourseError) as caught:
        question(8, beliefs)

    assert str(caught.value) == message


def test_clash_has_a_remedy() -> None:
    with pytest.raises(CourseError) as caught:
        question(8, {"M29": 8})

    expected = "choose other parameters, or let told_apart drop what these cannot tell apart"
    assert caught.value.remedy == expected


def test_right_answer_of_another_form_is_refused() -> None:
    expected = r"question q\(1\): its right answer does not fit: an integer is expected, "
    with pytest.raises(CourseError, match=expected):
        question(8.0, {})


def test_one_belief_may_give_one_answer_twice() -> None:
    assert question(8, {"M63": OneOf(9, 9)}).belief_behind(9) == "M63"


def test_first_belief_that_applies_decides_an_answer() -> None:
    asked = question(8, {"M29": 9, "M63": OneOf(7, -2)})

    assert asked.answer_under(["M58", "M63", "M29"]) == 7
    assert asked.answer_under(["M58"]) == 8
    assert asked.answer_under([]) == 8


def test_ask_names_the_call_and_drops_only_when_told_to() -> None:
    beliefs = {"M29": (1,), "M58": (2,)}
    asked = ask("of", ((1,),), "What?", Integers(), (1,), beliefs, drop_ambiguous=True)

    assert asked.id == "of((1,))"
    assert asked.beliefs == {"M58": (2,)}
    with pytest.raises(CourseError, match=r"question of\(\(1,\)\): M29 gives the same answer"):
        ask("of", ((1,),), "What?", Integers(), (1,), beliefs, drop_ambiguous=False)


@given(
    st.integers(0, 3),
    st.dictionaries(
        st.sampled_from(["M29", "M30", "M58", "M59"]),
        st.lists(st.integers(0, 6), min_size=1, max_size=3).map(lambda some: OneOf(*some)),
    ),
)
def test_told_apart_keeps_what_can_be_told_and_nothing_else(
    answer: int, beliefs: dict[str, OneOf]
) -> None:
    """An answer is kept exactly if it is wrong and all who give it share one belief."""
    asked = question(answer, told_apart(answer, beliefs))

    for value in range(7):
        holders = {id_ for id_, some in beliefs.items() if value in some.answers}
        known = holders.pop() if len(holders) == 1 and not same(value, answer) else None
        assert asked.belief_behind(value) == known
