"""Exceptions as plain data: a `TensorError` by class and fields, others by name and message."""

from __future__ import annotations

import builtins
from typing import Any

import tensorlib
from coursekit.plain import TENSOR_ERRORS, NotPlainError, from_plain, to_plain

MAX_MESSAGE = 2_000  # characters
_BUILTIN_ERRORS: dict[str, type[Exception]] = {
    name: value
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, Exception)
}


class StudentError(Exception):
    """An exception of a class of the student's own, known by its name and message only."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(name, message)
        self.name, self.message = name, message

    def __str__(self) -> str:
        return f"{self.name}: {self.message}"


def error_to_plain(error: BaseException) -> list[Any]:
    """Take an exception apart: a `TensorError` by class and fields, others by name and message."""
    name = type(error).__name__
    if TENSOR_ERRORS.get(name) is type(error):
        try:
            return to_plain(error)
        except NotPlainError:
            pass
    return ["raised", name, _message_of(error)]


def error_from_plain(data: object) -> Exception:
    """Rebuild an exception from what `error_to_plain` made of it.

    Raises
    ------
    NotPlainError
        If it is not what `error_to_plain` makes.
    """
    match data:
        case ["raised", str(name), str(message)]:
            message = message[:MAX_MESSAGE]
            try:
                return _BUILTIN_ERRORS[name](message)
            except (KeyError, TypeError):  # UnicodeDecodeError and the like want more arguments
                return StudentError(name[:100], message)
    value = from_plain(data)
    if isinstance(value, tensorlib.TensorError):
        return value
    raise NotPlainError("a damaged message (not an exception)")


def _message_of(error: BaseException) -> str:
    try:
        return str(error)[:MAX_MESSAGE]
    except Exception:  # a student's __str__ may raise anything
        return ""
