"""Questions about terms, offsets, values and the way back."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions.flat_buffer.places import (
    believed_offsets,
    coordinate_at,
    offset_of,
    terms_of,
    value_at,
)
from coursekit.questions.judging import judge
from tensorlib import IndexOutOfBounds, OffsetOutOfBounds, frozen_tensor

FROZEN = (2, 2, 3)
STUDIED = (1, 0, 2)


@st.composite
def places(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw a shape and a valid coordinate of it."""
    shape = draw(st.lists(st.integers(1, 5), max_size=4).map(tuple))
    return shape, tuple(draw(st.integers(0, size - 1)) for size in shape)


def test_terms_of_the_studied_coordinate() -> None:
    """1·6, 0·3 and 2·1; with sizes for strides 1·2, 0·2, 2·3; column-major 1·1, 0·2, 2·4."""
    question = terms_of(FROZEN, STUDIED, drop_ambiguous=True)

    assert question.answer == (6, 0, 2)
    assert judge(question, (2, 0, 6)).misconception == "M29"
    assert judge(question, (1, 0, 8)).misconception == "M58"
    assert judge(question, (48, 0, 16)).misconception == "M30"
    assert judge(question, (6, 2)).message.startswith("a tuple of 3 integers is expected")


def test_offset_of_the_studied_coordinate() -> None:
    """The sizes give 1·2 + 0·2 + 2·3 = 8 as well, which is right by luck: nobody can tell."""
    values = frozen_tensor().buffer
    question = offset_of(FROZEN, STUDIED, buffer=values, drop_ambiguous=True)

    assert question.answer == 8
    assert "M29" not in question.beliefs
    for answer, belief in [(64, "M30"), (32, "M62"), (32.0, "M62"), (13, "M59"), (9, None)]:
        assert judge(question, answer).misconception == belief


def test_offset_that_beliefs_share_is_refused_unless_it_is_given() -> None:
    message = "M29 gives the same answer as the right one; M63 gives the same answer as M58"
    with pytest.raises(CourseError, match=message):
        offset_of(FROZEN, STUDIED)


def test_value_that_is_no_whole_number_is_known_for_an_offset() -> None:
    question = offset_of((3,), (1,), buffer=[0.5, 1.5, 2.5], drop_ambiguous=True)

    assert judge(question, 1.5).misconception == "M62"


def test_value_of_the_studied_coordinate() -> None:
    """Place 9, column-major, holds 40; place 7, counted from one, holds 31."""
    question = value_at(frozen_tensor(), STUDIED, drop_ambiguous=True)

    assert question.answer == 32.0
    assert judge(question, 32).correct
    for answer, belief in [(40, "M58"), (31, "M63"), (8, "M62"), (8.0, "M62"), (42, None)]:
        assert judge(question, answer).misconception == belief


def test_coordinate_of_an_offset() -> None:
    """37 = 1·20 + 3·5 + 2; column-major 37 = 3·12 + 0·3 + 1."""
    question = coordinate_at(37, (3, 4, 5))

    assert question.answer == (1, 3, 2)
    assert judge(question, (1, 0, 3)).misconception == "M58"
    assert judge(question, (2, 3, 1)).misconception == "M59"
    assert judge(question, (2, 4, 3)).misconception == "M63"


def test_coordinate_of_a_scalar() -> None:
    assert judge(coordinate_at(0, ()), ()).correct
    assert judge(coordinate_at(0, ()), (0,)).misconception == "M39"


def test_scalar_leaves_nothing_to_believe_but_counting() -> None:
    assert believed_offsets((), ()) == {}
    assert dict(offset_of((), ()).beliefs) == {"M63": 1}
    assert dict(terms_of((), ()).beliefs) == {}


def test_wrong_parameters_are_tensorlibs_errors() -> None:
    with pytest.raises(IndexOutOfBounds, match="index 2 is out of bounds for axis 1 with size 2"):
        offset_of(FROZEN, (1, 2, 0))
    with pytest.raises(IndexOutOfBounds, match="index 2 is out of bounds for axis 1 with size 2"):
        terms_of(FROZEN, (1, 2, 0))
    with pytest.raises(OffsetOutOfBounds, match="offset 12"):
        coordinate_at(12, FROZEN)


@given(places())
def test_answers_agree_with_numpy(place: tuple[Any, Any]) -> None:
    shape, coordinate = place
    size = math.prod(shape)
    offset = offset_of(shape, coordinate, drop_ambiguous=True).answer

    assert offset == np.arange(size).reshape(shape)[coordinate]
    assert sum(terms_of(shape, coordinate, drop_ambiguous=True).answer) == offset
    assert coordinate_at(offset, shape, drop_ambiguous=True).answer == coordinate


@given(places())
def test_column_major_believer_reads_numpys_order_f(place: tuple[Any, Any]) -> None:
    shape, coordinate = place
    expected = np.arange(math.prod(shape)).reshape(shape, order="F")[coordinate]

    assert believed_offsets(shape, coordinate).get("M58", 0) == expected


@given(places())
def test_no_belief_is_left_with_the_right_answer(place: tuple[Any, Any]) -> None:
    shape, coordinate = place
    questions = [
        terms_of(shape, coordinate, drop_ambiguous=True),
        offset_of(shape, coordinate, drop_ambiguous=True),
    ]

    for question in questions:
        assert question.belief_behind(question.answer) is None
        for belief in question.beliefs:
            answer = question.answer_under([belief])
            assert judge(question, answer).misconception == belief
