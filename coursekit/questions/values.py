"""Plain data, looked at by exact type.

No method of an object of the student's making is ever called: what is not one of the types below
is named, not asked. ``True`` is no integer, and a subclass of ``list`` is no list.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

import numpy as np

import tensorlib
from coursekit.plain import Refused
from tensorlib.literals import Placeholder, kind, shown

TRUTHS: frozenset[type] = frozenset({bool, np.bool_})
INTEGERS: frozenset[type] = frozenset({int, *(np.dtype(code).type for code in "bhilqBHILQ")})
FLOATS: frozenset[type] = frozenset({float, np.float16, np.float32, np.float64})
ERRORS: frozenset[type] = frozenset(
    value
    for value in vars(tensorlib).values()
    if type(value) is type and issubclass(value, tensorlib.TensorError)
)
# The name as the interpreter keeps it; a metaclass of the student's could answer otherwise.
_NAME = vars(type)["__name__"]


def plain(value: Any) -> Any:
    """Return numbers of numpy's as Python's, and lists as tuples; anything else as it is.

    Examples
    --------
    >>> plain([np.int64(8), (True, 2.0)])
    (8, (True, 2.0))
    """
    if type(value) in (tuple, list):
        return tuple(map(plain, value))
    numeric = TRUTHS | INTEGERS | FLOATS
    return value.item() if type(value) in numeric and isinstance(value, np.generic) else value


def error_fields(error: tensorlib.TensorError) -> dict[str, object]:
    """Return the fields by which errors are compared, by name.

    Examples
    --------
    >>> error_fields(tensorlib.RankMismatch(3, 2, operation="offset"))
    {'expected': 3, 'actual': 2}
    """
    return {item.name: getattr(error, item.name) for item in fields(error) if item.compare}


def described(value: Any) -> str:
    """Return a value in words, with its type, cut to a readable length.

    Examples
    --------
    >>> described(8.0), described(True), described([1, 2])
    ('the float 8.0', 'the truth value True', 'a list')
    >>> described(len), described(tensorlib.RankMismatch)
    ('an object of type builtin_function_or_method', 'the class RankMismatch')
    """
    exact = type(value)
    name = _NAME.__get__(exact)
    if exact is Refused:
        return str(value.reason)
    if exact in TRUTHS:
        return f"the truth value {plain(value)}"
    if exact is int:
        return f"the integer {shown(value)}"
    if exact is str:
        return f"the text {shown(value)}"
    if exact in INTEGERS | FLOATS:
        return f"the {name} {shown(plain(value))}"
    if exact in ERRORS:
        return f"the error {name}"
    if exact is type and value in ERRORS:
        return f"the class {_NAME.__get__(value)}"
    if exact is np.ndarray:
        return f"an array of shape {shown(value.shape)}"
    if exact is Placeholder or exact in (tuple, list, dict, set, bytes, complex):
        return kind(value)
    return f"an object of type {name}"


def call_text(name: str, arguments: Iterable[object]) -> str:
    """Return a call as Python text.

    Examples
    --------
    >>> call_text("row_major_strides", [(2, 0, 3)])
    'row_major_strides((2, 0, 3))'
    """
    return f"{name}({', '.join(map(repr, arguments))})"


def joined(reasons: Iterable[tuple[str, str]]) -> str:
    """Return named reasons in one line; names that share a reason stand together before it.

    Examples
    --------
    >>> joined([("offset", "wrong"), ("terms", "not answered yet"), ("value", "wrong")])
    'offset, value: wrong; terms: not answered yet'
    """
    names: dict[str, list[str]] = {}
    for name, reason in reasons:
        names.setdefault(reason, []).append(name)
    return "; ".join(
        f"{', '.join(those)}: {reason}" if any(those) else reason for reason, those in names.items()
    )
