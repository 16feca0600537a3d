"""One tensor with names: its axes, its order, its reductions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import shapes

from tensorlib import AxisNameError, EmptyReduction, InvalidData, NamedTensor, Tensor

X = NamedTensor(np.arange(24).reshape(2, 3, 4), "B T d")


@st.composite
def named_arrays(draw):
    shape = draw(shapes(max_rank=4, min_side=1))
    axes = draw(st.permutations("abcd"))[: len(shape)]
    return np.arange(float(np.prod(shape))).reshape(shape), axes


def test_names_and_sizes():
    assert (X.axes, X.shape) == (("B", "T", "d"), (2, 3, 4))
    assert X.sizes == {"B": 2, "T": 3, "d": 4}
    assert repr(NamedTensor([5], "T")) == "NamedTensor(Tensor((1,), [5.0]), 'T')"


def test_a_tensor_is_kept_and_not_copied():
    tensor = Tensor((2,), [5, 6])
    named = NamedTensor(tensor, "T")
    tensor[1] = 7

    assert named.to_tensor() == Tensor((2,), [5, 7])
    tensor[1] = 8
    assert named.rename(T="B").expand(h=2).to_tensor() == Tensor((2, 2), [5, 8, 5, 8])


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        ("B T", "NamedTensor: axes 'B T': they are for rank 2, shape (2, 3, 4) has rank 3"),
        (
            "B 1 T",
            "NamedTensor: axes 'B 1 T': an axis without a name cannot be aligned by name",
        ),
        (
            "B T T",
            "NamedTensor: axes 'B T T': the name T stands for two axes; tell them apart, "
            "as Tq and Tk",
        ),
    ],
)
def test_names_that_do_not_fit(axes, message):
    with pytest.raises(AxisNameError) as caught:
        NamedTensor(Tensor.zeros((2, 3, 4)), axes)

    assert str(caught.value) == message


def test_values_that_are_none():
    with pytest.raises(InvalidData, match=r"^from_array: the data is ragged$"):
        NamedTensor([[1], [2, 3]], "B T")


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda x: x.sum("h"), "sum: axes ('B', 'T', 'd'): there is no axis h"),
        (lambda x: x.mean("T h"), "mean: axes ('B', 'T', 'd'): there is no axis h"),
        (lambda x: x.max(["h"]), "max: axes ('B', 'T', 'd'): there is no axis h"),
        (lambda x: x.softmax("h"), "softmax: axes ('B', 'T', 'd'): there is no axis h"),
        (lambda x: x.rename(h="k"), "rename: axes ('B', 'T', 'd'): there is no axis h"),
        (lambda x: x.permute("T B h"), "permute: axes ('B', 'T', 'd'): there is no axis h"),
        (lambda x: x.permute("T B"), "permute: axes ('T', 'B'): axis d is missing"),
        (lambda x: x.expand(T=2), "expand: axes ('B', 'T', 'd'): there is an axis T"),
        (
            lambda x: x.rename(B="T"),
            "rename: axes ('T', 'T', 'd'): the name T stands for two axes; tell them apart, "
            "as Tq and Tk",
        ),
    ],
)
def test_a_name_that_there_is_not(use, message):
    with pytest.raises(AxisNameError) as caught:
        use(X)

    assert str(caught.value) == message


@given(named_arrays(), st.data())
def test_reductions_are_numpys_over_the_named_axes(drawn, data):
    array, axes = drawn
    gone = data.draw(st.lists(st.sampled_from(axes), unique=True)) if axes else []
    places = tuple(axes.index(axis) for axis in gone)
    named = NamedTensor(array, axes)

    for name in ("sum", "mean", "max"):
        result = getattr(named, name)(gone)
        assert result.axes == tuple(axis for axis in axes if axis not in gone)
        np.testing.assert_allclose(result.to_tensor(), getattr(np, name)(array, axis=places))
    assert named.sum().axes == ()


@given(named_arrays(), st.data())
def test_another_order_holds_the_same(drawn, data):
    array, axes = drawn
    order = data.draw(st.permutations(axes))
    permuted = NamedTensor(array, axes).permute(order)

    assert permuted.axes == tuple(order)
    expected = array.transpose([axes.index(axis) for axis in order])
    np.testing.assert_array_equal(permuted.to_tensor(), expected)
    assert permuted.permute(axes) == NamedTensor(array, axes)


def test_softmax_goes_along_the_named_axis():
    weights = X.softmax("T")

    assert weights.axes == X.axes
    np.testing.assert_allclose(weights.sum("T").to_tensor(), np.ones((2, 4)))


def test_new_axes_come_in_front_and_repeat():
    expanded = NamedTensor([5, 6], "T").expand(B=2, h=1)

    assert expanded.axes == ("B", "h", "T")
    np.testing.assert_array_equal(expanded.to_tensor(), [[[5, 6]], [[5, 6]]])


def test_the_largest_of_nothing():
    with pytest.raises(EmptyReduction, match=r"^max: shape \(2, 0\) has no value along axes"):
        NamedTensor(Tensor.zeros((2, 0)), "B T").max("T")


def test_equality_is_of_names_and_values():
    assert NamedTensor([1, 2], "T") == NamedTensor([1, 2], "T")
    assert NamedTensor([1, 2], "T") != NamedTensor([1, 2], "B")
    assert NamedTensor([1, 2], "T") != NamedTensor([1, 3], "T")
    assert NamedTensor([1, 2], "T") != Tensor((2,), [1, 2])
    with pytest.raises(TypeError, match="unhashable"):
        hash(X)
