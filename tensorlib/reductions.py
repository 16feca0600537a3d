"""Values that become fewer along axes: sum, maximum, mean; and softmax, which needs two of them.

Sums are numpy's, in numpy's order: along the axis with the smallest stride by halves, down to
blocks of 128 values, which keeps rounding small; one value after the other along the rest. The
last bits of a sum thus depend on the layout, and equal those of numpy for the same strides.
"""

from __future__ import annotations

from math import prod

import numpy as np

from tensorlib import buffers
from tensorlib.axes import as_axes
from tensorlib.errors import EmptyReduction
from tensorlib.kernels import Values, array_of, combine_in_place, combined, copied, reserved
from tensorlib.layout import Layout
from tensorlib.shapes import Shape


def reduced_axes(axis: object, rank: int, operation: str) -> Shape:
    """Return the axes that a reduction is asked for, counted from the left.

    Parameters
    ----------
    axis : int, tuple of int, or None
        ``None`` means all axes, ``()`` none of them.
    rank : int
        The number of axes.
    operation : str
        Heads the message of an error.

    Raises
    ------
    AxisError
        If an axis is out of bounds, not an integer, or named twice.

    Examples
    --------
    >>> [reduced_axes(axis, 2, "example") for axis in (None, -1, ())]
    [(0, 1), (1,), ()]
    """
    if axis is None:
        return tuple(range(rank))
    return as_axes(axis if isinstance(axis, (tuple, list)) else (axis,), rank, operation)


def reduced(
    function: np.ufunc, values: Values, axes: Shape, operation: str, *, keepdims: bool
) -> Values:
    """Return a function applied along axes, which then are gone or have size 1.

    Parameters
    ----------
    function : ufunc
        ``np.add`` or ``np.maximum``. Of nothing, the first gives 0 and the second an error.
    values : Values
        Of any shape.
    axes : tuple of int
        Different, counted from the left; without any, nothing is reduced, and -0.0 stays -0.0.
    operation : str
        Heads the message of an error.
    keepdims : bool
        Whether the axes stay, with size 1.

    Raises
    ------
    EmptyReduction
        If a maximum is asked for along an axis without elements.
    OutOfMemory
        If the result cannot be reserved.

    Examples
    --------
    >>> square = Values(memoryview(np.array([1.0, 2.0, 3.0, 4.0])), Layout.row_major((2, 2)))
    >>> reduced(np.add, square, (0,), "example", keepdims=False).cells.tolist()
    [4.0, 6.0]
    """
    before = values.layout.shape
    shape = tuple(
        1 if axis in axes else size
        for axis, size in enumerate(before)
        if keepdims or axis not in axes
    )
    layout = Layout.row_major(shape, operation=operation)
    if function.identity is None and 0 in (before[axis] for axis in axes):
        raise EmptyReduction(before, axes, operation=operation)
    if not axes:
        return copied(values, operation)
    if not values.layout.size:
        return Values(buffers.zero_buffer(layout.size, operation), layout)
    with np.errstate(all="ignore"):
        result = function.reduce(array_of(values, operation), axis=axes)
    return Values(buffers.flat_cells(np.asarray(result, order="C")), layout)


def softmax(values: Values, axis: int, operation: str, *, zeros: bool) -> Values:
    """Return ``exp(x - max) / sum(exp(x - max))`` along an axis.

    Parameters
    ----------
    values : Values
        Of any shape.
    axis : int
        Counted from the left.
    operation : str
        Heads the message of an error.
    zeros : bool
        Whether a row of nothing but -inf becomes zeros; else it becomes NaN, as
        ``-inf - -inf`` is.

    Raises
    ------
    OutOfMemory
        If the result cannot be reserved.

    Examples
    --------
    >>> row = Values(memoryview(np.array([0.0, 0.0])), Layout.row_major((2,)))
    >>> softmax(row, 0, "example", zeros=False).cells.tolist()
    [0.5, 0.5]
    """
    if not values.layout.size:
        return reserved(values.layout.shape, operation)
    highest = reduced(np.maximum, values, (axis,), operation, keepdims=True)
    tops = buffers.writable_array(highest.cells)
    masked = (tops == -np.inf) & zeros
    tops[masked] = 0.0
    result = combined(np.subtract, values, highest, operation)
    array = buffers.writable_array(result.cells)
    with np.errstate(all="ignore"):
        np.exp(array, out=array)
    totals = reduced(np.add, result, (axis,), operation, keepdims=True)
    buffers.writable_array(totals.cells)[masked] = 1.0
    combine_in_place(np.true_divide, result, totals, operation)
    return result


def mean(values: Values, axes: Shape, operation: str, *, keepdims: bool) -> Values:
    """Return sums along axes, each divided by how many values it has.

    Parameters
    ----------
    values : Values
        Of any shape. The mean of nothing is ``0 / 0``, NaN.
    axes : tuple of int
        Different, counted from the left.
    operation : str
        Heads the message of an error.
    keepdims : bool
        Whether the axes stay, with size 1.

    Raises
    ------
    OutOfMemory
        If the result cannot be reserved.

    Examples
    --------
    >>> square = Values(memoryview(np.array([1.0, 2.0, 3.0, 4.0])), Layout.row_major((2, 2)))
    >>> mean(square, (0, 1), "example", keepdims=True).cells.tolist()
    [2.5]
    """
    result = reduced(np.add, values, axes, operation, keepdims=keepdims)
    count = float(prod(values.layout.shape[axis] for axis in axes))
    totals = buffers.writable_array(result.cells)
    with np.errstate(all="ignore"):
        np.true_divide(totals, count, out=totals)
    return result
