"""A layout: how a coordinate becomes one offset in a flat buffer, and back.

``offset = base + sum(index * stride)``, one term an axis, and only for a coordinate that
has one index for every axis with ``0 <= index < size``. The rank is checked first, then the
axes from left to right, each before its term is added. A layout knows no values: several of
them may read the same buffer.

A negative index is out of bounds here. Counting from the end belongs to slices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass
from typing import NamedTuple, Self

from tensorlib.errors import (
    MAX_SIZE,
    IndexOutOfBounds,
    InvalidCoordinate,
    InvalidIndex,
    LayoutError,
    OffsetOutOfBounds,
    RankMismatch,
    ShapeOverflow,
)
from tensorlib.shapes import Shape, all_plain, as_index, as_shape, in_order, strides_and_count


class Term(NamedTuple):
    """One axis' part in an offset: ``contribution = index * stride``, in elements."""

    axis: int
    index: int  # type: ignore[assignment]  # the field is meant, not the method of tuples
    stride: int
    contribution: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Say where the element at each coordinate lies in a flat buffer.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    strides : tuple of int
        How far one step along each axis moves in the buffer, in elements.
    offset : int, optional
        Where coordinate ``(0, 0, …)`` lies.

    Raises
    ------
    InvalidShape
        If the shape is not at most 64 non-negative integers.
    LayoutError
        If there is not one integer stride an axis, or a coordinate's offset is below 0.
    ShapeOverflow
        If some coordinate's offset exceeds ``2**64 - 1``.

    Examples
    --------
    >>> Layout.row_major((2, 2, 3))
    Layout(shape=(2, 2, 3), strides=(6, 3, 1), offset=0)
    >>> Layout((2, 2, 3), (6, 3, 1)).offset_of((1, 0, 2))
    8
    """

    shape: Shape
    strides: Shape
    offset: int = 0

    def __post_init__(self) -> None:
        shape = as_shape(self.shape, operation="Layout")
        given = tuple(self.strides) if in_order(self.strides) else self.strides
        offset = as_index(self.offset)
        strides = given if all_plain(given) else _integers(given)
        if strides is None or offset is None or len(strides) != len(shape):
            raise LayoutError(shape, given, self.offset, operation="Layout")
        for name, value in (("shape", shape), ("strides", strides), ("offset", offset)):
            object.__setattr__(self, name, value)
        lowest, highest = self.reach()
        if lowest < 0:
            raise LayoutError(shape, given, offset, operation="Layout")
        if highest > MAX_SIZE:
            raise ShapeOverflow(shape=shape, factors=(highest,), operation="Layout")

    @classmethod
    def row_major(cls, shape: Iterable[int], *, operation: str = "Layout") -> Self:
        """Return the layout of a whole buffer in which the last index changes fastest.

        Parameters
        ----------
        shape : iterable of int
            The sizes.
        operation : str, optional
            Heads the message of an error.

        Raises
        ------
        InvalidShape, ShapeOverflow
            As `tensorlib.row_major_strides`.

        Examples
        --------
        >>> Layout.row_major((3, 4, 5)).strides
        (20, 5, 1)
        """
        sizes = as_shape(shape, operation=operation)
        return cls(sizes, strides_and_count(sizes, operation)[0])

    @property
    def rank(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of coordinates; an empty layout has none, a scalar's has one."""
        size = 1
        for dimension in self.shape:
            size *= dimension
        return size

    def reach(self) -> tuple[int, int]:
        """Return the lowest and the highest offset of any coordinate.

        A layout without coordinates reaches nothing, and both are its own ``offset``.

        Examples
        --------
        >>> Layout((2, 3), (3, -1), offset=2).reach()
        (0, 5)
        """
        if 0 in self.shape:
            return self.offset, self.offset
        lowest = highest = self.offset
        for size, stride in zip(self.shape, self.strides, strict=True):
            span = (size - 1) * stride
            if span < 0:
                lowest += span
            else:
                highest += span
        return lowest, highest

    def offset_of(self, coordinate: object, operation: str = "offset") -> int:
        """Return the offset of one coordinate.

        Parameters
        ----------
        coordinate : sequence of int
            One index an axis.
        operation : str, optional
            Heads the message of an error.

        Raises
        ------
        InvalidCoordinate
            If it is not a sequence.
        RankMismatch
            If it has not one index an axis; no index has been looked at then.
        InvalidIndex, IndexOutOfBounds
            For the first axis whose index is not an integer, or not ``0 <= index < size``.

        Examples
        --------
        >>> Layout.row_major((2, 2, 3)).offset_of((1, 2, 0))
        Traceback (most recent call last):
        tensorlib.errors.IndexOutOfBounds: offset: index 2 is out of bounds for axis 1 with size 2
        """
        # The loop decides plain coordinates alone, which makes reading a tensor fast; whatever
        # it does not accept goes through `terms`, which knows the whole rule and its errors.
        if type(coordinate) is tuple and len(coordinate) == len(self.shape):
            offset = self.offset
            for index, size, stride in zip(coordinate, self.shape, self.strides, strict=True):
                if type(index) is not int or not 0 <= index < size:
                    break
                offset += index * stride
            else:
                return offset
        return self.offset + sum(term.contribution for term in self.terms(coordinate, operation))

    def terms(self, coordinate: object, operation: str = "offset") -> Iterator[Term]:
        """Yield one term an axis, each after its index has been checked.

        Parameters
        ----------
        coordinate : sequence of int
            One index an axis.
        operation : str, optional
            Heads the message of an error.

        Yields
        ------
        Term
            Axis, index, stride and contribution, from axis 0 on.

        Raises
        ------
        InvalidCoordinate, RankMismatch, InvalidIndex, IndexOutOfBounds
            As `offset_of`; the terms before the refused axis have been yielded.

        Examples
        --------
        >>> [term.contribution for term in Layout.row_major((2, 2, 3)).terms((1, 0, 2))]
        [6, 0, 2]
        """
        indices = as_coordinate(coordinate, operation)
        if len(indices) != self.rank:
            raise RankMismatch(self.rank, len(indices), operation=operation)
        axes = zip(indices, self.shape, self.strides, strict=True)
        for axis, (given, dimension, stride) in enumerate(axes):
            index = as_index(given)
            if index is None:
                raise InvalidIndex(axis, given, operation=operation)
            if not 0 <= index < dimension:
                raise IndexOutOfBounds(axis, index, dimension, operation=operation)
            yield Term(axis, index, stride, index * stride)


def _integers(given: object) -> Shape | None:
    """Return strides of other kinds as ``int``, or ``None`` if one is no integer."""
    steps = tuple(map(as_index, given)) if isinstance(given, tuple) else (None,)
    return steps if all_plain(steps) else None


def as_coordinate(coordinate: object, operation: str) -> tuple[object, ...]:
    """Return the indices of a coordinate, which need not be integers yet.

    Parameters
    ----------
    coordinate : sequence
        A tuple, a list, a range, a 1-D array.
    operation : str
        Heads the message of an error.

    Raises
    ------
    InvalidCoordinate
        If it is not a sequence; a string, a set and a dict are not.

    Examples
    --------
    >>> as_coordinate([1, 0, 2], "example")
    (1, 0, 2)
    """
    if isinstance(coordinate, tuple):
        return coordinate
    if not in_order(coordinate) or not isinstance(coordinate, Sized):
        raise InvalidCoordinate(coordinate, operation=operation)
    try:
        return tuple(coordinate)
    except TypeError:  # numpy's 0-d array has the methods of a sequence
        raise InvalidCoordinate(coordinate, operation=operation) from None


def coordinate_of(offset: int, shape: Iterable[int]) -> Shape:
    """Return the coordinate that lies at an offset of a row-major buffer.

    Parameters
    ----------
    offset : int
        A position in the flat buffer.
    shape : iterable of int
        The sizes.

    Returns
    -------
    tuple of int
        One index an axis.

    Raises
    ------
    InvalidShape, ShapeOverflow
        As `tensorlib.row_major_strides`.
    InvalidIndex
        If the offset is not an integer.
    OffsetOutOfBounds
        If not ``0 <= offset < size``; an empty tensor has no offset at all.

    Examples
    --------
    >>> coordinate_of(8, (2, 2, 3))
    (1, 0, 2)
    >>> coordinate_of(0, ())
    ()
    """
    sizes = as_shape(shape, operation="coordinate_of")
    strides, size = strides_and_count(sizes, "coordinate_of")
    rest = as_index(offset)
    if rest is None:
        raise InvalidIndex(None, offset, operation="coordinate_of")
    if not 0 <= rest < size:
        raise OffsetOutOfBounds(rest, size, operation="coordinate_of")
    coordinate = []
    for stride in strides:
        index, rest = divmod(rest, stride)
        coordinate.append(index)
    return tuple(coordinate)
