"""What a tensor can refuse, each mistake a class of its own.

::

    TensorError(Exception)
      ShapeOverflow       (OverflowError)           a product of sizes exceeds 2**64 - 1
      InvalidShape        (ValueError)              shape
      DataLengthMismatch  (ValueError)              expected, actual
      InvalidData         (TypeError)               reason
      OutOfMemory         (MemoryError)             size
      RankMismatch        (IndexError)              expected, actual
      IndexOutOfBounds    (IndexError)              axis, index, dimension
      InvalidIndex        (IndexError, TypeError)   axis, index
      InvalidCoordinate   (TypeError)               coordinate
      OffsetOutOfBounds   (IndexError)              offset, size
      LayoutError         (ValueError)              shape, strides, offset
      AxisError           (IndexError, ValueError)  axis, rank
      BroadcastError      (ValueError)              shapes, axis, sizes
      NotViewableError    (ValueError)              shape, strides, target
      SpentTensorError    (RuntimeError)            used after it gave its buffer up

In parentheses what each class is as well: the built-in error that Python or numpy raises for
the same mistake. Beside it the fields, which decide equality (see `TensorError`).
"""

# ruff: noqa: N818 - what has a name of its own in the subject keeps it, without "Error"

from __future__ import annotations

from dataclasses import dataclass, field

from tensorlib.errorvalue import TensorError as TensorError
from tensorlib.literals import joined, kind, shown

MAX_SIZE = 2**64 - 1
"""The largest element count, and the largest product of sizes: an unsigned 64-bit integer."""

MAX_RANK = 64
"""The largest number of axes: what numpy and the buffer protocol can describe."""


@dataclass(eq=False, repr=False)
class ShapeOverflow(TensorError, OverflowError):
    """Say that sizes multiply to more than an unsigned 64-bit integer holds.

    It has no fields to compare; what it is raised with makes the message exact.

    Parameters
    ----------
    shape, factors : tuple of int, optional
        The shape, and the numbers whose product is the first that is too large.
    """

    shape: tuple[int, ...] | None = field(default=None, kw_only=True, compare=False)
    factors: tuple[int, ...] = field(default=(), kw_only=True, compare=False)

    def _message(self) -> str:
        product = joined(self.factors, " * ") or "a product of sizes"
        where = f"shape {shown(self.shape)}: " if self.shape is not None else ""
        return f"{where}{product} is more than {MAX_SIZE}"


@dataclass(eq=False, repr=False)
class InvalidShape(TensorError, ValueError):
    """Say that a shape is not a sequence of at most 64 non-negative integers.

    Parameters
    ----------
    shape : object
        What was given.
    """

    shape: object

    def _message(self) -> str:
        if not isinstance(self.shape, tuple):
            return f"shape {shown(self.shape)} is not a sequence of sizes"
        if len(self.shape) > MAX_RANK:
            return f"a shape of {len(self.shape)} axes has more than {MAX_RANK}"
        for axis, size in enumerate(self.shape):
            if type(size) is not int:
                return f"size {shown(size)} on axis {axis} is {kind(size)}, not an integer"
            if size < 0:
                return f"size {shown(size)} on axis {axis} is less than 0"
        return f"shape {shown(self.shape)} is not possible here"


@dataclass(eq=False, repr=False)
class DataLengthMismatch(TensorError, ValueError):
    """Say that the data has another length than the shape needs.

    Parameters
    ----------
    expected, actual : int
        How many values the shape holds, and how many were given.
    """

    expected: int
    actual: int

    _template = "the shape needs data of length {expected}, not {actual}"


@dataclass(eq=False, repr=False)
class InvalidData(TensorError, TypeError):
    """Say why something is no real number, or no sequence of them.

    Parameters
    ----------
    reason : str
        What is wrong, and where.
    """

    reason: str

    def _message(self) -> str:
        return str(self.reason)


@dataclass(eq=False, repr=False)
class OutOfMemory(TensorError, MemoryError):
    """Say that a buffer cannot be reserved.

    Parameters
    ----------
    size : int
        How many values were asked for.
    """

    size: int

    _template = "{size} values of 8 bytes cannot be reserved"


@dataclass(eq=False, repr=False)
class RankMismatch(TensorError, IndexError):
    """Say that a coordinate has not one index an axis.

    Parameters
    ----------
    expected, actual : int
        The number of axes, and of indices given.
    """

    expected: int
    actual: int

    _template = "the coordinate has length {actual}, the rank is {expected}"


@dataclass(eq=False, repr=False)
class IndexOutOfBounds(TensorError, IndexError):
    """Say that ``0 <= index < dimension`` fails.

    Parameters
    ----------
    axis, index, dimension : int
        The first axis on which it fails, the index there, and that axis' size.
    """

    axis: int
    index: int
    dimension: int

    _template = "index {index} is out of bounds for axis {axis} with size {dimension}"


@dataclass(eq=False, repr=False)
class InvalidIndex(TensorError, IndexError, TypeError):
    """Say that an index or an offset is not an integer; a bool and a float are not.

    Parameters
    ----------
    axis, index : int or None, object
        The axis, ``None`` for an offset, which belongs to no axis; and what was given.
    """

    axis: int | None
    index: object

    def _message(self) -> str:
        given = f"{'offset' if self.axis is None else 'index'} {shown(self.index)}"
        where = "" if self.axis is None else f" on axis {shown(self.axis)}"
        return f"{given}{where} is {kind(self.index)}, not an integer"


@dataclass(eq=False, repr=False)
class InvalidCoordinate(TensorError, TypeError):
    """Say that a coordinate is not a sequence of indices.

    Parameters
    ----------
    coordinate : object
        What was given.
    """

    coordinate: object

    _template = "coordinate {coordinate} is not a sequence of indices"


@dataclass(eq=False, repr=False)
class OffsetOutOfBounds(TensorError, IndexError):
    """Say that ``0 <= offset < size`` fails.

    Parameters
    ----------
    offset, size : int
        The position in the flat buffer, and the number of values.
    """

    offset: int
    size: int

    _template = "offset {offset} is out of bounds for size {size}"


@dataclass(eq=False, repr=False)
class LayoutError(TensorError, ValueError):
    """Say that strides do not fit a shape, or that they reach an offset below 0.

    Parameters
    ----------
    shape, strides, offset : tuple, object, object
        The sizes, the steps in elements, and where coordinate ``(0, 0, …)`` lies.
    """

    shape: tuple[int, ...]
    strides: object
    offset: object

    def _message(self) -> str:
        shape, strides, offset = map(shown, (self.shape, self.strides, self.offset))
        given = f"shape {shape} with strides {strides} from offset {offset}"
        rank = len(self.shape) if isinstance(self.shape, tuple) else -1
        integers = self.strides if isinstance(self.strides, tuple) else ()
        if len(integers) != rank or any(type(i) is not int for i in (*integers, self.offset)):
            return f"{given} has not one integer stride an axis and an integer offset"
        return f"{given} reaches an offset below 0"


@dataclass(eq=False, repr=False)
class AxisError(TensorError, IndexError, ValueError):
    """Say that ``-rank <= axis < rank`` fails.

    Parameters
    ----------
    axis, rank : int
        The axis given, and the number of axes.
    """

    axis: int
    rank: int

    _template = "axis {axis} is out of bounds for rank {rank}"


@dataclass(eq=False, repr=False)
class BroadcastError(TensorError, ValueError):
    """Say that two sizes differ and neither is 1.

    Parameters
    ----------
    shapes : tuple of tuple of int
        All shapes.
    axis, sizes : int, tuple of int
        The first axis of conflict, counted from the right (-1 is the last), and its two sizes.
    """

    shapes: tuple[tuple[int, ...], ...]
    axis: int
    sizes: tuple[int, ...]

    def _message(self) -> str:
        shapes, sizes = joined(self.shapes, " and "), joined(self.sizes, " and ")
        return f"shapes {shapes} do not broadcast: axis {shown(self.axis)} has sizes {sizes}"


@dataclass(eq=False, repr=False)
class NotViewableError(TensorError, ValueError):
    """Say that no strides over the same buffer read one shape as another.

    Parameters
    ----------
    shape, strides, target : tuple of int
        The layout there is, and the shape asked for.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    target: tuple[int, ...]

    _template = "shape {shape} with strides {strides} cannot be seen as {target} without a copy"


@dataclass(eq=False, repr=False)
class SpentTensorError(TensorError, RuntimeError):
    """Say that a tensor was used after ``into_buffer()``."""

    _template = "the tensor gave its buffer up with into_buffer() and cannot be used any more"
