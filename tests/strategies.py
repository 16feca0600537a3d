"""What tests draw examples from: shapes with zeros and ones, coordinates, strided views, bits."""

from __future__ import annotations

import struct

import numpy as np
from hypothesis import strategies as st

MAX_SIZE = 2**64 - 1

# A double is a sign, 11 bits of exponent, 52 of fraction; all ones in the exponent is no number,
# and then the highest bit of the fraction tells a quiet NaN from a signalling one.
NOTABLE_BITS = {
    "zero": 0x0000000000000000,
    "negative zero": 0x8000000000000000,
    "one": 0x3FF0000000000000,
    "smallest subnormal": 0x0000000000000001,
    "largest subnormal": 0x000FFFFFFFFFFFFF,
    "smallest normal": 0x0010000000000000,
    "largest finite": 0x7FEFFFFFFFFFFFFF,
    "infinity": 0x7FF0000000000000,
    "negative infinity": 0xFFF0000000000000,
    "quiet NaN": 0x7FF8000000000000,
    "negative quiet NaN": 0xFFF8000000000000,
    "quiet NaN with a payload": 0x7FF8000000C0FFEE,
    "signalling NaN": 0x7FF0000000000001,
    "negative signalling NaN with a payload": 0xFFF7DEADBEEFCAFE,
    "NaN of ones": 0xFFFFFFFFFFFFFFFF,
}


def float_of(bits: int) -> float:
    """Return the float that has these 64 bits."""
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def bits_of(value: float) -> int:
    """Return the 64 bits of a float."""
    return struct.unpack("<Q", struct.pack("<d", value))[0]


bit_patterns = st.sampled_from(list(NOTABLE_BITS.values())) | st.integers(0, MAX_SIZE)
"""Any 64 bits, the notable ones often."""


def shapes(
    *, min_rank: int = 0, max_rank: int = 5, min_side: int = 0, max_side: int = 4
) -> st.SearchStrategy[tuple[int, ...]]:
    """Draw small shapes: scalars, sizes 0 and 1, and sizes that differ."""
    sides = st.integers(min_side, max_side)
    return st.lists(sides, min_size=min_rank, max_size=max_rank).map(tuple)


inhabited_shapes = shapes(min_side=1)
"""Shapes with at least one element."""

_telling_sizes = [0, 1, 2, 3, 2**16, 2**31, 2**32, 2**32 + 1, 2**63 - 1, 2**63, MAX_SIZE]

huge_shapes = st.lists(st.sampled_from(_telling_sizes) | st.integers(0, MAX_SIZE), max_size=5).map(
    tuple
)
"""Shapes of any sizes that 64 bits hold, most of them around a limit."""


@st.composite
def coordinates(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw a shape with elements, and one of its coordinates."""
    shape = draw(inhabited_shapes)
    return shape, tuple(draw(st.integers(0, size - 1)) for size in shape)


@st.composite
def any_coordinates(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw a shape, and integers that may or may not be one of its coordinates."""
    shape = draw(shapes(max_rank=4))
    rank = draw(st.just(len(shape)) | st.integers(0, 5))
    return shape, tuple(draw(st.lists(st.integers(-2, 5), min_size=rank, max_size=rank)))


@st.composite
def strided_views(draw: st.DrawFn) -> np.ndarray:
    """Draw a view of ``arange(n)``: axes permuted, sliced with steps, so no stride is plain."""
    shape = draw(shapes(min_side=1, max_rank=4))
    view = np.arange(float(np.prod(shape))).reshape(shape)
    view = view.transpose(draw(st.permutations(range(len(shape)))))
    for axis in range(view.ndim):
        start = draw(st.integers(0, view.shape[axis] - 1))
        step = draw(st.sampled_from([1, 2, -1]))
        index = [slice(None)] * view.ndim
        index[axis] = slice(start, None, step)
        view = view[tuple(index)]
    return view
