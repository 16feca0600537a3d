"""What a tensor can refuse, each mistake a class of its own.

::

    TensorError(Exception)
      ShapeOverflow       (OverflowError)           a product of sizes exceeds 2**64 - 1
      InvalidShape        (ValueError, TypeError)   shape
      DataLengthMismatch  (ValueError)              expected, actual
      InvalidData         (TypeError)               reason
      OutOfMemory         (MemoryError)             size
      RankMismatch        (IndexError)              expected, actual
      IndexOutOfBounds    (IndexError)              axis, index, dimension
      InvalidIndex        (IndexError, TypeError)   axis, index
      InvalidCoordinate   (TypeError)               coordinate
      OffsetOutOfBounds   (IndexError)              offset, size
      LayoutError         (ValueError)              shape, strides, offset
      InvalidSlice        (IndexError, ValueError, TypeError)  axis, start, stop, step
      AxisError           (IndexError, ValueError, TypeError)  axis, rank
      BroadcastError      (ValueError)              shapes, axis, sizes
      NotViewableError    (ValueError)              shape, strides, target
      InferredSizeError   (ValueError)              size, target
      AliasedWriteError   (ValueError)              shape, strides
      EmptyReduction      (ValueError)              shape, axes
      MatmulError         (ValueError)              shapes
      AxisNameError       (ValueError)              axes, reason
      AxisMismatch        (ValueError)              left, right
      AxisSizeMismatch    (ValueError)              axis, sizes
      RankPromotionError  (ValueError)              shapes
      SuspiciousBroadcast (ValueError)              shapes, reason
      MaskError           (ValueError)              reason, row
      PaddingSideError    (ValueError)              side, row, found
      InvalidSize         (ValueError, TypeError)   name, size, reason
      UnknownFormat       (KeyError, ValueError)    format, known
      FormatMismatch      (ValueError, TypeError)   formats
      SpentTensorError    (RuntimeError)            used after it gave its buffer up

In parentheses what each class is as well: the built-in error that Python or numpy raises for
the same mistake. Beside it the fields, which decide equality (see `TensorError`).
"""

# ruff: noqa: N818 - what has a name of its own in the subject keeps it, without "Error"

from __future__ import annotations

from dataclasses import dataclass, field

from tensorlib.batcherrors import FormatMismatch as FormatMismatch
from tensorlib.batcherrors import InvalidSize as InvalidSize
from tensorlib.batcherrors import MaskError as MaskError
from tensorlib.batcherrors import PaddingSideError as PaddingSideError
from tensorlib.batcherrors import UnknownFormat as UnknownFormat
from tensorlib.errorvalue import TensorError as TensorError
from tensorlib.literals import joined, kind, shown
from tensorlib.nameerrors import AxisMismatch as AxisMismatch
from tensorlib.nameerrors import AxisNameError as AxisNameError
from tensorlib.nameerrors import AxisSizeMismatch as AxisSizeMismatch
from tensorlib.nameerrors import RankPromotionError as RankPromotionError
from tensorlib.nameerrors import SuspiciousBroadcast as SuspiciousBroadcast
from tensorlib.numbererrors import EmptyReduction as EmptyReduction
from tensorlib.numbererrors import MatmulError as MatmulError
from tensorlib.viewerrors import AliasedWriteError as AliasedWriteError
from tensorlib.viewerrors import BroadcastError as BroadcastError
from tensorlib.viewerrors import InferredSizeError as InferredSizeError
from tensorlib.viewerrors import InvalidSlice as InvalidSlice
from tensorlib.viewerrors import LayoutError as LayoutError
from tensorlib.viewerrors import NotViewableError as NotViewableError

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
class InvalidShape(TensorError, ValueError, TypeError):
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
class AxisError(TensorError, IndexError, ValueError, TypeError):
    """Say that ``-rank <= axis < rank`` fails, or that several axes are no choice among all.

    Parameters
    ----------
    axis, rank : int
        The axis out of bounds, named twice or left out; and the number of axes.
    axes : tuple of int, optional
        The axes given together, if what is wrong with `axis` is its part among them.
    """

    axis: int
    rank: int
    axes: tuple[int, ...] | None = field(default=None, kw_only=True, compare=False)

    def _message(self) -> str:
        axis, rank = shown(self.axis), shown(self.rank)
        if type(self.axis) is not int:
            return f"axis {axis} is {kind(self.axis)}, not an integer"
        if self.axes is None:
            return f"axis {axis} is out of bounds for rank {rank}"
        named = sum(given in (self.axis, self.axis - self.rank) for given in self.axes)
        fault = f"name axis {axis} twice" if named else f"leave out axis {axis} of rank {rank}"
        return f"axes {shown(self.axes)} {fault}"


@dataclass(eq=False, repr=False)
class SpentTensorError(TensorError, RuntimeError):
    """Say that a tensor was used after ``into_buffer()``."""

    _template = "the tensor gave its buffer up with into_buffer() and cannot be used any more"
