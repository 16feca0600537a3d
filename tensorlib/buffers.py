"""The flat buffer itself: 64-bit floats in one piece of memory that cannot change its length.

The buffer is a ``memoryview`` over a numpy array. A view's length is fixed for ever, reading
one of its cells gives a Python float with the very bits that are stored, and what it hands
to numpy as read-only stays read-only: numpy lets an array be made writable again when the
array under it is writable, but not when it is a read-only ``memoryview``.

Values are never checked, clamped or normalised. Numbers of other types are rounded to the
nearest 64-bit float; those that already are 64-bit floats keep every bit, a signalling NaN's
included: a Python float carries all 64 bits until arithmetic is done with it.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from tensorlib.errors import InvalidData, OutOfMemory
from tensorlib.literals import as_plain, kind, shown
from tensorlib.shapes import in_order

Float64Array = NDArray[np.float64]

_REAL_KINDS = "buif"  # numpy's letters for bool, unsigned, signed and floating point


def zero_buffer(size: int, operation: str) -> memoryview[float]:
    """Return a buffer of zeros.

    Parameters
    ----------
    size : int
        How many values.
    operation : str
        Heads the message of an error.

    Raises
    ------
    OutOfMemory
        If so much cannot be reserved.

    Examples
    --------
    >>> list(zero_buffer(2, "example"))
    [0.0, 0.0]
    """
    return _reserved(np.zeros, size, operation)


def new_buffer(size: int, operation: str) -> memoryview[float]:
    """Return a buffer whose values are still to be written.

    Parameters
    ----------
    size : int
        How many values.
    operation : str
        Heads the message of an error.

    Raises
    ------
    OutOfMemory
        If so much cannot be reserved.

    Examples
    --------
    >>> len(new_buffer(2, "example"))
    2
    """
    return _reserved(np.empty, size, operation)


def buffer_of(values: object, operation: str) -> memoryview[float]:
    """Return a new buffer that holds the values of a flat sequence.

    Parameters
    ----------
    values : iterable of real numbers, or 1-D array
        The values, in the order of the buffer.
    operation : str
        Heads the message of an error.

    Raises
    ------
    InvalidData
        If it is no flat sequence of real numbers.

    Examples
    --------
    >>> list(buffer_of(range(3), "example"))
    [0.0, 1.0, 2.0]
    """
    if hasattr(values, "__array__"):
        array = array_of(values, operation)
    elif in_order(values):
        array = array_of(list(values), operation)
    else:
        given = as_plain(values)
        reason = f"data {shown(given)} is {kind(given)}, not a sequence of real numbers"
        raise InvalidData(reason, operation=operation)
    if array.ndim != 1:
        reason = f"the data has {array.ndim} axes, a flat sequence has 1"
        raise InvalidData(reason, operation=operation)
    return flat_cells(array)


def flat_cells(array: Float64Array) -> memoryview[float]:
    """Return an array's own memory as a flat buffer.

    Parameters
    ----------
    array : ndarray of float64, row-major
        Any shape.

    Examples
    --------
    >>> flat_cells(np.eye(2)).tolist()
    [1.0, 0.0, 0.0, 1.0]
    """
    return array.reshape(-1).data  # type: ignore[return-value]  # numpy leaves the type open


def array_of(values: object, operation: str) -> Float64Array:
    """Return a new row-major array of 64-bit floats of any rank.

    Parameters
    ----------
    values : array, number, or nested lists of real numbers
        What numpy can make an array of.
    operation : str
        Heads the message of an error.

    Raises
    ------
    InvalidData
        If an element is no real number, or the nested lists are ragged.

    Examples
    --------
    >>> array_of([[1, 2], [3, 4]], "example")
    array([[1., 2.], [3., 4.]])
    """
    try:
        array = np.asarray(values)
        if array.dtype.kind not in _REAL_KINDS:
            array = _floats_of(np.asarray(values, dtype=object), operation)
    except ValueError:
        raise InvalidData("the data is ragged", operation=operation) from None
    with np.errstate(all="ignore"):  # rounding a number of another type is what is asked for
        return np.array(array, dtype=np.float64, order="C", copy=True)


def read_only_array(cells: memoryview[float]) -> Float64Array:
    """Return a 1-D array over the buffer's memory that nobody can make writable.

    Parameters
    ----------
    cells : memoryview
        A flat buffer.

    Examples
    --------
    >>> read_only_array(zero_buffer(2, "example")).flags.writeable
    False
    """
    return np.asarray(cells.toreadonly())


def writable_array(cells: memoryview[float]) -> Float64Array:
    """Return a 1-D array over the buffer's memory; it can be written but not resized.

    Parameters
    ----------
    cells : memoryview
        A flat buffer.

    Examples
    --------
    >>> buffer = zero_buffer(2, "example")
    >>> writable_array(buffer)[1] = 7
    >>> buffer[1]
    7.0
    """
    return np.asarray(cells)


def real_number(value: object, operation: str, where: str = "") -> float:
    """Return a real number as a 64-bit float.

    Parameters
    ----------
    value : real number
        Python's and numpy's numbers; not text, however numeric, and not ``None``.
    operation : str
        Heads the message of an error.
    where : str, optional
        Where the value stands, for the message.

    Raises
    ------
    InvalidData
        If it is no real number, or exceeds every 64-bit float.

    Examples
    --------
    >>> real_number(2, "example")
    2.0
    """
    if type(value) is float:
        return value
    plain = as_plain(value)
    if not isinstance(value, (Real, np.bool_)):
        reason = f"value {shown(plain)}{where} is {kind(plain)}, not a real number"
        raise InvalidData(reason, operation=operation)
    try:
        return float(value)
    except OverflowError:
        reason = f"value {shown(plain)}{where} exceeds every 64-bit float"
        raise InvalidData(reason, operation=operation) from None


def _reserved(
    allocate: Callable[[int], Float64Array], size: int, operation: str
) -> memoryview[float]:
    try:
        return flat_cells(allocate(size))
    except (MemoryError, ValueError, OverflowError):  # numpy's answers, by how much it is
        raise OutOfMemory(size, operation=operation) from None


def _floats_of(elements: NDArray[np.object_], operation: str) -> Float64Array:
    """Return Python numbers that numpy has no common real type for, such as huge integers."""
    floats = np.empty(elements.shape, dtype=np.float64)
    for position, element in enumerate(elements.flat):
        floats.flat[position] = real_number(element, operation, f" at position {position}")
    return floats
