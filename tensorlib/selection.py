"""What stands in brackets, as a layout: integers, slices with steps, ``...`` and ``None``.

The rules are those of numpy's basic indexing. An integer drops its axis, a slice keeps it, a
step multiplies its stride, ``...`` stands for all axes that are not mentioned, and ``None``
adds an axis of size 1. Negative integers and bounds count from the end, bounds beyond the end
are cut, and a negative step walks the axis backwards with a negative stride.
"""

from __future__ import annotations

from tensorlib.errors import IndexOutOfBounds, InvalidIndex, InvalidSlice, RankMismatch
from tensorlib.layout import Layout
from tensorlib.shapes import as_index


def selected(layout: Layout, key: object, operation: str = "getitem") -> Layout:
    """Return the layout of a part of what another one reads.

    Parameters
    ----------
    layout : Layout
        What is selected from.
    key : integer, slice, Ellipsis, None, or a tuple of those
        What would stand in brackets.
    operation : str, optional
        Heads the message of an error.

    Raises
    ------
    RankMismatch
        If more axes are mentioned than there are.
    InvalidIndex
        If a part is none of these, or a second Ellipsis.
    IndexOutOfBounds
        If an integer is not ``-size <= index < size``.
    InvalidSlice
        If a step is 0, or a part of a slice is not an integer.

    Examples
    --------
    >>> selected(Layout.row_major((2, 2, 3)), (slice(None), slice(1, None), slice(None, None, 2)))
    Layout(shape=(2, 1, 2), strides=(6, 3, 2), offset=3)
    >>> selected(Layout.row_major((4,)), slice(None, None, -1))
    Layout(shape=(4,), strides=(-1,), offset=3)
    """
    parts = _one_part_an_axis(layout, key if type(key) is tuple else (key,), operation)
    shape, strides, offset, axis = [], [], layout.offset, 0
    for part in parts:
        if part is None:
            shape.append(1)
            strides.append(0)
            continue
        size, stride = layout.shape[axis], layout.strides[axis]
        if isinstance(part, slice):
            start, step, length = _walk(part, size, axis, operation)
            shape.append(length)
            strides.append(step * stride)
        else:
            start = _index(part, size, axis, operation)
        offset += start * stride
        axis += 1
    if 0 in shape:
        offset = layout.offset  # the arithmetic alone could lead beyond the buffer's end
    return Layout(tuple(shape), tuple(strides), offset)


def _one_part_an_axis(
    layout: Layout, key: tuple[object, ...], operation: str
) -> tuple[object, ...]:
    """Return the key with full slices for the axes that it does not mention."""
    place = next((place for place, part in enumerate(key) if part is Ellipsis), len(key))
    before, after = key[:place], key[place + 1 :]
    mentioned = sum(part is not None for part in before + after)
    if mentioned > layout.rank:
        raise RankMismatch(layout.rank, mentioned, operation=operation)
    return before + (slice(None),) * (layout.rank - mentioned) + after


def _index(part: object, size: int, axis: int, operation: str) -> int:
    index = as_index(part)
    if index is None:
        raise InvalidIndex(axis, part, operation=operation)
    if not -size <= index < size:
        raise IndexOutOfBounds(axis, index, size, operation=operation)
    return index % size


def _walk(part: slice, size: int, axis: int, operation: str) -> tuple[int, int, int]:
    """Return where a slice starts on an axis, its step, and how many indices it takes."""
    given = (part.start, part.stop, part.step)
    if any(bound is not None and as_index(bound) is None for bound in given) or given[2] == 0:
        raise InvalidSlice(axis, *given, operation=operation)
    start, stop, step = part.indices(size)
    return start, step, max(0, -((start - stop) // step))
