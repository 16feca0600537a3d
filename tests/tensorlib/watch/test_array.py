"""A watched array computes what a plain one does, and keeps the names that are certain."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib.watch.array import WatchedArray, watched
from tensorlib.watch.recorder import Recorder

NAMES = ("B", "T", "d")
PLAIN = np.arange(24.0).reshape(2, 3, 4)


def _watched(array=PLAIN, axes=NAMES):
    return watched(array, axes, Recorder({}, raising=False))


# Each with the names that its result has; the sizes 2, 3 and 4 tell the axes apart.
OPERATIONS = {
    "unary": (lambda x: np.exp(-x), NAMES),
    "comparison": (lambda x: x > 5, NAMES),
    "number": (lambda x: 2 * x + 1, NAMES),
    "itself": (lambda x: x * x, NAMES),
    "plain": (lambda x: x + np.ones((2, 3, 4)), NAMES),
    "bias": (lambda x: np.ones(4) + x, NAMES),
    "index": (lambda x: x[0], ("T", "d")),
    "new axis": (lambda x: x[:, None], ("B", "1", "T", "d")),
    "slice": (lambda x: x[..., 1:], NAMES),
    "boolean index": (lambda x: x[x > 5], (None,)),
    "integer index": (lambda x: x[[1, 0]], (None, None, None)),
    "watched index": (lambda x: x[(x[:, 0, 0] > 5), :1], (None, None, None)),
    "transpose": (lambda x: x.transpose(2, 0, 1), ("d", "B", "T")),
    "transpose by tuple": (lambda x: x.transpose((-1, 0, 1)), ("d", "B", "T")),
    "transpose by default": (lambda x: x.transpose(), ("d", "T", "B")),
    "T": (lambda x: x.T, ("d", "T", "B")),
    "mT": (lambda x: x.mT, ("B", "d", "T")),
    "np.transpose": (lambda x: np.transpose(x, (1, 0, 2)), ("T", "B", "d")),
    "swapaxes": (lambda x: x.swapaxes(0, -1), ("d", "T", "B")),
    "np.moveaxis": (lambda x: np.moveaxis(x, 0, -1), ("T", "d", "B")),
    "reshape": (lambda x: x.reshape(2, 1, 3, 4), ("B", "1", "T", "d")),
    "flat": (lambda x: x.reshape(-1), (None,)),
    "np.expand_dims": (lambda x: np.expand_dims(x, (0, 2)), ("1", "B", "1", "T", "d")),
    "squeeze": (lambda x: x[:, None].squeeze(1), NAMES),
    "np.squeeze": (lambda x: np.squeeze(x[None]), NAMES),
    "copy": (lambda x: x.copy(), NAMES),
    "astype": (lambda x: x.astype(np.float32), NAMES),
    "sum": (lambda x: x.sum(1), ("B", "d")),
    "mean": (lambda x: x.mean(axis=-1), ("B", "T")),
    "np.max": (lambda x: np.max(x, axis=(0, 2)), ("T",)),
    "keepdims": (lambda x: x.std(axis=1, keepdims=True), ("B", "1", "d")),
    "all axes": (lambda x: x.sum(), ()),
    "cumsum": (lambda x: np.add.accumulate(x, axis=1), NAMES),
    "reduceat": (lambda x: np.add.reduceat(x, [0, 1], axis=1), (None, None, None)),
    "outer": (lambda x: np.multiply.outer(x[0, 0], np.ones(2)), ("d", None)),
    "outer with itself": (lambda x: np.multiply.outer(x[0, 0], x[0]), (None, "T", None)),
    "matmul": (lambda x: x @ np.ones((4, 5)), ("B", "T", None)),
    "matmul of names": (lambda x: x[:, :, None] @ x.mean(0)[..., None], ("B", "T", "1", "1")),
    "scores": (lambda x: x @ x.mT, ("B", None, None)),
    "matrix and vector": (lambda x: x @ np.ones(4), ("B", "T")),
    "vector and matrix": (lambda x: np.ones(3) @ x, ("B", "d")),
    "two vectors": (lambda x: x[0, 0] @ np.ones(4), ()),
    "matmul along other axes": (
        lambda x: np.matmul(x, np.ones((3, 5)), axes=[(2, 1), (0, 1), (-1, -2)]),
        (None, None, None),
    ),
    "where": (lambda x: np.where(x > 5, x, 0), NAMES),
    "where is": (lambda x: np.where(x[0] > 5), None),
    "clip": (lambda x: np.clip(x, 1, 5), NAMES),
    "two results": (lambda x: np.divmod(x, 5)[1], NAMES),
    "sort": (lambda x: np.sort(x, axis=0), NAMES),
    "concatenate": (lambda x: np.concatenate([x, x]), None),
    "einsum": (lambda x: np.einsum("btd->dt", x), None),
    "dot": (lambda x: np.dot(x, np.ones((4, 2))), None),
    "norm": (lambda x: np.linalg.norm(x, axis=-1), None),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_result_is_numpys_and_has_the_names_that_are_certain(name):
    apply, axes = OPERATIONS[name]
    result, expected = apply(_watched()), apply(PLAIN)

    np.testing.assert_array_equal(result, expected, strict=name != "two vectors")
    if axes is not None and np.ndim(expected):
        assert isinstance(result, WatchedArray)
        assert result.axes == axes
    assert type(np.asarray(result)) is type(np.asarray(expected))


@given(st.permutations(range(3)), st.permutations(range(3)))
def test_names_follow_their_axes(first, second):
    array = _watched().transpose(first)[:, None].transpose([n + (n > 0) for n in [0, 1, 2]] + [1])
    array = array[..., 0].transpose(second)

    sizes = dict(zip(NAMES, PLAIN.shape, strict=True))
    assert tuple(sizes[name] for name in array.axes) == array.shape


def test_memory_is_shared_and_writing_goes_through():
    plain = np.zeros((2, 3))
    array = _watched(plain, ("B", "T"))
    array[1, 2] = 5
    array[0] += 1
    array[:, :1] = np.full((2, 1), 7)

    np.testing.assert_array_equal(plain, [[7, 1, 1], [7, 0, 5]])


def test_writing_where_a_watched_array_says():
    array = _watched(np.arange(3.0), ("T",))
    array[array > 0] = array[:2]

    np.testing.assert_array_equal(array, [0, 0, 1])


def test_an_output_is_the_one_given():
    array, out = _watched(), np.zeros((2, 3, 4))

    assert np.add(array, 1, out=out) is out
    np.testing.assert_array_equal(out, PLAIN + 1)
    quotient, rest = np.zeros((2, 3, 4)), np.zeros((2, 3, 4))
    results = np.divmod(array, 5, out=(quotient, rest))
    assert results[0] is quotient
    assert results[1] is rest
    np.testing.assert_array_equal(rest, PLAIN % 5)
    target = _watched(np.zeros((2, 3, 4)))
    assert np.add(PLAIN, 1, out=target) is target
    np.testing.assert_array_equal(target, PLAIN + 1)


def test_ufunc_at_and_where_work_in_place():
    array = _watched(np.zeros(3), ("T",))
    np.add.at(array, [0, 0, 2], 1)
    np.add(array, 10, out=array, where=_watched(np.array([True, False, False]), ("T",)))

    np.testing.assert_array_equal(array, [12, 0, 1])


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda x: x[5], IndexError, "index 5 is out of bounds for axis 0 with size 2"),
        (lambda x: x.sum(axis=7), np.exceptions.AxisError, "axis 7 is out of bounds"),
        (lambda x: x.transpose(0, 0, 1), ValueError, "repeated axis in transpose"),
        (lambda x: x.swapaxes(0, 9), np.exceptions.AxisError, "axis2: axis 9 is out of bounds"),
        (lambda x: x.reshape(5), ValueError, "cannot reshape array of size 24"),
        (lambda x: x @ np.ones((3, 3)), ValueError, "mismatch in its core dimension"),
        (lambda x: x @ 5, ValueError, "does not have enough dimensions"),
        (lambda x: x + "a", TypeError, "did not contain a loop"),
    ],
)
def test_errors_are_numpys(wrong, error, message):
    with pytest.raises(error, match=message):
        wrong(_watched())


def test_without_a_recorder_it_is_an_array_like_any_other():
    array = np.zeros(3).view(WatchedArray)

    assert array.axes == (None,)
    np.testing.assert_array_equal(array[:, None] + array, np.zeros((3, 3)))
    array[:] = np.ones(3)
    np.testing.assert_array_equal(np.where(array > 0, array, 0), np.ones(3))
