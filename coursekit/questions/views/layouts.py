"""What a layout makes of a buffer: the right functions, and those that wrong beliefs write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import prod
from types import MappingProxyType

from coursekit.questions.flat_buffer.strides import Shape
from tensorlib import Layout, NotViewableError, extent, row_major_strides, viewing


def layout_of(shape: Shape, strides: Shape) -> Layout:
    """Return the layout that starts as early in a buffer as these strides allow.

    Parameters
    ----------
    shape, strides : tuple of int
        The sizes, and the steps in elements; a negative one makes the layout start later.

    Examples
    --------
    >>> layout_of((2, 3), (3, -1))
    Layout(shape=(2, 3), strides=(3, -1), offset=2)
    """
    backwards = (
        (size - 1) * -stride for size, stride in zip(shape, strides, strict=True) if stride < 0
    )
    return Layout(shape, strides, 0 if 0 in shape else sum(backwards))


def is_contiguous(shape: Shape, strides: Shape) -> bool:
    """Tell whether a layout reads places side by side, in order: a student's function must, too.

    Parameters
    ----------
    shape, strides : tuple of int
        The sizes, and the steps in elements.

    Examples
    --------
    >>> is_contiguous((1, 3), (9, 1)), is_contiguous((3, 2), (1, 3))
    (True, False)
    """
    return extent.is_contiguous(layout_of(shape, strides))


def flat_stride(shape: Shape, strides: Shape) -> int:
    """Return the stride of the flat view of a layout: what a student's function must do.

    Parameters
    ----------
    shape, strides : tuple of int
        The sizes, and the steps in elements.

    Raises
    ------
    NotViewableError
        If no single stride walks all elements in their order.

    Examples
    --------
    >>> flat_stride((2, 3), (6, 2))
    2
    """
    layout = layout_of(shape, strides)
    return viewing.viewed_as(layout, (layout.size,)).strides[0]


def offsets_in_order(shape: Shape, strides: Shape, offset: int) -> Shape:
    """Return the offsets of all elements in logical order: what a student's function must do.

    Parameters
    ----------
    shape, strides : tuple of int
        The sizes, and the steps in elements.
    offset : int
        Where the first element lies.

    Examples
    --------
    >>> offsets_in_order((2, 2), (1, 3), 4)
    (4, 7, 5, 8)
    """
    return tuple(extent.offsets(Layout(shape, strides, offset)))


def refused_flat(shape: Shape, strides: Shape) -> NotViewableError:
    """Return the error that says that a layout has no flat view.

    Parameters
    ----------
    shape, strides : tuple of int
        The sizes, and the steps in elements.
    """
    return NotViewableError(shape, strides, (prod(shape),))


def _equal_to_row_major(shape: Shape, strides: Shape) -> bool:
    return strides == row_major_strides(shape)


def _full_and_contiguous(shape: Shape, strides: Shape) -> bool:
    return 0 not in shape and is_contiguous(shape, strides)


def _flat_if_contiguous(shape: Shape, strides: Shape) -> int:
    if not is_contiguous(shape, strides):
        raise refused_flat(shape, strides)
    return 1


def _flat_over_every_axis(shape: Shape, strides: Shape) -> int:
    if not shape or 0 in shape:
        return 1
    for axis in range(1, len(shape)):
        if strides[axis - 1] != shape[axis] * strides[axis]:
            raise refused_flat(shape, strides)
    return strides[-1]


def _first_index_fastest(shape: Shape, strides: Shape, offset: int) -> Shape:
    coordinates = product(*map(range, reversed(shape)))
    steps = strides[::-1]
    return tuple(offset + sum(i * s for i, s in zip(c, steps, strict=True)) for c in coordinates)


def _nothing_for_a_scalar(shape: Shape, strides: Shape, offset: int) -> Shape:
    return offsets_in_order(shape, strides, offset) if shape else ()


CONTIGUOUS_FUNCTIONS: Mapping[str, Callable[[Shape, Shape], bool]] = MappingProxyType(
    {"M39": _full_and_contiguous, "M77": _equal_to_row_major}
)
"""What a function ``is_contiguous`` does whose author has one of these beliefs."""

FLAT_FUNCTIONS: Mapping[str, Callable[[Shape, Shape], int]] = MappingProxyType(
    {"M27": _flat_if_contiguous, "M77": _flat_over_every_axis}
)
"""What a function ``flat_stride`` does whose author has one of these beliefs."""

ORDER_FUNCTIONS: Mapping[str, Callable[[Shape, Shape, int], Shape]] = MappingProxyType(
    {
        "M28": lambda shape, _, offset: tuple(range(offset, offset + prod(shape))),
        "M39": _nothing_for_a_scalar,
        "M58": _first_index_fastest,
        "M75": lambda shape, strides, _: offsets_in_order(shape, strides, 0),
    }
)
"""What a function ``offsets_in_order`` does whose author has one of these beliefs."""
