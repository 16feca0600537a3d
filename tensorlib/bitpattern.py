"""The bits of one number as they are drawn: sign, exponent, mantissa."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class BitPattern:
    """Keep the bits of one number, each field as zeros and ones.

    Parameters
    ----------
    sign, exponent, mantissa : str
        From the highest bit to the lowest; an integer has no exponent.

    Examples
    --------
    >>> print(BitPattern("0", "10000000", "1001001"))
    0 10000000 1001001
    """

    sign: str
    exponent: str
    mantissa: str

    @classmethod
    def of(cls, code: int, exponent_bits: int, mantissa_bits: int) -> Self:
        """Cut bits into fields.

        Parameters
        ----------
        code : int
            The bits as one unsigned integer.
        exponent_bits, mantissa_bits : int
            How many bits follow the sign, in this order.

        Examples
        --------
        >>> BitPattern.of(0b1_01_100, exponent_bits=2, mantissa_bits=3)
        BitPattern(sign='1', exponent='01', mantissa='100')
        """
        digits = f"{code:0{1 + exponent_bits + mantissa_bits}b}"
        mantissa = 1 + exponent_bits
        return cls(digits[0], digits[1:mantissa], digits[mantissa:])

    def __str__(self) -> str:
        return " ".join(field for field in (self.sign, self.exponent, self.mantissa) if field)
