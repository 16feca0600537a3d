"""Order, number and range of the offsets that a layout reaches."""

from __future__ import annotations

from itertools import islice, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import views

from tensorlib.errors import OffsetOutOfBounds
from tensorlib.extent import check_inside, distinct_offsets, is_contiguous, offsets
from tensorlib.layout import Layout

CONTIGUITY = {
    "row-major": (Layout.row_major((4, 8, 16)), True),
    "transposed": (Layout((8, 4, 16), (16, 128, 1)), False),
    "transposed with a size 1": (Layout((1, 4, 16), (16, 16, 1)), True),
    "every row one short": (Layout((3, 5), (6, 1)), False),
    "a whole row from the middle": (Layout((5,), (1,), 6), True),
    "every second": (Layout((3,), (2,)), False),
    "reversed": (Layout((3,), (-1,), 2), False),
    "stretched": (Layout((3, 4), (1, 0)), False),
    "one element, any strides": (Layout((1, 1), (7, -3)), True),
    "no element, any strides": (Layout((2, 0, 3), (7, -3, 5)), True),
    "a scalar": (Layout((), ()), True),
}


@pytest.mark.parametrize(("layout", "contiguous"), CONTIGUITY.values(), ids=CONTIGUITY)
def test_what_is_contiguous(layout, contiguous):
    assert is_contiguous(layout) is contiguous


@given(views())
def test_contiguity_is_numpys_flag(drawn):
    _, view, array = drawn

    assert is_contiguous(view.layout) is array.flags.c_contiguous


def test_the_walk_of_a_transposed_table():
    # Row-major 0 1 2 / 3 4 5, read by columns.
    assert list(offsets(Layout((3, 2), (1, 3)))) == [0, 3, 1, 4, 2, 5]
    assert list(offsets(Layout((), (), 5))) == [5]
    assert list(offsets(Layout((2**63, 0), (0, 0)))) == []


@given(views())
def test_the_walk_is_every_coordinates_offset_in_order(drawn):
    _, view, _ = drawn
    coordinates = product(*map(range, view.shape))

    assert list(offsets(view.layout)) == [view.offset(coordinate) for coordinate in coordinates]


def test_a_walk_too_long_to_finish_can_be_begun():
    assert list(islice(offsets(Layout((2**40, 2), (0, 1))), 3)) == [0, 1, 0]


@given(views())
def test_the_number_of_different_elements_of_a_view(drawn):
    _, view, _ = drawn

    assert distinct_offsets(view.layout) == len(set(offsets(view.layout)))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-6, 6)), max_size=4))
def test_the_number_of_different_elements_of_any_layout(axes):
    shape = tuple(size for size, _ in axes)
    layout = Layout(shape, tuple(stride for _, stride in axes), offset=100)

    assert distinct_offsets(layout) == len(set(offsets(layout)))


def test_windows_that_overlap_are_counted_once():
    # Windows of 3 that start at 0, 1, 2, 3: elements 0 to 5.
    assert distinct_offsets(Layout((4, 3), (1, 1))) == 6


def test_a_layout_that_reaches_too_far_is_refused():
    # The last coordinate (2, 4) lies at 2*5 + 4*1 = 14, of offsets 0 to 13.
    layout = Layout((3, 5), (5, 1))

    check_inside(layout, 15, "as_strided")
    with pytest.raises(
        OffsetOutOfBounds, match=r"^as_strided: offset 14 is out of bounds for size 14$"
    ):
        check_inside(layout, 14, "as_strided")


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-6, 6)), max_size=3), st.integers(0, 60))
def test_a_layout_is_inside_when_all_its_offsets_are(axes, length):
    shape = tuple(size for size, _ in axes)
    layout = Layout(shape, tuple(stride for _, stride in axes), offset=30 + 24)
    walk = np.array([*offsets(layout)])
    inside = bool((walk < length).all()) if walk.size else layout.offset <= length

    if inside:
        check_inside(layout, length, "test")
    else:
        with pytest.raises(OffsetOutOfBounds):
            check_inside(layout, length, "test")
