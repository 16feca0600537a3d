"""Questions about strides, and what each belief makes of a shape."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions.flat_buffer.strides import (
    BELIEVED_STRIDES,
    STRIDES_FUNCTIONS,
    strides_of,
)
from coursekit.questions.judging import judge
from tensorlib import ShapeOverflow, row_major_strides

SHAPES = st.lists(st.integers(0, 5), max_size=4).map(tuple)
SIZED = st.lists(st.integers(1, 5), min_size=1, max_size=4).map(tuple)


def test_each_belief_by_hand() -> None:
    """Shape (3, 4, 5): right of axis 0 stand 4·5 = 20 elements, of axis 1 stand 5, of axis 2 none.

    In bytes that is 20·8, 5·8, 8. From the left the products are 1, 3 and 3·4. With the own size
    counted in they are 3·4·5, 4·5 and 5.
    """
    question = strides_of((3, 4, 5))

    assert question.answer == (20, 5, 1)
    assert dict(question.beliefs) == {
        "M29": (3, 4, 5),
        "M30": (160, 40, 8),
        "M58": (1, 3, 12),
        "M59": (1, 5, 20),
        "M60": (60, 20, 5),
        "M61": (4, 5, 1),
    }


@pytest.mark.parametrize("answer", [(3, 3, 1), (0, 0, 0), ()])
def test_empty_tensor_taken_for_an_exception(answer: tuple[int, ...]) -> None:
    """As if 0 were 1, as if one 0 made all strides 0, as if there were none."""
    question = strides_of((2, 0, 3), drop_ambiguous=True)

    assert judge(question, answer).misconception == "M39"
    assert judge(question, (0, 3, 1)).correct


@pytest.mark.parametrize("answer", [(0,), (1,), [1]])
def test_scalar_taken_for_a_vector(answer: object) -> None:
    assert judge(strides_of(()), answer).misconception == "M39"
    assert judge(strides_of(()), ()).correct


def test_shape_that_cannot_tell_beliefs_apart_is_refused() -> None:
    """With two axes, the size of the next axis and the whole product to the right are one."""
    with pytest.raises(CourseError, match="M61 gives the same answer as the right one"):
        strides_of((3, 4))


@given(SIZED)
def test_column_major_is_numpys_order_f(shape: tuple[int, ...]) -> None:
    array = np.empty(shape, order="F")
    numpy_strides = np.asfortranarray(array).strides
    believed = BELIEVED_STRIDES["M58"](shape)

    for size, stride, step in zip(shape, believed, numpy_strides, strict=True):
        # numpy may give an axis of size 1 any stride: no step along it is ever taken
        assert size == 1 or stride * array.itemsize == step


@given(SIZED)
def test_bytes_are_numpys_strides(shape: tuple[int, ...]) -> None:
    assert BELIEVED_STRIDES["M30"](shape) == np.empty(shape).strides


@given(SHAPES)
def test_products_without_a_limit_are_right_where_nothing_is_large(shape: tuple[int, ...]) -> None:
    right = row_major_strides(shape)

    assert STRIDES_FUNCTIONS["M70"](shape) == right
    assert STRIDES_FUNCTIONS["M71"](shape) == right
    assert STRIDES_FUNCTIONS["M39"](shape) == right or 0 in shape


def test_belief_in_the_count_alone_lets_a_zero_hide_an_overflow() -> None:
    """2·2**63 is 2**64, one more than fits; the 0 on the left comes too late for the right rule."""
    shape = (0, 2**63, 2)

    assert STRIDES_FUNCTIONS["M71"](shape) == (2**64, 2, 1)
    with pytest.raises(ShapeOverflow, match=r"a product of sizes|is more than"):
        STRIDES_FUNCTIONS["M71"]((2**64 - 1, 2))
    with pytest.raises(ShapeOverflow, match="is more than"):
        row_major_strides(shape)


@given(SHAPES)
def test_every_belief_answers_one_stride_an_axis(shape: tuple[int, ...]) -> None:
    for believed in STRIDES_FUNCTIONS.values():
        assert len(believed(shape)) == len(shape)


@given(SHAPES)
def test_no_known_belief_is_the_right_answer_when_ambiguous_ones_are_dropped(
    shape: tuple[int, ...],
) -> None:
    question = strides_of(shape, drop_ambiguous=True)

    assert judge(question, question.answer).correct
    assert question.belief_behind(question.answer) is None
    assert math.prod(shape) == 0 or "M39" not in question.beliefs or shape == ()
