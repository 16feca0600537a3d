"""What a tensor and its views have in common: values in a flat buffer, read through a layout."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tensorlib import buffers, extent, kernels
from tensorlib.buffers import Float64Array
from tensorlib.explain import OffsetExplanation
from tensorlib.kernels import Values
from tensorlib.layout import Layout
from tensorlib.layoutexplain import LayoutExplanation
from tensorlib.reading import BYTES_A_VALUE, array_over
from tensorlib.shapes import Shape

OwnerT = TypeVar("OwnerT")

_MOST_PRINTED = 12


class Strided(ABC, Generic[OwnerT]):
    """Read a flat buffer of 64-bit floats by coordinate.

    Two of them are equal when their shapes are and every value has the same 64 bits: a NaN
    equals itself, and 0.0 differs from -0.0. As values can change, none has a hash.

    `OwnerT` is the class of the tensors that own buffers.
    """

    __slots__ = ()

    _cells: memoryview[float]  # the whole buffer
    _grid: memoryview[float] | None  # the cells by coordinate; None where no coordinate has one

    # Else Python would loop by t[0], t[1], …, and take the first refusal for the end.
    __iter__ = None
    __contains__ = None
    __hash__ = None  # type: ignore[assignment]

    @abstractmethod
    def _live(self, operation: str) -> Layout:
        """Return the layout, or raise `SpentTensorError`."""

    @abstractmethod
    def _owned(self, layout: Layout, cells: memoryview[float]) -> OwnerT:
        """Return a tensor that takes new cells over, and the row-major layout of all of them."""

    def _copied(self, operation: str) -> Values:
        """Return a row-major copy of the values."""
        layout = self._live(operation)
        copy = kernels.reserved(layout.shape, operation)
        if layout.size:
            kernels.array_of(copy, operation)[...] = self._array(operation)
        return copy

    def _array(self, operation: str) -> Float64Array:
        """Return a read-only array of this shape and these strides over the same memory."""
        layout = self._live(operation)
        return array_over(buffers.read_only_array(self._cells), layout)

    def _quick_value(self, key: object) -> float | None:
        """Return the value at a plain coordinate, or `None` for a key that needs a closer look.

        It is for speed alone: the grid's own check agrees with the layout's on plain integers
        from 0, and knows nothing else.
        """
        if self._grid is None:
            return None
        coordinate = key if type(key) is tuple else (key,)
        for index in coordinate:
            if type(index) is not int or index < 0:
                return None
        try:
            return self._grid[coordinate]
        except (IndexError, TypeError, NotImplementedError):
            return None

    def _offset_of_key(self, key: object, operation: str) -> int:
        """Return the offset of what stands in brackets: ``t[i]`` is ``t[(i,)]``."""
        return self._live(operation).offset_of(key if type(key) is tuple else (key,), operation)

    def _printed_values(self) -> str:
        """Return the first values in logical order, and how many there are if there are more."""
        layout = self._live("repr")
        first = islice(extent.offsets(layout), _MOST_PRINTED)
        values = [repr(self._cells[offset]) for offset in first]
        if layout.size > _MOST_PRINTED:
            values.append(f"… {layout.size} values")
        return f"[{', '.join(values)}]"

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
    def base_offset(self) -> int:
        """Where in the buffer coordinate ``(0, 0, …)`` lies."""
        return self._live("base_offset").offset

    @property
    def rank(self) -> int:
        """The number of axes."""
        return self._live("rank").rank

    @property
    def size(self) -> int:
        """The number of elements that coordinates name."""
        return self._live("size").size

    @property
    def dtype(self) -> str:
        """The name of the type of every value: ``"float64"``."""
        self._live("dtype")
        return "float64"

    @property
    def is_contiguous(self) -> bool:
        """Whether the values lie side by side in row-major order, see `extent.is_contiguous`."""
        return extent.is_contiguous(self._live("is_contiguous"))

    @property
    def aliases_itself(self) -> bool:
        """Whether two coordinates are the same element, as they are where a size stretched."""
        layout = self._live("aliases_itself")
        return extent.distinct_offsets(layout) < layout.size

    @property
    def logical_bytes(self) -> int:
        """What shape and type say: 8 bytes a coordinate."""
        return BYTES_A_VALUE * self._live("logical_bytes").size

    @property
    def stored_bytes(self) -> int:
        """What really stands in memory for it: 8 bytes a different element."""
        return BYTES_A_VALUE * extent.distinct_offsets(self._live("stored_bytes"))

    @property
    def buffer_bytes(self) -> int:
        """The memory that it keeps alive: the whole buffer, however few elements it reads."""
        self._live("buffer_bytes")
        return self._cells.nbytes

    @property
    def buffer(self) -> Float64Array:
        """The whole buffer, 1-D, to which strides and offsets refer; the memory itself, read-only.

        For a tensor these are its values in row-major order. For a view they are its tensor's.
        """
        self._live("buffer")
        return buffers.read_only_array(self._cells)

    def shares_buffer(self, other: Strided[OwnerT]) -> bool:
        """Tell whether a tensor or view reads the same buffer, so that writes show in both.

        Parameters
        ----------
        other : Tensor or TensorView
            Two views share the buffer also when no element of it belongs to both.

        Raises
        ------
        SpentTensorError
            If the buffer of one of them has been given up.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> t = Tensor((2, 2), [1, 2, 3, 4])
        >>> t.view().reshape((4,)).shares_buffer(t)
        True
        >>> t.view().transpose(0, 1).reshape((4,)).shares_buffer(t)
        False
        """
        self._live("shares_buffer")
        other._live("shares_buffer")
        return self._cells is other._cells

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
        >>> from tensorlib import Tensor
        >>> Tensor.zeros((2, 2, 3)).offset((1, 0, 2))
        8
        """
        return self._live("offset").offset_of(coordinate)

    def offsets(self) -> Iterator[int]:
        """Return an iterator over the offsets of all elements, the last index changing fastest.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> list(Tensor.zeros((2, 3)).view().transpose(0, 1).offsets())
        [0, 3, 1, 4, 2, 5]
        """
        return extent.offsets(self._live("offsets"))

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
        >>> from tensorlib import Tensor
        >>> Tensor((2,), [5, 6]).explain((1,)).value
        6.0
        """
        return OffsetExplanation.of(self._live("explain"), self._cells, coordinate)

    def explain_layout(self) -> LayoutExplanation:
        """Return strides, bytes and the order of offsets, as text and as HTML.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> print(Tensor.zeros((2, 3)).view()[:, ::2].explain_layout().notes()[-1])
        offsets in logical order: 0, 2, 3, 5
        """
        return LayoutExplanation(self._live("explain_layout"), len(self._cells))

    def to_tensor(self) -> OwnerT:
        """Return a tensor with the same shape and a row-major copy of the values.

        Raises
        ------
        OutOfMemory
            If so many values cannot be reserved; a stretched view can name more than exist.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> Tensor((2, 2), [1, 2, 3, 4]).view().transpose(0, 1).to_tensor()
        Tensor((2, 2), [1.0, 3.0, 2.0, 4.0])
        """
        copy = self._copied("to_tensor")
        return self._owned(copy.layout, copy.cells)

    def __array__(
        self, dtype: DTypeLike | None = None, copy: bool | None = None
    ) -> NDArray[np.generic]:
        """Return a read-only array of this shape over the same memory.

        With another ``dtype`` or ``copy=True`` it is a copy; with ``copy=False`` a dtype that
        needs one is numpy's ValueError.
        """
        return np.array(self._array("asarray"), dtype=dtype, copy=copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Strided):
            return NotImplemented
        layout = self._live("==")
        if layout.shape != other._live("==").shape:
            return False
        if layout.size == 0:
            return True
        bits, other_bits = self._array("==").view(np.uint64), other._array("==").view(np.uint64)
        return np.array_equal(bits, other_bits)
