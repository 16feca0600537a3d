"""Arithmetic by name: what it aligns, and the two things it refuses."""

from __future__ import annotations

import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import (
    AxisMismatch,
    AxisNameError,
    AxisSizeMismatch,
    NamedTensor,
    Tensor,
    strict_broadcasting,
)

SIZES = {"a": 2, "b": 3, "c": 2, "d": 1}
OPERATIONS = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
}


def _filled(axes):
    shape = [SIZES[axis] for axis in axes]
    return NamedTensor(1.0 + np.arange(np.prod(shape)).reshape(shape), axes)


def _spread(named, axes):
    """Return a numpy array in the order of some axes, by einsum, which goes by letters."""
    letters = "".join(named.axes)
    kept = "".join(axis for axis in axes if axis in named.axes)
    ordered = np.einsum(f"{letters}->{kept}", np.asarray(named.to_tensor()))
    return ordered.reshape([SIZES[axis] if axis in named.axes else 1 for axis in axes])


# The mask of the second sequence hides its first key, in every query row of that sequence.
def test_a_mask_finds_its_axes_at_sizes_that_coincide():
    scores = NamedTensor(Tensor.zeros((3, 3, 3)), "B Tq Tk")
    mask = NamedTensor([[0, 0, 0], [-1, 0, 0], [0, 0, 0]], "B Tk")
    masked = scores + mask

    assert masked == mask + scores
    expected = np.zeros((3, 3, 3))
    expected[1, :, 0] = -1
    np.testing.assert_array_equal(masked.to_tensor(), expected)


@pytest.mark.parametrize(("name", "apply"), OPERATIONS.items())
def test_t_is_not_added_to_b_even_if_the_sizes_agree(name, apply):
    with pytest.raises(AxisMismatch) as caught:
        apply(NamedTensor([1, 2], "T"), NamedTensor([3, 4], "B"))

    assert caught.value == AxisMismatch(("T",), ("B",))
    assert str(caught.value) == (
        f"{name}: axes T and B: the left operand has no B, the right operand has no T"
    )


# Libraries that align by name give a table "x y" here, unasked.
def test_an_outer_product_has_to_be_asked_for():
    x, y = NamedTensor([1, 2], "x"), NamedTensor([3, 4], "y")
    with pytest.raises(AxisMismatch, match="the left operand has no y"):
        x * y

    table = x.outer(y)
    assert (table.axes, table.to_tensor()) == (("x", "y"), Tensor((2, 2), [3, 4, 6, 8]))
    assert x.expand(y=2) * y == table.permute("y x")


def test_partly_common_axes_are_refused_as_well():
    with pytest.raises(AxisMismatch) as caught:
        NamedTensor(Tensor.zeros((2, 3)), "B T") + NamedTensor(Tensor.zeros((3, 4)), "T d")

    assert str(caught.value) == (
        "add: axes B T and T d: the left operand has no d, the right operand has no B"
    )


@pytest.mark.parametrize("size", [1, 4])
def test_one_name_has_one_size(size):
    with pytest.raises(AxisSizeMismatch) as caught:
        NamedTensor(Tensor.zeros((2, 3)), "B T") * NamedTensor(Tensor.zeros((size,)), "T")

    assert caught.value == AxisSizeMismatch("T", (3, size))
    assert str(caught.value) == f"multiply: axis T has sizes 3 and {size}"


def test_outer_shares_the_axes_that_both_have():
    queries, keys = _filled(["a", "c"]), _filled(["a", "b"])
    result = queries.outer(keys)

    assert result.axes == ("a", "c", "b")
    expected = np.einsum("ac,ab->acb", queries.to_tensor(), keys.to_tensor())
    np.testing.assert_array_equal(result.to_tensor(), expected)
    with pytest.raises(AxisSizeMismatch, match=r"^outer: axis a has sizes 2 and 5$"):
        queries.outer(NamedTensor(Tensor.zeros((5,)), "a"))


some_axes = st.lists(st.sampled_from("abcd"), unique=True)


@given(some_axes, some_axes, st.sampled_from(sorted(OPERATIONS)))
def test_arithmetic_is_numpys_after_an_alignment_by_name(one, other, name):
    left, right = _filled(one), _filled(other)
    if not (set(one) <= set(other) or set(other) <= set(one)):
        with pytest.raises(AxisMismatch):
            OPERATIONS[name](left, right)
        return
    with strict_broadcasting():
        result = OPERATIONS[name](left, right)

    axes = max(one, other, key=len)
    assert result.axes == tuple(axes)
    expected = OPERATIONS[name](_spread(left, axes), _spread(right, axes))
    np.testing.assert_array_equal(result.to_tensor(), expected)


def test_numbers_combine_from_either_side():
    x = NamedTensor([1, 2], "T")

    assert (x + 1).to_tensor() == (1 + x).to_tensor() == Tensor((2,), [2, 3])
    assert (x - 1).to_tensor() == Tensor((2,), [0, 1])
    assert (1 - x).to_tensor() == Tensor((2,), [0, -1])
    assert (2 * x) == (x * 2) == NamedTensor([2, 4], "T")
    assert (2 / x).to_tensor() == Tensor((2,), [2, 1])
    assert (x / 2).to_tensor() == Tensor((2,), [0.5, 1])
    assert (x**2).to_tensor() == Tensor((2,), [1, 4])


@pytest.mark.parametrize("other", [np.ones(2), Tensor.zeros((2,)), np.float32([1, 2])])
def test_what_has_no_names_has_to_be_given_some(other):
    message = r"^add: axes \('T',\): the other operand, of shape \(2,\), has no names$"
    x = NamedTensor([1, 2], "T")

    with pytest.raises(AxisNameError, match=message):
        x + other
    with pytest.raises(AxisNameError, match=message):
        other + x


def test_what_is_no_operand_is_pythons_to_refuse():
    with pytest.raises(TypeError, match="unsupported operand"):
        NamedTensor([1, 2], "T") + "a"
