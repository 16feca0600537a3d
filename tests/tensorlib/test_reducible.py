"""Sums, means, maxima and softmax: numpy's numbers to the last bit, and what is made of nothing."""

from __future__ import annotations

import warnings
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SIDES, outcome, same_numbers, views_of

from tensorlib import (
    AxisError,
    EmptyReduction,
    OutOfMemory,
    RankMismatch,
    SpentTensorError,
    Tensor,
    softmax,
)

NAN, INF = float("nan"), float("inf")

NUMPYS = {"sum": np.sum, "mean": np.mean, "max": np.max}

each_reduction = pytest.mark.parametrize("name", NUMPYS)


@st.composite
def _reductions(draw):
    """Draw a view, numpy's equal view, and axes of it: none, one, several or all."""
    shape = tuple(draw(st.lists(st.sampled_from(SIDES), max_size=3)))
    view, array = draw(views_of(shape))
    rank = len(shape)
    axes = st.lists(st.integers(-rank, rank - 1), max_size=3, unique_by=lambda axis: axis % rank)
    axis = st.none() | axes.map(tuple) | st.integers(-rank, rank - 1) if rank else st.none()
    return view, array, draw(axis), draw(st.booleans())


def test_by_hand():
    """Columns of (1 2 3), (4 5 6): sums 5 7 9; rows: sums 6 and 15, means 2 and 5."""
    t = Tensor((2, 3), [1, 2, 3, 4, 5, 6])

    assert t.sum(axis=0) == Tensor((3,), [5, 7, 9])
    assert t.sum(axis=1) == Tensor((2,), [6, 15])
    assert t.mean(axis=-1, keepdims=True) == Tensor((2, 1), [2, 5])
    assert t.max(axis=0) == Tensor((3,), [4, 5, 6])
    assert t.sum() == t.sum(axis=(0, 1)) == t.sum(axis=[1, 0]) == Tensor((), [21])
    assert t.sum(axis=(0, -1), keepdims=True) == Tensor((1, 1), [21])


@each_reduction
@given(drawn=_reductions())
def test_numbers_are_numpys_whatever_the_layout(name, drawn):
    view, array, axis, keepdims = drawn

    result = outcome(lambda: getattr(view, name)(axis, keepdims=keepdims))

    if isinstance(result, EmptyReduction):
        with pytest.raises(ValueError, match="no identity"):
            np.max(array, axis=axis)
    elif axis == () or not view.rank:
        assert same_numbers(result, array)  # numpy's sum makes 0.0 of -0.0 even here
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = NUMPYS[name](array, axis=axis, keepdims=keepdims)
        assert type(result) is Tensor
        assert result.layout.strides == Tensor.zeros(result.shape).strides
        assert same_numbers(result, expected)


@each_reduction
@given(drawn=_reductions())
def test_axes_kept_have_size_1_and_the_same_values(name, drawn):
    view, _, axis, _ = drawn
    without, kept = (
        outcome(lambda: getattr(view, name)(axis, keepdims=False)),
        outcome(lambda: getattr(view, name)(axis, keepdims=True)),
    )

    assert type(without) is type(kept)
    if isinstance(kept, Tensor):
        assert kept.rank == view.rank
        assert tuple(size for size in kept.shape if size != 1) == tuple(
            size for size in without.shape if size != 1
        )
        assert same_numbers(kept.buffer, without.buffer)
        assert (view - kept).shape == view.shape


def test_the_named_axis_disappears():
    """Equal sizes hide which one it was; of the two, only the values tell."""
    hidden = Tensor((16, 16, 64), range(16 * 16 * 64))
    assert hidden.mean(axis=0).shape == hidden.mean(axis=1).shape == (16, 64)
    assert hidden.mean(axis=0) != hidden.mean(axis=1)

    shown = Tensor.zeros((3, 5, 7))
    assert shown.mean(axis=0).shape == (5, 7)
    assert shown.mean(axis=1).shape == (3, 7)
    assert (shown - shown.mean(axis=0)).shape == (3, 5, 7)  # runs, whichever was meant
    assert (shown - shown.mean(axis=0, keepdims=True)).shape == (3, 5, 7)


@each_reduction
@pytest.mark.parametrize("keepdims", [False, True])
def test_no_axis_is_no_reduction(name, keepdims):
    values = [1.5, -0.0, NAN, -INF, 5e-324, 0.0]
    t = Tensor((2, 3), values)

    result = getattr(t, name)(axis=(), keepdims=keepdims)

    assert result == t
    assert not result.shares_buffer(t)


def test_the_mean_of_integers_is_a_float():
    assert float(Tensor((2,), [1, 2]).mean()) == 1.5


# Nothing: a sum has a neutral element, a mean is 0 / 0, a maximum has no answer.


def test_nothing():
    empty = Tensor.zeros((2, 0, 3))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert empty.sum(axis=1) == Tensor.zeros((2, 3))
        assert empty.sum() == Tensor((), [0])
        assert np.isnan(empty.mean(axis=1)).tolist() == [[True] * 3] * 2
        assert np.isnan(float(empty.mean()))
    assert empty.mean(axis=0).shape == (0, 3)
    assert empty.max(axis=0).shape == (0, 3)
    assert empty.max(axis=()).shape == (2, 0, 3)


@pytest.mark.parametrize(
    ("shape", "axis", "axes"),
    [
        ((0,), None, (0,)),
        ((2, 0, 3), 1, (1,)),
        ((2, 0, 3), (-2, 0), (1, 0)),
        ((0, 0), None, (0, 1)),
    ],
)
def test_the_largest_of_nothing_is_refused(shape, axis, axes):
    with pytest.raises(EmptyReduction) as caught:
        Tensor.zeros(shape).max(axis)
    assert caught.value == EmptyReduction(shape, axes)
    assert str(caught.value) == f"max: shape {shape} has no value along axes {axes} to choose from"
    assert isinstance(caught.value, ValueError)


def test_sizes_that_no_array_of_numpys_has():
    assert Tensor.zeros((2**63, 0)).sum(axis=0) == Tensor.zeros((0,))
    with pytest.raises(OutOfMemory, match=r"^sum: 9223372036854775808 values of 8 bytes cannot be"):
        Tensor.zeros((2**63, 0)).sum(axis=1)
    with pytest.raises(OutOfMemory, match=r"^mean: 4611686018427387904 values of 8 bytes"):
        Tensor((1,), [1]).view().expand((2**62,)).mean()


@each_reduction
@pytest.mark.parametrize("where", range(3))
def test_a_nan_is_in_every_result_that_it_is_part_of(name, where):
    values = [1.0, 2.0, 3.0]
    values[where] = NAN

    result = getattr(Tensor((2, 3), [*values, 4, 5, 6]), name)(axis=1)

    assert np.isnan(result).tolist() == [True, False]


def test_infinities():
    t = Tensor((3,), [INF, -INF, 1])

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isnan(float(t.sum()))
        assert float(t.max()) == INF
        assert float(Tensor((2,), [1e308, 1e308]).sum()) == INF


WRONG_AXES = {
    "too large": (2, AxisError(2, 2), "axis 2 is out of bounds for rank 2"),
    "too small": (-3, AxisError(-3, 2), "axis -3 is out of bounds for rank 2"),
    "one of several": ((0, 5), AxisError(5, 2), "axis 5 is out of bounds for rank 2"),
    "twice": ((0, 0), AxisError(0, 2), "axes (0, 0) name axis 0 twice"),
    "twice in disguise": ((1, -1), AxisError(1, 2), "axes (1, -1) name axis 1 twice"),
    "a float": (1.0, AxisError(1.0, 2), "axis 1.0 is a float, not an integer"),
    "a truth value": (True, AxisError(True, 2), "axis True is a bool, not an integer"),
    "a text": ("0", AxisError("0", 2), "axis '0' is a str, not an integer"),
}


@each_reduction
@pytest.mark.parametrize(("axis", "error", "message"), WRONG_AXES.values(), ids=WRONG_AXES)
def test_axes_that_are_none(name, axis, error, message):
    with pytest.raises(AxisError) as caught:
        getattr(Tensor.zeros((2, 2)), name)(axis)
    assert caught.value == error
    assert str(caught.value) == f"{name}: {message}"


def test_a_scalar_has_no_axis():
    assert Tensor((), [3]).sum() == Tensor((), [3])
    for use in (lambda t: t.sum(0), lambda t: t.softmax()):
        with pytest.raises(AxisError, match="is out of bounds for rank 0"):
            use(Tensor((), [3]))


@pytest.mark.parametrize("use", [*NUMPYS, "softmax", "__float__"])
def test_spent_tensors_are_refused(use):
    t = Tensor.zeros((2,))
    t.into_buffer()

    with pytest.raises(SpentTensorError, match=f"^{use.strip('_')}: the tensor gave its buffer up"):
        getattr(t, use)()


def test_only_a_scalar_is_a_float():
    assert float(Tensor((), [3])) == 3.0
    assert float(Tensor((2, 2), [1, 2, 3, 4]).view()[1, 1:].sum()) == 4.0
    for shape in ((1,), (2, 2)):
        with pytest.raises(RankMismatch, match=r"^float: the coordinate has length 0, the rank is"):
            float(Tensor.zeros(shape))


# Softmax.


def test_softmax_by_hand():
    """e**log 1 : e**log 3 is 1 : 3, and adding 1000 to both changes nothing but would overflow."""
    expected = [0.25, 0.75]

    for shift in (0.0, 1000.0, -1000.0):
        t = Tensor((2,), [np.log(1) + shift, np.log(3) + shift])
        assert np.allclose(t.softmax(), expected, rtol=1e-12, atol=0)
    assert Tensor((2, 2), [0, 0, 7, 7]).softmax(axis=0) != Tensor((2, 2), [0, 0, 7, 7]).softmax()
    assert softmax(Tensor((2,), [7, 7]).view()) == Tensor((2,), [0.5, 0.5])


@given(data=st.data())
def test_softmax_is_the_formula_of_a_row_major_array(data):
    shape = tuple(data.draw(st.lists(st.sampled_from(SIDES), min_size=1, max_size=3)))
    view, array = data.draw(views_of(shape))
    axis = data.draw(st.integers(-len(shape), len(shape) - 1))

    result = view.softmax(axis)

    assert result.shape == shape
    if result.size:
        with np.errstate(all="ignore"):
            powers = np.exp(np.subtract(array, array.max(axis=axis, keepdims=True), order="C"))
            expected = powers / powers.sum(axis=axis, keepdims=True)
        assert same_numbers(result, expected)
        finite = np.isfinite(array).all(axis=axis)
        assert np.allclose(np.sum(result, axis=axis)[finite], 1, rtol=1e-14)


ROWS = {
    "all -inf": ([-INF, -INF, -INF], [NAN] * 3, [0.0] * 3),
    "all but one": ([-INF, 5.0, -INF], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]),
    "a finite fill": ([-1e9, -1e9, -1e9], [1 / 3] * 3, [1 / 3] * 3),
    "a NaN": ([NAN, 0.0, -INF], [NAN] * 3, [NAN] * 3),
    "a NaN among -inf": ([-INF, NAN, -INF], [NAN] * 3, [NAN] * 3),
    "inf": ([INF, 0.0, 0.0], [NAN] * 3, [NAN] * 3),
}


@pytest.mark.parametrize(("row", "nan", "zeros"), ROWS.values(), ids=ROWS)
def test_the_rule_for_a_masked_row(row, nan, zeros):
    t = Tensor((2, 3), [*row, 0, 0, 0])
    other = [1 / 3] * 3

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert same_numbers(t.softmax(axis=1), [nan, other])
        assert same_numbers(t.softmax(axis=1, zero_masked=False), [nan, other])
        assert same_numbers(t.softmax(axis=1, zero_masked=True), [zeros, other])
        assert same_numbers(softmax(t, 1, zero_masked=True), [zeros, other])


def test_a_mask_over_queries_shows_itself_as_nan():
    """Sequence 0 of length 1: as [B, T, 1] its mask makes the row of query 1 all -inf."""
    scores, mask = Tensor.zeros((1, 2, 2)), Tensor((1, 2), [0, -INF])

    over_queries = (scores + mask.view()[:, :, None]).softmax(axis=-1)
    over_keys = (scores + mask.view()[:, None, :]).softmax(axis=-1)

    assert same_numbers(over_queries, [[[0.5, 0.5], [NAN, NAN]]])
    assert same_numbers(over_keys, [[[1, 0], [1, 0]]])


@pytest.mark.parametrize("shape", [(0,), (2, 0), (0, 2), (2, 0, 3)])
def test_softmax_of_nothing(shape):
    for axis in range(len(shape)):
        assert Tensor.zeros(shape).softmax(axis) == Tensor.zeros(shape)
        assert Tensor.zeros(shape).softmax(axis, zero_masked=True).size == prod(shape) == 0


def test_softmax_leaves_its_operand_alone():
    t = Tensor((2, 2), [1, 2, -INF, -INF])
    t.softmax(zero_masked=True)
    assert t == Tensor((2, 2), [1, 2, -INF, -INF])


@pytest.mark.parametrize("axis", [1, -2, 0.0, None, (0,)])
def test_softmax_wants_one_axis(axis):
    with pytest.raises(AxisError, match=r"^softmax: axis .* (is out of bounds|not an integer)"):
        Tensor.zeros((2,)).softmax(axis)
