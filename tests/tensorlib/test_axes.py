"""Which axis is meant, and the exact text where none is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib.axes import as_axes, as_axis
from tensorlib.errors import AxisError


@given(st.integers(0, 5), st.integers(-7, 7))
def test_an_axis_is_numpys(rank, axis):
    array = np.empty((1,) * rank)
    try:
        expected = range(rank)[axis]
    except IndexError:
        with pytest.raises(np.exceptions.AxisError):
            array.swapaxes(axis, axis)
        with pytest.raises(AxisError) as caught:
            as_axis(axis, rank, "sum")
        assert caught.value == AxisError(axis, rank)
    else:
        assert as_axis(axis, rank, "sum") == expected


def test_numpy_integers_are_axes():
    assert as_axis(np.int8(-2), 3, "sum") == 1
    assert type(as_axis(np.int8(-2), 3, "sum")) is int


@pytest.mark.parametrize(
    ("axis", "rank", "message"),
    [
        (2, 2, "sum: axis 2 is out of bounds for rank 2"),
        (-3, 2, "sum: axis -3 is out of bounds for rank 2"),
        (0, 0, "sum: axis 0 is out of bounds for rank 0"),
        (1.0, 2, "sum: axis 1.0 is a float, not an integer"),
        (True, 2, "sum: axis True is a bool, not an integer"),
        (None, 2, "sum: axis None is a NoneType, not an integer"),
        ((0, 1), 2, "sum: axis (0, 1) is a tuple, not an integer"),
    ],
)
def test_what_is_no_axis(axis, rank, message):
    with pytest.raises(AxisError) as caught:
        as_axis(axis, rank, "sum")
    assert str(caught.value) == message


def test_several_axes_keep_their_order():
    assert as_axes([2, -3, np.int64(1)], 3, "sum") == (2, 0, 1)
    assert as_axes((), 3, "sum") == ()


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        ((0, 0), "sum: axes (0, 0) name axis 0 twice"),
        ((1, 2, -1), "sum: axes (1, 2, -1) name axis 2 twice"),
        ((0, 3), "sum: axis 3 is out of bounds for rank 3"),
        ((0, "1"), "sum: axis '1' is a str, not an integer"),
    ],
)
def test_what_are_no_axes(axes, message):
    with pytest.raises(AxisError) as caught:
        as_axes(axes, 3, "sum")
    assert str(caught.value) == message
