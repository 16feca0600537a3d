"""Draw figures as horizontal bars: a label, a bar, and the figure with its unit beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tensorlib.drawing import INK, PAPER, SHADE, Arrow, Box, Drawing, Mark, Text

_WIDTH, _MARGIN, _HEAD, _ROW, _THICK = 900.0, 12.0, 30.0, 28.0, 18.0
_LABEL, _FIGURE = 230.0, 190.0
_ROOM = _WIDTH - 2 * _MARGIN - _LABEL - _FIGURE


@dataclass(frozen=True, slots=True)
class Bar:
    """Say how long one bar is, and what stands beside it.

    Parameters
    ----------
    label : str
        What is measured.
    value : float
        How much, not negative.
    figure : str
        The same as text, with its unit.
    strong : bool, optional
        Whether it stands out: its bar is dark and its label bold.
    """

    label: str
    value: float
    figure: str
    strong: bool = False


def bars_drawing(
    bars: Sequence[Bar],
    title: str,
    description: str,
    *,
    limit: tuple[float, str] | None = None,
) -> Drawing:
    """Return bars below each other, to one scale that starts at 0.

    Parameters
    ----------
    bars : sequence of Bar
        From top to bottom.
    title : str
        What they show, written above them.
    description : str
        All that the drawing says, for those who cannot see it.
    limit : tuple of float and str, optional
        A value to draw a line at, and its name: what a card holds, say.

    Examples
    --------
    >>> drawing = bars_drawing([Bar("weights", 2, "2 MB"), Bar("states", 4, "4 MB")], "T", "...")
    >>> [mark.width for mark in drawing.marks if isinstance(mark, Box)]
    [228.0, 456.0]
    """
    longest = max([*(bar.value for bar in bars), limit[0] if limit else 0.0])
    marks: list[Mark] = [Text(_MARGIN, 18, title, bold=True).fitted(_WIDTH - 2 * _MARGIN)]
    for number, bar in enumerate(bars):
        marks += _bar(bar, _HEAD + number * _ROW, _length(bar.value, longest))
    y = _HEAD + len(bars) * _ROW
    if limit:
        x = _MARGIN + _LABEL + _length(limit[0], longest)
        halo = Box(x - 2, _HEAD - 4, 4, y - _HEAD + 8, PAPER, 0)  # the line shows on a dark bar too
        marks += [halo, Arrow(x, _HEAD - 4, x, y + 4, head=0, dashed=True)]
        side: Literal["start", "end"] = "start" if x < _WIDTH / 2 else "end"
        marks.append(Text(x, y + 18, limit[1], 12, side).fitted(_WIDTH / 2 - _MARGIN))
        y += 22
    return Drawing(_WIDTH, y + _MARGIN, tuple(marks), title, description)


def _length(value: float, longest: float) -> float:
    return value / longest * _ROOM if longest else 0.0


def _bar(bar: Bar, y: float, length: float) -> list[Mark]:
    x, base = _MARGIN + _LABEL, y + 14
    label = Text(_MARGIN, base, bar.label, bold=bar.strong).fitted(_LABEL - 10)
    figure = Text(x + length + 8, base, bar.figure, 13, "start", "mono", bar.strong)
    box = Box(x, y, length, _THICK, INK if bar.strong else SHADE)
    return [label, box, figure.fitted(_FIGURE - 8)]
