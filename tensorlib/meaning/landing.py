"""Where each axis lands when shapes are aligned from the right, and where it does not belong.

Broadcasting aligns by position; what is meant aligns by name. The two agree at every size if
each name stands in one place in all operands, and each place has one name. Whatever breaks this
is a misplaced axis: it meets another axis, or not its own. It is harmless while a size 1 leaves
it nothing to move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from tensorlib.meaning.names import STRETCHED, names_of
from tensorlib.shapes import Shape


class NamedShape(NamedTuple):
    """Keep an operand as far as its meaning goes: how it is called, its axes and their sizes.

    Parameters
    ----------
    label : str
        How it is called.
    axes : tuple of str or None
        One an axis: a name, ``"1"``, or ``None`` if nothing is known about it.
    shape : tuple of int
        One size an axis.

    Examples
    --------
    >>> mask = NamedShape("mask", ("B", "1", None), (8, 1, 16))
    >>> print(mask, mask.place_of("B"), mask.size_of("B"))
    mask (B=8, 1, ?=16) -3 8
    """

    label: str
    axes: tuple[str | None, ...]
    shape: Shape

    def size_of(self, name: str) -> int:
        """Return the size of the axis with this name."""
        return self.shape[self.axes.index(name)]

    def place_of(self, name: str) -> int:
        """Return where the axis with this name is, counted from the right: -1 is the last."""
        return self.axes.index(name) - len(self.axes)

    def without_last(self, number: int) -> NamedShape:
        """Return the operand without some of its last axes."""
        kept = len(self.axes) - number
        return NamedShape(self.label, self.axes[:kept], self.shape[:kept])

    def axis_text(self, place: int) -> str:
        """Return one axis with its size, as ``B=16``, ``1``, or ``?=16`` if it is unknown."""
        axis = self.axes[place]
        return STRETCHED if axis == STRETCHED else f"{axis or '?'}={self.shape[place]}"

    def __str__(self) -> str:
        return f"{self.label} ({', '.join(map(self.axis_text, range(len(self.axes))))})"


@dataclass(frozen=True, slots=True)
class Landing:
    """Keep one axis that does not land on its own.

    Parameters
    ----------
    operand, axis : str
        Whose axis it is, and its name.
    size : int
        Its size.
    place : int
        Where it lands, counted from the right: -1 is the last axis.
    onto : str
        The axis that it lands on: a name, ``"1"``, or ``"?"`` if nothing is known about it.
    other : str
        The operand that this axis belongs to.
    other_size : int
        The size of the axis it lands on.
    misses : bool
        Whether the other operand has an axis of its name elsewhere.
    harmless : bool
        Whether a size 1 makes the numbers right all the same.

    Examples
    --------
    >>> scores = NamedShape("scores", ("B", "Tq", "Tk"), (16, 16, 16))
    >>> (landing,) = misplaced((scores, NamedShape("mask", ("B", "Tk"), (16, 16))))
    >>> str(landing), landing.harmless
    ('axis B of mask lands on axis Tq of scores', False)
    """

    operand: str
    axis: str
    size: int
    place: int
    onto: str
    other: str
    other_size: int
    misses: bool
    harmless: bool

    def __str__(self) -> str:
        what = f"axis {self.axis} of {self.operand} lands on"
        if self.onto.isidentifier():
            return f"{what} axis {self.onto} of {self.other}"
        kind = "a size-1 axis" if self.onto == STRETCHED else "an unnamed axis"
        return f"{what} {kind} of {self.other} and misses its axis {self.axis}"


def misplaced(operands: Sequence[NamedShape]) -> tuple[Landing, ...]:
    """Return every axis that lands on the wrong one, those that do harm first.

    Of two operands, the one with fewer axes is said to land on the other; between equals, the
    later one.

    Parameters
    ----------
    operands : sequence of NamedShape
        In the order in which the operation has them.

    Examples
    --------
    >>> pred, target = NamedShape("pred", ("N",), (9,)), NamedShape("target", ("N", "1"), (9, 1))
    >>> print(*misplaced((pred, target)))
    axis N of pred lands on a size-1 axis of target and misses its axis N
    """
    ordered = sorted(operands, key=lambda operand: -len(operand.axes))
    found = [
        landing
        for reference, operand in combinations(ordered, 2)
        for landing in _misplaced_on(reference, operand)
    ]
    return tuple(sorted(found, key=lambda landing: landing.harmless))


def _misplaced_on(reference: NamedShape, operand: NamedShape) -> Iterator[Landing]:
    for axis in names_of(operand.axes):
        place, size = operand.place_of(axis), operand.size_of(axis)
        onto, other_size = reference.axes[place], reference.shape[place]
        meets = onto is not None and onto not in (STRETCHED, axis)
        misses = axis in reference.axes and reference.place_of(axis) != place
        if not (meets or misses):
            continue
        wrong_sizes = [other_size] if meets else []
        if misses:
            wrong_sizes.append(reference.size_of(axis))
        yield Landing(
            operand=operand.label,
            axis=axis,
            size=size,
            place=place,
            onto="?" if onto is None else onto,
            other=reference.label,
            other_size=other_size,
            misses=misses,
            harmless=size == 1 or all(other == 1 for other in wrong_sizes),
        )
