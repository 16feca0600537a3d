"""What tests draw examples from: shapes with zeros and ones, coordinates, strided views, bits."""

from __future__ import annotations

import struct
from collections.abc import Callable

import numpy as np
from hypothesis import strategies as st

from tensorlib import Tensor, TensorError, TensorView

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


SIDES = [0, 1, 2, 3, 5, 7]
"""Sizes that differ, with none and one among them."""


@st.composite
def views(
    draw: st.DrawFn,
    *,
    max_rank: int = 3,
    min_side: int = 0,
    expand: bool = True,
) -> tuple[Tensor, TensorView, np.ndarray]:
    """Draw a tensor, a view of it, and the view that numpy makes with the same steps.

    The steps are permutations, selections with integers, steps of either sign and new axes,
    and, if wanted, stretching. The tensor's buffer is ``arange(n)``, so a value is its offset;
    numpy's view reads another ``arange(n)``, which it can write unless an axis stretched.
    """
    min_side = max(min_side, draw(st.sampled_from([0, 1, 1, 1])))  # or most would be empty
    rank = draw(st.integers(0, max_rank))
    sides = st.sampled_from([side for side in SIDES if side >= min_side])
    shape = tuple(draw(st.lists(sides, min_size=rank, max_size=rank)))
    tensor = Tensor(shape, range(int(np.prod(shape))))
    view, array = tensor.view(), np.array(tensor.buffer).reshape(shape)
    steps = [_permuted, _selected, _stretched] if expand else [_permuted, _selected]
    for step in draw(st.lists(st.sampled_from(steps), max_size=4)):
        view, array = step(draw, view, array, min_side)
    return tensor, view, array


def _permuted(
    draw: st.DrawFn, view: TensorView, array: np.ndarray, _: int
) -> tuple[TensorView, np.ndarray]:
    axes = draw(st.permutations(range(array.ndim)))
    return view.permute(*axes), array.transpose(axes)


def _selected(
    draw: st.DrawFn, view: TensorView, array: np.ndarray, min_side: int
) -> tuple[TensorView, np.ndarray]:
    key = draw(selections(array.shape, min_side=min_side))
    return view[key], array[key]


def _stretched(
    draw: st.DrawFn, view: TensorView, array: np.ndarray, min_side: int
) -> tuple[TensorView, np.ndarray]:
    sides = st.sampled_from([side for side in SIDES[:4] if side >= min_side])
    new = [draw(sides)] if array.ndim < 2 else []
    shape = (*new, *(draw(sides) if size == 1 else size for size in array.shape))
    return view.expand(shape), np.broadcast_to(array, shape)


@st.composite
def selections(draw: st.DrawFn, shape: tuple[int, ...], *, min_side: int = 0) -> tuple[object, ...]:
    """Draw what can stand in brackets behind an array of this shape, and is no coordinate.

    A slice takes at least `min_side` elements.
    """
    parts: list[object] = [draw(_parts(size, min_side)) for size in shape]
    if draw(st.booleans()):
        kept = draw(st.integers(0, len(parts)))
        dropped = draw(st.integers(kept, len(parts)))
        parts[kept:dropped] = [...]
    if draw(st.booleans()) and len(shape) < 5:
        parts.insert(draw(st.integers(0, len(parts))), None)
    if all(isinstance(part, int) for part in parts):
        parts.append(...)
    return tuple(parts)


def _parts(size: int, min_side: int) -> st.SearchStrategy[object]:
    """Draw an integer inside an axis, or a slice of it, its bounds inside, outside or left out."""
    bounds = st.none() | st.integers(-size - 2, size + 2)
    steps = st.sampled_from([None, 1, 2, 3, -1, -2])
    cuts = st.builds(slice, bounds, bounds, steps).filter(
        lambda cut: len(range(size)[cut]) >= min_side
    )
    return cuts | st.integers(-size, size - 1) if size else cuts


@st.composite
def broadcastable_shapes(draw: st.DrawFn, *, count: int = 2) -> list[tuple[int, ...]]:
    """Draw shapes of at most 3 axes that broadcast, each giving way somewhere, or nowhere."""
    common = draw(st.lists(st.sampled_from(SIDES), max_size=3))
    return [
        tuple(
            1 if draw(st.integers(0, 3)) == 0 else size
            for size in common[draw(st.integers(0, len(common))) :]
        )
        for _ in range(count)
    ]


@st.composite
def views_of(
    draw: st.DrawFn, shape: tuple[int, ...], *, stretch: bool = True, special: bool = True
) -> tuple[TensorView, np.ndarray]:
    """Draw a view of exactly this shape over more elements than it has, and numpy's equal view.

    Its axes are permuted, begin within the buffer, and have steps of either sign or, if wanted,
    0. The values are of all magnitudes and, if wanted, infinite and NaN.
    """
    steps = st.sampled_from([1, 1, 2, -1, -2, 0] if stretch else [1, 2, -1])
    cuts = [_cut(size, draw(steps), draw(st.integers(0, 1))) for size in shape]
    order = draw(st.permutations(range(len(shape))))
    values = _numbers(draw(st.integers(0, 2**32 - 1)), [cuts[axis][0] for axis in order], special)
    tensor = Tensor.from_array(values)
    back = [order.index(axis) for axis in range(len(shape))]
    key = (*(cut for _, cut in cuts), ...)
    view = tensor.view().permute(*back)[key].expand(shape)
    return view, np.broadcast_to(values.transpose(back)[key], shape)


def _cut(size: int, step: int, start: int) -> tuple[int, slice]:
    """Return how long an axis is, and the slice of it that has some size, after stretching."""
    if step == 0:
        return start + 1, slice(start, start + 1)
    length = start + size * abs(step)
    if step > 0:
        return length, slice(start, length, step)
    return length, slice(length - 1, start - 1 if start else None, step)


def _numbers(seed: int, shape: list[int], special: bool) -> np.ndarray:
    """Return numbers that differ in magnitude and sign, some of them equal, some none at all."""
    random = np.random.default_rng(seed)
    numbers = np.asarray(random.standard_normal(shape) * 10.0 ** random.integers(-3, 4, shape))
    numbers[random.random(shape) < 0.2] = random.integers(-2, 3)
    if special:
        places = random.random(shape) < 0.1
        numbers[places] = random.choice([np.nan, np.inf, -np.inf, -0.0, 5e-324], places.sum())
    return numbers


def same_numbers(left: object, right: object) -> bool:
    """Tell whether shapes and bits agree; all NaN are alike, since NaN + NaN may be either."""
    one, other = (np.asarray(numbers, dtype=np.float64) for numbers in (left, right))
    if one.shape != other.shape:
        return False
    equal = np.ascontiguousarray(one).view(np.int64) == np.ascontiguousarray(other).view(np.int64)
    return bool(np.all(equal | (np.isnan(one) & np.isnan(other))))


def outcome(function: Callable[..., object], *arguments: object) -> object:
    """Return what a function returns, or the error of the library's that it raises."""
    try:
        return function(*arguments)
    except TensorError as error:
        return error
