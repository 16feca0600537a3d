"""The three functions of the unit: done right, and as each belief would write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from types import MappingProxyType

import tensorlib
from coursekit.questions.flat_buffer.strides import Shape
from coursekit.questions.memory.rounding import cut_off
from coursekit.questions.memory.sizes import BITS
from tensorlib import FORMATS, block_cost, format_of

_BF16 = FORMATS["bf16"]


def tensor_bytes(shape: Shape, format: str) -> int:
    """Return how many bytes a tensor takes: what a student's function must do.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    format : str
        The format of each number.

    Examples
    --------
    >>> tensor_bytes((3, 5), "bf16")
    30
    """
    return int(tensorlib.tensor_bytes(shape, format))


def _with_odd_edges(shape: Shape, format: str) -> int:
    """Count a scalar as nothing, and a size of 0 as no size at all."""
    count = prod(size or 1 for size in shape) if shape else 0
    return count * format_of(format).bytes


BYTES_FUNCTIONS: Mapping[str, Callable[[Shape, str], int]] = MappingProxyType(
    {
        "M39": _with_odd_edges,
        "M50": lambda shape, format: prod(shape),
        "M90": lambda shape, format: BITS * tensor_bytes(shape, format),
    }
)
"""What a function ``tensor_bytes`` does whose author has one of these beliefs."""


def attention_bytes(B: int, T: int, heads: int, format: str) -> int:
    """Return how many bytes scores and weights take together.

    Parameters
    ----------
    B, T, heads : int
        Sequences, tokens in each, attention heads.
    format : str
        The format of each number.

    Examples
    --------
    >>> attention_bytes(1, 1000, 4, "fp32")
    32000000
    """
    return int(block_cost(B=B, T=T, d=heads, heads=heads, format=format).quadratic)


ATTENTION_FUNCTIONS: Mapping[str, Callable[[int, int, int, str], int]] = MappingProxyType(
    {
        "M48": lambda B, T, heads, format: 2 * tensor_bytes((B, heads, T), format),
        "M49": lambda B, T, heads, format: attention_bytes(B, T, 1, format),
        "M50": lambda B, T, heads, format: attention_bytes(B, T, heads, "int8"),
    }
)
"""What a function ``attention_bytes`` does whose author has one of these beliefs."""


def round_to_bf16(x: float) -> float:
    """Return the number of bf16 that is nearest to a number.

    Parameters
    ----------
    x : float
        A finite number.

    Examples
    --------
    >>> round_to_bf16(1.004)
    1.0078125
    """
    return float(_BF16.round(x))


def _stopping(x: float) -> float:
    return min(max(round_to_bf16(x), _BF16.min), _BF16.max)


ROUNDING_FUNCTIONS: Mapping[str, Callable[[float], float]] = MappingProxyType(
    {
        "M53": lambda x: float(x) if float(x).is_integer() else round_to_bf16(x),
        "M91": lambda x: cut_off(x, "bf16"),
        "M94": _stopping,
    }
)
"""What a function ``round_to_bf16`` does whose author has one of these beliefs."""
