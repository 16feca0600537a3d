"""Marking functions that students wrote."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coursekit.plain import Refused
from coursekit.questions.forms import UNANSWERED, Integer, Integers
from coursekit.questions.functions import Group, mark_function
from coursekit.questions.misconceptions import CATALOGUE
from coursekit.questions.score import Score
from coursekit.raised import StudentError

GROUPS = [
    Group("small", [((1,),), ((2, 3),)], 2),
    Group("none", [((),)]),
    Group("negative", [((-1,),), ((4, -1),)], 3),
]


def count(items: tuple[int, ...]) -> int:
    """Return how many there are; negative ones are refused."""
    if min(items, default=0) < 0:
        raise ValueError("negative")
    return len(items)


def largest(items: tuple[int, ...]) -> int:
    """Stand for a belief: the largest is what is counted."""
    return max(items, default=0)


def unchecked(items: tuple[int, ...]) -> int:
    """Stand for a belief: negative ones are as good as any."""
    return len(items)


def marked(function: Any, **beliefs: Callable[..., Any]) -> tuple[float, str | None, str | None]:
    score = mark_function(function, count, GROUPS, form=Integer(), beliefs=beliefs or None)
    assert isinstance(score, Score)
    return float(score), score.reason, score.misconception


def test_right_function_gives_all_points() -> None:
    assert marked(count) == (6.0, None, None)


def test_group_with_one_wrong_case_gives_nothing_and_hides_the_case() -> None:
    """``largest`` counts wrongly in the second small case, and accepts negative ones."""
    expected = "small, negative: a call is not right"
    assert marked(lambda items: len(items) if items == (1,) else largest(items)) == (
        1.0,
        expected,
        None,
    )


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (KeyError("k"), "small: a call raised KeyError"),
        (StudentError("TooMany", "three"), "small: a call raised TooMany"),
    ],
)
def test_error_is_the_outcome_of_its_case(error: Exception, reason: str) -> None:
    def function(items: tuple[int, ...]) -> int:
        if items == (1,):
            raise error
        return count(items)

    assert marked(function) == (4.0, reason, None)


def test_error_of_the_right_class_is_right_and_another_is_not() -> None:
    def function(items: tuple[int, ...]) -> int:
        if min(items, default=0) < 0:
            raise IndexError("negative")
        return len(items)

    assert marked(function) == (3.0, "negative: a call raised IndexError", None)


@pytest.mark.parametrize(
    ("result", "fault"),
    [
        (1.0, "an integer is expected, this is the float 1.0"),
        (True, "an integer is expected, this is the truth value True"),
        (None, "not answered yet"),
        (Refused("a set, which is not plain data"),
         "an integer is expected, this is a set, which is not plain data"),
    ],
)  # fmt: skip
def test_result_of_another_form_is_wrong_and_named(result: object, fault: str) -> None:
    def function(items: tuple[int, ...]) -> object:
        return result if items == (1,) else count(items)

    assert marked(function)[1] == f"small: a call returned something else: {fault}"


def test_result_is_read_by_its_form() -> None:
    score = mark_function(
        lambda items: list(items), tuple, [Group("all", [((1, 2),)])], form=Integers()
    )

    assert score == 1.0


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (None, UNANSWERED),
        (8, "a function is expected, this is the integer 8"),
        (Refused("a class"), "a function is expected, this is a class"),
    ],
)
def test_what_is_no_function_gives_nothing(function: object, reason: str) -> None:
    assert marked(function) == (0.0, reason, None)


def test_untouched_function_is_not_answered_yet() -> None:
    def untouched(items: tuple[int, ...]) -> int:
        raise NotImplementedError

    assert marked(untouched) == (0.0, UNANSWERED, None)


def test_arguments_are_copies() -> None:
    """A function that empties its list finds the next case, and the reference, unharmed."""

    def emptying(items: list[int]) -> int:
        found = len(items)
        items.clear()
        return found

    shared = [1, 2]
    groups = [Group("twice", [(shared,), (shared,)])]

    assert mark_function(emptying, len, groups, form=Integer()) == 1.0
    assert shared == [1, 2]


@pytest.mark.parametrize("error", [TimeoutError("10 seconds are over"), ConnectionError("ended")])
def test_end_of_the_other_side_ends_the_marking(error: Exception) -> None:
    """The group before keeps its points, the one that is not reached gives none."""
    called = []

    def function(items: tuple[int, ...]) -> int:
        called.append(items)
        if not items:
            raise error
        return count(items)

    assert marked(function) == (2.0, f"none: a call gave no answer: {error}", None)
    assert called == [(1,), (2, 3), ()]


def test_belief_is_named_once_before_the_calls() -> None:
    score = marked(largest, M29=largest, M58=unchecked)

    assert score == (
        1.0,
        f"{CATALOGUE['M29'].message} small, negative: a call is not right",
        "M29",
    )


def test_belief_must_explain_every_case_of_a_group() -> None:
    assert marked(lambda items: 5, M29=largest)[2] is None


def test_beliefs_that_cannot_be_told_apart_are_not_named() -> None:
    assert marked(unchecked, M29=unchecked, M58=unchecked)[2] is None
    assert marked(unchecked, M29=unchecked, M58=largest)[2] == "M29"


def test_later_group_may_tell_what_an_earlier_one_cannot() -> None:
    """Two beliefs agree on negative ones; only one of them fails at none."""

    def from_one(items: tuple[int, ...]) -> int:
        return max(len(items), 1)

    groups = [GROUPS[2], GROUPS[1]]
    score = mark_function(
        from_one, count, groups, form=Integer(),
        beliefs={"M58": unchecked, "M63": from_one},
    )  # fmt: skip

    assert score.misconception == "M63"


@pytest.mark.parametrize("function", [count, None])
def test_score_knows_which_beliefs_could_have_shown(function: Any) -> None:
    beliefs = {"M29": largest, "M66": unchecked}
    score = mark_function(function, count, GROUPS, form=Integer(), beliefs=beliefs)

    assert score.beliefs == {"M29", "M66"}
    assert mark_function(function, count, GROUPS, form=Integer()).beliefs == frozenset()
