"""The strides of a shape: what is right, and what each wrong belief makes of them.

Nothing here checks a product against the 64-bit limit: a belief is carried out as it stands. The
right answer comes from tensorlib alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np

from coursekit.questions.forms import Integers
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import ShapeOverflow, row_major_strides
from tensorlib.errors import MAX_SIZE

Shape = tuple[int, ...]

BYTES_OF_ELEMENT = np.dtype(np.float64).itemsize


def _products_before(sizes: Shape) -> Shape:
    """Return for each entry the product of those before it."""
    return tuple(prod(sizes[:position]) for position in range(len(sizes)))


def _products_after(sizes: Shape) -> Shape:
    return _products_before(sizes[::-1])[::-1]


def _zeros_as_ones(shape: Shape) -> Shape:
    return _products_after(tuple(max(1, size) for size in shape))


def _count_checked_only(shape: Shape) -> Shape:
    if prod(shape) > MAX_SIZE:
        raise ShapeOverflow()
    return _products_after(shape)


BELIEVED_STRIDES: Mapping[str, Callable[[Shape], Shape]] = MappingProxyType(
    {
        "M29": lambda shape: shape,
        "M30": lambda shape: tuple(BYTES_OF_ELEMENT * s for s in _products_after(shape)),
        "M58": _products_before,
        "M59": lambda shape: _products_after(shape)[::-1],
        "M60": lambda shape: tuple(prod(shape[axis:]) for axis in range(len(shape))),
        "M61": lambda shape: (*shape[1:], 1)[: len(shape)],
    }
)
"""What each belief about strides makes of a shape."""

STRIDES_FUNCTIONS: Mapping[str, Callable[[Shape], Shape]] = MappingProxyType(
    {
        **BELIEVED_STRIDES,
        "M39": _zeros_as_ones,
        "M70": _products_after,
        "M71": _count_checked_only,
    }
)
"""What a function ``row_major_strides`` does whose author has one of these beliefs."""


def strides_of(shape: Shape, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the row-major strides of a shape.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    drop_ambiguous : bool, optional
        Whether beliefs that this shape cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same strides.

    Examples
    --------
    >>> strides_of((3, 4, 5)).beliefs["M58"]
    (1, 3, 12)
    """
    beliefs: dict[str, Any] = {}
    if shape:
        beliefs |= {id_: strides(shape) for id_, strides in BELIEVED_STRIDES.items()}
        if 0 in shape:
            beliefs["M39"] = OneOf((), _zeros_as_ones(shape), (0,) * len(shape))
    else:
        beliefs["M39"] = OneOf((0,), (1,))
    return ask(
        "strides_of",
        (shape,),
        f"What are the row-major strides of shape {shape}, in elements?",
        Integers(),
        row_major_strides(shape),
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )
