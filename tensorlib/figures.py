"""The same picture as a matplotlib figure, and any figure as SVG for a page.

This module alone needs matplotlib, and ``import tensorlib`` does not import it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from html import escape
from io import StringIO
from textwrap import wrap
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon, Rectangle

from tensorlib.drawing import INK, PAPER, Arrow, Box, Diamond, Drawing, Mark, Text
from tensorlib.panels import MARGIN
from tensorlib.picture import flat_buffer_drawing, passes
from tensorlib.tensor import Tensor

_FONTS = {"sans": "DejaVu Sans", "mono": "DejaVu Sans Mono"}
_ALIGNMENTS = {"start": "left", "middle": "center", "end": "right"}
_DOTS_PER_INCH = 100.0
_POINTS_PER_PIXEL = 72 / _DOTS_PER_INCH

_CHARACTERS_A_LINE = 108  # at 13 pixels, in the width of the drawing

# What decides the bytes of an SVG: ids from a fixed salt, text as text, no date, no version.
_SVG_SETTINGS: Any = {"svg.hashsalt": "tensorlib", "svg.fonttype": "none"}
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))

# What a page does not need of a file: its head, remarks, names of groups, a style for all
# that the page holds. A figure is as wide as it was made, or as the page.
_FOR_A_PAGE = (
    (r"^.*?<svg ", r'<svg role="img" style="max-width:100%;height:auto;stroke-linejoin:round" '),
    (r"<!--.*?-->|<metadata>.*?</metadata>|<style[^>]*>.*?</style>", ""),
    (r"<defs>\s*</defs>", ""),
    (r'<g id="[^"]*">', "<g>"),
    (r"\s*\n\s*", "\n"),
)


def flat_buffer_figure(tensor: Tensor, coordinate: Iterable[int], refused: Iterable[int]) -> Figure:
    """Return how one coordinate finds its value in the flat buffer, and another is refused.

    Parameters
    ----------
    tensor : Tensor
        What is read; of any rank, and small enough to be looked at.
    coordinate : sequence of int
        The element to mark.
    refused : sequence of int
        The coordinate to hold against it.

    Returns
    -------
    Figure
        One axes without ticks, whose units are pixels at 100 dots an inch.

    Raises
    ------
    InvalidCoordinate, RankMismatch, InvalidIndex, IndexOutOfBounds
        If ``coordinate`` itself is refused.

    Examples
    --------
    >>> figure = flat_buffer_figure(Tensor((2,), [5, 6]), (1,), (2,))
    >>> len(figure.axes)
    1
    """
    drawing = flat_buffer_drawing(tensor, coordinate, refused)
    steps = passes(tensor.explain(coordinate), tensor.explain(refused))
    return figure_of(_with_lines_below(drawing, steps))


def figure_of(drawing: Drawing) -> Figure:
    """Return a drawing as a matplotlib figure of the same size.

    Parameters
    ----------
    drawing : Drawing
        What to draw.

    Examples
    --------
    >>> figure = figure_of(Drawing(200, 50, (Diamond(20, 20),), "A diamond", "One diamond."))
    >>> figure.get_size_inches().tolist()
    [2.0, 0.5]
    """
    inches = (drawing.width / _DOTS_PER_INCH, drawing.height / _DOTS_PER_INCH)
    figure = Figure(figsize=inches, dpi=_DOTS_PER_INCH, facecolor=PAPER)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.set_axis_off()
    for mark in drawing.marks:
        _draw(mark, axes)
    return figure


def svg_html(figure: Figure, title: str, description: str = "") -> str:
    """Return a figure as an SVG element for a page, with the same bytes on every run.

    Parameters
    ----------
    figure : Figure
        Any matplotlib figure.
    title : str
        A line for those who cannot see it.
    description : str, optional
        What the figure shows, for the same readers.

    Examples
    --------
    >>> svg = svg_html(Figure(figsize=(1, 1)), "Nothing yet", "An empty figure.")
    >>> svg.startswith('<svg role="img"'), "<title>Nothing yet</title>" in svg
    (True, True)
    """
    written = StringIO()
    with mpl.rc_context(_SVG_SETTINGS):
        figure.savefig(written, format="svg", metadata=_NO_METADATA)
    svg = written.getvalue()
    for pattern, replacement in _FOR_A_PAGE:
        svg = re.sub(pattern, replacement, svg, flags=re.DOTALL)
    described = f"<title>{escape(title)}</title>"
    described += f"<desc>{escape(description)}</desc>" if description else ""
    start, end, rest = svg.strip().partition(">")
    return start + end + described + rest


def _with_lines_below(drawing: Drawing, steps: Iterable[str]) -> Drawing:
    """Add the passes as a numbered list, which a figure has no other place for."""
    marks, y = list(drawing.marks), drawing.height + 14
    marks.append(Text(MARGIN, y, "Read it in four passes", 15, bold=True))
    for number, step in enumerate(steps, start=1):
        for line, text in enumerate(wrap(step, _CHARACTERS_A_LINE)):
            y += 24 if line == 0 else 18
            if line == 0:
                marks.append(Text(MARGIN, y, f"{number}."))
            marks.append(Text(MARGIN + 22, y, text))
    return replace(drawing, marks=tuple(marks), height=y + MARGIN)


def _draw(mark: Mark, axes: Axes) -> None:
    match mark:
        case Text():
            axes.text(
                mark.x,
                mark.y,
                mark.text,
                fontsize=mark.size * _POINTS_PER_PIXEL,
                fontfamily=_FONTS[mark.family],
                fontweight="bold" if mark.bold else "normal",
                horizontalalignment=_ALIGNMENTS[mark.anchor],
                verticalalignment="baseline",
                color=INK,
                parse_math=False,
            )
        case Box(x, y, width, height, fill):
            axes.add_patch(
                Rectangle(
                    (x, y),
                    width,
                    height,
                    facecolor=fill or "none",
                    edgecolor=INK,
                    linewidth=mark.line * _POINTS_PER_PIXEL,
                    linestyle="--" if mark.dashed else "-",
                )
            )
        case Diamond(x, y, r):
            corners = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
            axes.add_patch(Polygon(corners, closed=True, color=INK))
        case Arrow():
            _draw_arrow(mark, axes)


def _draw_arrow(arrow: Arrow, axes: Axes) -> None:
    axes.add_line(
        Line2D(
            (arrow.x, arrow.end_x),
            (arrow.y, arrow.end_y),
            color=INK,
            linewidth=arrow.line * _POINTS_PER_PIXEL,
            linestyle="--" if arrow.dashed else "-",
        )
    )
    if arrow.head:
        axes.add_patch(Polygon(arrow.head_corners, closed=True, color=INK))
