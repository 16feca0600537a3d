"""The form that an answer must have, judged before its value.

Only exact types of plain data are looked into, so no method of an object of the student's making
is ever called: ``True`` is not 1, ``8.0`` is not 8, and ``numpy.int64(8)`` is 8. Where a tuple is
asked for, a list will do: the course writes coordinates in both brackets, and which of the two is
not what it asks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from coursekit.questions.values import ERRORS, FLOATS, INTEGERS, described, error_fields
from tensorlib import TensorError
from tensorlib.literals import Placeholder

UNANSWERED = "not answered yet"


class Form(ABC):
    """What an answer must look like.

    A form says what it expects, what is wrong with a value, and what plain data a faultless value
    stands for.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def expected(self) -> str:
        """What is expected, in words: ``"an integer"``."""

    @abstractmethod
    def read(self, value: Any) -> Any:
        """Return the plain data that a faultless value stands for."""

    @abstractmethod
    def _misfit(self, value: Any) -> str | None:
        """Return what stands there instead, as a clause, or None."""

    def fault(self, value: object) -> str | None:
        """Return what is wrong with the form of an answer, or None.

        Parameters
        ----------
        value : object
            Anything at all.

        Returns
        -------
        str or None
            What is expected and what stands there instead, or that there is no answer yet.

        Examples
        --------
        >>> Integer().fault(8.0)
        'an integer is expected, this is the float 8.0'
        >>> Integers(3).fault([6, 3])
        'a tuple of 3 integers is expected, this one has 2'
        >>> Integer().fault(None)
        'not answered yet'
        """
        if value is None or value is Ellipsis:
            return UNANSWERED
        misfit = self._misfit(value)
        return misfit and f"{self.expected} is expected, {misfit}"


@dataclass(frozen=True, slots=True)
class Integer(Form):
    """One integer: a Python or numpy integer, no bool and no float."""

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return "an integer"

    def read(self, value: Any) -> int:
        """Return it as ``int``."""
        return int(value)

    def _misfit(self, value: Any) -> str | None:
        return None if type(value) in INTEGERS else f"this is {described(value)}"


@dataclass(frozen=True, slots=True)
class Number(Form):
    """One number: a float, or an integer that a float holds exactly."""

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return "a number"

    def read(self, value: Any) -> float:
        """Return it as ``float``."""
        return float(value)

    def _misfit(self, value: Any) -> str | None:
        exact = type(value) in FLOATS or (type(value) in INTEGERS and _is_float(int(value)))
        return None if exact else f"this is {described(value)}"


@dataclass(frozen=True, slots=True)
class _Sequence(Form):
    """A tuple or list of entries of one form.

    Parameters
    ----------
    length : int, optional
        How many entries; None where that is part of the question.
    """

    length: int | None = None

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        count = "" if self.length is None else f"{self.length} "
        return f"a tuple of {count}{self._entries()}"

    def read(self, value: Any) -> tuple[Any, ...]:
        """Return it as a tuple of entries as they are read."""
        return tuple(map(self._entry().read, value))

    def _misfit(self, value: Any) -> str | None:
        if not self._holds_items(value):
            return f"this is {described(value)}"
        if self.length is not None and len(value) != self.length:
            return f"this one has {len(value)}"
        for position, item in enumerate(value):
            if item is None or item is Ellipsis:
                return f"its entry {position} is {UNANSWERED}"
            if self._entry().fault(item):
                return f"its entry {position} is {described(item)}"
        return None

    def _holds_items(self, value: Any) -> bool:
        return type(value) in (tuple, list)

    @abstractmethod
    def _entry(self) -> Form:
        """Return the form of one entry."""

    @abstractmethod
    def _entries(self) -> str:
        """Return what the entries are called."""


@dataclass(frozen=True, slots=True)
class Integers(_Sequence):
    """A tuple or list of integers: strides, a coordinate, terms."""

    def _entry(self) -> Form:
        return Integer()

    def _entries(self) -> str:
        return "integer" if self.length == 1 else "integers"


@dataclass(frozen=True, slots=True)
class Numbers(_Sequence):
    """The values of a buffer: a tuple, a list or a one-dimensional numeric array."""

    def _entry(self) -> Form:
        return Number()

    def _entries(self) -> str:
        return "number" if self.length == 1 else "numbers"

    def _holds_items(self, value: Any) -> bool:
        return type(value) in (tuple, list) or (type(value) is np.ndarray and value.ndim == 1)


@dataclass(frozen=True, slots=True)
class ErrorValue(Form):
    """One of tensorlib's errors, written as a value with its fields."""

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return "an error as a value"

    def read(self, value: Any) -> TensorError:
        """Return it as it is: an error keeps plain data only."""
        error: TensorError = value
        return error

    def _misfit(self, value: Any) -> str | None:
        if type(value) is type and value in ERRORS:
            return f"this is {described(value)}, without parentheses"
        if type(value) not in ERRORS:
            return f"this is {described(value)}"
        for name, held in error_fields(value).items():
            if type(held) in (bool, float, Placeholder):
                return f"its {name} is {described(held)}"
        return None


@dataclass(frozen=True, slots=True)
class Function(Form):
    """Something that can be called."""

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return "a function"

    def read(self, value: Any) -> Any:
        """Return it as it is."""
        return value

    def _misfit(self, value: Any) -> str | None:
        return None if callable(value) else f"this is {described(value)}"


@dataclass(frozen=True, slots=True)
class EitherForm(Form):
    """A value of one form or of another."""

    first: Form
    second: Form

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return f"{self.first.expected} or {self.second.expected}"

    def read(self, value: Any) -> Any:
        """Return what the form that fits reads."""
        return (self.second if self.first.fault(value) else self.first).read(value)

    def _misfit(self, value: Any) -> str | None:
        return self.first._misfit(value) and self.second._misfit(value)


def _is_float(value: int) -> bool:
    try:
        return float(value) == value
    except OverflowError:
        return False
