"""What the number demo asks about: any finite number, and a format that it is rounded to."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from tensorlib.bitpattern import BitPattern
from tensorlib.formats import FORMATS
from tensorlib.typed import UnreadableError, read_number

NAMES = ("fp32", "bf16", "fp16", "int8")
"""The formats whose bits are shown side by side."""


@dataclass(frozen=True, slots=True)
class NumberState:
    """Keep the number and the format in question.

    Parameters
    ----------
    number : float
        A finite number.
    format : str
        One of `NAMES`.
    """

    number: float
    format: str

    @property
    def rounded(self) -> float:
        """What the format makes of the number; a zero has no sign."""
        return self.value_in(self.format) + 0.0

    def value_in(self, name: str) -> float:
        """Return what a format makes of the number.

        Parameters
        ----------
        name : str
            One of `NAMES`.
        """
        return float(FORMATS[name].round(self.number))

    def bits_in(self, name: str) -> BitPattern:
        """Return the bits that a format stores for the number.

        Parameters
        ----------
        name : str
            One of `NAMES`.
        """
        return FORMATS[name].bits_of(self.number)


def first_state() -> NumberState:
    """Return the question the demo opens with.

    Examples
    --------
    >>> first_state().rounded
    260.0
    """
    return NumberState(259.0, "bf16")


def read_finite(text: str) -> float:
    """Return the finite number that a text spells.

    Parameters
    ----------
    text : str
        What was typed.

    Raises
    ------
    UnreadableError
        If it is none.

    Examples
    --------
    >>> read_finite("3.14159")
    3.14159
    """
    number = read_number(text)
    if not isfinite(number):
        raise UnreadableError(f"a finite number is expected, such as 0.5, not {number}")
    return number
