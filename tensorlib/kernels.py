"""Numeric work over flat buffers and the layouts that read them; tensors are not known here.

An operand that stretches is read through a layout with stride 0 and never copied. So numpy's
loops, which do the work, only meet operands of equal shapes, and its own broadcasting decides
nothing. Every result is a new buffer in row-major order.

Numbers follow IEEE 754 without warnings: ``1 / 0`` is infinite, ``0 / 0`` is NaN.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from tensorlib import buffers
from tensorlib.broadcasting import common_shape
from tensorlib.buffers import Float64Array
from tensorlib.errors import AliasedWriteError, OutOfMemory
from tensorlib.extent import distinct_offsets
from tensorlib.layout import Layout
from tensorlib.reading import array_over
from tensorlib.shapes import Shape
from tensorlib.strict import refuse_rank_promotion
from tensorlib.viewing import expanded

_CACHE_LINE = 8  # values that one access to memory fetches
_TILED_FROM = 2**21  # values; measured: below, tiles gain nothing
_TILE = {"near": 128, "far": 256}  # measured: takes half the time for 10**7 values


class Values(NamedTuple):
    """A flat buffer of 64-bit floats, and the layout through which it is read."""

    cells: memoryview[float]
    layout: Layout


def combined(function: np.ufunc, left: Values, right: Values, operation: str) -> Values:
    """Return a function of two operands, element by element, each stretched where it must be.

    Parameters
    ----------
    function : ufunc of two arguments
        ``np.add`` and the like.
    left, right : Values
        Shapes that broadcast.
    operation : str
        Heads the message of an error.

    Raises
    ------
    BroadcastError, ShapeOverflow
        As `tensorlib.broadcast_shapes`.
    RankPromotionError
        If the ranks differ and broadcasting is strict, see `tensorlib.strict_broadcasting`.
    OutOfMemory
        If the result cannot be reserved.

    Examples
    --------
    >>> row = Values(memoryview(np.array([1.0, 2.0])), Layout((1, 2), (2, 1)))
    >>> column = row._replace(layout=Layout((2, 1), (1, 1)))
    >>> combined(np.add, column, row, "example").cells.tolist()
    [2.0, 3.0, 3.0, 4.0]
    """
    shapes = (left.layout.shape, right.layout.shape)
    refuse_rank_promotion(shapes, operation)
    shape = common_shape(shapes, operation)
    result = reserved(shape, operation)
    if result.layout.size:
        inputs = [stretched(operand, shape, operation) for operand in (left, right)]
        _fill(function, inputs, array_of(result, operation))
    return result


def combine_in_place(function: np.ufunc, target: Values, value: Values, operation: str) -> None:
    """Put a function of target and value into the target, whose shape never changes.

    Parameters
    ----------
    function : ufunc of two arguments
        ``np.add`` and the like.
    target, value : Values
        The value stretches to the target's shape. They may overlap in memory: every result is
        computed from the values before the call.
    operation : str
        Heads the message of an error.

    Raises
    ------
    AliasedWriteError
        If coordinates of the target share an element.
    BroadcastError
        If the value does not stretch to the target's shape.
    RankPromotionError
        If the ranks differ and broadcasting is strict.

    Examples
    --------
    >>> square = Values(memoryview(np.array([1.0, 2.0, 3.0, 4.0])), Layout.row_major((2, 2)))
    >>> column = square._replace(layout=Layout((2, 1), (2, 1)))
    >>> combine_in_place(np.subtract, square, column, "example")
    >>> square.cells.tolist()
    [0.0, 1.0, 0.0, 1.0]
    """
    layout = target.layout
    refuse_rank_promotion((layout.shape, value.layout.shape), operation)
    operand = _spread(value, layout.shape, operation)
    if distinct_offsets(layout) < layout.size:
        raise AliasedWriteError(layout.shape, layout.strides, operation=operation)
    if layout.size:
        array = array_of(target, operation)
        with np.errstate(all="ignore"):
            function(array, array_of(operand, operation), out=array)


def stretched(values: Values, shape: Shape, operation: str) -> Float64Array:
    """Return an array of a larger shape over the same memory.

    Parameters
    ----------
    values : Values
        What stretches.
    shape : tuple of int
        What it broadcasts to.
    operation : str
        Heads the message of an error.

    Raises
    ------
    BroadcastError
        If it does not stretch to this shape.

    Examples
    --------
    >>> row = Values(memoryview(np.array([1.0, 2.0])), Layout.row_major((2,)))
    >>> stretched(row, (3, 2), "example").strides
    (0, 8)
    """
    return array_of(_spread(values, shape, operation), operation)


def copied(values: Values, operation: str) -> Values:
    """Return the same elements in a new row-major buffer of their own.

    Parameters
    ----------
    values : Values
        Of any shape.
    operation : str
        Heads the message of an error.

    Raises
    ------
    OutOfMemory
        If the copy cannot be reserved.

    Examples
    --------
    >>> column = Values(memoryview(np.arange(4.0)), Layout((2,), (2,), 1))
    >>> copied(column, "example").cells.tolist()
    [1.0, 3.0]
    """
    result = reserved(values.layout.shape, operation)
    if result.layout.size:
        np.copyto(array_of(result, operation), array_of(values, operation))
    return result


def array_of(values: Values, operation: str) -> Float64Array:
    """Return an array over the memory of values, with their shape and strides.

    Parameters
    ----------
    values : Values
        At least one element.
    operation : str
        Heads the message of an error.

    Raises
    ------
    OutOfMemory
        If stretching made more coordinates than any memory has bytes; numpy has no such array.

    Examples
    --------
    >>> array_of(Values(memoryview(np.arange(6.0)), Layout((2, 2), (3, 2))), "example")
    array([[0., 2.],
           [3., 5.]])
    """
    try:
        return array_over(buffers.writable_array(values.cells), values.layout)
    except ValueError:
        raise OutOfMemory(values.layout.size, operation=operation) from None


def reserved(shape: Shape, operation: str) -> Values:
    """Return a new row-major buffer whose values are still to be written.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    operation : str
        Heads the message of an error.

    Raises
    ------
    OutOfMemory
        If so much cannot be reserved.

    Examples
    --------
    >>> reserved((2, 3), "example").layout.strides
    (3, 1)
    """
    layout = Layout.row_major(shape, operation=operation)
    return Values(buffers.new_buffer(layout.size, operation), layout)


def _spread(values: Values, shape: Shape, operation: str) -> Values:
    if values.layout.shape == shape:
        return values
    return Values(values.cells, expanded(values.layout, shape, operation))


def _fill(function: np.ufunc, inputs: list[Float64Array], out: Float64Array) -> None:
    """Compute a result, in tiles if it is read in another order than it is written.

    Reading a column of a large array fetches a whole cache line for each value. In a tile that
    fits the cache, the other values of the line are still there when their row's turn comes.
    """
    near = None
    if out.size >= _TILED_FROM:
        near = next((axis for array in inputs if (axis := _near_axis(array)) is not None), None)
    with np.errstate(all="ignore"):
        if near is None:
            function(*inputs, out=out)
            return
        for start, other in product(
            range(0, out.shape[near], _TILE["near"]), range(0, out.shape[-1], _TILE["far"])
        ):
            tile = [slice(None)] * out.ndim
            tile[near] = slice(start, start + _TILE["near"])
            tile[-1] = slice(other, other + _TILE["far"])
            key = tuple(tile)
            function(*(array[key] for array in inputs), out=out[key])


def _near_axis(array: Float64Array) -> int | None:
    """Return the axis whose neighbours share a cache line, if the last axis' do not."""
    steps = [abs(stride) // array.itemsize for stride in array.strides]
    if not steps or steps[-1] < _CACHE_LINE:
        return None
    near = [
        axis for axis, step in enumerate(steps) if 0 < step < _CACHE_LINE and array.shape[axis] > 1
    ]
    return near[-1] if near else None
