"""The rule: zeros, any number of shapes in any order, what is a shape, and where it ends."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes
from strategies import MAX_SIZE, SIDES, huge_shapes, outcome, shapes

from tensorlib import (
    BroadcastError,
    InvalidShape,
    ShapeOverflow,
    SpentTensorError,
    Tensor,
    broadcast_shapes,
)
from tensorlib.broadcasting import common_shape, demanded_sizes, shape_of

# Derived by hand: write the shapes below one another, right-aligned, and take in each column the
# size that is not 1.
ACCEPTED = {
    "two ranks": (((8, 1, 6, 1), (7, 1, 5)), (8, 7, 6, 5)),
    "a bias": (((8, 16), (16,)), (8, 16)),
    "a bias to three axes": (((2, 3, 5), (5,)), (2, 3, 5)),
    "a mask that happens to fit": (((16, 16, 16), (16, 16)), (16, 16, 16)),
    "a mask of one sequence": (((1, 5, 5), (1, 5)), (1, 5, 5)),
    "both stretch": (((256,), (256, 1)), (256, 256)),
    "a scalar": (((), (2, 3)), (2, 3)),
    "a scalar and nothing": (((), (0,)), (0,)),
    "one stretches to nothing": (((1,), (0,)), (0,)),
    "zero wins over one on each side": (((1, 3), (0, 1)), (0, 3)),
    "nothing equals nothing": (((0,), (0, 0)), (0, 0)),
    "no shapes": ((), ()),
    "a single shape": (((2, 0),), (2, 0)),
    "three shapes": (((1, 1, 7), (5, 1), (3, 1, 1)), (3, 5, 7)),
    "three of which one decides": (((1,), (3,), (1,)), (3,)),
    "more than 32 shapes": (((1,),) * 40 + ((2,),), (2,)),
    "64 axes": (((1,) * 64, (2,)), (1,) * 63 + (2,)),
}


@pytest.mark.parametrize(("given_shapes", "result"), ACCEPTED.values(), ids=ACCEPTED)
def test_what_broadcasts(given_shapes, result):
    assert broadcast_shapes(*given_shapes) == result
    assert {type(size) for size in broadcast_shapes(*given_shapes)} <= {int}
    assert broadcast_shapes(*reversed(given_shapes)) == result


REFUSED = {
    "seven is not five": (((3, 5, 7), (3, 5)), -1, (7, 5)),
    "a bias of the wrong size": (((8, 16), (8,)), -1, (16, 8)),
    "the mask of another batch": (((8, 16, 16), (8, 16)), -2, (16, 8)),
    "zero and three": (((0,), (3,)), -1, (0, 3)),
    "a conflict behind equal sizes": (((15, 3, 5), (15, 3)), -1, (5, 3)),
    "the first from the right of several": (((2, 3, 4), (5, 3, 6)), -1, (4, 6)),
    "not at the first": (((2, 7, 5), (3, 7, 1)), -3, (2, 3)),
    "a third one": (((1,), (3,), (4,)), -1, (3, 4)),
    "between the second and the third": (((2, 1), (2, 3), (4,)), -1, (3, 4)),
}


@pytest.mark.parametrize(("given_shapes", "axis", "sizes"), REFUSED.values(), ids=REFUSED)
def test_what_does_not(given_shapes, axis, sizes):
    with pytest.raises(BroadcastError, match="do not broadcast") as caught:
        broadcast_shapes(*given_shapes)
    assert caught.value == BroadcastError(given_shapes, axis, sizes)
    assert isinstance(caught.value, ValueError)


def test_the_message():
    with pytest.raises(BroadcastError) as caught:
        broadcast_shapes((3, 5, 7), (3, 5))
    assert str(caught.value) == (
        "broadcast_shapes: shapes (3, 5, 7) and (3, 5) do not broadcast: axis -1 has sizes 7 and 5"
    )


@pytest.mark.parametrize("order", list(permutations([(1,), (3,), (4,)])))
def test_every_order_is_refused_with_the_sizes_in_that_order(order):
    sizes = tuple(size for (size,) in order if size != 1)

    with pytest.raises(BroadcastError, match=f"sizes {sizes[0]} and {sizes[1]}$"):
        broadcast_shapes(*order)


class _Shaped:
    """What the array API asks of an array, and nothing else: it has a shape."""

    def __init__(self, shape):
        self.shape = shape


@pytest.mark.parametrize(
    "operand",
    [
        [3, 1],
        range(3, 0, -2),
        (np.int64(3), np.uint8(1)),
        np.empty((3, 1)),
        Tensor.zeros((3, 1)),
        Tensor.zeros((1, 3)).view().transpose(0, 1),
        _Shaped((3, 1)),
        _Shaped([3, 1]),
        memoryview(np.empty((3, 1))),
    ],
    ids=lambda operand: type(operand).__name__,
)
def test_anything_with_a_shape_or_the_shape_itself(operand):
    assert broadcast_shapes(operand, (1, 2)) == (3, 2)
    assert broadcast_shapes((1, 2), operand) == (3, 2)


def test_an_array_is_an_operand_and_not_a_list_of_sizes():
    assert broadcast_shapes(np.array([7, 5])) == (2,)
    assert broadcast_shapes(np.float64(3)) == broadcast_shapes(np.int64(3)) == ()


NO_SHAPES = {
    "an integer": (3, "shape 3 is not a sequence of sizes"),
    "a float": (1.1, "shape 1.1 is not a sequence of sizes"),
    "a text": ("23", "shape '23' is not a sequence of sizes"),
    "nothing": (None, "shape None is not a sequence of sizes"),
    "a set": ({2, 3}, "shape <set> is not a sequence of sizes"),
    "an unknown size": (_Shaped((2, None)), "size None on axis 1 is a NoneType, not an integer"),
    "a negative size": ((-1, 3), "size -1 on axis 0 is less than 0"),
    "a truth value": ((True, 3), "size True on axis 0 is a bool, not an integer"),
    "a float as size": ((3, 1.0), "size 1.0 on axis 1 is a float, not an integer"),
    "a class": (np.ndarray, "shape <getset_descriptor> is not a sequence of sizes"),
    "65 axes": ((1,) * 65, "a shape of 65 axes has more than 64"),
}


@pytest.mark.parametrize(("operand", "message"), NO_SHAPES.values(), ids=NO_SHAPES)
def test_what_is_no_shape(operand, message):
    for given_shapes in ((operand, (2, 3)), ((2, 3), operand), (operand, operand)):
        with pytest.raises(InvalidShape) as caught:
            broadcast_shapes(*given_shapes)
        assert str(caught.value) == f"broadcast_shapes: {message}"
        assert isinstance(caught.value, TypeError)
        assert isinstance(caught.value, ValueError)


def test_a_negative_size_is_refused_also_where_all_agree():
    with pytest.raises(InvalidShape, match="less than 0"):
        broadcast_shapes((-1,), (1,))
    with pytest.raises(InvalidShape, match="less than 0"):
        broadcast_shapes((-2, -3))


def test_a_spent_tensor_has_no_shape():
    t = Tensor.zeros((3,))
    t.into_buffer()

    with pytest.raises(SpentTensorError, match=r"^shape: "):
        broadcast_shapes(t, (3,))


OVERFLOWS = {
    "two axes": (((2**63, 1), (2,)), "9223372036854775808 * 2"),
    "without elements": (((2**63, 1), (1, 2), (0, 1, 1)), "9223372036854775808 * 2"),
    "one axis": (((2**64,), (1,)), "18446744073709551616"),
    "beyond 32 bits each": (((2**32, 1), (2**32,)), "4294967296 * 4294967296"),
}


@pytest.mark.parametrize(("given_shapes", "product"), OVERFLOWS.values(), ids=OVERFLOWS)
def test_a_result_beyond_64_bits_is_refused(given_shapes, product):
    with pytest.raises(ShapeOverflow, match=r"is more than 18446744073709551615$") as caught:
        broadcast_shapes(*given_shapes)
    assert str(caught.value).startswith("broadcast_shapes: shape (")
    assert f": {product} is" in str(caught.value)


def test_what_still_fits_64_bits():
    assert broadcast_shapes((2**63, 1, 1), (2, 1), (0,)) == (2**63, 2, 0)
    assert broadcast_shapes((MAX_SIZE,), (1, 1)) == (1, MAX_SIZE)


# numpy's answers are the oracle; it stops at 63 bits and takes bare integers, both excluded here.


@given(mutually_broadcastable_shapes(num_shapes=3, min_side=0, max_side=7))
def test_shapes_that_broadcast_give_numpys_result(drawn):
    assert broadcast_shapes(*drawn.input_shapes) == drawn.result_shape
    assert np.broadcast_shapes(*drawn.input_shapes) == drawn.result_shape


_few_sizes = st.lists(st.sampled_from(SIDES), max_size=3).map(tuple)


@given(st.lists(_few_sizes, max_size=4))
def test_it_fails_exactly_where_numpy_fails(given_shapes):
    try:
        expected = np.broadcast_shapes(*given_shapes)
    except ValueError:
        with pytest.raises(BroadcastError, match="do not broadcast"):
            broadcast_shapes(*given_shapes)
    else:
        assert broadcast_shapes(*given_shapes) == expected


@given(st.lists(_few_sizes, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_the_operands_changes_nothing_but_the_order_in_the_error(given_shapes, random):
    first = outcome(broadcast_shapes, *given_shapes)
    second = outcome(broadcast_shapes, *random.sample(given_shapes, len(given_shapes)))

    if isinstance(first, BroadcastError):
        assert second.axis == first.axis
        assert sorted(second.shapes) == sorted(first.shapes)
    else:
        assert second == first


@given(st.lists(_few_sizes, min_size=2, max_size=4))
def test_a_conflict_is_named_where_it_is_and_nothing_right_of_it_conflicts(given_shapes):
    error = outcome(broadcast_shapes, *given_shapes)

    if isinstance(error, BroadcastError):
        assert error.shapes == tuple(given_shapes)
        assert demanded_sizes(error.shapes, error.axis)[:2] == error.sizes
        right = [shape[max(0, len(shape) + error.axis + 1) :] for shape in given_shapes]
        assert isinstance(broadcast_shapes(*right), tuple)


@given(st.lists(_few_sizes, max_size=4))
def test_grouping_changes_nothing(given_shapes):
    result = outcome(broadcast_shapes, *given_shapes)

    if not isinstance(result, BroadcastError):
        halfway = broadcast_shapes(*given_shapes[:2])
        assert broadcast_shapes(halfway, *given_shapes[2:]) == result
        assert broadcast_shapes(result, *given_shapes) == result


@given(shapes(max_rank=4), huge_shapes)
def test_the_quick_way_and_the_thorough_one_agree(small, huge):
    """A list takes the thorough way, a tuple of plain sizes the quick one, if it can."""
    quick = outcome(broadcast_shapes, small, huge)

    assert outcome(broadcast_shapes, [*small], [*huge]) == quick


def test_the_parts_of_the_rule():
    assert shape_of(np.empty((2, 3)), "example") == (2, 3)
    with pytest.raises(InvalidShape, match=r"^example: shape 3 is not"):
        shape_of(3, "example")
    assert common_shape(((2, 1), (3,)), "example") == (2, 3)
    with pytest.raises(BroadcastError, match=r"^example: shapes \(2,\) and \(3,\) do not"):
        common_shape(((2,), (3,)), "example")
