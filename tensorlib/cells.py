"""Draw cells: a flat buffer as a strip, a mask or a matrix as a grid with named rows and columns.

What is special about a cell is told by a text, a sign or its frame, and by the shade only beside
one of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tensorlib.drawing import SHADE, Box, Diamond, Drawing, Mark, Text

_WIDTH, _MARGIN = 900.0, 12.0
_CELL, _HEIGHT, _SMALL = 46.0, 30.0, 16.0
_GAP, _HEAD = 8.0, 26.0
_LETTER, _TITLE_LETTER = 8.0, 9.5  # the widths of their letters, generously


@dataclass(frozen=True, slots=True)
class Cell:
    """Say what one cell shows.

    Parameters
    ----------
    text : str
        What stands in it.
    look : {"plain", "shaded", "framed", "broken"}, optional
        ``"framed"`` has a double frame and a shade, ``"broken"`` a dashed frame.
    above, below : str, optional
        Small texts over and under it: an offset, a step.
    pointed : bool, optional
        Whether a diamond points at it from above.
    """

    text: str
    look: Literal["plain", "shaded", "framed", "broken"] = "plain"
    above: str = ""
    below: str = ""
    pointed: bool = False


@dataclass(frozen=True, slots=True)
class Labels:
    """Name rows and columns of a grid.

    Parameters
    ----------
    rows, columns : tuple of str, optional
        One each; none at all by default.
    row_axis, column_axis : str, optional
        What the rows and the columns are.
    """

    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    row_axis: str = ""
    column_axis: str = ""


def strip_drawing(cells: Sequence[Cell], title: str, description: str) -> Drawing:
    """Return cells in one line of memory, broken into as many lines as the page needs.

    Parameters
    ----------
    cells : sequence of Cell
        From offset 0 on.
    title : str
        What the strip shows, written above it.
    description : str
        All that the drawing says, for those who cannot see it.

    Examples
    --------
    >>> drawing = strip_drawing([Cell("7", above="0"), Cell("8", above="1")], "Two", "7, then 8.")
    >>> [mark.text for mark in drawing.marks if isinstance(mark, Text)]
    ['Two', '0', '7', '1', '8']
    """
    a_line = int((_WIDTH - 2 * _MARGIN) // _CELL)
    rows = [cells[start : start + a_line] for start in range(0, len(cells), a_line)]
    return grid_drawing(rows, title, description)


def grid_drawing(
    rows: Sequence[Sequence[Cell]],
    title: str,
    description: str,
    labels: Labels = Labels(),
) -> Drawing:
    """Return rows of cells below each other, with their labels.

    Parameters
    ----------
    rows : sequence of sequences of Cell
        Of any lengths.
    title : str
        What the grid shows, written above it.
    description : str
        All that the drawing says, for those who cannot see it.
    labels : Labels, optional
        The names of rows and columns.

    Examples
    --------
    >>> grid = [[Cell("0.5"), Cell("×", "shaded")]]
    >>> drawing = grid_drawing(grid, "A mask", "...", Labels(("query 0",), ("key 0", "key 1")))
    >>> [mark.text for mark in drawing.marks if isinstance(mark, Text)]
    ['A mask', 'key 0', 'key 1', 'query 0', '0.5', '×']
    """
    left = _MARGIN + _label_width(labels)
    columns = max([len(labels.columns), *map(len, rows)])
    width = min(_column_width(labels), (_WIDTH - left - _MARGIN) / max(1, columns))
    head, y = _head(labels, left, width)
    marks: list[Mark] = [Text(_MARGIN, 18, title, bold=True).fitted(_WIDTH - 2 * _MARGIN), *head]
    for number, row in enumerate(rows):
        above, below = _extra(row)
        if number < len(labels.rows):
            label = Text(_MARGIN, y + above + 20, labels.rows[number], 12)
            marks.append(label.fitted(left - _MARGIN - 6))
        for column, cell in enumerate(row):
            marks += _cell(cell, left + column * width, y + above, width)
        y += above + _HEIGHT + below + (_GAP if above or below else 0)
    wide = left + max(columns * width, len(labels.column_axis) * _LETTER + 20) + _MARGIN
    wide = max(wide, 2 * _MARGIN + len(title) * _TITLE_LETTER)
    return Drawing(min(_WIDTH, wide), y + _MARGIN, tuple(marks), title, description)


def _head(labels: Labels, left: float, width: float) -> tuple[list[Mark], float]:
    """Return what stands above the cells, and where they begin."""
    marks: list[Mark] = []
    y = _HEAD
    if labels.column_axis:
        name = Text(left, y + 12, f"{labels.column_axis} →", 12)
        marks.append(name.fitted(_WIDTH - left - _MARGIN))
        y += 18
    for column, label in enumerate(labels.columns):
        middle = left + (column + 0.5) * width
        marks.append(Text(middle, y + 12, label, 12, "middle").fitted(width - 4))
    if labels.columns or (labels.row_axis and not labels.column_axis):
        y += 18
    if labels.row_axis:
        name = Text(_MARGIN, y - 6, f"{labels.row_axis} ↓", 12)
        marks.append(name.fitted(left - _MARGIN - 6))
    return marks, y


def _label_width(labels: Labels) -> float:
    names = [*labels.rows, f"{labels.row_axis} ↓"] if labels.row_axis else labels.rows
    longest = max(map(len, names), default=0)
    return min(200.0, longest * _LETTER + 8) if longest else 0.0


def _column_width(labels: Labels) -> float:
    longest = max(map(len, labels.columns), default=0)
    return max(_CELL, min(110.0, longest * _LETTER + 8))


def _extra(row: Sequence[Cell]) -> tuple[float, float]:
    """Return the room that a row needs above and below its cells."""
    small = _SMALL if any(cell.above for cell in row) else 0.0
    pointer = _SMALL if any(cell.pointed for cell in row) else 0.0
    return small + pointer, _SMALL if any(cell.below for cell in row) else 0.0


def _cell(cell: Cell, x: float, y: float, width: float) -> list[Mark]:
    middle, framed = x + width / 2, cell.look == "framed"
    fill = SHADE if cell.look in ("shaded", "framed") else None
    marks: list[Mark] = [
        Box(x, y, width, _HEIGHT, fill, 2 if framed else 1, dashed=cell.look == "broken")
    ]
    if framed:
        marks.append(Box(x + 3, y + 3, width - 6, _HEIGHT - 6, None, 1.5))
    if cell.above:
        marks.append(Text(middle, y - 4, cell.above, 11, "middle", "mono").fitted(width - 2))
    if cell.pointed:
        marks.append(Diamond(middle, y - (_SMALL if cell.above else 0) - 8, 6))
    if cell.text:
        text = Text(middle, y + 20, cell.text, 13, "middle", "mono", framed)
        marks.append(text.fitted(width - 8))
    if cell.below:
        below = Text(middle, y + _HEIGHT + 12, cell.below, 11, "middle", "mono")
        marks.append(below.fitted(width - 2))
    return marks
