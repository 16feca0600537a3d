"""The broadcasting rule: which shape several operands of an element-wise operation share.

Shapes are aligned from the right. On each axis the operands that have it must agree: equal
sizes pass, and a size 1 stretches to any other, 0 included. So the result's size is the one
that is not 1, which is not the largest::

    (1, 3) with (0, 1)    0 from the stretched 1, 3 from the 3: (0, 3)
    (0,)   with (3,)      refused: neither is 1

The rule sees sizes only. It cannot know whether two axes of one size mean the same thing.
"""

from __future__ import annotations

from math import prod

from tensorlib.errors import MAX_RANK, MAX_SIZE, BroadcastError
from tensorlib.shapes import Shape, as_shape, strides_and_count


def broadcast_shapes(*shapes: object) -> Shape:
    """Return the one shape to which every operand stretches.

    Parameters
    ----------
    *shapes : sequence of int, or anything with a ``shape``
        Any number of shapes or operands, in any order. An array is an operand: what counts is
        its shape, not its values. A bare integer is refused, because it could be either: a
        size, or an operand of shape ``()``.

    Returns
    -------
    tuple of int
        One size an axis; ``()`` if there is no operand, or none has an axis.

    Raises
    ------
    BroadcastError
        If two sizes on one axis differ and neither is 1. The axis is the first from the right,
        the sizes are the first two in the order of the operands.
    InvalidShape
        If something is no shape, or a size is negative or not an integer.
    ShapeOverflow
        If a product of the result's chain of strides, or its count, exceeds ``2**64 - 1``.

    Examples
    --------
    >>> broadcast_shapes((8, 1, 6, 1), (7, 1, 5))
    (8, 7, 6, 5)
    >>> broadcast_shapes((1,), (0,)), broadcast_shapes()
    ((0,), ())
    >>> broadcast_shapes((3, 5, 7), (3, 5))
    Traceback (most recent call last):
    tensorlib.viewerrors.BroadcastError: broadcast_shapes: shapes (3, 5, 7) and (3, 5) do not
    broadcast: axis -1 has sizes 7 and 5
    """
    common = _plain_common_shape(shapes)
    if common is not None:
        return common
    given = tuple(shape_of(shape, "broadcast_shapes") for shape in shapes)
    return common_shape(given, "broadcast_shapes")


def shape_of(operand: object, operation: str) -> Shape:
    """Return the shape of an operand, or the shape that is given in its place.

    Parameters
    ----------
    operand : sequence of int, or anything with a ``shape``
        An array, a tensor, a view, or a shape itself.
    operation : str
        Heads the message of an error.

    Raises
    ------
    InvalidShape, ShapeOverflow
        As `tensorlib.shapes.as_shape`.

    Examples
    --------
    >>> shape_of([2, 3], "example"), shape_of(memoryview(b"abc"), "example")
    ((2, 3), (3,))
    """
    return as_shape(getattr(operand, "shape", operand), operation=operation)


def common_shape(shapes: tuple[Shape, ...], operation: str) -> Shape:
    """Return the shape to which valid shapes stretch.

    Parameters
    ----------
    shapes : tuple of tuple of int
        What `shape_of` returns.
    operation : str
        Heads the message of an error.

    Raises
    ------
    BroadcastError, ShapeOverflow
        As `broadcast_shapes`.

    Examples
    --------
    >>> common_shape(((2, 1), (3,)), "example")
    (2, 3)
    """
    common = _plain_common_shape(shapes)
    if common is not None:
        return common
    from_right = []
    for axis in range(-1, -max(map(len, shapes), default=0) - 1, -1):
        sizes = demanded_sizes(shapes, axis)
        if len(sizes) > 1:
            raise BroadcastError(shapes, axis, sizes[:2], operation=operation)
        from_right.append(sizes[0] if sizes else 1)
    common = tuple(reversed(from_right))
    strides_and_count(common, operation)
    return common


def demanded_sizes(shapes: tuple[Shape, ...], axis: int) -> Shape:
    """Return the different sizes that cannot stretch on an axis, in the operands' order.

    Parameters
    ----------
    shapes : tuple of tuple of int
        Those without the axis demand nothing.
    axis : int
        Counted from the right: -1 is the last.

    Examples
    --------
    >>> demanded_sizes(((3, 5, 7), (3, 1), ()), -2)
    (5, 3)
    """
    sizes = [shape[axis] for shape in shapes if len(shape) >= -axis]
    return tuple(dict.fromkeys(size for size in sizes if size != 1))


def _plain_common_shape(shapes: tuple[object, ...]) -> Shape | None:
    """Return the result where nothing can be wrong, and ``None`` where something may be.

    This is the whole rule for tuples of plain integers, in one pass. It decides nothing
    else: what it leaves open goes through `common_shape`, which can say why it refuses.
    """
    common: list[int] = []
    for shape in shapes:
        if type(shape) is not tuple:
            return None
        axis = len(common) - len(shape)
        if axis < 0:
            common[:0] = [1] * -axis
            axis = 0
        for size in shape:
            if type(size) is not int or size < 0:
                return None
            if size != 1:
                if common[axis] == 1:
                    common[axis] = size
                elif common[axis] != size:
                    return None
            axis += 1
    # No product of the chain is larger than that of all sizes but 0.
    largest = prod(common) or prod(filter(None, common))
    return tuple(common) if len(common) <= MAX_RANK and largest <= MAX_SIZE else None
