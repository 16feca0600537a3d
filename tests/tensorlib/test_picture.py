"""The picture: that it says what the trace says, without colour, and cuts nothing off."""

from __future__ import annotations

from functools import cache
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path
from strategies import coordinates, shapes

from tensorlib import (
    REFUSED_COORDINATE,
    STUDIED_COORDINATE,
    IndexOutOfBounds,
    RankMismatch,
    Tensor,
    frozen_tensor,
)
from tensorlib.drawing import INK, PAPER, SHADE, Box, Diamond, Text
from tensorlib.picture import (
    buffer_drawing,
    flat_buffer_drawing,
    passes,
    picture_html,
    slices_drawing,
)

FROZEN = flat_buffer_drawing(frozen_tensor(), STUDIED_COORDINATE, REFUSED_COORDINATE)

FONTS = {"sans": "DejaVu Sans", "mono": "DejaVu Sans Mono"}


def _texts(drawing):
    return [mark.text for mark in drawing.marks if isinstance(mark, Text)]


def _boxes(drawing):
    return [mark for mark in drawing.marks if isinstance(mark, Box)]


@cache
def _measured(text, family, bold):
    """Return how wide text is, as a multiple of the font's size."""
    font = FontProperties(family=family, weight="bold" if bold else "normal", size=100)
    return text_to_path.get_text_width_height_descent(text, font, ismath=False)[0] / 100


def _span(text):
    width = _measured(text.text, FONTS[text.family], text.bold) * text.size
    left = text.x - {"start": 0, "middle": width / 2, "end": width}[text.anchor]
    return left, left + width


def _cut_off(drawing):
    """Return the marks that leave the sheet."""
    outside = []
    for mark in drawing.marks:
        match mark:
            case Text():
                left, right = _span(mark)
                top, bottom = mark.y - mark.size, mark.y + 0.3 * mark.size
            case Box(x, y, width, height):
                left, right, top, bottom = x, x + width, y, y + height
            case Diamond(x, y, radius):
                left, right, top, bottom = x - radius, x + radius, y - radius, y + radius
        if left < 0 or top < 0 or right > drawing.width or bottom > drawing.height:
            outside.append(mark)
    return outside


def test_every_value_stands_in_a_slice_and_in_the_buffer():
    for value in frozen_tensor().buffer:
        assert _texts(FROZEN).count(f"{value:.1f}") == 2


def test_both_slices_are_tables_of_rows_and_positions():
    texts = _texts(FROZEN)

    assert texts.count("slice 0") == texts.count("slice 1") == 1
    assert texts.count("row 0") == texts.count("row 1") == 2


def test_the_strides_and_the_sum_are_written_out():
    texts = _texts(FROZEN)

    for axis, stride in enumerate((6, 3, 1)):
        assert f"one step on axis {axis} moves {stride} in the buffer" in texts
    assert "offset = 6 + 0 + 2 = 8" in texts
    assert "value = 32.0" in texts


def test_offset_8_has_a_diamond_and_a_double_frame():
    diamonds = [mark for mark in FROZEN.marks if isinstance(mark, Diamond)]
    place, key = diamonds
    (offset,) = [
        mark
        for mark in FROZEN.marks
        if isinstance(mark, Text) and mark.x == place.x and mark.text == "8"
    ]
    framing = [
        box
        for box in _boxes(FROZEN)
        if box.x <= place.x <= box.x + box.width and 0 < box.y - offset.y < 30
    ]
    outer, inner = framing

    assert key.x < place.x
    assert outer.x < inner.x
    assert outer.x + outer.width > inner.x + inner.width
    assert outer.line > 1
    assert "diamond and double frame: coordinate (1, 0, 2)" in " ".join(_texts(FROZEN))


def test_only_the_chosen_element_has_a_double_frame():
    heights = [box.height for box in _boxes(FROZEN)]

    # Of 12 cells in the slices and 12 in the buffer one each has an inner frame, 4 in from it.
    assert heights.count(32.0) == 24
    assert heights.count(24.0) == 2


def test_the_bounds_panel_holds_the_accepted_against_the_refused():
    texts = _texts(FROZEN)

    assert texts[texts.index("coordinate (1, 0, 2): accepted") + 1 :][:5] == [
        "length 3 = rank 3 holds",
        "axis 0: 0 ≤ 1 < 2 holds",
        "axis 1: 0 ≤ 0 < 2 holds",
        "axis 2: 0 ≤ 2 < 3 holds",
        "offset 8 is read",
    ]
    assert texts[texts.index("coordinate (1, 2, 0): refused") + 1 :] == [
        "length 3 = rank 3 holds",
        "axis 0: 0 ≤ 1 < 2 holds",
        "axis 1: 0 ≤ 2 < 2 fails",
        "axis 2: not looked at",
        "no offset, nothing is read",
        "unchecked: offset 12, outside the buffer",
    ]
    assert [box.dashed for box in _boxes(FROZEN)[-2:]] == [False, True]


@pytest.mark.parametrize(
    ("refused", "lines"),
    [
        ((0, 2, 0), ["no offset, nothing is read", "unchecked: offset 6, another element's"]),
        ((1, 0), ["length 2 = rank 3 fails", *(f"axis {k}: not looked at" for k in range(3))]),
        ((0, True, 0), ["axis 1: True is not an integer"]),
        ("abc", ["coordinate 'abc': refused", "no offset, nothing is read"]),
        ((0, 0, 0), ["coordinate (0, 0, 0): accepted", "offset 0 is read"]),
    ],
)
def test_other_coordinates_are_judged_as_they_are(refused, lines):
    drawing = flat_buffer_drawing(frozen_tensor(), STUDIED_COORDINATE, refused)

    assert set(lines) <= set(_texts(drawing))
    assert _cut_off(drawing) == []


def test_the_four_passes():
    tensor = frozen_tensor()

    assert passes(tensor.explain(STUDIED_COORDINATE), tensor.explain(REFUSED_COORDINATE)) == (
        "Find slice 1, row 0, position 2 of the row.",
        "Match coordinate (1, 0, 2) to strides (6, 3, 1), axis by axis; "
        "the contributions are 6, 0, 2.",
        "Find offset 8 in the flat buffer, the cell with the diamond, and tell the offset, "
        "a position, from the value 32.0, the number that stands there.",
        "Compare index 0 with the refused index 2 on axis 1 of size 2: no offset, no value.",
    )


def test_the_passes_fit_other_ranks_and_other_refusals():
    row, scalar, deep = Tensor((2,), [5, 6]), Tensor((), [7]), Tensor.zeros((1, 1, 1, 1))

    assert passes(row.explain((1,)), row.explain((0,)))[0] == "Find position 1 of the row."
    assert passes(row.explain((1,)), row.explain((0,)))[3] == (
        "Compare it with coordinate (0,), which passes every check as well."
    )
    assert passes(scalar.explain(()), scalar.explain((1,)))[0] == "Find the one value."
    assert passes(scalar.explain(()), scalar.explain((1,)))[3] == (
        "Compare it with coordinate (1,), which is refused: "
        "offset: the coordinate has length 1, the rank is 0."
    )
    assert passes(deep.explain((0,) * 4), deep.explain((0,) * 4))[0] == (
        "Find slice (0, 0), row 0, position 0 of the row."
    )


def test_nothing_is_cut_off():
    assert _cut_off(FROZEN) == []
    assert FROZEN.width == 900


def test_what_is_cut_off_is_found():
    wide = flat_buffer_drawing(Tensor((1,), [5]), (0,), "x" * 30)
    narrow = type(wide)(100, wide.height, wide.marks, wide.title, wide.description)

    assert _cut_off(wide) == []
    assert len(_cut_off(narrow)) > 5


@settings(max_examples=40)
@given(coordinates())
def test_any_tensor_is_drawn_whole(drawn):
    shape, coordinate = drawn
    tensor = Tensor.zeros(shape)
    drawing = flat_buffer_drawing(tensor, coordinate, shape)

    assert _cut_off(drawing) == []
    assert sum(isinstance(mark, Diamond) for mark in drawing.marks) == 2
    assert [box.height for box in _boxes(drawing)].count(32.0) == 2 * tensor.size


def test_64_axes_are_drawn_whole():
    deep = Tensor((1,) * 64, [5])

    assert _cut_off(flat_buffer_drawing(deep, (0,) * 64, (0,) * 63 + (10**30,))) == []


def test_long_values_and_long_rows_fit_their_cells():
    drawing = flat_buffer_drawing(Tensor((1, 40), [1e15 / 7] * 40), (0, 39), (0, 40))
    cells = [box for box in _boxes(drawing) if box.height == 32.0]
    values = [mark for mark in drawing.marks if isinstance(mark, Text) and "." in mark.text]

    assert _cut_off(drawing) == []
    assert len(cells) == 80
    inside = sum(
        any(
            box.x < _span(text)[0]
            and _span(text)[1] < box.x + box.width
            and 0 < text.y - box.y < 32
            for box in cells
        )
        for text in values
    )
    assert inside == 80


def test_nothing_depends_on_colour():
    fills = {box.fill for box in _boxes(FROZEN)}

    assert fills == {None, SHADE}
    for colour in (INK, PAPER, SHADE):
        red, green, blue = colour[1:3], colour[3:5], colour[5:7]
        assert red == green == blue


def test_the_page_holds_one_image_and_a_numbered_list():
    html = picture_html(frozen_tensor(), STUDIED_COORDINATE, REFUSED_COORDINATE)
    root = ElementTree.fromstring(html)
    svg = "{http://www.w3.org/2000/svg}svg"

    assert root.tag == "figure"
    assert [image.get("role") for image in root.iter(svg)] == ["img"]
    assert len(root.findall("figcaption/ol/li")) == 4
    assert root.find(f"{svg}/{svg[:-3]}title").text == (
        "Coordinate (1, 0, 2) is offset 8 of the flat buffer, which holds 32.0"
    )
    assert all(step.text in root.find(f"{svg}/{svg[:-3]}desc").text for step in root.iter("li"))


def test_the_page_is_self_contained_small_and_the_same_each_time():
    html = picture_html(frozen_tensor(), STUDIED_COORDINATE, REFUSED_COORDINATE)

    assert html == picture_html(frozen_tensor(), STUDIED_COORDINATE, REFUSED_COORDINATE)
    assert len(html) < 20_000
    for foreign in ("<script", "href", "src=", "url(", "@import"):
        assert foreign not in html


def test_the_chosen_coordinate_must_be_one():
    with pytest.raises(IndexOutOfBounds, match="axis 1"):
        flat_buffer_drawing(frozen_tensor(), (1, 2, 0), (1, 0, 2))
    with pytest.raises(RankMismatch, match="length 2"):
        picture_html(frozen_tensor(), (1, 0), (1, 0, 2))


def test_slices_alone_mark_nothing():
    drawing = slices_drawing(frozen_tensor())

    assert {box.line for box in _boxes(drawing)} == {1}
    assert not any(isinstance(mark, Diamond) for mark in drawing.marks)
    assert drawing.title == "The values by coordinate, shape (2, 2, 3)"
    assert drawing.description.startswith("slice 0, row 0: 10.0, 11.0, 12.0; slice 0, row 1: 20.0")


@pytest.mark.parametrize(("shape", "axis"), [((2, 0, 3), 1), ((0, 2, 3), 0), ((2, 3, 0), 2)])
def test_without_elements_the_drawings_say_so(shape, axis):
    empty = Tensor.zeros(shape)
    words = f"Axis {axis} has size 0, so there is no element."

    assert words in _texts(slices_drawing(empty))
    assert slices_drawing(empty).description
    assert words in _texts(buffer_drawing(empty, empty.explain((0, 0, 0))))


def test_the_buffer_alone_says_what_is_marked():
    tensor = frozen_tensor()
    marked = buffer_drawing(tensor, tensor.explain((1, 0, 2)))
    unmarked = buffer_drawing(tensor, tensor.explain((1, 2, 0)))

    assert sum(isinstance(mark, Diamond) for mark in marked.marks) == 2
    assert marked.description.endswith("Marked: offset = 6 + 0 + 2 = 8, value = 32.0.")
    assert not any(isinstance(mark, Diamond) for mark in unmarked.marks)
    assert "nothing is marked: coordinate (1, 2, 0) is refused" in _texts(unmarked)
    assert unmarked.description.endswith("Marked: nothing.")


@settings(max_examples=40)
@given(shapes(max_rank=4))
def test_parts_of_the_picture_are_whole_too(shape):
    tensor = Tensor.zeros(shape)

    assert _cut_off(slices_drawing(tensor)) == []
    assert _cut_off(buffer_drawing(tensor, tensor.explain((0,) * len(shape)))) == []
