"""A buffer's memory as a layout reads it: as an array for numpy, as a grid for Python.

numpy checks once more that the array stays inside the buffer.
"""

from __future__ import annotations

import numpy as np

from tensorlib.buffers import Float64Array, writable_array
from tensorlib.layout import Layout

BYTES_A_VALUE = 8
"""Every value is a 64-bit float."""

_FARTHEST = 2**59  # a longer step leads beyond every memory, so it can only be one never taken


def array_over(values: Float64Array, layout: Layout) -> Float64Array:
    """Return an array with a layout's shape and strides over the memory of a flat one.

    Parameters
    ----------
    values : ndarray, 1-D
        The whole buffer. The result can be written if and only if it can.
    layout : Layout
        How to read it.

    Raises
    ------
    ValueError
        If numpy has no array with such sizes, which only a layout without elements can have.

    Examples
    --------
    >>> array_over(np.arange(6.0), Layout((3, 2), (1, 3)))
    array([[0., 3.],
           [1., 4.],
           [2., 5.]])
    """
    steps = [0 if abs(step) > _FARTHEST else step * BYTES_A_VALUE for step in layout.strides]
    return np.ndarray(layout.shape, np.float64, values, layout.offset * BYTES_A_VALUE, steps)


def grid_over(cells: memoryview[float], layout: Layout) -> memoryview[float] | None:
    """Return the same memory as a grid, or ``None`` where there is no element, or no grid.

    Python reads and bounds-checks the cells of such a grid without our help, and quickly.

    Parameters
    ----------
    cells : memoryview
        A flat buffer.
    layout : Layout
        How to read it.

    Examples
    --------
    >>> cells = memoryview(bytearray(48)).cast("d")
    >>> cells[5] = 7
    >>> grid_over(cells, Layout((3, 2), (1, 3)))[2, 1]
    7.0
    """
    if not 0 < layout.size <= _FARTHEST:  # more are possible where an axis stretched
        return None
    return array_over(writable_array(cells), layout).data  # type: ignore[return-value]  # floats
