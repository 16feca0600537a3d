"""Marks, and the SVG that they become."""

from __future__ import annotations

from xml.etree import ElementTree

from tensorlib.drawing import Arrow, Box, Diamond, Drawing, Text, svg_of

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


def test_an_arrow_is_a_line_and_a_head_at_its_end():
    """From (0, 5) to the right, the head of length 8 begins at 12 and is 8 wide."""
    root = ElementTree.fromstring(svg_of(Drawing(30, 10, (Arrow(0, 5, 20, 5),), "An arrow", "")))
    *_, line, head = root

    assert [line.get(end) for end in ("x1", "y1", "x2", "y2")] == ["0", "5", "20", "5"]
    assert line.get("stroke-dasharray") is None
    assert head.get("points") == "20,5 12,9 12,1"


def test_an_arrow_without_a_head_is_a_line():
    drawing = Drawing(30, 10, (Arrow(0, 5, 20, 5, head=0, dashed=True),), "A line", "")
    *_, line = ElementTree.fromstring(svg_of(drawing))

    assert line.tag == f"{NAMESPACE}line"
    assert line.get("stroke-dasharray") == "5 4"
