"""matplotlib figures as inline SVG: shown by a strict content policy, recoloured in dark mode."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from markupsafe import Markup
from matplotlib.figure import Figure

from tensorlib.figures import svg_html

INK = "#1c2128"  # the colour of lines and letters in a figure; on the page, that of the text

_SVG = "http://www.w3.org/2000/svg"
_LINK = "http://www.w3.org/1999/xlink"
_REFERENCE = re.compile(r"#([\w.-]+)")
# matplotlib sets these for all elements in a style sheet of its own.
_INHERITED = {"stroke-linejoin": "round", "stroke-linecap": "butt"}


def inline_figure(figure: Figure, name: str, title: str, description: str) -> Markup:
    """Return a figure as HTML in which no style sheet and no style attribute is left.

    A style attribute is blocked where styles are known by their hash; the same declarations as
    attributes of their own are not.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The figure, drawn in `INK` and in colours that stand out on white and on black.
    name : str
        A word that no other figure of the page has; ids begin with it.
    title, description : str
        What the figure is, and what it says, for those who do not see it.
    """
    figure.set_facecolor("none")
    for axes in figure.axes:
        axes.set_facecolor("none")
    root = ElementTree.fromstring(svg_html(figure, title, description))
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in {f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"}:
                parent.remove(child)
    for element in root.iter():
        _declare(element)
        _rename(element, name)
    for size in ("width", "height"):
        root.attrib.pop(size, None)  # the page decides; the view box keeps the shape
    root.attrib.update(_INHERITED)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _LINK)
    text = ElementTree.tostring(root, encoding="unicode")
    return Markup(f"<figure>{text}</figure>")


def _declare(element: ElementTree.Element) -> None:
    """Turn an element's style attribute into attributes of their own."""
    for declaration in element.attrib.pop("style", "").split(";"):
        key, _, value = declaration.partition(":")
        if value:
            element.set(key.strip(), value.strip())
    for key, value in element.attrib.items():
        if value == INK:
            element.set(key, "currentColor")


def _rename(element: ElementTree.Element, name: str) -> None:
    """Begin every id, and every reference to one, with the figure's name."""
    for key, value in element.attrib.items():
        if key == "id":
            element.set(key, f"{name}-{value}")
        elif key.endswith("labelledby") or key.endswith("describedby"):
            element.set(key, " ".join(f"{name}-{part}" for part in value.split()))
        elif key.endswith("href") or value.startswith("url("):
            element.set(key, _REFERENCE.sub(rf"#{name}-\1", value))
