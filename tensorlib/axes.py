"""Which axis is meant: negative ones count from the right, and several are all different."""

from __future__ import annotations

from collections.abc import Iterable

from tensorlib.errors import AxisError
from tensorlib.shapes import Shape, as_index


def as_axis(axis: object, rank: int, operation: str) -> int:
    """Return an axis counted from the left.

    Parameters
    ----------
    axis : int
        From ``-rank``, the first, to ``rank - 1``, the last.
    rank : int
        The number of axes.
    operation : str
        Heads the message of an error.

    Raises
    ------
    AxisError
        If it is no such integer; a scalar has no axis at all.

    Examples
    --------
    >>> as_axis(-1, 3, "example")
    2
    """
    given = as_index(axis)
    if given is None or not -rank <= given < rank:
        raise AxisError(axis, rank, operation=operation)  # type: ignore[arg-type]  # says so
    return given % rank


def as_axes(axes: Iterable[object], rank: int, operation: str) -> Shape:
    """Return several axes counted from the left, in the order given.

    Parameters
    ----------
    axes : iterable of int
        Each as `as_axis` takes it.
    rank : int
        The number of axes.
    operation : str
        Heads the message of an error.

    Raises
    ------
    AxisError
        If one is out of bounds, or named twice.

    Examples
    --------
    >>> as_axes((-1, 0), 3, "example")
    (2, 0)
    >>> as_axes((2, -1), 3, "example")
    Traceback (most recent call last):
    tensorlib.errors.AxisError: example: axes (2, -1) name axis 2 twice
    """
    given = tuple(axes)
    named = tuple(as_axis(axis, rank, operation) for axis in given)
    for axis in named:
        if named.count(axis) > 1:
            raise AxisError(axis, rank, axes=given, operation=operation)  # type: ignore[arg-type]
    return named
