"""What fits in some memory: the largest batch, and the longest sequence.

A block's cost grows with the batch in proportion, and with the number of tokens T like
``2 * heads * T**2 + 8 * d * T`` numbers a sequence; so the limit is a division in the one case
and a square root in the other. Both are worked out in whole numbers.
"""

from __future__ import annotations

from math import isqrt

from tensorlib.blockcost import LINEAR_UNITS, QUADRATIC_UNITS, block_cost, head_width
from tensorlib.formats import format_of
from tensorlib.namedsizes import as_size


def largest_batch(
    card: int,
    *,
    T: int,
    d: int,
    heads: int,
    format: object = "fp32",
    layers: int = 1,
) -> int:
    """Return how many sequences fit in some memory, 0 if not even one does.

    Parameters
    ----------
    card : int
        Bytes, such as ``Bytes.from_gib(24)``.
    T, d, heads, format, layers
        As for `block_cost`.

    Raises
    ------
    InvalidSize, ShapeOverflow, UnknownFormat
        As `block_cost`; also if `card` is no integer of at least 0.

    Examples
    --------
    >>> from tensorlib import Bytes
    >>> largest_batch(Bytes.from_gib(24), T=2048, d=4096, heads=64)
    10
    """
    room = as_size("card", card, least=0, operation="largest_batch")
    return room // block_cost(B=1, T=T, d=d, heads=heads, format=format, layers=layers).total


def longest_sequence(
    card: int,
    *,
    B: int,
    d: int,
    heads: int,
    format: object = "fp32",
    layers: int = 1,
) -> int:
    """Return how many tokens a sequence can have in some memory, 0 if not even one.

    Parameters
    ----------
    card : int
        Bytes, such as ``Bytes.from_gib(24)``.
    B, d, heads, format, layers
        As for `block_cost`.

    Raises
    ------
    InvalidSize, UnknownFormat
        As `block_cost`; also if `card` is no integer of at least 0.

    Examples
    --------
    >>> from tensorlib import Bytes
    >>> longest_sequence(Bytes.from_gib(24), B=32, d=4096, heads=64)
    1132
    """
    operation = "longest_sequence"
    head_width(d, heads, operation)
    sequences = as_size("B", B, operation=operation) * as_size(
        "layers", layers, operation=operation
    )
    room = as_size("card", card, least=0, operation=operation)
    numbers = room // (sequences * format_of(format).bytes)
    # The largest T with a * T**2 + 2 * b * T <= numbers, where (a * T + b)**2 is compared.
    a, b = QUADRATIC_UNITS * heads, LINEAR_UNITS * d // 2
    return (isqrt(a * numbers + b * b) - b) // a
