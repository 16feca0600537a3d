"""A drawing as plain data: texts, boxes, diamonds and arrows on a sheet, and how it becomes SVG.

Lengths are in pixels, y grows downwards. What a picture shows is thus written once, and any
renderer, SVG here or matplotlib elsewhere, only has to know four marks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from math import hypot
from typing import Literal

INK, PAPER, SHADE = "#1a1a1a", "#ffffff", "#ececec"

_FAMILIES = {
    "sans": "'DejaVu Sans', Verdana, sans-serif",
    "mono": "'DejaVu Sans Mono', Menlo, Consolas, monospace",
}


# How wide a character is at most, on average, as a part of the font's size.
_CHARACTER = {"sans": 0.62, "mono": 0.603}
_BOLD_CHARACTER = {"sans": 0.7, "mono": 0.603}


@dataclass(frozen=True, slots=True)
class Text:
    """Put text on a point of its baseline.

    Parameters
    ----------
    x, y : float
        The point.
    text : str
        One line.
    size : float, optional
        The height of the font.
    anchor : {"start", "middle", "end"}, optional
        Which part of the line the point is.
    family : {"sans", "mono"}, optional
        ``"mono"`` for numbers.
    bold : bool, optional
        Whether it stands out.
    """

    x: float
    y: float
    text: str
    size: float = 13
    anchor: Literal["start", "middle", "end"] = "start"
    family: Literal["sans", "mono"] = "sans"
    bold: bool = False

    def fitted(self, width: float) -> Text:
        """Return the same text in a font no larger than some width allows.

        Parameters
        ----------
        width : float
            How much room the line has.

        Examples
        --------
        >>> Text(0, 0, "1234567890", 13, family="mono").fitted(60.3).size
        10.0
        """
        part = (_BOLD_CHARACTER if self.bold else _CHARACTER)[self.family]
        return replace(self, size=min(self.size, width / (part * max(1, len(self.text)))))


@dataclass(frozen=True, slots=True)
class Box:
    """Draw a rectangle.

    Parameters
    ----------
    x, y, width, height : float
        Its left upper corner and its sides.
    fill : str or None, optional
        The colour inside, none by default.
    line : float, optional
        The width of its frame.
    dashed : bool, optional
        Whether the frame is broken.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    line: float = 1
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Diamond:
    """Draw a filled square that stands on its corner.

    Parameters
    ----------
    x, y, radius : float
        Its centre, and how far its corners are from it.
    """

    x: float
    y: float
    radius: float = 7


@dataclass(frozen=True, slots=True)
class Arrow:
    """Draw a straight line with a head at its end.

    Parameters
    ----------
    x, y, end_x, end_y : float
        Where it starts, and where its tip is; not the same point.
    line : float, optional
        Its width.
    head : float, optional
        How long the head is; 0 for a plain line.
    dashed : bool, optional
        Whether the line is broken.
    """

    x: float
    y: float
    end_x: float
    end_y: float
    line: float = 1.5
    head: float = 8
    dashed: bool = False

    @property
    def head_corners(self) -> tuple[tuple[float, float], ...]:
        """The tip and the two corners behind it.

        Examples
        --------
        >>> Arrow(0, 0, 20, 0).head_corners
        ((20, 0), (12.0, 4.0), (12.0, -4.0))
        """
        length = hypot(self.end_x - self.x, self.end_y - self.y)
        along_x, along_y = (self.end_x - self.x) / length, (self.end_y - self.y) / length
        foot_x, foot_y = self.end_x - self.head * along_x, self.end_y - self.head * along_y
        side_x, side_y = self.head / 2 * -along_y, self.head / 2 * along_x
        return (
            (self.end_x, self.end_y),
            (foot_x + side_x, foot_y + side_y),
            (foot_x - side_x, foot_y - side_y),
        )


Mark = Text | Box | Diamond | Arrow


@dataclass(frozen=True, slots=True)
class Drawing:
    """Keep the marks of one sheet, and what to tell those who cannot see it.

    Parameters
    ----------
    width, height : float
        The sheet.
    marks : tuple of Text, Box, Diamond and Arrow
        Later ones lie on top.
    title, description : str
        A line, and all that the drawing says.
    """

    width: float
    height: float
    marks: tuple[Mark, ...]
    title: str
    description: str


def svg_of(drawing: Drawing) -> str:
    """Return a drawing as an SVG element for a page, with its title and description.

    Parameters
    ----------
    drawing : Drawing
        What to draw. Equal drawings give equal text.

    Examples
    --------
    >>> svg = svg_of(Drawing(90, 20, (Text(5, 15, "1 < 2"),), "A comparison", "1 is less than 2."))
    >>> 'role="img"' in svg and "<title id=" in svg and "1 &lt; 2" in svg
    True
    """
    marks = "\n".join(_mark_svg(mark) for mark in drawing.marks)
    name = "drawing-" + sha256((drawing.title + marks).encode()).hexdigest()[:8]
    width, height = _number(drawing.width), _number(drawing.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{name}-title" aria-describedby="{name}-text" '
        f'style="display:block;width:100%;max-width:{width}px;height:auto;background:{PAPER}">\n'
        f'<title id="{name}-title">{escape(drawing.title)}</title>\n'
        f'<desc id="{name}-text">{escape(drawing.description)}</desc>\n'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>\n{marks}\n</svg>'
    )


def _mark_svg(mark: Mark) -> str:
    match mark:
        case Text():
            weight = ' font-weight="bold"' if mark.bold else ""
            return (
                f'<text x="{_number(mark.x)}" y="{_number(mark.y)}" fill="{INK}" '
                f'font-family="{_FAMILIES[mark.family]}" font-size="{_number(mark.size)}" '
                f'text-anchor="{mark.anchor}"{weight}>{escape(mark.text, quote=False)}</text>'
            )
        case Box():
            dashes = ' stroke-dasharray="5 4"' if mark.dashed else ""
            return (
                f'<rect x="{_number(mark.x)}" y="{_number(mark.y)}" '
                f'width="{_number(mark.width)}" height="{_number(mark.height)}" '
                f'fill="{mark.fill or "none"}" stroke="{INK}" '
                f'stroke-width="{_number(mark.line)}"{dashes}/>'
            )
        case Diamond(x, y, r):
            corners = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
            return _polygon_svg(corners)
        case Arrow():
            dashes = ' stroke-dasharray="5 4"' if mark.dashed else ""
            line = (
                f'<line x1="{_number(mark.x)}" y1="{_number(mark.y)}" x2="{_number(mark.end_x)}" '
                f'y2="{_number(mark.end_y)}" stroke="{INK}" '
                f'stroke-width="{_number(mark.line)}"{dashes}/>'
            )
            return line + (_polygon_svg(mark.head_corners) if mark.head else "")


def _polygon_svg(corners: Iterable[tuple[float, float]]) -> str:
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in corners)
    return f'<polygon points="{points}" fill="{INK}"/>'


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
