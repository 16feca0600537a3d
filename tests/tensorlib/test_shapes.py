"""Shapes, strides, counts, and where 64 bits end."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given
from strategies import MAX_SIZE, huge_shapes, inhabited_shapes, shapes

from tensorlib import InvalidShape, ShapeOverflow, element_count, row_major_strides
from tensorlib.shapes import as_index, as_shape, in_order, items_of

# Strides by hand: from the right, 1, then times the size just passed.
#   (2,2,3): 1, 3, 2*3        (3,4,5): 1, 5, 4*5        (2,0,3): 1, 3, 0*3        (2,3,0): 1, 0, 3*0
STRIDES_AND_COUNTS = {
    "three axes": ((2, 2, 3), (6, 3, 1), 12),
    "three sizes that differ": ((3, 4, 5), (20, 5, 1), 60),
    "a scalar has no strides and one element": ((), (), 1),
    "no elements on the only axis": ((0,), (1,), 0),
    "one axis": ((5,), (1,), 5),
    "one element": ((1, 1), (1, 1), 1),
    "zero in the middle": ((2, 0, 3), (0, 3, 1), 0),
    "zero on the right": ((2, 3, 0), (0, 0, 1), 0),
    "zero on the left": ((0, 2, 3), (6, 3, 1), 0),
    "64 axes": ((1,) * 64, (1,) * 64, 1),
}


@pytest.mark.parametrize(
    ("shape", "strides", "count"), STRIDES_AND_COUNTS.values(), ids=STRIDES_AND_COUNTS
)
def test_strides_and_count(shape, strides, count):
    assert row_major_strides(shape) == strides
    assert element_count(shape) == count


ACCEPTED_LIMITS = {
    "the largest size": ((MAX_SIZE,), MAX_SIZE),
    "zero right of an overflow": ((2**63, 2, 0), 0),
    "zero right of two halves": ((2**32, 2**32, 0), 0),
    "just below the limit": ((2**32 - 1, 2**32 + 1), 2**64 - 1),
    "zero left of the largest size": ((0, MAX_SIZE), 0),
}


@pytest.mark.parametrize(("shape", "count"), ACCEPTED_LIMITS.values(), ids=ACCEPTED_LIMITS)
def test_what_still_fits_64_bits(shape, count):
    assert element_count(shape) == count


OVERFLOWS = {
    "largest size twice": ((MAX_SIZE, 2), (MAX_SIZE, 2)),
    "zero left of an overflow": ((0, 2**63, 2), (2**63, 2)),
    "two halves": ((2**32, 2**32), (2**32, 2**32)),
    "zero left of two halves": ((0, 2**32, 2**32), (2**32, 2**32)),
    "one stride too far right": ((1, 2, 2**63, 1), (2, 2**63)),
    "a size of 65 bits": ((2**64, 0), (2**64,)),
}


@pytest.mark.parametrize(("shape", "factors"), OVERFLOWS.values(), ids=OVERFLOWS)
@pytest.mark.parametrize("function", [row_major_strides, element_count])
def test_what_exceeds_64_bits(function, shape, factors):
    product = " * ".join(map(str, factors))
    message = f"{function.__name__}: shape {shape}: {product} is more than {MAX_SIZE}"

    with pytest.raises(ShapeOverflow) as caught:
        function(shape)
    assert str(caught.value) == message
    assert caught.value == ShapeOverflow()


@given(huge_shapes)
def test_overflow_is_where_exact_arithmetic_finds_a_product_of_the_chain_too_large(shape):
    # The chain multiplies from the right, so its products are those of all ends of the shape.
    chain = [prod(shape[axis:]) for axis in range(len(shape) + 1)]

    if max(chain) > MAX_SIZE:
        with pytest.raises(ShapeOverflow, match="is more than 18446744073709551615"):
            row_major_strides(shape)
    else:
        assert row_major_strides(shape) == tuple(chain[1:])
        assert element_count(shape) == chain[0]


@given(inhabited_shapes)
def test_strides_are_numpys_counted_in_elements(shape):
    array = np.empty(shape, dtype=np.float64)

    assert row_major_strides(shape) == tuple(step // array.itemsize for step in array.strides)


@given(shapes())
def test_the_count_is_numpys_size(shape):
    assert element_count(shape) == np.empty(shape).size


@given(shapes(min_rank=1))
def test_each_stride_is_the_next_times_the_next_size(shape):
    strides = row_major_strides(shape)

    assert strides[-1] == 1
    for axis in range(len(shape) - 1):
        assert strides[axis] == strides[axis + 1] * shape[axis + 1]


REFUSED = {
    "negative": ((-1,), "size -1 on axis 0 is less than 0"),
    "negative beside zero": ((-1, 0), "size -1 on axis 0 is less than 0"),
    "negative after an overflow": ((MAX_SIZE, 2, -1), "size -1 on axis 2 is less than 0"),
    "bool": ((2, True), "size True on axis 1 is a bool, not an integer"),
    "numpy bool": ((np.True_,), "size True on axis 0 is a bool, not an integer"),
    "float": ((2.0,), "size 2.0 on axis 0 is a float, not an integer"),
    "text": (("2",), "size '2' on axis 0 is a str, not an integer"),
    "nested": (((2, 3),), "size (2, 3) on axis 0 is a tuple, not an integer"),
    "an integer": (5, "shape 5 is not a sequence of sizes"),
    "nothing": (None, "shape None is not a sequence of sizes"),
    "a string": ("23", "shape '23' is not a sequence of sizes"),
    "a set": ({2, 3}, "shape <set> is not a sequence of sizes"),
    "a mapping": ({2: 3}, "shape <dict> is not a sequence of sizes"),
    "an array without axes": (np.array(5), "shape <ndarray> is not a sequence of sizes"),
    "65 axes": ((1,) * 65, "a shape of 65 axes has more than 64"),
}


@pytest.mark.parametrize(("shape", "message"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("function", [row_major_strides, element_count])
def test_what_is_no_shape(function, shape, message):
    with pytest.raises(InvalidShape) as caught:
        function(shape)
    assert str(caught.value) == f"{function.__name__}: {message}"


def test_the_offending_shape_is_a_field():
    with pytest.raises(InvalidShape, match="less than 0") as caught:
        row_major_strides([2, np.int64(-1)])
    assert caught.value == InvalidShape(shape=(2, -1))


@pytest.mark.parametrize(
    "shape",
    [[2, 3], range(2, 4), np.array([2, 3]), (n for n in (2, 3)), (np.uint8(2), np.int64(3))],
)
def test_any_iterable_of_integers_is_a_shape(shape):
    sizes = as_shape(shape)

    assert sizes == (2, 3)
    assert {type(size) for size in sizes} == {int}


def test_an_endless_shape_is_refused():
    def ones():
        while True:
            yield 1

    with pytest.raises(InvalidShape, match=r"^shape: a shape of 65 axes has more than 64$"):
        as_shape(ones())


def test_indices_are_integers_of_every_kind_and_nothing_else():
    class Three:
        def __index__(self):
            return 3

    accepted = [as_index(value) for value in (3, np.int8(3), np.uint64(3), np.array(3), Three())]
    assert accepted == [3] * 5
    assert {type(index) for index in accepted} == {int}
    refused = (True, np.True_, 3.0, np.float64(3), "3", None, np.array([3]), [3], slice(3))
    assert [as_index(value) for value in refused] == [None] * len(refused)


def test_order_is_asked_of_the_kind_of_a_thing():
    assert all(map(in_order, ((), [], range(2), iter([]), np.zeros(2))))
    assert not any(map(in_order, ("ab", b"ab", {1}, frozenset(), {}, 5, None, 1.5)))


@pytest.mark.parametrize("given_shape", [[2, -1], (2, -1), iter([2, -1]), np.array([2, -1])])
def test_the_items_of_a_shape_are_not_looked_at(given_shape):
    assert items_of(given_shape, "view_as") == (2, -1)


@pytest.mark.parametrize("given_shape", [3, "23", {2, 3}, np.array(3)])
def test_what_has_no_items(given_shape):
    with pytest.raises(InvalidShape, match=r"^view_as: shape .* is not a sequence of sizes$"):
        items_of(given_shape, "view_as")
