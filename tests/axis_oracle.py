"""What named axes mean, found out by following every element instead of by reasoning.

Each axis' coordinates are laid out as an array of the operand's shape. numpy broadcasts them, and
so tells which coordinate of every operand each element of the result comes from. That is held
against the result that has one axis for each name, in every order of the names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations, product

import numpy as np
from hypothesis import strategies as st

Operands = Mapping[str, Sequence[str]]

NAMES = "abc"


def shape_of(axes: Sequence[str], sizes: Mapping[str, int]) -> tuple[int, ...]:
    """Return the sizes of axes, 1 for one without a name."""
    return tuple(1 if axis == "1" else sizes[axis] for axis in axes)


def runs(operands: Operands, sizes: Mapping[str, int]) -> bool:
    """Ask numpy whether the operands broadcast."""
    try:
        np.broadcast_shapes(*(shape_of(axes, sizes) for axes in operands.values()))
    except ValueError:
        return False
    return True


def coordinates(axes: Sequence[str], sizes: Mapping[str, int]) -> dict[str, np.ndarray]:
    """Return for each name an array of the operand's shape with that axis' index."""
    grids = np.indices(shape_of(axes, sizes))
    return {axis: grid for axis, grid in zip(axes, grids, strict=True) if axis != "1"}


def is_right(maps: Sequence[Mapping[str, np.ndarray]], sizes: Mapping[str, int]) -> bool:
    """Tell whether arrays of coordinates meet as they do in an alignment by name."""
    arrays = [(name, grid) for named in maps for name, grid in named.items()]
    met = np.broadcast_arrays(*(grid for _, grid in arrays)) if arrays else []
    names = sorted({name for name, _ in arrays if sizes[name] != 1})
    squeezed = [grid.reshape([n for n in grid.shape if n != 1]) for grid in met]
    for order in permutations(names):
        shape = tuple(sizes[name] for name in order)
        if all(
            grid.shape == shape and np.array_equal(grid, _meant(name, order, shape))
            for (name, _), grid in zip(arrays, squeezed, strict=True)
        ):
            return True
    return False


def _meant(name: str, order: Sequence[str], shape: tuple[int, ...]) -> np.ndarray:
    return np.indices(shape)[order.index(name)] if name in order else np.zeros(shape, int)


def expected_kind(operands: Operands, sizes: Mapping[str, int]) -> str:
    """Return the outcome; that it is the same at all sizes is found by trying many."""
    if not runs(operands, sizes):
        return "RAISES"
    if not right_at(operands, sizes):
        return "SILENTLY_WRONG"
    names = sorted({axis for axes in operands.values() for axis in axes} - {"1"})
    for bound in product((1, 2, 3), repeat=len(names)):
        tried = dict(zip(names, bound, strict=True))
        if not (runs(operands, tried) and right_at(operands, tried)):
            return "CORRECT_BY_LUCK"
    return "CORRECT"


def right_at(operands: Operands, sizes: Mapping[str, int]) -> bool:
    """Tell whether operands that broadcast meet as their names say."""
    return is_right([coordinates(axes, sizes) for axes in operands.values()], sizes)


@st.composite
def named_axes(draw: st.DrawFn) -> tuple[str, ...]:
    """Draw the axes of an operand: some of the names, in any order, with ones between."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=3))
    for place in draw(st.lists(st.integers(0, 3), max_size=2)):
        names.insert(min(place, len(names)), "1")
    return tuple(names)


all_sizes = st.fixed_dictionaries({name: st.sampled_from([0, 1, 2, 3, 5]) for name in NAMES})
"""A size for each name; coincidences, ones and zeros are frequent."""

all_operands = st.lists(named_axes(), min_size=1, max_size=3).map(
    lambda given: {f"x{number}": axes for number, axes in enumerate(given)}
)
"""One to three operands with names such as `x0`."""
