"""Answers that are masks or rows of indices, written in Python's lists or in numpy's arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from coursekit.questions.forms import Form, Integers
from coursekit.questions.values import INTEGERS, TRUTHS, described


@dataclass(frozen=True, slots=True)
class MaskTable(Form):
    """A mask with one row for each sequence: truth values, or ones and zeros.

    Examples
    --------
    >>> MaskTable().read([[1, 0], [True, True]])
    ((True, False), (True, True))
    >>> MaskTable().fault([[1, 2]])
    'a table of True and False is expected, row 0 holds the integer 2'
    """

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return "a table of True and False"

    def read(self, value: Any) -> tuple[tuple[bool, ...], ...]:
        """Return it as tuples of ``bool``."""
        return tuple(tuple(map(bool, row)) for row in value)

    def _misfit(self, value: Any) -> str | None:
        if type(value) is np.ndarray:
            fits = value.ndim == 2 and value.dtype.kind in "biu" and bool(np.all(value <= 1))
            return None if fits and bool(np.all(value >= 0)) else f"this is {described(value)}"
        if type(value) not in (tuple, list):
            return f"this is {described(value)}"
        return next((fault for row in enumerate(value) if (fault := _row_fault(*row))), None)


@dataclass(frozen=True, slots=True)
class IntegerRow(Integers):
    """Integers in a tuple, a list or a one-dimensional array: one index for each sequence.

    Examples
    --------
    >>> IntegerRow().read(np.array([4, 2, 0]))
    (4, 2, 0)
    """

    def _holds_items(self, value: Any) -> bool:
        return type(value) in (tuple, list) or (type(value) is np.ndarray and value.ndim == 1)


def _row_fault(number: int, row: Any) -> str | None:
    if type(row) is np.ndarray and row.ndim == 1:
        row = row.tolist()
    if type(row) not in (tuple, list):
        return f"row {number} is {described(row)}"
    for entry in row:
        if type(entry) not in TRUTHS and not (type(entry) in INTEGERS and 0 <= entry <= 1):
            return f"row {number} holds {described(entry)}"
    return None
