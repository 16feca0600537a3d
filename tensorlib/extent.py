"""Which elements of a buffer a layout reaches: in which order, how many, and whether all exist.

The number of coordinates and the number of elements behind them are two different figures: a
layout with a stride 0 has more coordinates than elements, a slice fewer than its buffer holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from tensorlib.errors import OffsetOutOfBounds
from tensorlib.layout import Layout
from tensorlib.shapes import Shape


def is_contiguous(layout: Layout) -> bool:
    """Tell whether the elements lie side by side in the buffer, in row-major order.

    The rule is numpy's and torch's: the last stride is 1, each earlier one the product of the
    sizes to its right; axes of size 1 do not matter, and a layout without elements always is.

    Parameters
    ----------
    layout : Layout
        Any layout; it may start anywhere in the buffer.

    Examples
    --------
    >>> is_contiguous(Layout((1, 4, 16), (16, 16, 1))), is_contiguous(Layout((3, 5), (6, 1)))
    (True, False)
    """
    expected = 1
    contiguous = True
    for size, stride in zip(reversed(layout.shape), reversed(layout.strides), strict=True):
        if size == 0:
            return True
        if size != 1:
            contiguous = contiguous and stride == expected
            expected *= size
    return contiguous


def offsets(layout: Layout) -> Iterator[int]:
    """Yield the offset of each coordinate in logical order, the last index changing fastest.

    Parameters
    ----------
    layout : Layout
        Any layout.

    Examples
    --------
    >>> list(offsets(Layout((3, 2), (1, 3))))
    [0, 3, 1, 4, 2, 5]
    """
    if 0 not in layout.shape:
        yield from _walk(layout.shape, layout.strides, layout.offset)


def distinct_offsets(layout: Layout) -> int:
    """Return how many different elements of the buffer the coordinates reach.

    Parameters
    ----------
    layout : Layout
        Any layout.

    Examples
    --------
    >>> distinct_offsets(Layout((3, 4), (1, 0))), distinct_offsets(Layout((3, 2), (1, 1)))
    (3, 4)
    """
    if 0 in layout.shape:
        return 0
    axes = sorted(
        (abs(stride), size)
        for size, stride in zip(layout.shape, layout.strides, strict=True)
        if size > 1 and stride
    )
    span = 0
    for stride, size in axes:
        if stride <= span:
            return _marked(axes)
        span += (size - 1) * stride
    return prod(size for _, size in axes)  # every step leads beyond all smaller ones


def check_inside(layout: Layout, length: int, operation: str) -> None:
    """Refuse a layout that reaches outside a buffer.

    Parameters
    ----------
    layout : Layout
        Its offsets are never below 0.
    length : int
        The number of elements in the buffer.
    operation : str
        Heads the message of an error.

    Raises
    ------
    OffsetOutOfBounds
        If the highest offset, ``offset + sum((size - 1) * stride)`` over the positive strides,
        is not below the length. A layout without elements may also start at the very end.

    Examples
    --------
    >>> check_inside(Layout((3, 5), (5, 1)), 14, "example")
    Traceback (most recent call last):
    tensorlib.errors.OffsetOutOfBounds: example: offset 14 is out of bounds for size 14
    """
    _, highest = layout.reach()
    if highest >= length + (0 in layout.shape):
        raise OffsetOutOfBounds(highest, length, operation=operation)


def _marked(axes: list[tuple[int, int]]) -> int:
    """Count the sums of one multiple a stride, each sum a bit; strides may lead to the same."""
    reached = 1
    for stride, size in axes:
        steps = 1
        while steps < size:
            added = min(steps, size - steps)
            reached |= reached << (added * stride)
            steps += added
    return reached.bit_count()


def _walk(shape: Shape, strides: Shape, offset: int) -> Iterator[int]:
    """Yield the offsets from one on, axis by axis, so that a walk can be left at any time."""
    if not shape:
        yield offset
        return
    for index in range(shape[0]):
        yield from _walk(shape[1:], strides[1:], offset + index * strides[0])
