"""Answers that are arrays of computed numbers, which two right ways may round differently."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from coursekit.questions.forms import Form, Number
from coursekit.questions.values import described
from tensorlib import Tensor

DECIMALS = 9
"""To how many decimals computed numbers are compared."""


@dataclass(frozen=True, slots=True)
class RoundedArray(Form):
    """An array of real numbers, or a tensor, as it is to so many decimals.

    Parameters
    ----------
    decimals : int, optional
        How many.

    Examples
    --------
    >>> RoundedArray(2).read(np.array([1 / 3, np.nan, -0.0]))
    array([0.33,  nan, 0.  ])
    >>> RoundedArray().fault([0.5])
    'an array of numbers is expected, this is a list'
    """

    decimals: int = DECIMALS

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return "an array of numbers"

    def read(self, value: Any) -> NDArray[np.float64]:
        """Return it with its numbers rounded."""
        return rounded(value, self.decimals)

    def _misfit(self, value: Any) -> str | None:
        if type(value) is Tensor:
            return None
        if type(value) is not np.ndarray:
            return f"this is {described(value)}"
        return None if value.dtype.kind in "fiu" else "this is an array of something else"


@dataclass(frozen=True, slots=True)
class RoundedNumber(Number):
    """One computed number, as it is to so many decimals.

    Parameters
    ----------
    decimals : int, optional
        How many.

    Examples
    --------
    >>> RoundedNumber(2).read(1 / 3)
    0.33
    """

    decimals: int = DECIMALS

    def read(self, value: Any) -> float:
        """Return it rounded, as ``float``."""
        return float(rounded(value, self.decimals))


def rounded(values: ArrayLike, decimals: int = DECIMALS) -> NDArray[np.float64]:
    """Return numbers as 64-bit floats to so many decimals, with one zero and one NaN.

    Parameters
    ----------
    values : array_like of real numbers
        What was computed.
    decimals : int, optional
        How many.

    Examples
    --------
    >>> rounded([0.1 + 0.2, -1e-12])
    array([0.3, 0. ])
    """
    near = np.round(np.asarray(values, dtype=np.float64), decimals) + 0.0
    return np.where(np.isnan(near), np.nan, near)
