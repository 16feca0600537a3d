"""Tensor: one flat buffer of 64-bit floats and the row-major layout that reads it.

Shape, strides and the buffer's length are set together once and cannot come apart: values
can change, sizes cannot. Every access goes through the layout's check, so a wrong coordinate
is an error and never a value from somewhere else.

A tensor has no length and cannot be looped over, on purpose: "its first axis" and "its values"
are both natural answers, and ``t.shape[0]``, ``t.size`` and ``t.buffer`` say which.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from tensorlib import buffers
from tensorlib.buffers import Float64Array
from tensorlib.errors import DataLengthMismatch, SpentTensorError
from tensorlib.explain import OffsetExplanation
from tensorlib.layout import Layout
from tensorlib.shapes import Shape

_MOST_PRINTED = 12


class Tensor:
    """Hold values in one flat row-major buffer and read them by coordinate.

    Two tensors are equal when their shapes are and every value has the same 64 bits: a NaN
    equals itself, and 0.0 differs from -0.0. As values can change, a tensor has no hash.
    Copying and pickling give an independent tensor.

    Parameters
    ----------
    shape : iterable of int
        The sizes; ``()`` is a scalar.
    data : iterable of real numbers, or 1-D array
        The values in row-major order; they are copied. 64-bit floats keep every bit.

    Raises
    ------
    InvalidShape, ShapeOverflow
        As `tensorlib.row_major_strides`; before the data is looked at.
    InvalidData
        If the data is no flat sequence of real numbers.
    DataLengthMismatch
        If the shape holds another number of values than the data.

    Examples
    --------
    >>> t = Tensor((2, 2, 3), [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42])
    >>> t.shape, t.strides, t.rank, t.size
    ((2, 2, 3), (6, 3, 1), 3, 12)
    >>> t.offset((1, 0, 2)), t[1, 0, 2]
    (8, 32.0)
    """

    __slots__ = ("_cells", "_grid", "_layout")

    _layout: Layout | None  # None once the buffer has been given up
    _cells: memoryview[float]
    _grid: memoryview[float] | None  # the cells as a grid; None where no coordinate has one

    # Else Python would loop by t[0], t[1], …, and take the first refusal for the end.
    __iter__ = None
    __contains__ = None
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, shape: Iterable[int], data: object) -> None:
        layout = Layout.row_major(shape, operation="Tensor")
        cells = buffers.buffer_of(data, "Tensor")
        if len(cells) != layout.size:
            raise DataLengthMismatch(layout.size, len(cells), operation="Tensor")
        self._own(layout, cells)

    def _own(self, layout: Layout, cells: memoryview[float]) -> Self:
        """Take cells, without copying them, and the layout that reads all of them."""
        self._layout, self._cells = layout, cells
        self._grid = buffers.grid_cells(cells, layout.shape)
        return self

    @classmethod
    def zeros(cls, shape: Iterable[int]) -> Self:
        """Return a tensor of zeros.

        Parameters
        ----------
        shape : iterable of int
            The sizes.

        Raises
        ------
        InvalidShape, ShapeOverflow
            As `tensorlib.row_major_strides`.
        OutOfMemory
            If so many values cannot be reserved.

        Examples
        --------
        >>> Tensor.zeros((2, 0, 3)).size
        0
        """
        layout = Layout.row_major(shape, operation="zeros")
        return cls.__new__(cls)._own(layout, buffers.zero_buffer(layout.size, "zeros"))

    @classmethod
    def from_array(cls, array: ArrayLike) -> Self:
        """Return a tensor with an array's shape and a row-major copy of its values.

        Parameters
        ----------
        array : array_like of any shape
            An array in any memory order, or nested lists.

        Raises
        ------
        InvalidData
            If an element is no real number.
        ShapeOverflow
            If a product of the chain of strides exceeds ``2**64 - 1``.

        Examples
        --------
        >>> Tensor.from_array(np.array([[1, 2], [3, 4]]).T)
        Tensor((2, 2), [1.0, 3.0, 2.0, 4.0])
        """
        copied = buffers.array_of(array, "from_array")
        layout = Layout.row_major(copied.shape, operation="from_array")
        return cls.__new__(cls)._own(layout, buffers.flat_cells(copied))

    def _live(self, operation: str) -> Layout:
        """Return the layout, or raise `SpentTensorError`."""
        if self._layout is None:
            raise SpentTensorError(operation=operation)
        return self._layout

    @property
    def layout(self) -> Layout:
        """Where the element at each coordinate lies in the buffer."""
        return self._live("layout")

    @property
    def shape(self) -> Shape:
        """The sizes, one an axis."""
        return self._live("shape").shape

    @property
    def strides(self) -> Shape:
        """How far one step along each axis moves in the buffer, in elements."""
        return self._live("strides").strides

    @property
    def rank(self) -> int:
        """The number of axes."""
        return self._live("rank").rank

    @property
    def size(self) -> int:
        """The number of elements, which is the buffer's length."""
        return self._live("size").size

    @property
    def dtype(self) -> str:
        """The name of the type of every value: ``"float64"``."""
        self._live("dtype")
        return "float64"

    def offset(self, coordinate: Iterable[int]) -> int:
        """Return where in the buffer the element at a coordinate lies.

        Parameters
        ----------
        coordinate : sequence of int
            One index an axis, each from 0; a negative one is out of bounds.

        Raises
        ------
        InvalidCoordinate, RankMismatch, InvalidIndex, IndexOutOfBounds
            As `Layout.offset_of`.

        Examples
        --------
        >>> Tensor.zeros((2, 2, 3)).offset((1, 0, 2))
        8
        """
        return self._live("offset").offset_of(coordinate)

    def explain(self, coordinate: Iterable[int]) -> OffsetExplanation:
        """Return how a coordinate becomes an offset and a value, or why it is refused.

        Parameters
        ----------
        coordinate : sequence of int
            One index an axis.

        Raises
        ------
        SpentTensorError
            If the buffer has been given up; a refused coordinate is explained, not raised.

        Examples
        --------
        >>> Tensor((2,), [5, 6]).explain((1,)).value
        6.0
        """
        return OffsetExplanation.of(self._live("explain"), self._cells, coordinate)

    def __getitem__(self, key: object) -> float:
        # For speed: a grid's own check agrees with the layout's on plain integers from 0. All
        # else, every refusal included, is left to the layout.
        grid = self._grid
        if grid is not None:
            coordinate = key if type(key) is tuple else (key,)
            for index in coordinate:
                if type(index) is not int or index < 0:
                    break
            else:
                try:
                    return grid[coordinate]
                except (IndexError, TypeError, NotImplementedError):
                    pass
        return self._cells[self._offset_of_key(key, "getitem")]

    def __setitem__(self, key: object, value: float) -> None:
        offset = self._offset_of_key(key, "setitem")
        number = value if type(value) is float else buffers.real_number(value, "setitem")
        self._cells[offset] = number

    def _offset_of_key(self, key: object, operation: str) -> int:
        """Return the offset of what stands in brackets: ``t[i]`` is ``t[(i,)]``."""
        return self._live(operation).offset_of(key if type(key) is tuple else (key,), operation)

    @property
    def buffer(self) -> Float64Array:
        """The values, 1-D in row-major order: the tensor's own memory, read-only."""
        self._live("buffer")
        return buffers.read_only_array(self._cells)

    @property
    def writable_buffer(self) -> Float64Array:
        """The values, 1-D in row-major order: the same memory, open to new values."""
        self._live("writable_buffer")
        return buffers.writable_array(self._cells)

    def into_buffer(self) -> Float64Array:
        """Give the buffer up, whole and without a copy; the tensor is spent.

        Returns
        -------
        ndarray, shape (size,)
            Writable. Arrays taken from the tensor before still show the same memory.

        Raises
        ------
        SpentTensorError
            If it has been given up before; so does every other use from now on.

        Examples
        --------
        >>> t = Tensor((2,), [5, 6])
        >>> t.into_buffer()
        array([5., 6.])
        >>> t.shape  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        tensorlib.errors.SpentTensorError: shape: the tensor gave its buffer up ...
        """
        self._live("into_buffer")
        self._layout = self._grid = None
        return buffers.writable_array(self._cells)

    def __array__(
        self, dtype: DTypeLike | None = None, copy: bool | None = None
    ) -> NDArray[np.generic]:
        """Return a read-only array of the tensor's shape over the same memory.

        With another ``dtype`` or ``copy=True`` it is a copy; with ``copy=False`` a dtype that
        needs one is numpy's ValueError.
        """
        shared = buffers.read_only_array(self._cells).reshape(self._live("asarray").shape)
        return np.array(shared, dtype=dtype, copy=copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tensor):
            return NotImplemented
        same_shape = self._live("==").shape == other._live("==").shape
        return same_shape and self._cells.tobytes() == other._cells.tobytes()

    def __repr__(self) -> str:
        if self._layout is None:
            return "<Tensor whose buffer was given up>"
        values = [repr(value) for value in self._cells[:_MOST_PRINTED]]
        if len(self._cells) > _MOST_PRINTED:
            values.append(f"… {len(self._cells)} values")
        return f"Tensor({self._layout.shape}, [{', '.join(values)}])"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._live("copy").shape, self.buffer)
