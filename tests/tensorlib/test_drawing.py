"""Marks, and the SVG that they become."""

from __future__ import annotations

from xml.etree import ElementTree

from tensorlib.drawing import Box, Diamond, Drawing, Text, svg_of

NAMESPACE = "{http://www.w3.org/2000/svg}"
DRAWING = Drawing(
    100,
    50.5,
    (
        Box(1, 2, 30, 20),
        Box(5, 5, 10.126, 10, fill="#ececec", line=2, dashed=True),
        Diamond(50, 20, 5),
        Text(1, 40, 'a < b & "c"', 12.5, "middle", "mono", bold=True),
    ),
    "One < two",
    "A box & a diamond.",
)


def test_each_mark_becomes_one_element():
    root = ElementTree.fromstring(svg_of(DRAWING))
    _, _, sheet, box, dashed, diamond, text = root

    assert (sheet.get("width"), sheet.get("height")) == ("100", "50.5")
    assert (box.get("x"), box.get("y"), box.get("fill")) == ("1", "2", "none")
    assert box.get("stroke-dasharray") is None
    assert (dashed.get("width"), dashed.get("fill")) == ("10.13", "#ececec")
    assert dashed.get("stroke-dasharray") == "5 4"
    assert diamond.get("points") == "50,15 55,20 50,25 45,20"
    assert text.text == 'a < b & "c"'
    assert (text.get("font-size"), text.get("text-anchor")) == ("12.5", "middle")
    assert text.get("font-weight") == "bold"
    assert "Mono" in text.get("font-family")


def test_it_is_an_image_with_a_name_and_a_description():
    root = ElementTree.fromstring(svg_of(DRAWING))
    title, description = root.find(f"{NAMESPACE}title"), root.find(f"{NAMESPACE}desc")

    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == title.get("id")
    assert root.get("aria-describedby") == description.get("id")
    assert (title.text, description.text) == ("One < two", "A box & a diamond.")


def test_ids_depend_on_what_is_drawn_so_that_two_fit_one_page():
    other = Drawing(100, 50.5, DRAWING.marks[1:], DRAWING.title, DRAWING.description)

    assert svg_of(DRAWING) == svg_of(DRAWING)
    ids = [ElementTree.fromstring(svg_of(each)).get("aria-labelledby") for each in (DRAWING, other)]
    assert ids[0] != ids[1]
