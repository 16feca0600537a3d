"""Checked access: which coordinates are refused, and how each wrong belief would check them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from coursekit.errors import CourseError
from coursekit.questions.equality import same
from coursekit.questions.flat_buffer.strides import Shape
from coursekit.questions.forms import ErrorValue
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import IndexOutOfBounds, Layout, RankMismatch, TensorError

Coordinate = tuple[int, ...]
Access = Callable[[Shape, Shape, Coordinate], int]


def checked_offset(shape: Shape, strides: Shape, coordinate: Coordinate) -> int:
    """Return the offset of a coordinate after the full check: what a student's function must do.

    Parameters
    ----------
    shape, strides, coordinate : tuple of int
        The sizes, the distance of one step along each axis in elements, one index an axis.

    Raises
    ------
    RankMismatch
        If there is not one index an axis.
    IndexOutOfBounds
        For the first axis on which not ``0 <= index < size``.

    Examples
    --------
    >>> checked_offset((2, 2, 3), (6, 3, 1), (1, 0, 2))
    8
    """
    return Layout(shape, strides).offset_of(coordinate)


def unchecked_offset(strides: Shape, coordinate: Coordinate) -> int:
    """Return the sum of products that plain arithmetic gives, whatever the sizes.

    Examples
    --------
    >>> unchecked_offset((6, 3, 1), (0, 2, 0))
    6
    """
    return sum(index * stride for index, stride in zip(coordinate, strides, strict=False))


def _check(
    shape: Shape,
    coordinate: Coordinate,
    axes: Iterable[int],
    allowed: Callable[[int, int], bool] = lambda index, size: 0 <= index < size,
) -> None:
    """Refuse the first of `axes` whose index is not allowed."""
    for axis in axes:
        if not allowed(coordinate[axis], shape[axis]):
            raise IndexOutOfBounds(axis, coordinate[axis], shape[axis])


def _check_rank(shape: Shape, coordinate: Coordinate) -> None:
    if len(coordinate) != len(shape):
        raise RankMismatch(len(shape), len(coordinate))


def _wrapping(shape: Shape, strides: Shape, coordinate: Coordinate) -> int:
    _check_rank(shape, coordinate)
    _check(shape, coordinate, range(len(shape)), lambda index, size: -size <= index < size)
    positions = tuple(i + n if i < 0 else i for i, n in zip(coordinate, shape, strict=True))
    return unchecked_offset(strides, positions)


def _from_one(shape: Shape, strides: Shape, coordinate: Coordinate) -> int:
    _check_rank(shape, coordinate)
    _check(shape, coordinate, range(len(shape)), lambda index, size: 1 <= index <= size)
    return unchecked_offset(strides, tuple(index - 1 for index in coordinate))


def _size_allowed(shape: Shape, strides: Shape, coordinate: Coordinate) -> int:
    _check_rank(shape, coordinate)
    _check(shape, coordinate, range(len(shape)), lambda index, size: 0 <= index <= size)
    return unchecked_offset(strides, coordinate)


def _last_axis_first(shape: Shape, strides: Shape, coordinate: Coordinate) -> int:
    _check_rank(shape, coordinate)
    _check(shape, coordinate, reversed(range(len(shape))))
    return unchecked_offset(strides, coordinate)


def _axes_before_rank(shape: Shape, strides: Shape, coordinate: Coordinate) -> int:
    _check(shape, coordinate, range(min(len(shape), len(coordinate))))
    _check_rank(shape, coordinate)
    return unchecked_offset(strides, coordinate)


def _swapped(shape: Shape, strides: Shape, coordinate: Coordinate) -> int:
    try:
        return checked_offset(shape, strides, coordinate)
    except RankMismatch as error:
        raise RankMismatch(error.actual, error.expected) from None


def _largest_index(shape: Shape, strides: Shape, coordinate: Coordinate) -> int:
    try:
        return checked_offset(shape, strides, coordinate)
    except IndexOutOfBounds as error:
        largest = max(error.dimension - 1, 0)  # an axis of size 0 has no index at all
        raise IndexOutOfBounds(error.axis, error.index, largest) from None


def _axis_from_one(shape: Shape, strides: Shape, coordinate: Coordinate) -> int:
    try:
        return checked_offset(shape, strides, coordinate)
    except IndexOutOfBounds as error:
        raise IndexOutOfBounds(error.axis + 1, error.index, error.dimension) from None


_BELIEVED_ACCESS: Mapping[str, tuple[Access, ...]] = MappingProxyType(
    {
        "M33": (_wrapping,),
        "M63": (_from_one, _axis_from_one),
        "M64": (_last_axis_first,),
        "M65": (_axes_before_rank,),
        "M66": (lambda _, strides, coordinate: unchecked_offset(strides, coordinate),),
        "M67": (_swapped,),
        "M68": (_largest_index,),
    }
)

OFFSET_FUNCTIONS: Mapping[str, Access] = MappingProxyType(
    {**{id_: ways[0] for id_, ways in _BELIEVED_ACCESS.items()}, "M73": _size_allowed}
)
"""What a function ``checked_offset`` does whose author has one of these beliefs."""


def outcome(access: Access, shape: Shape, coordinate: Coordinate) -> Any:
    """Return the offset that a way of access gives with row-major strides, or its error.

    Examples
    --------
    >>> outcome(checked_offset, (2, 2, 3), (1, 2, 0))
    IndexOutOfBounds(axis=1, index=2, dimension=2)
    """
    try:
        return access(shape, Layout.row_major(shape).strides, coordinate)
    except TensorError as error:
        return error


def access_beliefs(shape: Shape, coordinate: Coordinate) -> dict[str, Any]:
    """Return what each belief about the check makes of a coordinate, where it makes a difference.

    Parameters
    ----------
    shape, coordinate : tuple of int
        The sizes, and the coordinate in question.
    """
    right = outcome(checked_offset, shape, coordinate)
    beliefs: dict[str, Any] = {}
    for id_, ways in _BELIEVED_ACCESS.items():
        outcomes = [outcome(access, shape, coordinate) for access in ways]
        wrong = [one for one in outcomes if not same(right, one)]
        if wrong:
            beliefs[id_] = OneOf(*wrong)
    return beliefs


def refusal_of(shape: Shape, coordinate: Coordinate, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the error with which a tensor refuses a coordinate.

    Parameters
    ----------
    shape, coordinate : tuple of int
        The sizes, and a coordinate that is not one of the tensor's.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If the coordinate is valid, or two beliefs give the same answer.

    Examples
    --------
    >>> refusal_of((2, 2, 3), (1, 2, 0)).answer
    IndexOutOfBounds(axis=1, index=2, dimension=2)
    """
    answer = outcome(checked_offset, shape, coordinate)
    if isinstance(answer, int):
        raise CourseError(f"refusal_of: coordinate {coordinate} is valid in shape {shape}")
    beliefs = access_beliefs(shape, coordinate)
    if 0 in shape:
        beliefs["M39"] = RankMismatch(0, len(coordinate))
    return ask(
        "refusal_of",
        (shape, coordinate),
        f"With which error does a tensor of shape {shape} refuse the coordinate {coordinate}?",
        ErrorValue(),
        answer,
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )
