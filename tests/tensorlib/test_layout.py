"""From a coordinate to an offset, in which order it is checked, and back."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from strategies import any_coordinates, coordinates, inhabited_shapes, shapes, strided_views

from tensorlib import (
    IndexOutOfBounds,
    InvalidCoordinate,
    InvalidIndex,
    InvalidShape,
    Layout,
    LayoutError,
    OffsetOutOfBounds,
    RankMismatch,
    ShapeOverflow,
    TensorError,
    coordinate_of,
)

FROZEN = Layout.row_major((2, 2, 3))


def test_the_studied_coordinate_term_by_term():
    # strides (6, 3, 1): 1*6 + 0*3 + 2*1 = 6 + 0 + 2 = 8
    terms = list(FROZEN.terms((1, 0, 2)))

    assert terms == [(0, 1, 6, 6), (1, 0, 3, 0), (2, 2, 1, 2)]
    assert terms[0].axis == 0
    assert (terms[2].index, terms[2].stride, terms[2].contribution) == (2, 1, 2)
    assert FROZEN.offset_of((1, 0, 2)) == 8


def test_a_scalar_has_one_coordinate_and_it_lies_at_nought():
    assert Layout.row_major(()).offset_of(()) == 0
    assert list(Layout.row_major(()).terms(())) == []
    assert coordinate_of(0, ()) == ()


REFUSED = {
    "index past the end of axis 1": ((1, 2, 0), IndexOutOfBounds(1, 2, 2)),
    "unchecked it would be another row": ((0, 2, 0), IndexOutOfBounds(1, 2, 2)),
    "the first bad axis of three": ((2, 5, 9), IndexOutOfBounds(0, 2, 2)),
    "negative indices do not wrap": ((-1, 0, 0), IndexOutOfBounds(0, -1, 2)),
    "negative on the last axis": ((1, 1, -3), IndexOutOfBounds(2, -3, 3)),
    "beyond 64 bits": ((0, 2**70, 0), IndexOutOfBounds(1, 2**70, 2)),
    "too few indices": ((1, 0), RankMismatch(3, 2)),
    "too many indices": ((1, 0, 0, 0), RankMismatch(3, 4)),
    "too few, and bad ones": ((9, -9), RankMismatch(3, 2)),
    "too many, and no integers": ((True, 1.0, "a", None), RankMismatch(3, 4)),
    "none": ((), RankMismatch(3, 0)),
    "bool": ((True, 0, 2), InvalidIndex(0, True)),
    "numpy bool": ((0, np.False_, 2), InvalidIndex(1, False)),
    "whole float": ((1.0, 0, 2), InvalidIndex(0, 1.0)),
    "numpy float": ((1, 0, np.float64(2)), InvalidIndex(2, 2.0)),
    "text": ((1, "0", 2), InvalidIndex(1, "0")),
    "nothing": ((1, None, 2), InvalidIndex(1, None)),
    "slice": ((1, slice(None), 2), InvalidIndex(1, "<slice>")),
    "a bad index before a non-integer": ((1, 2, 1.0), IndexOutOfBounds(1, 2, 2)),
    "a non-integer before a bad index": ((1.0, 2, 0), InvalidIndex(0, 1.0)),
}


@pytest.mark.parametrize(("coordinate", "error"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("sequence", [tuple, list])
def test_a_refused_coordinate(coordinate, error, sequence):
    with pytest.raises(type(error)) as caught:
        FROZEN.offset_of(sequence(coordinate))
    assert caught.value == error
    assert str(caught.value).startswith("offset: ")


def test_the_message_names_operation_index_axis_and_size():
    with pytest.raises(
        IndexOutOfBounds, match=r"^read: index 2 is out of bounds for axis 1 with size 2$"
    ):
        FROZEN.offset_of((1, 2, 0), "read")


@pytest.mark.parametrize(
    "coordinate", [(0, 0, 0), (1, 0, 2), (1, 5, 9)], ids=["first", "inside", "outside"]
)
def test_an_empty_axis_has_no_index(coordinate):
    with pytest.raises(IndexOutOfBounds) as caught:
        Layout.row_major((2, 0, 3)).offset_of(coordinate)
    assert caught.value == IndexOutOfBounds(axis=1, index=coordinate[1], dimension=0)


@pytest.mark.parametrize(
    ("coordinate", "shown"),
    [
        (5, "5"),
        (None, "None"),
        ("102", "'102'"),
        (b"102", "<bytes>"),
        ({0, 1, 2}, "<set>"),
        ({0: 1}, "<dict>"),
        (iter((1, 0, 2)), "<tuple_iterator>"),
        (np.array(1), "<ndarray>"),
    ],
)
def test_what_is_no_coordinate(coordinate, shown):
    message = f"^offset: coordinate {shown} is not a sequence of indices$"

    with pytest.raises(InvalidCoordinate, match=message):
        FROZEN.offset_of(coordinate)


@pytest.mark.parametrize(
    "coordinate", [[1, 0, 2], np.array([1, 0, 2]), (np.int64(1), np.uint8(0), 2)]
)
def test_sequences_and_numpy_integers_are_coordinates(coordinate):
    offset = FROZEN.offset_of(coordinate)

    assert offset == 8
    assert type(offset) is int


def test_terms_come_until_the_refused_axis():
    terms = FROZEN.terms((1, 2, 0))

    assert next(terms).contribution == 6
    with pytest.raises(IndexOutOfBounds, match="axis 1"):
        next(terms)


@given(inhabited_shapes)
def test_offsets_of_all_coordinates_are_the_buffer_from_first_to_last(shape):
    layout = Layout.row_major(shape)

    offsets = [layout.offset_of(coordinate) for coordinate in product(*map(range, shape))]
    assert offsets == list(range(layout.size))


@given(coordinates())
def test_the_offset_is_numpys(drawn):
    shape, coordinate = drawn
    expected = int(np.ravel_multi_index(coordinate, shape)) if shape else 0

    assert Layout.row_major(shape).offset_of(coordinate) == expected


@given(coordinates())
def test_coordinate_of_is_the_inverse(drawn):
    shape, coordinate = drawn

    assert coordinate_of(Layout.row_major(shape).offset_of(coordinate), shape) == coordinate


@given(inhabited_shapes)
def test_coordinate_of_is_numpys(shape):
    size = Layout.row_major(shape).size

    for offset in range(size):
        expected = tuple(map(int, np.unravel_index(offset, shape))) if shape else ()
        assert coordinate_of(offset, shape) == expected


@given(any_coordinates())
def test_the_quick_way_decides_as_the_careful_one(drawn):
    shape, coordinate = drawn
    layout = Layout.row_major(shape)

    assert _outcome(layout, coordinate) == _outcome(layout, list(coordinate))


def _outcome(layout, coordinate):
    try:
        return layout.offset_of(coordinate)
    except TensorError as error:
        return error


@given(any_coordinates())
def test_a_coordinate_is_accepted_where_numpy_has_one_without_wrapping(drawn):
    shape, coordinate = drawn
    inside = len(coordinate) == len(shape) and all(
        0 <= index < size for index, size in zip(coordinate, shape, strict=True)
    )

    assert isinstance(_outcome(Layout.row_major(shape), coordinate), int) is inside


@given(strided_views())
def test_a_layout_of_any_strides_reads_what_numpy_reads(view):
    # The buffer is arange(n), so the value at a coordinate is its offset.
    strides = tuple(stride // view.itemsize for stride in view.strides)
    layout = Layout(view.shape, strides, int(view[(0,) * view.ndim]))

    for coordinate in product(*map(range, view.shape)):
        assert layout.offset_of(coordinate) == view[coordinate]
    assert layout.reach() == (view.min(), view.max())


@pytest.mark.parametrize(
    ("offset", "shape", "error"),
    [
        (12, (2, 2, 3), OffsetOutOfBounds(12, 12)),
        (-1, (2, 2, 3), OffsetOutOfBounds(-1, 12)),
        (0, (2, 0, 3), OffsetOutOfBounds(0, 0)),
        (1, (), OffsetOutOfBounds(1, 1)),
        (1.0, (2,), InvalidIndex(None, 1.0)),
        (True, (2,), InvalidIndex(None, True)),
        (None, (2,), InvalidIndex(None, None)),
        (0, (-1,), InvalidShape((-1,))),
        (0, (2**63, 2), ShapeOverflow()),
    ],
)
def test_an_offset_without_a_coordinate(offset, shape, error):
    with pytest.raises(type(error)) as caught:
        coordinate_of(offset, shape)
    assert caught.value == error
    assert str(caught.value).startswith("coordinate_of: ")


def test_coordinate_of_takes_numpy_integers_and_gives_pythons():
    coordinate = coordinate_of(np.int64(8), np.array([2, 2, 3]))

    assert coordinate == (1, 0, 2)
    assert {type(index) for index in coordinate} == {int}


def test_the_largest_tensor_has_its_last_offset():
    # (2**64 - 1) - 1 lies in row 2**32 - 2, at its last position.
    shape = (2**32 - 1, 2**32 + 1)

    assert coordinate_of(2**64 - 2, shape) == (2**32 - 2, 2**32)
    assert Layout.row_major(shape).offset_of((2**32 - 2, 2**32)) == 2**64 - 2


@given(shapes())
def test_a_row_major_layout_reaches_the_whole_buffer(shape):
    layout = Layout.row_major(shape)

    assert layout.offset == 0
    assert layout.rank == len(shape)
    assert layout.reach() == ((0, layout.size - 1) if layout.size else (0, 0))


def test_a_layout_is_a_value():
    layout = Layout([2, 3], np.array([3, 1]))

    assert layout == Layout((2, 3), (3, 1), 0)
    assert hash(layout) == hash(Layout.row_major((2, 3)))
    assert repr(layout) == "Layout(shape=(2, 3), strides=(3, 1), offset=0)"
    with pytest.raises(AttributeError, match="offset"):
        layout.offset = 1


@pytest.mark.parametrize(
    ("shape", "strides", "offset", "error"),
    [
        ((2,), (-1,), 0, LayoutError((2,), (-1,), 0)),
        ((2, 3), (3, -1), 1, LayoutError((2, 3), (3, -1), 1)),
        ((), (), -1, LayoutError((), (), -1)),
        ((0,), (1,), -1, LayoutError((0,), (1,), -1)),
        ((2, 3), (1,), 0, LayoutError((2, 3), (1,), 0)),
        ((2,), (1.0,), 0, LayoutError((2,), (1.0,), 0)),
        ((2,), (True,), 0, LayoutError((2,), (True,), 0)),
        ((2,), (1,), None, LayoutError((2,), (1,), None)),
        ((2,), 1, 0, LayoutError((2,), 1, 0)),
        ((-2,), (1,), 0, InvalidShape((-2,))),
        ((3,), (2**63,), 0, ShapeOverflow()),
        ((2,), (1,), 2**64 - 1, ShapeOverflow()),
    ],
)
def test_what_is_no_layout(shape, strides, offset, error):
    with pytest.raises(type(error)) as caught:
        Layout(shape, strides, offset)
    assert caught.value == error
    assert str(caught.value).startswith("Layout: ")


def test_negative_strides_are_a_layout_if_they_stay_in_the_buffer():
    reversed_row = Layout((3,), (-1,), 2)

    assert [reversed_row.offset_of((index,)) for index in range(3)] == [2, 1, 0]
    assert Layout((2, 0), (-5, 1), 0).reach() == (0, 0)
