"""View: another layout over a tensor's buffer, which it reads and writes and never copies.

A view keeps its tensor, and so the whole buffer, alive. It reaches no element outside the
buffer: that is checked once, when it is made, and again for each coordinate. Once the tensor
has given its buffer up, its views are spent as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self, TypeVar

from numpy.typing import ArrayLike

from tensorlib import buffers, extent, viewing
from tensorlib.arithmetic import Arithmetic
from tensorlib.errors import AliasedWriteError, NotViewableError, SpentTensorError
from tensorlib.layout import Layout
from tensorlib.reading import array_over, grid_over
from tensorlib.selection import selected

OwnerT = TypeVar("OwnerT", bound=Arithmetic[Any])


class View(Arithmetic[OwnerT]):
    """Read a tensor's buffer by a shape, strides and a base offset of its own.

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
        If the tensor has given its buffer up.
    """

    __slots__ = ("_aliased", "_cells", "_grid", "_layout", "_owner")

    _aliased: bool | None  # None as long as nobody wanted to write

    def __init__(self, owner: OwnerT, layout: Layout) -> None:
        owner._live(type(self).__name__)
        extent.check_inside(layout, len(owner._cells), type(self).__name__)
        self._owner, self._layout, self._cells = owner, layout, owner._cells
        self._grid = grid_over(owner._cells, layout)
        self._aliased = None

    def _live(self, operation: str) -> Layout:
        self._owner._live(operation)
        return self._layout

    def _owned(self, layout: Layout, cells: memoryview[float]) -> OwnerT:
        owned: OwnerT = self._owner._owned(layout, cells)
        return owned

    def view(self) -> Self:
        """Return another view with the same layout over the same buffer."""
        return type(self)(self._owner, self._live("view"))

    def permute(self, *axes: int) -> Self:
        """Return a view whose axes are these in a new order; no value moves.

        Parameters
        ----------
        *axes : int
            Every axis once: axis ``k`` of the result is this view's axis ``axes[k]``. Negative
            ones count from the right.

        Raises
        ------
        AxisError
            If an axis is out of bounds, named twice or left out.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> v = Tensor.zeros((2, 3, 4)).view().permute(2, 0, 1)
        >>> v.shape, v.strides
        ((4, 2, 3), (1, 12, 4))
        """
        return type(self)(self._owner, viewing.permuted(self._live("permute"), axes))

    def transpose(self, first: int, second: int) -> Self:
        """Return a view in which two axes have changed places; no value moves.

        Parameters
        ----------
        first, second : int
            The axes; negative ones count from the right. They may be the same.

        Raises
        ------
        AxisError
            If an axis is out of bounds; a scalar has no axis that could be named.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> v = Tensor.zeros((4, 8, 16)).view().transpose(0, 1)
        >>> v.shape, v.strides, v.is_contiguous
        ((8, 4, 16), (16, 128, 1), False)
        """
        layout = self._live("transpose")
        return type(self)(self._owner, viewing.transposed(layout, first, second))

    def expand(self, shape: Iterable[int]) -> Self:
        """Return a view that reads the same elements as a larger shape, by strides of 0.

        Warning: the rows of a stretched axis are the same memory, so the view refuses to be
        written (see `aliases_itself`), and a write to its tensor shows in all of them.

        Parameters
        ----------
        shape : iterable of int
            The sizes to stretch to; axes of size 1 stretch, new axes come on the left. -1
            keeps the size of an axis that there is.

        Raises
        ------
        InvalidShape, ShapeOverflow
            If it is no shape; a -1 on a new axis is a negative size.
        BroadcastError
            If an axis of another size than 1 would have to change its size or be lost.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> v = Tensor((3, 1), [1, 2, 3]).view().expand((3, 4))
        >>> v.strides, v.logical_bytes, v.stored_bytes
        ((1, 0), 96, 24)
        """
        return type(self)(self._owner, viewing.expanded(self._live("expand"), shape))

    def view_as(self, shape: Iterable[int]) -> Self:
        """Return a view that reads the same elements in the same order as another shape.

        Parameters
        ----------
        shape : iterable of int
            As many elements; one size may be -1 and follows from the others.

        Raises
        ------
        InvalidShape, ShapeOverflow, InferredSizeError, DataLengthMismatch
            If it is no shape for these elements.
        NotViewableError
            If axes have to merge that do not lie behind one another in the buffer, that is,
            unless ``stride[i] == size[i + 1] * stride[i + 1]``; it says which. It never copies.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> Tensor.zeros((4, 6)).view().view_as((4, 2, -1)).strides
        (6, 3, 1)
        """
        return type(self)(self._owner, viewing.viewed_as(self._live("view_as"), shape))

    def reshape(self, shape: Iterable[int]) -> Self | OwnerT:
        """Return the same elements in the same order as another shape, copied if they must be.

        Parameters
        ----------
        shape : iterable of int
            As many elements; one size may be -1 and follows from the others.

        Returns
        -------
        TensorView or Tensor
            A view of the same buffer wherever `view_as` gives one; else a new tensor with a
            copy. The type tells which, and so does ``result.shares_buffer(v)``.

        Raises
        ------
        InvalidShape, ShapeOverflow, InferredSizeError, DataLengthMismatch
            If it is no shape for these elements.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> v = Tensor((2, 2), [1, 2, 3, 4]).view()
        >>> type(v.reshape((4,))).__name__
        'TensorView'
        >>> v.transpose(0, 1).reshape((4,))
        Tensor((4,), [1.0, 3.0, 2.0, 4.0])
        """
        layout = self._live("reshape")
        try:
            return type(self)(self._owner, viewing.viewed_as(layout, shape, "reshape"))
        except NotViewableError as refused:
            cells = self._copied("reshape").cells
            return self._owned(Layout.row_major(refused.target), cells)

    def __getitem__(self, key: object) -> Any:
        """Return the value at a coordinate, or a view of a part.

        Brackets that hold one integer an axis hold a coordinate, and the strict rule for
        coordinates decides: a negative one is out of bounds. All else selects as numpy's basic
        indexing does, see `tensorlib.selection`.
        """
        layout = self._live("getitem")
        value = self._quick_value(key)
        if value is not None:
            return value
        if _is_coordinate(key, layout.rank):
            return self._cells[self._offset_of_key(key, "getitem")]
        return type(self)(self._owner, selected(layout, key))

    def __setitem__(self, key: object, values: ArrayLike) -> None:
        """Write a number to a coordinate, or numbers to a part; they show in the buffer.

        What is written to a part stretches to its shape.
        """
        layout = self._live("setitem")
        if _is_coordinate(key, layout.rank):
            offset = self._offset_of_key(key, "setitem")
            self._refuse_aliased(layout)
            self._cells[offset] = buffers.real_number(values, "setitem")
            return
        part = type(self)(self._owner, selected(layout, key, "setitem"))
        self._refuse_aliased(layout)
        # A copy, because what is written may overlap what is read.
        array = buffers.array_of(values, "setitem")
        viewing.expanded(Layout.row_major(array.shape), part._layout.shape, "setitem")
        if part._layout.size:
            array_over(buffers.writable_array(self._cells), part._layout)[...] = array

    def _refuse_aliased(self, layout: Layout) -> None:
        if self._aliased is None:
            self._aliased = extent.distinct_offsets(layout) < layout.size
        if self._aliased:
            raise AliasedWriteError(layout.shape, layout.strides, operation="setitem")

    def __repr__(self) -> str:
        name = type(self).__name__
        try:
            layout = self._live("repr")
        except SpentTensorError:
            return f"<{name} whose buffer was given up>"
        return (
            f"<{name} {layout.shape}, strides {layout.strides}, offset {layout.offset}: "
            f"{self._printed_values()}>"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._owner, self._live("copy"))


def _is_coordinate(key: object, rank: int) -> bool:
    """Tell whether a key holds one index an axis, and nothing that only selections have."""
    parts = key if type(key) is tuple else (key,)
    return len(parts) == rank and not any(
        part is None or part is Ellipsis or isinstance(part, slice) for part in parts
    )
