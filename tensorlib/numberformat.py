"""What every number format can tell, whether its numbers are floating-point or integers.

A format is a rule by which a few bits stand for a number. What is given to it counts as a
64-bit float first, which holds every number of every format here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tensorlib.bitpattern import BitPattern
from tensorlib.buffers import Float64Array, array_of
from tensorlib.errors import InvalidData


@dataclass(frozen=True, slots=True)
class Format(ABC):
    """Round to the numbers that a format has, and tell what becomes of others.

    ``FORMATS`` holds the formats by name; `FloatFormat` and `IntFormat` say how each rounds.

    Parameters
    ----------
    name : str
        What it is called.
    exponent_bits, mantissa_bits : int
        How many bits follow the sign, in this order; an integer has no exponent.
    """

    name: str
    exponent_bits: int
    mantissa_bits: int

    @property
    def bits(self) -> int:
        """How many bits one number takes."""
        return 1 + self.exponent_bits + self.mantissa_bits

    @property
    def bytes(self) -> int:
        """How many whole bytes one number takes."""
        return -(-self.bits // 8)

    @property
    @abstractmethod
    def max(self) -> float:
        """The largest finite number."""

    @property
    @abstractmethod
    def min(self) -> float:
        """The lowest finite number."""

    @property
    @abstractmethod
    def exact_integers(self) -> int:
        """The integer up to which, from 0 on, every integer is a number of the format."""

    def round(self, x: ArrayLike) -> Any:
        """Return the nearest number of the format; of two equally near ones the even one.

        Parameters
        ----------
        x : array_like of any shape
            Real numbers.

        Returns
        -------
        float or ndarray of float64
            A number for a number, an array of the same shape for an array.

        Raises
        ------
        InvalidData
            If an element is no real number; for an integer format also if it is a NaN.

        Examples
        --------
        >>> from tensorlib import FORMATS
        >>> FORMATS["bf16"].round(3.14159), FORMATS["fp16"].round([65519, 65520, 2049])
        (3.140625, array([65504.,    inf,  2048.]))
        """
        return _like(self._rounded(array_of(x, "round")))

    def underflows(self, x: ArrayLike) -> Any:
        """Tell which numbers are not 0 and become 0.

        Parameters
        ----------
        x : array_like of any shape
            Real numbers.

        Returns
        -------
        bool or ndarray of bool
            A truth value for a number, an array of the same shape for an array.

        Raises
        ------
        InvalidData
            As `round`.

        Examples
        --------
        >>> from tensorlib import FORMATS
        >>> FORMATS["fp16"].underflows([1e-8, 1e-7, 0.0])
        array([ True, False, False])
        """
        exact = array_of(x, "underflows")
        return _like((exact != 0) & (self._rounded(exact) == 0))

    def overflows(self, x: ArrayLike) -> Any:
        """Tell which numbers are too large for the format, however they are signed.

        Parameters
        ----------
        x : array_like of any shape
            Real numbers. An infinity is too large only for a format that has none.

        Returns
        -------
        bool or ndarray of bool
            A truth value for a number, an array of the same shape for an array.

        Raises
        ------
        InvalidData
            As `round`.

        Examples
        --------
        >>> from tensorlib import FORMATS
        >>> FORMATS["fp16"].overflows([65519, 65520]), FORMATS["int8"].overflows(-128.5)
        (array([False,  True]), False)
        """
        return _like(self._too_large(array_of(x, "overflows")))

    def codes_of(self, x: ArrayLike) -> NDArray[np.uint64]:
        """Return the bits of the rounded numbers, each as one unsigned integer.

        Parameters
        ----------
        x : array_like of any shape
            Real numbers.

        Returns
        -------
        ndarray of uint64
            Of the same shape.

        Raises
        ------
        InvalidData
            As `round`.

        Examples
        --------
        >>> from tensorlib import FORMATS
        >>> [hex(code) for code in FORMATS["bf16"].codes_of([1.0, -1.0])]
        ['0x3f80', '0xbf80']
        """
        return self._codes(self._rounded(array_of(x, "codes_of")))

    def values_of(self, codes: ArrayLike) -> Float64Array:
        """Return the numbers that some bits stand for.

        Parameters
        ----------
        codes : array_like of int, any shape
            The bits of each number as one unsigned integer.

        Returns
        -------
        ndarray of float64
            Of the same shape.

        Raises
        ------
        InvalidData
            If a code is no integer of as many bits as the format has.

        Examples
        --------
        >>> from tensorlib import FORMATS
        >>> FORMATS["bf16"].values_of([0x3F80, 0xFF80]), FORMATS["int8"].values_of([0x80])
        (array([  1., -inf]), array([-128.]))
        """
        given, most = np.asarray(codes), 2**self.bits - 1
        if given.dtype.kind not in "ui":
            reason = f"codes are unsigned integers, not {given.dtype.name}"
            raise InvalidData(reason, operation="values_of")
        outside = (given < 0) | (given > most)
        if outside.any():
            reason = f"code {given[outside][0]} is not from 0 to {most}"
            raise InvalidData(reason, operation="values_of")
        return self._values(given.astype(np.uint64))

    def bits_of(self, x: float) -> BitPattern:
        """Return the bits of one rounded number, field by field.

        Parameters
        ----------
        x : float
            A real number.

        Raises
        ------
        InvalidData
            As `round`, and if it is an array with axes.

        Examples
        --------
        >>> from tensorlib import FORMATS
        >>> print(FORMATS["bf16"].bits_of(3.14159))
        0 10000000 1001001
        >>> FORMATS["int8"].bits_of(-1)
        BitPattern(sign='1', exponent='', mantissa='1111111')
        """
        exact = array_of(x, "bits_of")
        if exact.ndim:
            reason = f"the bits of one number are shown, not of an array of shape {exact.shape}"
            raise InvalidData(reason, operation="bits_of")
        code = int(self._codes(self._rounded(exact)))
        return BitPattern.of(code, self.exponent_bits, self.mantissa_bits)

    def running_sum(self, x: ArrayLike) -> float:
        """Add numbers one after another, each partial sum as the format holds it.

        Parameters
        ----------
        x : array_like, shape (n,)
            Real numbers, in the order in which they are added.

        Returns
        -------
        float
            A floating-point format rounds each partial sum and so may stand still; an integer
            format wraps.

        Raises
        ------
        InvalidData
            As `round`, and if there is not exactly one axis.

        Examples
        --------
        >>> from tensorlib import FORMATS
        >>> FORMATS["bf16"].running_sum([1] * 300), FORMATS["int8"].running_sum([1] * 300)
        (256.0, 44.0)
        """
        exact = array_of(x, "running_sum")
        if exact.ndim != 1:
            reason = f"numbers to add have 1 axis, not {exact.ndim}"
            raise InvalidData(reason, operation="running_sum")
        total = np.zeros(())
        for term in self._rounded(exact):
            total = self._after_addition(total + term)
        return float(total)

    @abstractmethod
    def _rounded(self, exact: Float64Array) -> Float64Array:
        """Return the nearest numbers of the format."""

    @abstractmethod
    def _too_large(self, exact: Float64Array) -> NDArray[np.bool_]:
        """Tell which numbers are beyond the range."""

    @abstractmethod
    def _after_addition(self, total: Float64Array) -> Float64Array:
        """Return what arithmetic in the format makes of an exact sum."""

    @abstractmethod
    def _codes(self, rounded: Float64Array) -> NDArray[np.uint64]:
        """Return the bits of numbers of the format."""

    @abstractmethod
    def _values(self, codes: NDArray[np.uint64]) -> Float64Array:
        """Return what bits of the right number stand for."""


def _like(result: NDArray[Any]) -> Any:
    """Return a number for a number, and an array for an array."""
    return result if result.ndim else result.item()
