"""Plain data: the only thing that crosses from a student's process to the tests.

A value is taken apart into JSON-able lists on one side and rebuilt from scratch on the other. What
is rebuilt has none of the sender's methods: None, bool, int, float and complex (bit for bit), str,
bytes, tuple, list, dict, numeric numpy arrays and scalars, a tensor or a view of one, and errors by
class and fields. Exact types only: a subclass of list may answer ``==`` as it likes, so it is
refused.

The reader trusts nothing it is sent: it checks every tag, type, length and depth, and never
unpickles.
"""

from __future__ import annotations

import base64
import math
import struct
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

import tensorlib

MAX_DEPTH = 40
MAX_ITEMS = 2_000_000  # values in all, those inside containers included
MAX_INT_BITS = 16_384
ARRAY_DTYPES = tuple(
    np.dtype(code)
    for code in ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16")
)
TENSOR_ERRORS: dict[str, type[tensorlib.TensorError]] = {
    name: value
    for name, value in vars(tensorlib).items()
    if isinstance(value, type) and issubclass(value, tensorlib.TensorError)
}


class NotPlainError(Exception):
    """A value, or a message, is not plain data; says which kind it is."""


@dataclass(frozen=True, slots=True)
class Refused:
    """What stands where an answer is not plain data.

    Parameters
    ----------
    reason : str
        What was found, in words fit for the student: ``"a generator, which is not plain data"``.
    """

    reason: str


def to_plain(value: object) -> list[Any]:
    """Take a value apart into JSON-able lists.

    Parameters
    ----------
    value : object
        The value to send.

    Returns
    -------
    list
        A tag and what belongs to it.

    Raises
    ------
    NotPlainError
        If the value, or a value in it, is not plain data, or there is too much of it.

    Examples
    --------
    >>> to_plain((1, -0.0))
    ['tuple', [['int', '0x1'], ['float', '8000000000000000']]]
    >>> to_plain(range(3))
    Traceback (most recent call last):
        ...
    coursekit.plain.NotPlainError: a range, which is not plain data
    """
    return _Writer().write(value, 0)


def from_plain(data: object) -> Any:
    """Rebuild a value from what `to_plain` made of it.

    Parameters
    ----------
    data : object
        Parsed JSON of any origin.

    Raises
    ------
    NotPlainError
        If it is not what `to_plain` makes.

    Examples
    --------
    >>> from_plain(to_plain({"strides": (6, 3, 1)}))
    {'strides': (6, 3, 1)}
    """
    try:
        return _Reader().read(data, 0)
    except (ValueError, TypeError, LookupError, OverflowError, struct.error) as error:
        raise NotPlainError(f"a damaged message ({type(error).__name__})") from None


def _float_hex(value: float) -> str:
    return struct.pack(">d", value).hex()


def _hex_float(text: str) -> float:
    (value,) = struct.unpack(">d", bytes.fromhex(text))
    return float(value)


def _described(value: object) -> str:
    name = type(value).__name__
    article = "an" if name[:1].lower() in "aeiou" else "a"
    return f"{article} {name}, which is not plain data"


class _Writer:
    """Counts what it writes, so that no answer is larger than the reader accepts."""

    def __init__(self) -> None:
        self.items = 0

    def write(self, value: Any, depth: int) -> list[Any]:
        self.items += 1
        if depth > MAX_DEPTH:
            raise NotPlainError(f"data nested more than {MAX_DEPTH} levels deep")
        if self.items > MAX_ITEMS:
            raise NotPlainError(f"more than {MAX_ITEMS} values")
        kind = type(value)
        if value is None:
            return ["none"]
        if kind in (tuple, list):
            return [kind.__name__, [self.write(item, depth + 1) for item in value]]
        if kind is dict:
            return ["dict", [[self.write(k, depth + 1), self.write(v, depth + 1)]
                             for k, v in value.items()]]  # fmt: skip
        if kind is np.ndarray or isinstance(value, np.generic):
            return self._array(value)
        if kind is tensorlib.Tensor:
            return ["tensor", list(value.shape), _base64(value.buffer.tobytes())]
        if kind is tensorlib.TensorView:
            layout = value.layout
            places = [list(layout.shape), list(layout.strides), layout.offset]
            return ["view", *places, _base64(value.buffer.tobytes())]
        if isinstance(value, tensorlib.TensorError) and TENSOR_ERRORS.get(kind.__name__) is kind:
            names = [field.name for field in fields(value) if field.compare]
            parts = [[name, self.write(getattr(value, name), depth + 1)] for name in names]
            return ["error", kind.__name__, parts]
        scalar = _SCALARS.get(kind)
        if scalar is None:
            raise NotPlainError(_described(value))
        return scalar(value)

    def _array(self, value: Any) -> list[Any]:
        dtype = value.dtype.newbyteorder("=")
        if dtype not in ARRAY_DTYPES:
            raise NotPlainError(f"an array of dtype {value.dtype}, which is not plain data")
        if type(value) is np.ndarray:
            native = np.ascontiguousarray(value, dtype=dtype)
            return ["array", dtype.str, list(value.shape), _base64(native.tobytes())]
        if type(value) is not dtype.type:
            raise NotPlainError(_described(value))
        return ["scalar", dtype.str, _base64(value.tobytes())]


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _plain_int(value: int) -> list[Any]:
    if value.bit_length() > MAX_INT_BITS:
        raise NotPlainError(f"an integer of more than {MAX_INT_BITS} bits")
    return ["int", hex(value)]


_SCALARS: dict[type, Callable[[Any], list[Any]]] = {
    bool: lambda value: ["bool", value],
    int: _plain_int,
    tensorlib.Bytes: _plain_int,  # a number of bytes is a number
    float: lambda value: ["float", _float_hex(value)],
    complex: lambda value: ["complex", _float_hex(value.real), _float_hex(value.imag)],
    str: lambda value: ["str", value],
    bytes: lambda value: ["bytes", _base64(value)],
}


class _Reader:
    """Rebuilds values; every failed check is a ValueError, KeyError or TypeError."""

    def __init__(self) -> None:
        self.items = 0

    def read(self, data: Any, depth: int) -> Any:
        self.items += 1
        if depth > MAX_DEPTH or self.items > MAX_ITEMS:
            raise ValueError("too deep or too much")
        match data:
            case ["none"]:
                return None
            case ["bool", bool(value)]:
                return value
            case ["int", str(digits)] if len(digits) <= MAX_INT_BITS // 4 + 4:
                return int(digits, 16)
            case ["float", str(bits)]:
                return _hex_float(bits)
            case ["complex", str(real), str(imaginary)]:
                return complex(_hex_float(real), _hex_float(imaginary))
            case ["str", str(text)]:
                return text
            case ["bytes", str(text)]:
                return base64.b64decode(text, validate=True)
            case ["tuple", list(items)]:
                return tuple(self.read(item, depth + 1) for item in items)
            case ["list", list(items)]:
                return [self.read(item, depth + 1) for item in items]
            case ["dict", list(pairs)]:
                return {self.read(k, depth + 1): self.read(v, depth + 1) for k, v in pairs}
        return self._read_compound(data, depth)

    def _read_compound(self, data: Any, depth: int) -> Any:
        match data:
            case ["array", str(code), list(shape), str(text)]:
                return _array(code, shape, text)
            case ["scalar", str(code), str(text)]:
                return _array(code, [], text)[()]
            case ["tensor", list(shape), str(text)]:
                buffer = _array("<f8", [_count(shape)], text)
                return tensorlib.Tensor(tuple(shape), buffer)
            case ["view", list(shape), list(strides), int(offset), str(text)]:
                return _view(shape, strides, offset, text)
            case ["error", str(name), list(parts)]:
                values = {str(key): self.read(value, depth + 1) for key, value in parts}
                return TENSOR_ERRORS[name](**values)
        raise ValueError("no such tag")


def _view(shape: list[Any], strides: list[Any], offset: int, text: str) -> tensorlib.TensorView:
    buffer = np.frombuffer(base64.b64decode(text, validate=True), dtype=np.float64)
    owner = tensorlib.Tensor((buffer.size,), buffer)
    return tensorlib.TensorView(owner, tensorlib.Layout(tuple(shape), tuple(strides), offset))


def _count(shape: list[Any]) -> int:
    if not all(type(size) is int and 0 <= size < 2**63 for size in shape):
        raise ValueError("not a shape")
    return math.prod(shape)


def _array(code: str, shape: list[Any], text: str) -> Any:
    dtype = np.dtype(code)
    if dtype not in ARRAY_DTYPES:
        raise ValueError("not a numeric dtype")
    data = base64.b64decode(text, validate=True)
    if len(data) != _count(shape) * dtype.itemsize:
        raise ValueError("shape and bytes disagree")
    return np.frombuffer(data, dtype=dtype).reshape(shape).copy()
