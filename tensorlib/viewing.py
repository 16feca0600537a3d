"""One layout from another, over the same buffer: no value is read, moved or copied.

A permutation reorders sizes and strides together. Stretching gives an axis the stride 0, so
that every index on it is the same element. Another shape is possible without a copy when the
axes that have to merge lie behind one another in the buffer: ``stride[i]`` must be
``size[i + 1] * stride[i + 1]``. Splitting an axis always works, and an axis of size 1 never
matters, because no step along it is ever taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from tensorlib.axes import as_axes, as_axis
from tensorlib.errors import (
    AxisError,
    BroadcastError,
    DataLengthMismatch,
    InferredSizeError,
    NotViewableError,
)
from tensorlib.layout import Layout
from tensorlib.shapes import Shape, as_index, as_shape, items_of, strides_and_count


def permuted(layout: Layout, axes: Iterable[int], operation: str = "permute") -> Layout:
    """Return the layout whose axes are those of another in a new order.

    Parameters
    ----------
    layout : Layout
        Of any rank.
    axes : iterable of int
        Every axis once: the result's axis ``k`` is the given layout's axis ``axes[k]``.
        Negative ones count from the right.
    operation : str, optional
        Heads the message of an error.

    Raises
    ------
    AxisError
        If an axis is out of bounds, named twice or left out.

    Examples
    --------
    >>> permuted(Layout.row_major((4, 8, 16)), (1, 0, 2))
    Layout(shape=(8, 4, 16), strides=(16, 128, 1), offset=0)
    """
    given = tuple(axes)
    order = as_axes(given, layout.rank, operation)
    for axis in range(layout.rank):
        if axis not in order:
            raise AxisError(axis, layout.rank, axes=given, operation=operation)
    shape = tuple(layout.shape[axis] for axis in order)
    return Layout(shape, tuple(layout.strides[axis] for axis in order), layout.offset)


def transposed(layout: Layout, first: int, second: int, operation: str = "transpose") -> Layout:
    """Return the layout in which two axes have changed places.

    Parameters
    ----------
    layout : Layout
        Of at least one axis.
    first, second : int
        The axes; negative ones count from the right. They may be the same.
    operation : str, optional
        Heads the message of an error.

    Raises
    ------
    AxisError
        If an axis is out of bounds; a scalar has no axis that could be named.

    Examples
    --------
    >>> transposed(Layout.row_major((2, 2, 3)), 0, -1).strides
    (1, 3, 6)
    """
    order = list(range(layout.rank))
    one = as_axis(first, layout.rank, operation)
    other = as_axis(second, layout.rank, operation)
    order[one], order[other] = other, one
    return permuted(layout, order, operation)


def expanded(layout: Layout, shape: Iterable[int], operation: str = "expand") -> Layout:
    """Return the layout that reads the same elements as a larger shape.

    New axes come on the left. They, and axes of size 1 that stretch, get the stride 0.

    Parameters
    ----------
    layout : Layout
        What stretches.
    shape : iterable of int
        The sizes to stretch to; -1 keeps the size of an axis that the layout has.
    operation : str, optional
        Heads the message of an error.

    Raises
    ------
    InvalidShape, ShapeOverflow
        If it is no shape. A -1 on a new axis is a negative size.
    BroadcastError
        If an axis of another size than 1 would have to change its size or be lost.

    Examples
    --------
    >>> expanded(Layout.row_major((3, 1)), (3, 4)).strides
    (1, 0)
    """
    sizes = _with_kept_sizes(layout.shape, shape, operation)
    strides_and_count(sizes, operation)
    strides = [0] * len(sizes)
    for axis in range(-1, -layout.rank - 1, -1):
        size = layout.shape[axis]
        wanted = sizes[axis:][:1] if len(sizes) >= -axis else ()
        if wanted == (size,):
            strides[axis] = layout.strides[axis]
        elif size != 1 or not wanted:
            shapes, conflict = (layout.shape, sizes), (size, *wanted)
            raise BroadcastError(shapes, axis, conflict, one_way=True, operation=operation)
    return Layout(sizes, tuple(strides), layout.offset)


def viewed_as(layout: Layout, shape: Iterable[int], operation: str = "view_as") -> Layout:
    """Return the layout that reads the same elements in the same order as another shape.

    Parameters
    ----------
    layout : Layout
        What is read, its last index changing fastest.
    shape : iterable of int
        As many elements; one size may be -1 and follows from the others.
    operation : str, optional
        Heads the message of an error.

    Raises
    ------
    InvalidShape, ShapeOverflow
        If it is no shape.
    InferredSizeError
        If no size, or more than one, fits a -1.
    DataLengthMismatch
        If it has another number of elements.
    NotViewableError
        If axes have to merge that do not lie behind one another in the buffer.

    Examples
    --------
    >>> viewed_as(Layout.row_major((4, 6)), (2, 2, -1)).strides
    (12, 6, 1)
    >>> viewed_as(Layout((6, 4), (1, 6)), (24,))
    Traceback (most recent call last):
    tensorlib.viewerrors.NotViewableError: view_as: shape (6, 4) with strides (1, 6) cannot be seen
    as (24,) without a copy: axes 0 and 1 cannot merge, because stride 1 is not 4 * 6 = 24
    """
    target = with_inferred_size(layout.size, shape, operation)
    strides, size = strides_and_count(target, operation)
    if size != layout.size:
        raise DataLengthMismatch(size, layout.size, operation=operation)
    if size:
        strides = _strides_over(layout, target, operation)
    return Layout(target, strides, layout.offset)


def with_inferred_size(size: int, shape: object, operation: str) -> Shape:
    """Return a shape in which a -1 has become the size that follows from the others.

    Parameters
    ----------
    size : int
        The number of elements.
    shape : iterable of int
        The sizes, at most one of them -1.
    operation : str
        Heads the message of an error.

    Raises
    ------
    InvalidShape, ShapeOverflow, InferredSizeError
        As `viewed_as`.

    Examples
    --------
    >>> with_inferred_size(0, (3, -1), "example")
    (3, 0)
    """
    given = items_of(shape, operation)
    places = _open_places(given)
    others = [1 if place in places else part for place, part in enumerate(given)]
    sizes = as_shape(others, operation=operation)
    if not places:
        return sizes
    known = prod(sizes)
    if len(places) > 1 or known == 0 or size % known:
        target = tuple(-1 if place in places else part for place, part in enumerate(sizes))
        raise InferredSizeError(size, target, operation=operation)
    return tuple(size // known if place in places else part for place, part in enumerate(sizes))


def _open_places(given: tuple[object, ...]) -> list[int]:
    """Return where a shape has a -1."""
    return [place for place, part in enumerate(given) if as_index(part) == -1]


def _with_kept_sizes(old: Shape, shape: object, operation: str) -> Shape:
    """Return the sizes to expand to, with the old size where an old axis has -1."""
    given = items_of(shape, operation)
    places = _open_places(given)
    if not places:
        return as_shape(given, operation=operation)
    new_axes = len(given) - len(old)
    kept = [
        old[place - new_axes] if place in places and place >= max(new_axes, 0) else part
        for place, part in enumerate(given)
    ]
    return as_shape(kept, operation=operation)


@dataclass(frozen=True, slots=True)
class _Block:
    """Keep axes that lie behind one another in the buffer, so that one stride walks them all."""

    first_axis: int
    size: int
    stride: int


def _blocks(layout: Layout) -> list[_Block]:
    """Return the fewest blocks that the axes form, from the last to the first."""
    blocks: list[_Block] = []
    for axis in reversed(range(layout.rank)):
        size, stride = layout.shape[axis], layout.strides[axis]
        if size == 1:
            continue
        if blocks and stride == blocks[-1].size * blocks[-1].stride:
            size, stride = size * blocks[-1].size, blocks.pop().stride
        blocks.append(_Block(axis, size, stride))
    return blocks


def _strides_over(layout: Layout, target: Shape, operation: str) -> Shape:
    """Return the strides that cut a layout's blocks into the sizes of another shape."""
    blocks = _blocks(layout)
    strides = []
    rest, step = 1, 1  # how much of the current block is left to cut, and the step up to it
    remaining = iter(blocks)
    for size in reversed(target):
        if rest == 1 and size > 1:
            block = next(remaining)
            rest, step = block.size, block.stride
        if rest % size:
            raise _not_mergeable(layout, target, block, operation)
        strides.append(step)
        rest, step = rest // size, step * size
    return tuple(reversed(strides))


def _not_mergeable(
    layout: Layout, target: Shape, block: _Block, operation: str
) -> NotViewableError:
    """Return the error that names the axes between a block and the one before it."""
    outer = max(axis for axis in range(block.first_axis) if layout.shape[axis] != 1)
    inner = block.first_axis
    return NotViewableError(
        layout.shape, layout.strides, target, axes=(outer, inner), operation=operation
    )
