"""The numeric work itself: no copies, tiles that change nothing, buffers and layouts alone."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from strategies import same_numbers, views, views_of

from tensorlib import BroadcastError, Layout, OutOfMemory, Tensor, kernels
from tensorlib.kernels import Values, array_of, combine_in_place, combined, copied, reserved
from tensorlib.kernels import stretched as stretched_array


def _values(array):
    return Values(array.reshape(-1).data, Layout.row_major(array.shape))


ROW = Values(np.array([1.0, 2.0]).data, Layout.row_major((2,)))


def test_a_stretched_operand_is_the_same_memory():
    array = stretched_array(ROW, (3, 2), "example")

    assert array.strides == (0, 8)
    assert array.ctypes.data == array_of(ROW, "example").ctypes.data


def test_results_are_new_and_row_major():
    column = Values(ROW.cells, Layout((2, 1), (1, 1)))

    result = combined(np.subtract, ROW, column, "example")

    assert result.layout == Layout.row_major((2, 2))
    assert result.cells.tolist() == [0, 1, -1, 0]  # 1-1, 2-1, 1-2, 2-2
    assert ROW.cells.tolist() == [1, 2]


def _peak_bytes(function):
    function()
    tracemalloc.start()
    try:
        result = function()
        return tracemalloc.get_traced_memory()[1], result
    finally:
        tracemalloc.stop()


SQUARE = (1000, 1000)
BUFFERS = 300_000  # what numpy's loops reserve for themselves, whatever the operands' size

NO_COPY = {
    "equal shapes": lambda t, row: t + t,
    "a row": lambda t, row: t * row,
    "a column": lambda t, row: t - row.view().view_as((1000, 1)),
    "both stretch": lambda t, row: row + row.view().view_as((1000, 1)),
    "a number": lambda t, row: t / 2,
    "transposed": lambda t, row: t.view().transpose(0, 1) + 1,
    "mixed": lambda t, row: t.view().transpose(0, 1) + t,
    "an array": lambda t, row: t + np.asarray(t),
}


@pytest.mark.parametrize("apply", NO_COPY.values(), ids=NO_COPY)
def test_an_operation_reserves_its_result_and_nothing_else(apply):
    t, row = Tensor.zeros(SQUARE), Tensor.zeros((1000,))

    peak, result = _peak_bytes(lambda: apply(t, row))

    assert result.shape == SQUARE
    assert 8 * 10**6 <= peak < 8 * 10**6 + BUFFERS


REDUCTIONS = {
    "sum of all": lambda t: t.sum(),
    "sum of columns": lambda t: t.sum(0),
    "mean of rows": lambda t: t.mean(1),
    "max of columns": lambda t: t.max(0),
    "sum of a transposed view": lambda t: t.view().transpose(0, 1).sum(0),
    "sum of a stretched view": lambda t: t.view()[:1].expand(SQUARE).sum(1),
    "in place": lambda t: t.__iadd__(1),
    "in place by a stretched row": lambda t: t.__iadd__(t.view()[:1].to_tensor()),
}


@pytest.mark.parametrize("apply", REDUCTIONS.values(), ids=REDUCTIONS)
def test_a_reduction_and_an_operation_in_place_reserve_next_to_nothing(apply):
    t = Tensor.zeros(SQUARE)

    peak, _ = _peak_bytes(lambda: apply(t))

    assert peak < BUFFERS


# Larger than one tile in both directions, with a rest, so that tiles of every kind occur.
LARGE = (3 * 128 + 5, 2 * 256 + 3)

TILED = {
    "transposed": lambda a: (a.T, a.T),
    "transposed and a column": lambda a: (a.T, a.T[:, :1]),
    "transposed and a row": lambda a: (a.T, a[:, 0].copy()),
    "reversed and transposed": lambda a: (a.T[::-1], a.T),
    "three axes from right to left": lambda a: (np.stack([a, -a], axis=1).T, a.T[:, None]),
    "the middle axis near": lambda a: (np.stack([a.T, -a.T]).transpose(0, 2, 1)[:, ::-1], a[:1]),
    "every second": lambda a: (a[::2, ::2].T, a[::2, ::2].T),
}


@pytest.mark.parametrize("tiled_from", [0, 2**21], ids=["tiles", "one piece"])
@pytest.mark.parametrize("make", TILED.values(), ids=TILED)
def test_tiles_give_what_one_piece_gives(make, tiled_from, monkeypatch):
    monkeypatch.setattr(kernels, "_TILED_FROM", tiled_from)
    array = np.random.default_rng(0).standard_normal(LARGE)
    pair = make(array)
    views_of_pair = []
    for part in pair:
        base = part
        while isinstance(base.base, np.ndarray):
            base = base.base
        tensor = Tensor((base.size,), base.ravel(order="K"))
        offset = (part.ctypes.data - base.ctypes.data) // 8
        layout = Layout(part.shape, tuple(step // 8 for step in part.strides), offset)
        views_of_pair.append(type(tensor.view())(tensor, layout))

    result = views_of_pair[0] - views_of_pair[1]

    assert same_numbers(result, pair[0] - pair[1])


@given(drawn=views())
def test_a_copy_is_row_major_and_apart(drawn):
    _, view, array = drawn
    values = Values(view._cells, view.layout)

    copy = copied(values, "example")

    assert copy.layout == Layout.row_major(array.shape)
    assert copy.cells.tolist() == array.reshape(-1).tolist()
    assert copy.cells is not values.cells


@given(drawn=views_of((2, 3), stretch=False))
def test_the_target_in_place_is_the_memory_itself(drawn):
    view, array = drawn
    target = Values(view._cells, view.layout)

    combine_in_place(np.multiply, target, _values(np.array([2.0])), "example")

    with np.errstate(all="ignore"):
        assert same_numbers(view, array * 2)


def test_what_is_refused():
    with pytest.raises(BroadcastError, match=r"^example: shapes \(2,\) and \(3,\) do not"):
        combined(np.add, ROW, _values(np.zeros(3)), "example")
    with pytest.raises(OutOfMemory, match=r"^example: 4611686018427387904 values of 8 bytes"):
        reserved((2**62,), "example")
    with pytest.raises(OutOfMemory, match=r"^example: 4611686018427387904 values of 8 bytes"):
        array_of(Values(ROW.cells, Layout((2**62,), (0,))), "example")
