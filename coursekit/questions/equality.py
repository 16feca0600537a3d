"""When an answer is the same as the right one: type, then form and length, then values.

Nothing is close here, only equal. Floats are compared bit by bit, so a NaN is the same as a NaN
with the same bits, and 0.0 is not -0.0: the course stores every bit pattern untouched, and its
questions ask for exactly what is stored.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from coursekit.questions.values import ERRORS, error_fields
from tensorlib import Tensor, TensorError

_KINDS_OF_ARRAYS = {"b": bool, "i": int, "u": int, "f": float, "c": complex}


def same(expected: Any, given: Any) -> bool:
    """Return whether a value is the expected one.

    Parameters
    ----------
    expected : object
        Plain data: None, bool, int, float, complex, str, bytes; tuples, lists and dicts of such;
        numeric arrays; a tensor; an exception.
    given : object
        Anything at all; it is never asked whether it is equal.

    Returns
    -------
    bool
        Whether both are of one type and equal in all their parts. Arrays need the same kind of
        number, not the same width; errors the same class and fields.

    Examples
    --------
    >>> same(1, True), same(8, 8.0), same((3,), [3]), same(0.0, -0.0)
    (False, False, False, False)
    >>> same(float("nan"), float("nan")), same((6, 3, 1), (6, 3, 1))
    (True, True)
    """
    exact = type(expected)
    if type(given) is not exact:
        return False
    if exact is float:
        return _bits(expected) == _bits(given)
    if exact is complex:
        return same((expected.real, expected.imag), (given.real, given.imag))
    if exact in (tuple, list):
        return len(expected) == len(given) and all(map(same, expected, given))
    if exact is dict:
        return len(expected) == len(given) and all(
            any(same(item, other) for other in given.items()) for item in expected.items()
        )
    if exact is np.ndarray:
        return _same_arrays(expected, given)
    if exact is Tensor:
        return same(expected.shape, given.shape) and same(expected.buffer, given.buffer)
    if isinstance(expected, Exception):
        return same(_parts(expected), _parts(given))
    return bool(expected == given)


def _bits(value: float) -> bytes:
    return struct.pack("<d", value)


def _same_arrays(expected: Any, given: Any) -> bool:
    kind = _KINDS_OF_ARRAYS.get(expected.dtype.kind)
    if kind is None or _KINDS_OF_ARRAYS.get(given.dtype.kind) is not kind:
        return False
    return expected.shape == given.shape and same(expected.ravel().tolist(), given.ravel().tolist())


def _parts(error: Exception) -> tuple[Any, ...]:
    """Return what tells one error from another of its class; messages of Python's own do not."""
    if isinstance(error, TensorError) and type(error) in ERRORS:
        return tuple(error_fields(error).values())
    return ()
