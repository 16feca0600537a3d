"""What stands in brackets selects as numpy's basic indexing does, or is refused by name."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import selections, shapes

from tensorlib.errors import IndexOutOfBounds, InvalidIndex, InvalidSlice, RankMismatch
from tensorlib.extent import offsets
from tensorlib.layout import Layout
from tensorlib.selection import selected

ROWS = Layout.row_major((2, 2, 3))


def test_a_slice_with_a_step_by_hand():
    # Strides (6, 3, 1). Row 1 starts 3 further on; on the last axis each step is 2 * 1.
    # [0][1] is 3, 4, 5 and every other one of it 3, 5; [1][1] is 9, 10, 11, so 9, 11.
    part = selected(ROWS, (slice(None), slice(1, None), slice(None, None, 2)))

    assert part == Layout((2, 1, 2), (6, 3, 2), 3)
    assert list(offsets(part)) == [3, 5, 9, 11]


def test_a_reversed_row_has_a_negative_stride_and_starts_at_its_end():
    assert selected(Layout.row_major((4,)), slice(None, None, -1)) == Layout((4,), (-1,), 3)
    assert selected(Layout((4,), (-1,), 3), slice(None, None, -1)) == Layout((4,), (1,), 0)


def test_integers_drop_axes_and_none_adds_one():
    assert selected(ROWS, 1) == Layout((2, 3), (3, 1), 6)
    assert selected(ROWS, (1, ..., -1)) == Layout((2,), (3,), 8)
    assert selected(ROWS, (1, 0, 2)) == Layout((), (), 8)
    assert selected(ROWS, (None, 1, 0)) == Layout((1, 3), (0, 1), 6)
    assert selected(ROWS, ()) == selected(ROWS, ...) == ROWS


@given(st.data(), shapes(max_rank=4, max_side=5))
def test_selecting_is_numpys(data, shape):
    key = data.draw(selections(shape))
    array = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    part = selected(Layout.row_major(shape), key)

    assert part.shape == array[key].shape
    assert list(offsets(part)) == array[key].ravel().tolist()
    for size, stride, step in zip(part.shape, part.strides, array[key].strides, strict=True):
        assert stride * array.itemsize == step or array[key].size == 0 or size == 1


@pytest.mark.parametrize("size", [0, 1, 4])
def test_every_small_slice_takes_what_a_list_takes(size):
    bounds = [None, *range(-size - 2, size + 3)]
    for start, stop, step in product(bounds, bounds, [None, -3, -2, -1, 1, 2, 3, 2**70, -(2**70)]):
        cut = slice(start, stop, step)
        part = selected(Layout.row_major((size,)), cut)
        assert list(offsets(part)) == list(range(size))[cut]


def test_an_empty_part_does_not_start_beyond_the_end():
    # By the arithmetic alone it would start at 2*6 + 2*3 + 3*1 = 21, of a buffer of 12.
    assert selected(ROWS, (slice(2, 2), slice(2, 2), slice(3, 3))).offset == 0
    assert selected(Layout.row_major((0, 2)), (slice(None), 1)) == Layout((0,), (2,), 0)


def test_axes_longer_than_python_can_index_are_sliced_too():
    part = selected(Layout.row_major((2**64 - 1,)), slice(1, None, 2))

    assert part == Layout((2**63 - 1,), (2,), 1)


REFUSED = {
    "a third axis of two": (
        (0, 0, 0),
        RankMismatch(2, 3),
        "getitem: the coordinate has length 3, the rank is 2",
    ),
    "three slices": (
        (slice(None),) * 3,
        RankMismatch(2, 3),
        "getitem: the coordinate has length 3, the rank is 2",
    ),
    "past the end": (
        (slice(None), 3),
        IndexOutOfBounds(1, 3, 3),
        "getitem: index 3 is out of bounds for axis 1 with size 3",
    ),
    "before the start": (
        (..., -4),
        IndexOutOfBounds(1, -4, 3),
        "getitem: index -4 is out of bounds for axis 1 with size 3",
    ),
    "a float": (
        (slice(None), 1.0),
        InvalidIndex(1, 1.0),
        "getitem: index 1.0 on axis 1 is a float, not an integer",
    ),
    "a truth value": (True, InvalidIndex(0, True), "getitem: index True on axis 0 is a bool"),
    "an array of truth values": (
        np.array([True, False]),
        InvalidIndex(0, "<ndarray>"),
        "getitem: index <ndarray> on axis 0 is a ndarray, not an integer",
    ),
    "a list of indices": (
        [0, 1],
        InvalidIndex(0, (0, 1)),
        "getitem: index (0, 1) on axis 0 is a tuple, not an integer",
    ),
    "a second ellipsis": (
        (..., 0, ...),
        InvalidIndex(1, ...),
        "getitem: index <ellipsis> on axis 1 is an ellipsis, not an integer",
    ),
    "a step of nought": (
        (0, slice(0, 2, 0)),
        InvalidSlice(1, 0, 2, 0),
        "getitem: step 0 on axis 1 does not move",
    ),
    "a bound that is no integer": (
        slice(1.0, None),
        InvalidSlice(0, 1.0, None, None),
        "getitem: start 1.0 on axis 0 is a float, not an integer",
    ),
    "a bound that is a truth value": (
        slice(None, True),
        InvalidSlice(0, None, True, None),
        "getitem: stop True on axis 0 is a bool, not an integer",
    ),
}


@pytest.mark.parametrize(("key", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_selected(key, error, message):
    with pytest.raises(type(error)) as caught:
        selected(Layout.row_major((2, 3)), key)
    assert caught.value == error
    assert str(caught.value).startswith(message)


def test_more_than_64_axes_are_too_many():
    with pytest.raises(ValueError, match="a shape of 65 axes has more than 64"):
        selected(Layout.row_major((2,)), (None,) * 64)
