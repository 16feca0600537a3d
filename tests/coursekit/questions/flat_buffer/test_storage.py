"""Questions about rank, size, construction and writing."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions.flat_buffer.storage import (
    buffer_after,
    construction_error_of,
    rank_of,
    size_of,
)
from coursekit.questions.judging import judge
from tensorlib import DataLengthMismatch, ShapeOverflow, Tensor, frozen_tensor

MAX = 2**64 - 1
SHAPES = st.lists(st.integers(0, 5), max_size=4).map(tuple)


@given(SHAPES)
def test_rank_and_size_of_any_shape(shape: Any) -> None:
    assert rank_of(shape).answer == len(shape)
    assert size_of(shape).answer == math.prod(shape)


@pytest.mark.parametrize(
    ("question", "wrong"),
    [(rank_of(()), 1), (size_of(()), 0), (size_of((2, 0, 3)), 6), (size_of((0,)), 1)],
)
def test_scalar_or_empty_tensor_taken_for_an_exception(question: Any, wrong: int) -> None:
    assert judge(question, wrong).misconception == "M39"


def test_ordinary_shape_has_nothing_to_confuse() -> None:
    assert dict(rank_of((2, 3)).beliefs) == {}
    assert dict(size_of((2, 3)).beliefs) == {}


@pytest.mark.parametrize(
    ("shape", "values", "answer", "wrong", "belief"),
    [
        ((2, 2), [1, 2, 3], DataLengthMismatch(4, 3), DataLengthMismatch(3, 4), "M67"),
        ((2, 2), [1, 2, 3], DataLengthMismatch(4, 3), ShapeOverflow(), "M69"),
        ((MAX, 2), [], ShapeOverflow(), DataLengthMismatch(2 * MAX, 0), "M70"),
    ],
)
def test_refused_construction(
    shape: tuple[int, ...], values: list[float], answer: object, wrong: object, belief: str
) -> None:
    question = construction_error_of(shape, values)

    assert judge(question, answer).correct
    assert judge(question, wrong).misconception == belief


def test_construction_that_goes_well_is_not_asked_for() -> None:
    message = r"construction_error_of: shape \(3,\) holds the 3 values"
    with pytest.raises(CourseError, match=message):
        construction_error_of((3,), [1, 2, 3])


def test_buffer_after_a_write() -> None:
    """(0, 1, 1) is place 3 + 1 = 4; column-major it would be place 2 + 4 = 6."""
    question = buffer_after(frozen_tensor(), (0, 1, 1), 99, drop_ambiguous=True)
    right = [10, 11, 12, 20, 99, 22, 30, 31, 32, 40, 41, 42]
    untouched = [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42]
    column_major = [10, 11, 12, 20, 21, 22, 99, 31, 32, 40, 41, 42]

    assert judge(question, right).correct
    assert judge(question, Tensor((12,), right).buffer).correct
    assert judge(question, untouched).misconception == "M72"
    assert judge(question, column_major).misconception == "M58"
    assert judge(question, right[:-1]).message == (
        "a tuple of 12 numbers is expected, this one has 11"
    )


def test_question_leaves_the_tensor_as_it_was() -> None:
    tensor = frozen_tensor()
    buffer_after(tensor, (0, 1, 1), 99, drop_ambiguous=True)

    assert tensor[0, 1, 1] == 21.0


def test_writing_the_value_that_stands_there_cannot_be_told_from_not_writing() -> None:
    with pytest.raises(CourseError, match="M72 gives the same answer as the right one"):
        buffer_after(Tensor((3,), [5, 6, 7]), (1,), 6)
