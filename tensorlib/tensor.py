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

from numpy.typing import ArrayLike

from tensorlib import buffers
from tensorlib.arithmetic import Arithmetic
from tensorlib.buffers import Float64Array
from tensorlib.errors import DataLengthMismatch, SpentTensorError
from tensorlib.layout import Layout
from tensorlib.reading import grid_over
from tensorlib.view import View
from tensorlib.viewing import viewed_as


class Tensor(Arithmetic["Tensor"]):
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

    def __init__(self, shape: Iterable[int], data: object) -> None:
        layout = Layout.row_major(shape, operation="Tensor")
        cells = buffers.buffer_of(data, "Tensor")
        if len(cells) != layout.size:
            raise DataLengthMismatch(layout.size, len(cells), operation="Tensor")
        self._own(layout, cells)

    def _own(self, layout: Layout, cells: memoryview[float]) -> Self:
        """Take cells, without copying them, and the layout that reads all of them."""
        self._layout, self._cells = layout, cells
        self._grid = grid_over(cells, layout)
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
        >>> import numpy as np
        >>> Tensor.from_array(np.array([[1, 2], [3, 4]]).T)
        Tensor((2, 2), [1.0, 3.0, 2.0, 4.0])
        """
        copied = buffers.array_of(array, "from_array")
        layout = Layout.row_major(copied.shape, operation="from_array")
        return cls.__new__(cls)._own(layout, buffers.flat_cells(copied))

    def _owned(self, layout: Layout, cells: memoryview[float]) -> Self:
        return type(self).__new__(type(self))._own(layout, cells)

    def _live(self, operation: str) -> Layout:
        if self._layout is None:
            raise SpentTensorError(operation=operation)
        return self._layout

    def view(self) -> TensorView:
        """Return a view of the whole tensor, the start of every other reading of its buffer.

        Raises
        ------
        SpentTensorError
            If the buffer has been given up; once it is, the view is spent as well.

        Examples
        --------
        >>> t = Tensor((2, 3), [1, 2, 3, 4, 5, 6])
        >>> v = t.view().transpose(0, 1)
        >>> v[2, 0] = 9
        >>> t
        Tensor((2, 3), [1.0, 2.0, 9.0, 4.0, 5.0, 6.0])
        """
        return TensorView(self, self._live("view"))

    def reshape(self, shape: Iterable[int]) -> TensorView:
        """Return a view of the same elements in the same order as another shape.

        The elements of a tensor lie in that order already, so it never copies.

        Parameters
        ----------
        shape : iterable of int
            As many elements; one size may be -1 and follows from the others.

        Raises
        ------
        InvalidShape, ShapeOverflow, InferredSizeError, DataLengthMismatch
            If it is no shape for these elements.

        Examples
        --------
        >>> Tensor((4,), [1, 2, 3, 4]).reshape((2, -1)).shape
        (2, 2)
        """
        return TensorView(self, viewed_as(self._live("reshape"), shape, "reshape"))

    def __getitem__(self, key: object) -> float:
        value = self._quick_value(key)
        return self._cells[self._offset_of_key(key, "getitem")] if value is None else value

    def __setitem__(self, key: object, value: float) -> None:
        offset = self._offset_of_key(key, "setitem")
        self._cells[offset] = buffers.real_number(value, "setitem")

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

    def __repr__(self) -> str:
        if self._layout is None:
            return "<Tensor whose buffer was given up>"
        return f"Tensor({self._layout.shape}, {self._printed_values()})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._live("copy").shape, self.buffer)


class TensorView(View[Tensor]):
    """Read a tensor's buffer by a shape, strides and a base offset of its own.

    ``t.view()`` gives the first, and every view gives more: ``permute``, ``transpose``,
    brackets with slices, ``expand``, ``view_as``, ``reshape``. No value is copied; a write
    shows in the tensor and in all its views. The base offset and the strides refer to
    ``buffer``, which is the tensor's, whole: a small view keeps all of it alive. A copy is
    another view of the same tensor; a deep copy and a pickle take the tensor along.

    Any layout can be given, where numpy's ``as_strided`` would read beyond the buffer.

    Parameters
    ----------
    owner : Tensor
        Whose buffer is read.
    layout : Layout
        How.

    Raises
    ------
    OffsetOutOfBounds
        If a coordinate would lie outside the buffer.
    SpentTensorError
        If the tensor has given its buffer up, as from then on for every use of the view.

    Examples
    --------
    >>> t = Tensor((2, 2, 3), [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42])
    >>> v = t.view()[:, 1:, ::2]
    >>> v
    <TensorView (2, 1, 2), strides (6, 3, 2), offset 3: [20.0, 22.0, 40.0, 42.0]>
    >>> v.logical_bytes, v.stored_bytes, v.buffer_bytes
    (32, 32, 96)
    >>> TensorView(t, Layout((3, 5), (5, 1)))
    Traceback (most recent call last):
    tensorlib.errors.OffsetOutOfBounds: TensorView: offset 14 is out of bounds for size 12
    """

    __slots__ = ()
