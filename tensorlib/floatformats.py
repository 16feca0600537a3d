"""Floating-point formats by their own bit arithmetic.

A format is a sign, exponent bits and mantissa bits. Around a number the format's numbers lie
one quantum apart, a power of two::

    quantum = 2 ** (max(exponent of the number, smallest exponent) - mantissa bits)

To round is to count quanta, to take the nearest whole count, of two equally near ones the even
one, and to overflow where the format ends. All of it is exact in 64-bit floats.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tensorlib.buffers import Float64Array
from tensorlib.namedsizes import as_size
from tensorlib.numberformat import Format


@dataclass(frozen=True, slots=True)
class FloatFormat(Format):
    """Describe a floating-point format.

    A NaN that is rounded stays a NaN of the same sign, but its payload is not kept.

    Parameters
    ----------
    name : str
        What it is called.
    exponent_bits, mantissa_bits : int
        How many bits follow the sign, in this order.
    infinities : bool, optional
        Whether the highest exponent is kept for infinities and NaNs, as IEEE 754 has it.
        Without infinities that exponent holds numbers as well, all ones are the only NaN, and
        what is too large becomes that NaN.

    Examples
    --------
    >>> bf16 = FloatFormat("bf16", exponent_bits=8, mantissa_bits=7)
    >>> bf16.bits, bf16.bias, bf16.epsilon, bf16.exact_integers
    (16, 127, 0.0078125, 256)
    >>> bf16.round(1.004), bf16.round([257, 259])
    (1.0078125, array([256., 260.]))
    """

    infinities: bool = True

    def __post_init__(self) -> None:
        # Of these bits, all numbers are 64-bit floats; of fewer, nothing is left of the rule.
        as_size("exponent_bits", self.exponent_bits, least=2, most=11, operation="FloatFormat")
        as_size("mantissa_bits", self.mantissa_bits, most=52, operation="FloatFormat")

    @property
    def bias(self) -> int:
        """What the exponent field of 1.0 holds; ``exponent = field - bias``."""
        return (1 << self.exponent_bits - 1) - 1

    @property
    def epsilon(self) -> float:
        """How far the next number after 1 is from 1."""
        return 0.5**self.mantissa_bits

    @property
    def max(self) -> float:
        """The largest finite number."""
        last_field = (1 << self.exponent_bits) - 1
        if self.infinities:
            return (2 - self.epsilon) * 2.0 ** (last_field - 1 - self.bias)
        return (2 - 2 * self.epsilon) * 2.0 ** (last_field - self.bias)

    @property
    def min(self) -> float:
        """The lowest finite number."""
        return -self.max

    @property
    def smallest_normal(self) -> float:
        """The smallest positive number with all mantissa bits to spend."""
        return 2.0 ** (1 - self.bias)

    @property
    def smallest_subnormal(self) -> float:
        """The smallest positive number, which has one bit left."""
        return self.smallest_normal * self.epsilon

    @property
    def exact_integers(self) -> int:
        """The integer up to which, from 0 on, every integer is a number of the format."""
        return 2 << self.mantissa_bits

    @property
    def _infinity(self) -> int:
        """The bits of the infinity, or without one the highest bits that are a number."""
        if self.infinities:
            return ((1 << self.exponent_bits) - 1) << self.mantissa_bits
        return (1 << self.bits - 1) - 2

    @property
    def _nan(self) -> int:
        """The bits of a NaN: the highest mantissa bit makes it quiet."""
        return self._infinity + (1 << self.mantissa_bits - 1 if self.infinities else 1)

    def _quantum_exponents(self, exact: Float64Array) -> NDArray[np.int32]:
        """Return how far apart the format's numbers lie around each number, as power of two."""
        _, above = np.frexp(exact)  # 2 ** (above - 1) <= abs(number) < 2 ** above
        smallest = 1 - self.bias
        exponents = np.where(exact == 0, smallest, np.maximum(above - 1, smallest))
        return exponents - np.int32(self.mantissa_bits)

    def _rounded(self, exact: Float64Array) -> Float64Array:
        quantum = self._quantum_exponents(exact)
        with np.errstate(over="ignore", invalid="ignore"):  # beyond fp64; a signalling NaN
            rounded = np.ldexp(np.rint(np.ldexp(exact, -quantum)), quantum)
        beyond = np.inf if self.infinities else np.nan
        too_large = np.abs(rounded) > self.max
        return np.where(too_large, np.copysign(beyond, rounded), rounded)

    def _too_large(self, exact: Float64Array) -> NDArray[np.bool_]:
        beyond = ~np.isfinite(self._rounded(exact)) & ~np.isnan(exact)
        return beyond & np.isfinite(exact) if self.infinities else beyond

    def _after_addition(self, total: Float64Array) -> Float64Array:
        return self._rounded(total)

    def _codes(self, rounded: Float64Array) -> NDArray[np.uint64]:
        finite = np.isfinite(rounded)
        magnitude = np.where(finite, np.abs(rounded), 0.0)
        quantum = self._quantum_exponents(magnitude)
        # Counted from the smallest exponent on, the leading bit of a normal number carries into
        # the exponent field; a subnormal number has none and leaves that field 0.
        binades = quantum + self.mantissa_bits + self.bias - 1
        codes = binades.astype(np.uint64) << np.uint64(self.mantissa_bits)
        codes += np.ldexp(magnitude, -quantum).astype(np.uint64)
        codes = np.where(np.isinf(rounded), np.uint64(self._infinity), codes)
        codes = np.where(np.isnan(rounded), np.uint64(self._nan), codes)
        return codes | np.signbit(rounded).astype(np.uint64) << np.uint64(self.bits - 1)

    def _values(self, codes: NDArray[np.uint64]) -> Float64Array:
        magnitude = codes & np.uint64((1 << self.bits - 1) - 1)
        field = magnitude >> np.uint64(self.mantissa_bits)
        leading = np.where(field > 0, np.uint64(1 << self.mantissa_bits), np.uint64(0))
        quanta = (magnitude & np.uint64((1 << self.mantissa_bits) - 1)) + leading
        quantum = np.maximum(field, 1).astype(np.int32) - self.bias - self.mantissa_bits
        with np.errstate(over="ignore"):  # the bits of fp64's own infinity and NaNs
            values = np.ldexp(quanta.astype(np.float64), quantum)
        if self.infinities:
            values = np.where(magnitude == self._infinity, np.inf, values)
        values = np.where(magnitude > self._infinity, np.nan, values)
        return np.where(codes >> np.uint64(self.bits - 1), -values, values)
