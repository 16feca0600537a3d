"""Products of matrices, one for each coordinate of the leading axes.

The matrices themselves are multiplied by numpy, which hands them to its linear algebra library;
that one decides the order of the sums. Which matrix meets which is decided here: by layouts of
stride 0 over the operands' own memory.
"""

from __future__ import annotations

import numpy as np

from tensorlib.broadcasting import common_shape
from tensorlib.errors import BroadcastError, MatmulError
from tensorlib.kernels import Values, array_of, reserved, stretched
from tensorlib.layout import Layout
from tensorlib.shapes import Shape


def matmul(left: Values, right: Values, operation: str) -> Values:
    """Return the product of matrices, one for each coordinate of the leading axes.

    Parameters
    ----------
    left, right : Values
        ``(…, m, k)`` and ``(…, k, n)``; the axes before the last two broadcast, the summed
        ``k`` does not. A left ``(k,)`` is a single row, a right ``(k,)`` a single column, and
        the result is then without that axis.
    operation : str
        Heads the message of an error.

    Returns
    -------
    Values
        ``(…, m, n)``; zeros if ``k`` is 0, since nothing is summed.

    Raises
    ------
    MatmulError
        If an operand is a scalar, or the summed sizes differ.
    BroadcastError, ShapeOverflow
        As `tensorlib.broadcast_shapes`, for the leading axes.
    OutOfMemory
        If the result cannot be reserved.

    Examples
    --------
    >>> square = Values(memoryview(np.array([1.0, 2.0, 3.0, 4.0])), Layout.row_major((2, 2)))
    >>> matmul(square, square, "example").cells.tolist()
    [7.0, 10.0, 15.0, 22.0]
    """
    shapes = (left.layout.shape, right.layout.shape)
    if () in shapes or shapes[0][-1] != shapes[1][-2:][0]:
        raise MatmulError(shapes, operation=operation)
    leading = _leading_shape(shapes, operation)
    rows, columns = _with_axis(left, 0), _with_axis(right, 1)
    (height, depth), width = rows.layout.shape[-2:], columns.layout.shape[-1]
    result = reserved((*leading, height, width), operation)
    if result.layout.size:
        one = stretched(rows, (*leading, height, depth), operation)
        other = stretched(columns, (*leading, depth, width), operation)
        with np.errstate(all="ignore"):
            np.matmul(one, other, out=array_of(result, operation))
    kept = (height,) * (len(shapes[0]) > 1) + (width,) * (len(shapes[1]) > 1)
    return result._replace(layout=Layout.row_major((*leading, *kept), operation=operation))


def _with_axis(values: Values, axis: int) -> Values:
    """Return matrices as they are, and a vector as a matrix with a new axis of size 1."""
    layout = values.layout
    if layout.rank > 1:
        return values
    (size,), (stride,) = layout.shape, layout.strides
    shape, strides = [size], [stride]
    shape.insert(axis, 1)
    strides.insert(axis, size * stride if axis == 0 else 1)
    return values._replace(layout=Layout(tuple(shape), tuple(strides), layout.offset))


def _leading_shape(shapes: tuple[Shape, Shape], operation: str) -> Shape:
    """Return what the axes before the matrices broadcast to, named as axes of the operands."""
    try:
        return common_shape((shapes[0][:-2], shapes[1][:-2]), operation)
    except BroadcastError as error:
        raise BroadcastError(shapes, error.axis - 2, error.sizes, operation=operation) from None
