"""How a layout walks through its buffer, as a matplotlib figure: one arc from place to place.

This module needs matplotlib, and ``import tensorlib`` does not import it.
"""

from __future__ import annotations

from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, Rectangle

from tensorlib.drawing import INK, PAPER, SHADE
from tensorlib.literals import decimal_text
from tensorlib.tensor import Tensor, TensorView

_CELL_INCHES = 0.5
_LEFT, _BELOW, _ABOVE = 2.6, 1.2, 0.6  # room for the labels, below the offsets, over the arcs
_LINE = 0.6
_BEND = 0.35  # how high an arc's middle is drawn up, as a part of its width
_FONT = "DejaVu Sans Mono"
_POINTS = 9.0


def walk_figure(x: Tensor | TensorView) -> Figure:
    """Return the buffer as a strip, with arcs that follow the elements in logical order.

    Arcs along the last axis are drawn through, those to the next row are broken. Below each place
    stands its offset, and below that when it is read, counted from 1. A place that is never read
    is grey and has a broken frame.

    Parameters
    ----------
    x : Tensor or TensorView
        Whose walk is drawn; over a buffer small enough to be looked at.

    Examples
    --------
    >>> figure = walk_figure(Tensor((2, 3), range(6)).view().transpose(0, 1))
    >>> [text.get_text() for text in figure.axes[0].texts][:8]
    ['value', 'offset', 'read as no.', '0.0', '0', '1', '1.0', '1']
    """
    places = list(x.offsets())
    steps = list(pairwise(places))
    row = x.shape[-1] if x.rank else 1
    turns = [
        [turn for turn, place in enumerate(places, start=1) if place == at]
        for at in range(len(x.buffer))
    ]
    figure, axes = _sheet(turns, max((abs(end - start) for start, end in steps), default=0))
    for y, label in ((0.5, "value"), (-0.5, "offset"), (-_BELOW, "read as no.")):
        axes.text(-0.3, y, label, ha="right", va="center", fontsize=_POINTS, color=INK)
    for place, value in enumerate(x.buffer):
        _draw_place(axes, place, decimal_text(value), turns[place])
    for turn, (start, end) in enumerate(steps, start=1):
        if start != end:
            _draw_step(axes, start, end, broken=turn % row == 0)
    return figure


def _sheet(turns: list[list[int]], highest: int) -> tuple[Figure, Axes]:
    """Return a figure and its axes, with room for all places, arcs and numbers."""
    most = max(map(len, turns), default=0)
    low, high = -_BELOW - _LINE * max(1, most), 1 + _BEND * highest + _ABOVE
    width = _LEFT + len(turns) + 0.2
    size = (_CELL_INCHES * width, _CELL_INCHES * (high - low))
    figure = Figure(figsize=size, facecolor=PAPER)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(-_LEFT, width - _LEFT), ylim=(low, high))
    axes.set_axis_off()
    return figure, axes


def _draw_place(axes: Axes, place: int, value: str, turns: list[int]) -> None:
    """Draw one place of the buffer, with its value, its offset and when it is read."""
    axes.add_patch(
        Rectangle(
            (place, 0),
            1,
            1,
            facecolor=PAPER if turns else SHADE,
            edgecolor=INK,
            linestyle="-" if turns else ":",
        )
    )
    lines = [(0.5, value), (-0.5, str(place))]
    lines += [(-_BELOW - _LINE * line, str(turn)) for line, turn in enumerate(turns)]
    for y, text in lines:
        axes.text(
            place + 0.5,
            y,
            text,
            ha="center",
            va="center",
            fontsize=_POINTS,
            fontfamily=_FONT,
            color=INK,
        )


def _draw_step(axes: Axes, start: int, end: int, *, broken: bool) -> None:
    """Draw an arc from one place to another, over the strip in either direction."""
    bend = -2 * _BEND if end > start else 2 * _BEND
    axes.add_patch(
        FancyArrowPatch(
            (start + 0.5, 1.05),
            (end + 0.5, 1.05),
            connectionstyle=f"arc3,rad={bend}",
            arrowstyle="-|>",
            mutation_scale=9,
            shrinkA=0,
            shrinkB=0,
            color=INK,
            linestyle="--" if broken else "-",
            linewidth=1,
        )
    )
