"""Questions about refusals, and how each belief would check a coordinate."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions.flat_buffer.access import (
    OFFSET_FUNCTIONS,
    access_beliefs,
    checked_offset,
    outcome,
    refusal_of,
    unchecked_offset,
)
from coursekit.questions.judging import judge
from tensorlib import IndexOutOfBounds, RankMismatch

FROZEN = (2, 2, 3)
SHAPES = st.lists(st.integers(0, 4), max_size=3).map(tuple)
COORDINATES = st.lists(st.integers(-2, 6), max_size=4).map(tuple)


@pytest.mark.parametrize(
    ("belief", "coordinate", "expected"),
    [
        ("M33", (-1, 0, -3), 1 * 6 + 0 * 3 + 0 * 1),  # the last slice, the first position
        ("M33", (-3, 0, 0), IndexOutOfBounds(0, -3, 2)),
        ("M33", (0, 2, 0), IndexOutOfBounds(1, 2, 2)),
        ("M63", (1, 2, 3), 0 * 6 + 1 * 3 + 2 * 1),
        ("M63", (1, 0, 2), IndexOutOfBounds(1, 0, 2)),
        ("M64", (2, 5, 9), IndexOutOfBounds(2, 9, 3)),
        ("M65", (1, 2), IndexOutOfBounds(1, 2, 2)),
        ("M65", (1, 0), RankMismatch(3, 2)),
        ("M66", (0, 2, 0), 6),
        ("M66", (1, -1, -2), 6 - 3 - 2),
        ("M66", (1, 2), 12),
        ("M67", (1, 0), RankMismatch(2, 3)),
        ("M68", (1, 2, 0), IndexOutOfBounds(1, 2, 1)),
        ("M73", (0, 2, 0), 6),
        ("M73", (0, 3, 0), IndexOutOfBounds(1, 3, 2)),
    ],
)
def test_each_belief_by_hand(belief: str, coordinate: tuple[int, ...], expected: object) -> None:
    """Strides are (6, 3, 1)."""
    assert outcome(OFFSET_FUNCTIONS[belief], FROZEN, coordinate) == expected


@pytest.mark.parametrize("belief", OFFSET_FUNCTIONS)
def test_beliefs_but_counting_from_one_are_right_about_valid_coordinates(belief: str) -> None:
    for coordinate in product(*map(range, FROZEN)):
        right = outcome(checked_offset, FROZEN, coordinate)
        believed = outcome(OFFSET_FUNCTIONS[belief], FROZEN, coordinate)
        assert (believed == right) == (belief != "M63")


@pytest.mark.parametrize(
    ("coordinate", "answer", "belief"),
    [
        ((1, 2, 0), 12, "M66"),
        ((1, 2, 0), IndexOutOfBounds(2, 2, 2), "M63"),  # axes counted from one
        ((1, 2, 0), IndexOutOfBounds(2, 0, 3), "M63"),  # indices counted from one
        ((1, 2, 0), IndexOutOfBounds(1, 2, 1), "M68"),
        ((1, 0), RankMismatch(2, 3), "M67"),
        ((9, 9), IndexOutOfBounds(0, 9, 2), "M65"),
        ((2, 5, 9), IndexOutOfBounds(2, 9, 3), "M64"),
        ((-1, 0, 0), 6, "M33"),
        ((-1, 0, 0), -6, "M66"),
        ((1, 2, 0), IndexOutOfBounds(0, 1, 2), None),
        ((1, 2, 0), RankMismatch(3, 3), None),
    ],
)
def test_wrong_refusal_shows_its_belief(
    coordinate: tuple[int, ...], answer: object, belief: str | None
) -> None:
    verdict = judge(refusal_of(FROZEN, coordinate, drop_ambiguous=True), answer)

    assert not verdict.correct
    assert verdict.misconception == belief


@pytest.mark.parametrize(
    ("shape", "coordinate", "answer"),
    [
        (FROZEN, (1, 2, 0), IndexOutOfBounds(axis=1, index=2, dimension=2)),
        (FROZEN, (0, 2, 0), IndexOutOfBounds(axis=1, index=2, dimension=2)),
        (FROZEN, (2, 5, 9), IndexOutOfBounds(axis=0, index=2, dimension=2)),
        (FROZEN, (1, 0), RankMismatch(expected=3, actual=2)),
        (FROZEN, (9, 9, 9, 9), RankMismatch(expected=3, actual=4)),
        (FROZEN, (-1, 0, 0), IndexOutOfBounds(axis=0, index=-1, dimension=2)),
        ((2, 0, 3), (1, 0, 2), IndexOutOfBounds(axis=1, index=0, dimension=0)),
        ((), (0,), RankMismatch(expected=0, actual=1)),
    ],
)
def test_right_refusal_is_the_first_check_that_fails(
    shape: tuple[int, ...], coordinate: tuple[int, ...], answer: object
) -> None:
    assert judge(refusal_of(shape, coordinate, drop_ambiguous=True), answer).correct


def test_empty_tensor_without_axes_is_a_belief() -> None:
    question = refusal_of((2, 0, 3), (1, 0, 2))

    assert judge(question, RankMismatch(0, 3)).misconception == "M39"


def test_axis_without_positions_has_no_largest_index() -> None:
    assert "M68" not in access_beliefs((2, 0, 3), (1, 0, 2))


def test_valid_coordinate_is_not_asked_for_a_refusal() -> None:
    message = r"refusal_of: coordinate \(1, 0, 2\) is valid in shape \(2, 2, 3\)"
    with pytest.raises(CourseError, match=message):
        refusal_of(FROZEN, (1, 0, 2))


@given(SHAPES, COORDINATES)
def test_refusal_or_offset_of_every_coordinate(shape: Any, coordinate: Any) -> None:
    """Exactly the coordinates with one index an axis, each on its axis, have an offset."""
    right = outcome(checked_offset, shape, coordinate)
    valid = len(shape) == len(coordinate) and all(
        0 <= i < n for i, n in zip(coordinate, shape, strict=True)
    )

    assert isinstance(right, int) == valid
    assert not valid or outcome(OFFSET_FUNCTIONS["M66"], shape, coordinate) == right


@given(SHAPES, COORDINATES)
def test_every_belief_answers_with_an_offset_or_an_error_of_tensorlibs(
    shape: Any, coordinate: Any
) -> None:
    for access in OFFSET_FUNCTIONS.values():
        answer = outcome(access, shape, coordinate)
        assert type(answer) in (int, IndexOutOfBounds, RankMismatch)


def test_unchecked_arithmetic_by_hand() -> None:
    """1·6 + 2·3 + 0·1 lands just outside the twelve places, 0·6 + 2·3 + 0·1 inside."""
    assert unchecked_offset((6, 3, 1), (1, 2, 0)) == 12
    assert unchecked_offset((6, 3, 1), (0, 2, 0)) == 6
    assert unchecked_offset((), ()) == 0
