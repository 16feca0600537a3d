"""Tests that students write, and what they catch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coursekit.questions.forms import UNANSWERED
from coursekit.questions.written_tests import Wrong, mark_test

WRONG = [
    Wrong("it adds one", lambda x: x + 1, "M16"),
    Wrong("it returns it", lambda x: x),
    Wrong("it fails", lambda x: 1 / 0, "M24"),
]


def marked(test: Any) -> tuple[float, str | None, str | None]:
    score = mark_test(test, [lambda x: 2 * x, lambda x: x + x], WRONG, points=3)
    return float(score), score.reason, score.misconception


def good(double: Callable[[int], int]) -> None:
    assert double(1) == 2
    assert double(5) == 10


def shallow(double: Callable[[int], int]) -> None:
    assert double(1) == 2


def blind(double: Callable[[int], int]) -> None:
    """Accept whatever comes."""


def swallowing(double: Callable[[int], int]) -> None:
    try:
        assert double(5) == 10
    except AssertionError:
        pass
    except ZeroDivisionError:
        pass


def test_a_test_that_catches_all_gives_all() -> None:
    assert marked(good) == (3.0, None, None)


def test_what_is_missed_is_named_and_costs_its_share() -> None:
    """``double(1) == 2`` holds for ``x + 1`` too; the other two are caught: 2 of 3 points."""
    assert marked(shallow) == (2.0, "your test lets this pass: it adds one", "M16")


@pytest.mark.parametrize("test", [blind, swallowing])
def test_a_test_that_never_fails_gives_nothing(test: Callable[..., None]) -> None:
    score, reason, _ = marked(test)
    assert score == 0.0
    assert reason == "your test lets this pass: it adds one; it returns it; it fails"


def always(double: Callable[[int], int]) -> None:
    raise AssertionError


def broken(double: Callable[[int], int]) -> None:
    double(1, 2, 3)


def untouched(double: Callable[[int], int]) -> None:
    raise NotImplementedError


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        (always, "your test refuses a right implementation"),
        (broken, "your test fails on a right implementation with TypeError"),
        (untouched, UNANSWERED),
        (None, UNANSWERED),
        (7, "a function is expected, this is the integer 7"),
    ],
)
def test_a_test_that_refuses_what_is_right_gives_nothing(test: object, reason: str) -> None:
    assert marked(test) == (0.0, reason, None)


@pytest.mark.parametrize("error", [TimeoutError("10 seconds are over"), ConnectionError("gone")])
def test_a_test_that_does_not_end_gives_nothing(error: Exception) -> None:
    def endless(double: Callable[[int], int]) -> None:
        raise error

    assert marked(endless) == (0.0, f"your test did not end well: {error}", None)


@pytest.mark.parametrize("test", [good, shallow, None])
def test_score_knows_which_beliefs_could_have_shown(test: Any) -> None:
    """One of the three wrong implementations stands for no belief."""
    assert mark_test(test, [lambda x: 2 * x], WRONG).beliefs == {"M16", "M24"}
