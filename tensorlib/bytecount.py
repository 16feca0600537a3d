"""Numbers of bytes, in which GB and GiB cannot be mistaken for one another.

A GB is 10**9 bytes, a GiB is 2**30, which is 7 % more. A memory card of "24 GB" as a rule holds
24 GiB; a tensor's size is as often told in GB.
"""

from __future__ import annotations

_DECIMAL = (1000, ("bytes", "kB", "MB", "GB", "TB", "PB", "EB"))
_BINARY = (1024, ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"))


class Bytes(int):
    """Count bytes: an integer that knows its units.

    Sums, differences and multiples of it are `Bytes` again.

    Examples
    --------
    >>> size = Bytes(2**30)
    >>> size, size.GB, size.GiB
    (1073741824, 1.073741824, 1.0)
    >>> print((72 * size).text)
    77.3 GB = 72.0 GiB
    """

    __slots__ = ()

    @classmethod
    def from_gib(cls, gib: int) -> Bytes:
        """Return a whole number of GiB, as memory cards have it.

        Parameters
        ----------
        gib : int
            How many times ``2**30`` bytes.

        Examples
        --------
        >>> Bytes.from_gib(24)
        25769803776
        """
        return cls(gib * 2**30)

    @property
    def GB(self) -> float:  # noqa: N802 - the unit is written so
        """How many times ``10**9``."""
        return self / 10**9

    @property
    def GiB(self) -> float:  # noqa: N802 - the unit is written so
        """How many times ``2**30``."""
        return self / 2**30

    @property
    def decimal_text(self) -> str:
        """Three digits in the fitting decimal unit: ``"1.07 GB"``."""
        return _text(self, *_DECIMAL)

    @property
    def binary_text(self) -> str:
        """Three or four digits in the fitting binary unit: ``"1.00 GiB"``."""
        return _text(self, *_BINARY)

    @property
    def text(self) -> str:
        """Both units side by side."""
        if abs(self) < _DECIMAL[0]:
            return self.decimal_text
        return f"{self.decimal_text} = {self.binary_text}"

    def __add__(self, other: int) -> Bytes:
        return Bytes(int(self) + other) if isinstance(other, int) else NotImplemented

    def __sub__(self, other: int) -> Bytes:
        return Bytes(int(self) - other) if isinstance(other, int) else NotImplemented

    def __mul__(self, other: int) -> Bytes:
        return Bytes(int(self) * other) if isinstance(other, int) else NotImplemented

    __radd__ = __add__
    __rmul__ = __mul__


def _text(count: int, base: int, units: tuple[str, ...]) -> str:
    """Return a count in the largest unit of which there is one, once it is rounded."""
    power = 0
    while power + 1 < len(units) and round(abs(count) / base**power) >= base:
        power += 1
    number = count / base**power
    if power == 0:
        return f"{count} {'byte' if abs(count) == 1 else 'bytes'}"
    return f"{number:{'.0f' if abs(number) >= 99.95 else '#.3g'}} {units[power]}"
