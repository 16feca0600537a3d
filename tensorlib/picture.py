"""One tensor and two coordinates in a picture: slices, arithmetic, flat buffer, bounds.

Four passes lead through it: find the element by slice, row and position; match the coordinate
to the strides; find the offset and tell it from the value; compare with what is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from html import escape

from tensorlib import panels
from tensorlib.drawing import Drawing, Mark, svg_of
from tensorlib.errors import IndexOutOfBounds
from tensorlib.explain import OffsetExplanation
from tensorlib.literals import decimal_text, shown
from tensorlib.slices import slice_name, slices_of
from tensorlib.tensor import Tensor


def flat_buffer_drawing(
    tensor: Tensor, coordinate: Iterable[int], refused: Iterable[int]
) -> Drawing:
    """Draw how one coordinate finds its value in the flat buffer, and another is refused.

    Parameters
    ----------
    tensor : Tensor
        What is read; of any rank, and small enough to be looked at.
    coordinate : sequence of int
        The element to mark.
    refused : sequence of int
        The coordinate to hold against it in the bounds panel.

    Raises
    ------
    InvalidCoordinate, RankMismatch, InvalidIndex, IndexOutOfBounds
        If ``coordinate`` itself is refused.

    Examples
    --------
    >>> drawing = flat_buffer_drawing(Tensor((2,), [5, 6]), (1,), (2,))
    >>> drawing.title
    'Coordinate (1,) is offset 1 of the flat buffer, which holds 6.0'
    """
    good, bad = tensor.explain(coordinate), tensor.explain(refused)
    if good.error is not None:
        raise good.error
    title = (
        f"Coordinate {good.coordinate} is offset {good.offset} of the flat buffer, "
        f"which holds {_value(good)}"
    )
    parts = (
        panels.slice_tables(tensor, good),
        panels.arithmetic(good),
        panels.flat_buffer(tensor, good),
        panels.bounds(good, bad),
    )
    return _stacked(parts, title, " ".join(passes(good, bad)))


def slices_drawing(tensor: Tensor) -> Drawing:
    """Draw a tensor's values by coordinate, one table a slice, with nothing marked.

    Parameters
    ----------
    tensor : Tensor
        Of any shape.

    Examples
    --------
    >>> slices_drawing(Tensor((1, 2), [5, 6])).description
    'values, row 0: 5.0, 6.0'
    """
    values = [decimal_text(value) for value in tensor.buffer.tolist()]
    rows = (
        f"{part.name}, row {row}: {', '.join(values[offset] for offset in offsets)}"
        for part in slices_of(tensor.layout)
        for row, offsets in enumerate(part.rows)
    )
    title = f"The values by coordinate, shape {tensor.shape}"
    return _stacked([panels.slice_tables(tensor)], title, "; ".join(rows) or "no element")


def buffer_drawing(tensor: Tensor, explanation: OffsetExplanation) -> Drawing:
    """Draw a tensor's flat buffer, with the explained element marked if it has an offset.

    Parameters
    ----------
    tensor : Tensor
        Of any shape.
    explanation : OffsetExplanation
        Of an accepted or of a refused coordinate.

    Examples
    --------
    >>> t = Tensor((2,), [5, 6])
    >>> buffer_drawing(t, t.explain((1,))).description
    'The values are 5.0, 6.0. Marked: offset = 1, value = 6.0.'
    """
    values = ", ".join(decimal_text(value) for value in tensor.buffer.tolist()) or "none"
    marked = "nothing" if explanation.error else ", ".join(explanation.outcome())
    return _stacked(
        [panels.flat_buffer(tensor, explanation)],
        f"The flat buffer, length {tensor.size}",
        f"The values are {values}. Marked: {marked}.",
    )


def _stacked(parts: Iterable[panels.Panel], title: str, description: str) -> Drawing:
    """Put panels below one another on a sheet."""
    marks: list[Mark] = []
    y = panels.MARGIN
    for part in parts:
        marks += (replace(mark, y=mark.y + y) for mark in part.marks)
        y += part.height + panels.MARGIN
    return Drawing(panels.WIDTH, y, tuple(marks), title, description)


def picture_html(tensor: Tensor, coordinate: Iterable[int], refused: Iterable[int]) -> str:
    """Return the picture for a page: a figure of one SVG, and the four passes to read it in.

    Parameters
    ----------
    tensor, coordinate, refused
        As for `flat_buffer_drawing`.

    Raises
    ------
    InvalidCoordinate, RankMismatch, InvalidIndex, IndexOutOfBounds
        If ``coordinate`` itself is refused.

    Examples
    --------
    >>> html = picture_html(Tensor((2,), [5, 6]), (1,), (2,))
    >>> html.count("<li>"), "<script" in html, "url(" in html
    (4, False, False)
    """
    svg = svg_of(flat_buffer_drawing(tensor, coordinate, refused))
    steps = passes(tensor.explain(coordinate), tensor.explain(refused))
    items = "".join(f"<li>{escape(step, quote=False)}</li>\n" for step in steps)
    return (
        f'<figure style="margin:0;max-width:{panels.WIDTH:.0f}px;break-inside:avoid">\n{svg}\n'
        f"<figcaption>Read it in four passes:\n<ol>\n{items}</ol></figcaption></figure>"
    )


def passes(good: OffsetExplanation, bad: OffsetExplanation) -> tuple[str, str, str, str]:
    """Return the four passes in which to read the picture.

    Parameters
    ----------
    good, bad : OffsetExplanation
        The coordinate that reaches a value, and the one held against it.

    Examples
    --------
    >>> t = Tensor((2,), [5, 6])
    >>> print(passes(t.explain((1,)), t.explain((2,)))[3])
    Compare index 1 with the refused index 2 on axis 0 of size 2: no offset, no value.
    """
    contributions = ", ".join(str(term.contribution) for term in good.terms) or "none"
    return (
        f"Find {_place(tuple(term.index for term in good.terms))}.",
        f"Match coordinate {good.coordinate} to strides {good.layout.strides}, axis by axis; "
        f"the contributions are {contributions}.",
        f"Find offset {good.offset} in the flat buffer, the cell with the diamond, and tell the "
        f"offset, a position, from the value {_value(good)}, the number that stands there.",
        _comparison(good, bad),
    )


def _place(indices: tuple[int, ...]) -> str:
    """Return the element's place in the tables of slices."""
    if not indices:
        return "the one value"
    words = [f"position {indices[-1]} of the row"]
    if len(indices) > 1:
        words.insert(0, f"row {indices[-2]}")
    if len(indices) > 2:
        words.insert(0, slice_name(indices[:-2]))
    return ", ".join(words)


def _comparison(good: OffsetExplanation, bad: OffsetExplanation) -> str:
    error = bad.error
    if isinstance(error, IndexOutOfBounds):
        return (
            f"Compare index {good.terms[error.axis].index} with the refused index "
            f"{shown(error.index)} on axis {error.axis} of size {error.dimension}: "
            "no offset, no value."
        )
    outcome = "passes every check as well" if error is None else f"is refused: {error}"
    return f"Compare it with coordinate {shown(bad.coordinate)}, which {outcome}."


def _value(good: OffsetExplanation) -> str:
    return decimal_text(good.value) if good.value is not None else ""
