"""A buffer as numpy and as Python read it through a layout."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from strategies import shapes, views

from tensorlib.buffers import flat_cells, read_only_array
from tensorlib.layout import Layout
from tensorlib.reading import array_over, grid_over


def test_an_array_shares_the_memory():
    whole = np.arange(6.0)
    columns = array_over(whole, Layout((3, 2), (1, 3)))
    columns[2, 1] = -1

    assert columns.tolist() == [[0, 3], [1, 4], [2, -1]]
    assert whole[5] == -1


def test_an_array_of_a_read_only_buffer_stays_read_only():
    array = array_over(read_only_array(flat_cells(np.arange(6.0))), Layout((3,), (-2,), 5))

    assert array.tolist() == [5, 3, 1]
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
    with pytest.raises(ValueError, match="cannot set WRITEABLE flag to True"):
        array.setflags(write=True)


def test_numpy_checks_that_it_stays_inside():
    with pytest.raises(ValueError, match="strides is incompatible with shape"):
        array_over(np.arange(14.0), Layout((3, 5), (5, 1)))


def test_a_stride_that_no_step_takes_may_be_any():
    assert array_over(np.arange(3.0), Layout((1, 3), (2**70, 1))).tolist() == [[0, 1, 2]]
    assert array_over(np.arange(3.0), Layout((1,), (-(2**70),), 1)).tolist() == [1]
    assert array_over(np.empty(0), Layout((0, 5), (2**70, -(2**70)))).shape == (0, 5)


@given(views())
def test_the_array_of_a_view_is_numpys(drawn):
    tensor, view, array = drawn

    assert np.array_equal(array_over(tensor.buffer, view.layout), array)


@given(shapes(max_rank=4))
def test_a_grid_is_the_same_memory_in_row_major_order(shape):
    values = np.arange(float(np.prod(shape)))
    grid = grid_over(flat_cells(values), Layout.row_major(shape))

    if values.size:
        assert np.shares_memory(np.asarray(grid), values)
        assert np.asarray(grid).tolist() == values.reshape(shape).tolist()
    else:
        assert grid is None


def test_there_is_no_grid_of_more_cells_than_memory_has_addresses():
    one = flat_cells(np.zeros(1))

    assert grid_over(one, Layout((2**60,), (0,))) is None
    assert grid_over(one, Layout((2**59,), (0,)))[2**58] == 0.0
