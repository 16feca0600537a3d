"""Integer formats in two's complement: what saturates, and what wraps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tensorlib.buffers import Float64Array, array_of
from tensorlib.errors import InvalidData
from tensorlib.namedsizes import as_size
from tensorlib.numberformat import Format


@dataclass(frozen=True, slots=True)
class IntFormat(Format):
    """Describe a format of signed integers.

    Two things can become of a number beyond the range, and they are told apart here: what is
    *converted* saturates (`round`), and the result of *arithmetic* wraps (`wrap`).

    Parameters
    ----------
    name : str
        What it is called.
    exponent_bits, mantissa_bits : int
        No exponent, and how many bits follow the sign, at most 52.

    Examples
    --------
    >>> int8 = IntFormat("int8", exponent_bits=0, mantissa_bits=7)
    >>> int8.min, int8.max
    (-128.0, 127.0)
    >>> int8.round(100 + 100), int8.wrap(100 + 100)
    (127.0, -56.0)
    """

    def __post_init__(self) -> None:
        as_size("exponent_bits", self.exponent_bits, least=0, most=0, operation="IntFormat")
        as_size("mantissa_bits", self.mantissa_bits, most=52, operation="IntFormat")

    @property
    def max(self) -> float:
        """The largest number."""
        return float((1 << self.mantissa_bits) - 1)

    @property
    def min(self) -> float:
        """The lowest number."""
        return -float(1 << self.mantissa_bits)

    @property
    def exact_integers(self) -> int:
        """The integer up to which, from 0 on, every integer is a number of the format."""
        return int(self.max)

    def wrap(self, x: ArrayLike) -> Any:
        """Return what arithmetic leaves of whole numbers: their lowest bits.

        Parameters
        ----------
        x : array_like of any shape
            Whole numbers, the exact results of additions and multiplications.

        Returns
        -------
        float or ndarray of float64
            A number for a number, an array of the same shape for an array.

        Raises
        ------
        InvalidData
            If an element is no whole number.

        Examples
        --------
        >>> IntFormat("int8", exponent_bits=0, mantissa_bits=7).wrap([127, 128, 300])
        array([ 127., -128.,   44.])
        """
        exact = array_of(x, "wrap")
        broken = ~np.isfinite(exact) | (exact != np.rint(exact))
        if broken.any():
            raise InvalidData(f"value {exact[broken][0]} is no whole number", operation="wrap")
        wrapped = self._after_addition(exact)
        return wrapped if wrapped.ndim else wrapped.item()

    def _rounded(self, exact: Float64Array) -> Float64Array:
        if np.isnan(exact).any():
            raise InvalidData(f"nan is no number of {self.name}", operation="round")
        return np.clip(np.rint(exact), self.min, self.max)

    def _too_large(self, exact: Float64Array) -> NDArray[np.bool_]:
        return np.not_equal(np.rint(exact), self._rounded(exact))

    def _after_addition(self, total: Float64Array) -> Float64Array:
        span = 2.0**self.bits
        lowest_bits = np.mod(total, span)
        return np.where(lowest_bits > self.max, lowest_bits - span, lowest_bits)

    def _codes(self, rounded: Float64Array) -> NDArray[np.uint64]:
        return np.mod(rounded, 2.0**self.bits).astype(np.uint64)

    def _values(self, codes: NDArray[np.uint64]) -> Float64Array:
        return self._after_addition(codes.astype(np.float64))
