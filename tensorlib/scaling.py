"""Scales that make numbers fit a narrow format: int8 quantisation and loss scaling.

Both multiply by a number that is kept aside and divide by it later. Quantising spreads data
over the 255 integers from -127 to 127; scaling a loss lifts small gradients over the smallest
number of the format, where they would become 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import frexp

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tensorlib.buffers import Float64Array, array_of, real_number
from tensorlib.errors import InvalidData, InvalidSize
from tensorlib.formats import FORMATS, format_of

_SMALLEST = 5e-324  # a scale is never 0


@dataclass(frozen=True, slots=True, eq=False)
class Quantised:
    """Keep data as integers of 8 bits and one scale.

    Parameters
    ----------
    integers : ndarray of int8
        Of the data's shape.
    scale : float
        What one step stands for.
    saturated : ndarray of bool
        Which elements lay beyond the range and became -128 or 127.
    """

    integers: NDArray[np.int8]
    scale: float
    saturated: NDArray[np.bool_]

    def dequantise(self) -> Float64Array:
        """Return the numbers that the integers stand for.

        What is not saturated is off by at most half a step.

        Examples
        --------
        >>> quantise([0.5, -1.27]).dequantise()
        array([ 0.5 , -1.27])
        """
        return self.integers.astype(np.float64) * self.scale


def symmetric_scale(x: ArrayLike) -> float:
    """Return the scale at which the largest magnitude becomes 127, and 0 stays 0.

    Parameters
    ----------
    x : array_like of any shape
        Finite real numbers; where all are 0, or there is none, the scale is 1.

    Raises
    ------
    InvalidData
        If an element is not finite, or no real number.

    Examples
    --------
    >>> symmetric_scale([0.5, -1.27])
    0.01
    """
    largest = _largest_magnitude(array_of(x, "symmetric_scale"), "symmetric_scale")
    return max(largest / FORMATS["int8"].max, _SMALLEST) if largest else 1.0


def quantise(x: ArrayLike, scale: float | None = None) -> Quantised:
    """Return data as integers of 8 bits: ``x / scale``, rounded, and saturated beyond the range.

    Parameters
    ----------
    x : array_like of any shape
        Real numbers, none of them NaN.
    scale : float, optional
        What one step stands for; `symmetric_scale` of the data itself by default.

    Raises
    ------
    InvalidData
        If an element is a NaN or no real number; without a scale also if one is infinite.
    InvalidSize
        If the scale is not finite and greater than 0.

    Examples
    --------
    >>> small = quantise([0.5, -1.27])
    >>> small.integers, small.scale
    (array([  50, -127], dtype=int8), 0.01)
    >>> quantise([1.0, 3.0], scale=0.01).integers
    array([100, 127], dtype=int8)
    """
    exact, int8 = array_of(x, "quantise"), FORMATS["int8"]
    step = symmetric_scale(exact) if scale is None else _as_scale(scale, "quantise")
    if np.isnan(exact).any():
        raise InvalidData("nan is no number of int8", operation="quantise")
    with np.errstate(over="ignore"):  # what is beyond every float saturates like the rest
        steps = np.asarray(exact / step)
    rounded = np.asarray(int8.round(steps))
    return Quantised(rounded.astype(np.int8), step, np.asarray(int8.overflows(steps)))


@dataclass(frozen=True, slots=True, eq=False)
class ScaledGradients:
    """Tell what a format leaves of gradients without and with a scale.

    Parameters
    ----------
    scale : float
        What the loss, and so each gradient, is multiplied by before it is stored.
    format : str
        In what the gradients are stored.
    plain, scaled : ndarray of float64
        What is left of the gradients without the scale; and with it, once divided out again.
    lost, lost_scaled : int
        How many gradients that were not 0 became 0, without and with the scale.
    overflowed : int
        How many gradients became too large by the scale; with any, the step is skipped.

    Examples
    --------
    >>> print(scale_gradients([1e-8, 2e-8, 1e-3], scale=1024))
    3 gradients in fp16
    without a scale: 2 become 0
    with scale 1024: 0 become 0, 0 overflow
    """

    scale: float
    format: str
    plain: Float64Array
    scaled: Float64Array
    lost: int
    lost_scaled: int
    overflowed: int

    def __str__(self) -> str:
        return (
            f"{self.plain.size} gradients in {self.format}\n"
            f"without a scale: {self.lost} become 0\n"
            f"with scale {self.scale:g}: {self.lost_scaled} become 0, {self.overflowed} overflow"
        )


def scale_gradients(
    gradients: ArrayLike, scale: float | None = None, format: object = "fp16"
) -> ScaledGradients:
    """Return what a format leaves of gradients without and with a scaled loss.

    Parameters
    ----------
    gradients : array_like of any shape
        Finite real numbers.
    scale : float, optional
        The factor; `largest_scale` of the gradients by default.
    format : str, Format or dtype, optional
        In what the gradients are stored.

    Raises
    ------
    InvalidData
        If a gradient is not finite, or no real number.
    InvalidSize
        If the scale is not finite and greater than 0.
    UnknownFormat
        If there is no such format.

    Examples
    --------
    >>> small = scale_gradients([1e-8, 1e-3], scale=1024)
    >>> small.plain[0], small.scaled[0] == 1e-8, abs(small.scaled[0] / 1e-8 - 1) < 0.01
    (np.float64(0.0), np.False_, np.True_)
    """
    operation = "scale_gradients"
    exact, stored = array_of(gradients, operation), format_of(format)
    _largest_magnitude(exact, operation)
    factor = largest_scale(exact, stored) if scale is None else _as_scale(scale, operation)
    with np.errstate(over="ignore", under="ignore"):
        product = exact * factor
        scaled = np.asarray(stored.round(product)) / factor
    return ScaledGradients(
        factor,
        stored.name,
        np.asarray(stored.round(exact)),
        scaled,
        int(np.sum(stored.underflows(exact))),
        int(np.sum((exact != 0) & (scaled == 0))),
        int(np.sum(stored.overflows(product) | np.isinf(product))),
    )


def largest_scale(gradients: ArrayLike, format: object = "fp16") -> float:
    """Return the largest power of two by which gradients can be multiplied without overflow.

    A power of two changes exponents alone, so dividing it out again is exact.

    Parameters
    ----------
    gradients : array_like of any shape
        Finite real numbers; where all are 0, or there is none, the scale is 1.
    format : str, Format or dtype, optional
        In what the gradients are stored.

    Raises
    ------
    InvalidData
        If a gradient is not finite, or no real number.
    UnknownFormat
        If there is no such format.

    Examples
    --------
    >>> largest_scale([1e-8, 1e-3])  # 1e-3 * 2**25 = 33554, twice that is over 65504
    33554432.0
    """
    largest, most = (
        _largest_magnitude(array_of(gradients, "largest_scale"), "largest_scale"),
        format_of(format).max,
    )
    if not largest:
        return 1.0
    scale = 2.0 ** min(frexp(most)[1] - frexp(largest)[1], 1023)
    return scale if largest * scale <= most else scale / 2


def _largest_magnitude(exact: Float64Array, operation: str) -> float:
    if not np.isfinite(exact).all():
        first = exact[~np.isfinite(exact)].flat[0]
        raise InvalidData(f"value {first} is not finite", operation=operation)
    return float(np.max(np.abs(exact), initial=0.0))


def _as_scale(scale: float, operation: str) -> float:
    factor = real_number(scale, operation)
    if not 0 < factor < np.inf:
        raise InvalidSize("scale", scale, "is not finite and greater than 0", operation=operation)
    return factor
