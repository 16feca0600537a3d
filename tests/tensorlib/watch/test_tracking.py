"""What becomes of names, each rule held against numpy's own shapes with sizes that tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib.errors import AxisError
from tensorlib.meaning.landing import NamedShape
from tensorlib.watch.tracking import combined, core_axes, indexed, reduced, reshaped, without_twins

NAMES = ("a", "b", "c")
SIZES = {"a": 2, "b": 3, "c": 5, "1": 1}
ARRAY = np.zeros([SIZES[name] for name in NAMES])


def _sizes(axes):
    return tuple(SIZES[axis] for axis in axes)


whole_parts = st.sampled_from([0, -1, np.int64(1), slice(None), None])


@given(st.lists(whole_parts, max_size=4), st.none() | st.integers(0, 4))
def test_indexing_keeps_and_drops_what_numpy_does(parts, dots):
    if dots is not None:
        parts.insert(dots, ...)
    key = tuple(parts)
    try:
        shape = ARRAY[key].shape
    except IndexError:
        return
    assert _sizes(indexed(NAMES, key)) == shape


@pytest.mark.parametrize(
    ("key", "axes"),
    [
        (0, ("b", "c")),
        (..., NAMES),
        (None, ("1", "a", "b", "c")),
        (slice(1, None), NAMES),
        ((slice(None, None, -1), 1), ("a", "c")),
        ((), NAMES),
    ],
)
def test_a_slice_keeps_its_name(key, axes):
    assert indexed(NAMES, key) == axes


@pytest.mark.parametrize("key", [[0, 1], np.array([True, False]), np.array(0), True, "field"])
def test_after_other_keys_nothing_is_known(key):
    expected = ("b", "c") if isinstance(key, np.ndarray) and key.ndim == 0 else None

    assert indexed(NAMES, key) == expected


@given(
    st.none() | st.integers(-3, 2) | st.sets(st.integers(0, 2)).map(tuple),
    st.booleans(),
)
def test_reductions_drop_what_numpy_does(axis, keepdims):
    shape = np.add.reduce(ARRAY, axis=axis, keepdims=keepdims).shape

    assert _sizes(reduced(NAMES, axis, keepdims)) == shape


def test_an_axis_that_there_is_not():
    with pytest.raises(AxisError, match=r"^reduce: axis 3 is out of bounds for rank 3$"):
        reduced(NAMES, 3, False)


@pytest.mark.parametrize(
    ("axes", "old", "new", "after"),
    [
        (("N",), (9,), (9, 1), ("N", "1")),
        (("N", "1"), (9, 1), (9,), ("N",)),
        (("B", "T"), (4, 4), (4, 1, 4, 1), ("B", "1", "T", "1")),
        (("B", "T"), (4, 4), (4, 4), ("B", "T")),
        (("B", "T"), (4, 4), (2, 8), (None, None)),
        (("B", "T"), (4, 4), (16,), (None,)),
        # The size 1 that stays may be B's or a new one.
        (("B", "T"), (1, 4), (4, 1), ("T", None)),
        (("B", "T"), (0, 4), (0, 1, 4), ("B", "1", "T")),
    ],
)
def test_a_reshape_that_only_moves_ones(axes, old, new, after):
    assert reshaped(axes, old, new) == after


@pytest.mark.parametrize(
    ("left", "right", "axes"),
    [
        (("B", "T"), ("T",), ("B", "T")),
        (("B", "1"), ("1", "T"), ("B", "T")),
        (("B", "T"), (None, None), ("B", "T")),
        ((None, "1"), ("1", "T"), (None, "T")),
        (("1",), ("1",), ("1",)),
        (("T", "1"), ("T",), (None, None)),  # T by T: neither is the T
    ],
)
def test_an_element_wise_result_has_the_names_of_its_sizes(left, right, axes):
    shapes = [tuple(1 if axis == "1" else 4 for axis in given_axes) for given_axes in (left, right)]
    operands = [NamedShape("", *named) for named in zip((left, right), shapes, strict=True)]

    assert combined(operands, np.broadcast_shapes(*shapes)) == axes


def test_a_stretched_name_gives_way():
    x, y = NamedShape("x", ("B", "T"), (1, 4)), NamedShape("y", ("h", "T"), (3, 4))

    assert combined([x, y], (3, 4)) == ("h", "T")


def test_no_name_stands_twice():
    assert without_twins(("B", "T", None, "T", "1", "1")) == ("B", None, None, None, "1", "1")


@pytest.mark.parametrize(
    ("ufunc", "ranks", "inputs", "output"),
    [
        (np.matmul, (2, 2), [["n", "k"], ["k", "m"]], ["n", "m"]),
        (np.matmul, (4, 3), [["n", "k"], ["k", "m"]], ["n", "m"]),
        (np.matmul, (1, 2), [["k"], ["k", "m"]], ["m"]),
        (np.matmul, (3, 1), [["n", "k"], ["k"]], ["n"]),
        (np.matmul, (1, 1), [["k"], ["k"]], []),
    ],
)
def test_the_labels_of_a_product(ufunc, ranks, inputs, output):
    assert core_axes(ufunc.signature, ranks) == (inputs, output)
