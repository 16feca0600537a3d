"""The four parts of the picture of one tensor and two coordinates, each drawn from y = 0 on.

The chosen element has a double frame wherever it is drawn, and a diamond above it in the flat
buffer; what is refused says so in words, in a broken frame. Nothing is lost in print or in grey.
"""

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.drawing import SHADE, Box, Diamond, Mark, Text
from tensorlib.errors import IndexOutOfBounds, InvalidIndex, RankMismatch
from tensorlib.explain import OffsetExplanation
from tensorlib.literals import decimal_text, shown
from tensorlib.slices import Slice, slices_of
from tensorlib.tensor import Tensor

WIDTH, MARGIN = 900.0, 20.0

_INSIDE = WIDTH - 2 * MARGIN
_CELL, _CELL_HEIGHT, _LINE = 58.0, 32.0, 24.0
_TOP = 34.0  # below a panel's heading
_ROW_LABEL, _TABLE_HEAD, _TABLE_GAP = 56.0, 36.0, 44.0
_COLUMNS = (("axis", 60), ("size", 130), ("index", 210), ("stride", 300), ("index × stride", 440))
_REMARKS = 480.0


@dataclass(frozen=True, slots=True)
class Panel:
    """Keep the marks of one part, and how high it is.

    Parameters
    ----------
    marks : tuple of Text, Box and Diamond
        With y from 0 on.
    height : float
        In pixels.
    """

    marks: tuple[Mark, ...]
    height: float


def slice_tables(tensor: Tensor, chosen: OffsetExplanation | None = None) -> Panel:
    """Draw one table a slice, side by side as far as they fit.

    Parameters
    ----------
    tensor : Tensor
        Of any shape.
    chosen : OffsetExplanation, optional
        The element to mark, if it has an offset.

    Examples
    --------
    >>> panel = slice_tables(Tensor((1, 2), [5, 6]))
    >>> [mark.text for mark in panel.marks if isinstance(mark, Text)]
    ['The values by coordinate, shape (1, 2)', 'values', '0', '1', 'row 0', '5.0', '6.0']
    """
    marks: list[Mark] = [_heading(f"The values by coordinate, shape {tensor.shape}")]
    if not tensor.size:
        return _without_elements(tensor, marks)
    parts = slices_of(tensor.layout)
    columns, rows = len(parts[0].rows[0]), len(parts[0].rows)
    width = min(_CELL, (_INSIDE - _ROW_LABEL) / columns)
    table_width, table_height = _ROW_LABEL + columns * width, _TABLE_HEAD + rows * _CELL_HEIGHT
    side_by_side = max(1, int((_INSIDE + _TABLE_GAP) // (table_width + _TABLE_GAP)))
    for number, part in enumerate(parts):
        line, place = divmod(number, side_by_side)
        x = MARGIN + place * (table_width + _TABLE_GAP)
        marks += _table(tensor, chosen, part, (x, _TOP + line * (table_height + 16), width))
    lines = -(-len(parts) // side_by_side)
    return Panel(tuple(marks), _TOP + lines * (table_height + 16) - 16)


def _without_elements(tensor: Tensor, marks: list[Mark]) -> Panel:
    axis = tensor.shape.index(0)
    note = Text(MARGIN, _TOP + 14, f"Axis {axis} has size 0, so there is no element.")
    return Panel((*marks, note), _TOP + 24)


def _table(
    tensor: Tensor,
    chosen: OffsetExplanation | None,
    part: Slice,
    place: tuple[float, float, float],
) -> list[Mark]:
    x, y, width = place
    columns = len(part.rows[0])
    name = Text(x, y + 12, part.name, bold=True)
    marks: list[Mark] = [name.fitted(_ROW_LABEL + columns * width)]
    for position in range(columns):
        middle = x + _ROW_LABEL + (position + 0.5) * width
        marks.append(Text(middle, y + 28, str(position), 11, "middle", "mono").fitted(width))
    for row, offsets in enumerate(part.rows):
        top = y + _TABLE_HEAD + row * _CELL_HEIGHT
        marks.append(Text(x, top + 21, f"row {row}").fitted(_ROW_LABEL - 6))
        marks += _cells(tensor, chosen, offsets, (x + _ROW_LABEL, top, width))
    return marks


def arithmetic(chosen: OffsetExplanation) -> Panel:
    """Draw the terms as a table, their sum, and the value that is not the sum.

    Parameters
    ----------
    chosen : OffsetExplanation
        An accepted coordinate.

    Examples
    --------
    >>> t = Tensor((2,), [5, 6])
    >>> [mark.text for mark in arithmetic(t.explain((1,))).marks][-2:]
    ['value = 6.0', 'the number that stands at this position']
    """
    marks: list[Mark] = [_heading(f"From coordinate {chosen.coordinate} to one offset")]
    marks += (Text(x, _TOP + 8, name, 12, "end") for name, x in _COLUMNS)
    y = _TOP + 8
    for term in chosen.terms:
        y += _LINE
        size = chosen.layout.shape[term.axis]
        numbers = (term.axis, size, term.index, term.stride, term.contribution)
        for number, (_, x) in zip(numbers, _COLUMNS, strict=True):
            marks.append(Text(x, y, str(number), 14, "end", "mono"))
        step = f"one step on axis {term.axis} moves {term.stride} in the buffer"
        marks.append(Text(_REMARKS, y, step, 12))
    remarks = (
        "a position in the buffer, counted from 0",
        "the number that stands at this position",
    )
    y += 6
    for text, remark in zip(chosen.outcome(), remarks, strict=True):
        y += _LINE
        line = Text(MARGIN, y, text, 15, "start", "mono", bold=True)
        marks.append(line.fitted(_REMARKS - MARGIN - 20))
        marks.append(Text(_REMARKS, y, remark, 12))
    return Panel(tuple(marks), y + 4)


def flat_buffer(tensor: Tensor, chosen: OffsetExplanation | None = None) -> Panel:
    """Draw the buffer in lines of whole rows, each cell below its offset.

    Parameters
    ----------
    tensor : Tensor
        Of any shape.
    chosen : OffsetExplanation, optional
        The element to mark, if it has an offset.

    Examples
    --------
    >>> t = Tensor((2,), [5, 6])
    >>> flat_buffer(t, t.explain((1,))).marks[-1].text
    'diamond and double frame: coordinate (1,), offset = 1, value = 6.0'
    """
    marks: list[Mark] = [_heading(f"The flat buffer: one line of memory, length {tensor.size}")]
    if not tensor.size:
        return _without_elements(tensor, marks)
    row, most = (tensor.shape or (1,))[-1], int(_INSIDE // _CELL)
    a_line = most // row * row or most
    y = _TOP
    for first in range(0, tensor.size, a_line):
        offsets = tuple(range(first, min(first + a_line, tensor.size)))
        for place, offset in enumerate(offsets):
            middle, marked = MARGIN + (place + 0.5) * _CELL, _is_chosen(chosen, offset)
            marks.append(Text(middle, y + 26, str(offset), 12, "middle", "mono", marked))
            marks += [Diamond(middle, y + 6)] if marked else []
        marks += _cells(tensor, chosen, offsets, (MARGIN, y + 32, _CELL))
        y += 32 + _CELL_HEIGHT + 10
    if chosen is None:
        return Panel(tuple(marks), y)
    return Panel((*marks, *_key(chosen, y)), y + 20)


def _key(chosen: OffsetExplanation, y: float) -> tuple[Mark, ...]:
    """Say what is marked."""
    if chosen.error is not None:
        refused = f"nothing is marked: coordinate {shown(chosen.coordinate)} is refused"
        return (Text(MARGIN, y + 15, refused).fitted(_INSIDE),)
    outcome = ", ".join(chosen.outcome())
    key = f"diamond and double frame: coordinate {chosen.coordinate}, {outcome}"
    return Diamond(MARGIN + 7, y + 10), Text(MARGIN + 22, y + 15, key).fitted(_INSIDE - 22)


def _cells(
    tensor: Tensor,
    chosen: OffsetExplanation | None,
    offsets: tuple[int, ...],
    place: tuple[float, float, float],
) -> list[Mark]:
    """Draw neighbouring cells with their values; the chosen one has a double frame."""
    x, y, width = place
    marks: list[Mark] = []
    for offset in offsets:
        marked = _is_chosen(chosen, offset)
        text = decimal_text(tensor.buffer[offset])
        marks.append(Box(x, y, width, _CELL_HEIGHT, SHADE if marked else None, 2 if marked else 1))
        if marked:
            marks.append(Box(x + 4, y + 4, width - 8, _CELL_HEIGHT - 8, None, 1.5))
        written = Text(x + width / 2, y + 21, text, 14, "middle", "mono", marked)
        marks.append(written.fitted(width - 10))
        x += width
    return marks


def _is_chosen(chosen: OffsetExplanation | None, offset: int) -> bool:
    return chosen is not None and chosen.offset == offset


def bounds(chosen: OffsetExplanation, other: OffsetExplanation) -> Panel:
    """Draw the checks of two coordinates, side by side.

    Parameters
    ----------
    chosen, other : OffsetExplanation
        An accepted coordinate, and the one held against it.

    Examples
    --------
    >>> t = Tensor((2,), [5, 6])
    >>> [mark.text for mark in bounds(t.explain((1,)), t.explain((2,))).marks[-4:]]
    ['length 1 = rank 1 holds', 'axis 0: 0 ≤ 2 < 2 fails', 'no offset, nothing is read',
     'unchecked: offset 2, outside the buffer']
    """
    marks: list[Mark] = [_heading("The rank is checked first, then 0 ≤ index < size on each axis")]
    half = (_INSIDE - 20) / 2
    texts = (_checks(chosen), _checks(other))
    height = 20 + _LINE * max(map(len, texts))
    for number, (explanation, lines) in enumerate(zip((chosen, other), texts, strict=True)):
        x = MARGIN + number * (half + 20)
        marks.append(Box(x, 30, half, height, None, 2, dashed=explanation.error is not None))
        title, *rest = lines
        marks.append(Text(x + 14, 54, title, bold=True).fitted(half - 28))
        for line, text in enumerate(rest, start=1):
            written = Text(x + 14, 54 + line * _LINE, text, family="mono")
            marks.append(written.fitted(half - 28))
    return Panel(tuple(marks), 30 + height)


def _checks(explanation: OffsetExplanation) -> list[str]:
    """Return a title, one line a check in its order, and what comes of them."""
    layout, error = explanation.layout, explanation.error
    lines = [f"coordinate {shown(explanation.coordinate)}: {'refused' if error else 'accepted'}"]
    if isinstance(error, RankMismatch):
        lines.append(f"length {error.actual} = rank {error.expected} fails")
    elif error is None or isinstance(error, (IndexOutOfBounds, InvalidIndex)):
        lines.append(f"length {layout.rank} = rank {layout.rank} holds")
    for term in explanation.terms:
        lines.append(f"axis {term.axis}: 0 ≤ {term.index} < {layout.shape[term.axis]} holds")
    if isinstance(error, IndexOutOfBounds):
        lines.append(f"axis {error.axis}: 0 ≤ {shown(error.index)} < {error.dimension} fails")
    elif isinstance(error, InvalidIndex):
        lines.append(f"axis {error.axis}: {shown(error.index)} is not an integer")
    lines += (f"axis {axis}: not looked at" for axis in range(len(lines) - 2, layout.rank))
    return lines + _verdict(explanation)


def _verdict(explanation: OffsetExplanation) -> list[str]:
    if explanation.error is None:
        return [f"offset {explanation.offset} is read"]
    lines = ["no offset, nothing is read"]
    unchecked = explanation.unchecked_offset()
    if unchecked is not None:
        inside = 0 <= unchecked < explanation.layout.size
        where = "another element's" if inside else "outside the buffer"
        lines.append(f"unchecked: offset {shown(unchecked)}, {where}")
    return lines


def _heading(text: str) -> Text:
    return Text(MARGIN, 16, text, 15, bold=True).fitted(_INSIDE)
