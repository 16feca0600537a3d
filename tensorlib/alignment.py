"""Why shapes broadcast or do not: one reason an axis, as text and as a table.

An explanation asks the rule itself, axis by axis, so it cannot tell another story than
`tensorlib.broadcast_shapes`. Where the rule stops at the first conflict from the right, the
explanation goes on and shows every axis.
"""

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.broadcasting import common_shape, demanded_sizes, shape_of
from tensorlib.errors import BroadcastError, ShapeOverflow
from tensorlib.literals import joined, shown
from tensorlib.shapes import Shape
from tensorlib.tables import html_table, text_table

_ABSENT, _REFUSED = "–", "refused"


@dataclass(frozen=True, slots=True)
class AlignedAxis:
    """Keep what the operands have on one axis of the alignment, and what comes of it.

    Parameters
    ----------
    axis : int
        Counted from the right: -1 is the last.
    sizes : tuple of int or None
        One an operand; ``None`` where the operand has no such axis.
    demanded : tuple of int
        The different sizes other than 1, in the order of the operands.

    Examples
    --------
    >>> AlignedAxis(-2, (6, 1, None), (6,)).reason
    'operand 1 stretches from 1 to 6; operand 2 has no such axis and stretches to 6'
    """

    axis: int
    sizes: tuple[int | None, ...]
    demanded: tuple[int, ...]

    @property
    def result(self) -> int | None:
        """The result's size on this axis, or ``None`` if the sizes conflict."""
        if len(self.demanded) > 1:
            return None
        return self.demanded[0] if self.demanded else 1

    @property
    def stretched(self) -> tuple[int, ...]:
        """The operands, counted from 0, that give way here: by a size 1, or by no size."""
        if self.result in (None, 1):
            return ()
        return tuple(number for number, size in enumerate(self.sizes) if size in (None, 1))

    @property
    def reason(self) -> str:
        """What happens on this axis, in one line without its number."""
        if self.result is None:
            return f"sizes {joined(self.demanded, ' and ')} differ, and none of them is 1"
        absent = tuple(number for number, size in enumerate(self.sizes) if size is None)
        ones = tuple(number for number in self.stretched if number not in absent)
        parts = []
        if ones:
            parts.append(f"{_operands(ones, 'stretches', 'stretch')} from 1 to {self.result}")
        if absent:
            stretch = "stretches" if len(absent) == 1 else "stretch"
            what = f" and {stretch} to {self.result}" if self.stretched else ", which counts as 1"
            parts.append(f"{_operands(absent, 'has', 'have')} no such axis{what}")
        return "; ".join(parts) or f"every size is {self.result}"


@dataclass(frozen=True, slots=True)
class BroadcastExplanation:
    """Keep how shapes align from the right, and what becomes of every axis.

    Parameters
    ----------
    shapes : tuple of tuple of int
        One an operand.
    axes : tuple of AlignedAxis
        From left to right, as the result's axes.
    shape : tuple of int or None
        The result; ``None`` if there is none.
    error : BroadcastError, ShapeOverflow or None
        The very error that `tensorlib.broadcast_shapes` raises, if it does.

    Examples
    --------
    >>> print(explain_broadcast((16, 16, 16), (16, 16)))
    axis       -3  -2  -1
    operand 0  16  16  16
    operand 1   –  16  16
    result     16  16  16
    axis -3: operand 1 has no such axis and stretches to 16
    axis -2: every size is 16
    axis -1: every size is 16
    result of (16, 16, 16) and (16, 16): shape (16, 16, 16)
    """

    shapes: tuple[Shape, ...]
    axes: tuple[AlignedAxis, ...]
    shape: Shape | None
    error: BroadcastError | ShapeOverflow | None

    def __str__(self) -> str:
        head = ("axis", *(axis.axis for axis in self.axes))
        table = [text_table([head, *self._rows(arrows=False)])] if self.axes else []
        return "\n".join([*table, *self._notes()])

    def _repr_html_(self) -> str:
        """Return a table in which the axes stand below one another, for a notebook."""
        head = ("axis", *(axis.axis for axis in self.axes))
        return html_table("Aligned from the right", head, self._rows(arrows=True), self._notes())

    def _rows(self, *, arrows: bool) -> list[tuple[object, ...]]:
        """Return a row of sizes for each operand and for the result."""
        rows: list[tuple[object, ...]] = [
            (f"operand {number}", *(_cell(axis, number, arrows) for axis in self.axes))
            for number in range(len(self.shapes))
        ]
        ends = (_REFUSED if axis.result is None else axis.result for axis in self.axes)
        return [*rows, ("result", *ends)]

    def _notes(self) -> list[str]:
        reasons = [f"axis {axis.axis}: {axis.reason}" for axis in self.axes]
        if self.error:
            return [*reasons, f"refused: {self.error}"]
        given = joined(self.shapes, " and ") or "no operands"
        return [*reasons, f"result of {given}: shape {shown(self.shape)}"]


def explain_broadcast(*shapes: object) -> BroadcastExplanation:
    """Return how shapes align, who stretches on which axis, and the result or the conflict.

    Parameters
    ----------
    *shapes : sequence of int, or anything with a ``shape``
        As for `tensorlib.broadcast_shapes`.

    Raises
    ------
    InvalidShape
        If something is no shape. Shapes that do not broadcast are explained, not raised.
    ShapeOverflow
        If one size alone exceeds ``2**64 - 1``.

    Examples
    --------
    >>> why = explain_broadcast((256,), (256, 1))
    >>> why.shape, [axis.stretched for axis in why.axes]
    ((256, 256), [(0,), (1,)])
    >>> explain_broadcast((3, 5, 7), (3, 5)).axes[-1].reason
    'sizes 7 and 5 differ, and none of them is 1'
    """
    given = tuple(shape_of(shape, "explain_broadcast") for shape in shapes)
    rank = max(map(len, given), default=0)
    axes = tuple(_aligned(given, axis) for axis in range(-rank, 0))
    try:
        return BroadcastExplanation(given, axes, common_shape(given, "broadcast_shapes"), None)
    except (BroadcastError, ShapeOverflow) as error:
        return BroadcastExplanation(given, axes, None, error)


def _aligned(shapes: tuple[Shape, ...], axis: int) -> AlignedAxis:
    sizes = tuple(shape[axis] if len(shape) >= -axis else None for shape in shapes)
    return AlignedAxis(axis, sizes, demanded_sizes(shapes, axis))


def _cell(axis: AlignedAxis, operand: int, arrows: bool) -> str:
    """Return what an operand has on an axis, with what it stretches to if there is room."""
    size = axis.sizes[operand]
    text = _ABSENT if size is None else str(size)
    return f"{text} → {axis.result}" if arrows and operand in axis.stretched else text


def _operands(numbers: tuple[int, ...], one: str, several: str) -> str:
    if len(numbers) == 1:
        return f"operand {numbers[0]} {one}"
    return f"operands {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} {several}"
