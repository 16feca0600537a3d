"""Cells on a sheet: what is written where, what is told without colour, and nothing outside."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from text_extent import extent

from tensorlib.cells import Cell, Labels, grid_drawing, strip_drawing
from tensorlib.drawing import SHADE, Box, Diamond, Text

WORDS = st.text("abc →×·", max_size=12)
CELLS = st.builds(
    Cell,
    st.text("0123456789.-×", max_size=12),
    st.sampled_from(["plain", "shaded", "framed", "broken"]),
    WORDS,
    WORDS,
    st.booleans(),
)
ROWS = st.lists(st.lists(CELLS, max_size=20), max_size=6)
NAMES = st.lists(WORDS, max_size=20).map(tuple)
LABELS = st.builds(Labels, NAMES, NAMES, WORDS, WORDS)


def boxes(drawing):
    return [mark for mark in drawing.marks if isinstance(mark, Box)]


def texts(drawing):
    return [mark.text for mark in drawing.marks if isinstance(mark, Text)]


def test_a_grid_names_its_rows_and_columns():
    rows = [[Cell("1"), Cell("2")], [Cell("3"), Cell("4")]]
    labels = Labels(("q0", "q1"), ("k0", "k1"), "query", "key")
    drawing = grid_drawing(rows, "Scores", "1, 2; 3, 4", labels)

    assert texts(drawing) == [
        *("Scores", "key →", "k0", "k1", "query ↓"),
        *("q0", "1", "2", "q1", "3", "4"),
    ]
    assert (drawing.title, drawing.description) == ("Scores", "1, 2; 3, 4")


def test_cells_of_a_row_touch_and_rows_lie_below_each_other():
    (first, second, below) = boxes(grid_drawing([[Cell("1"), Cell("2")], [Cell("3")]], "t", "d"))

    assert first.x + first.width == second.x
    assert first.y == second.y
    assert (below.x, below.y) == (first.x, first.y + first.height)


def test_each_look_is_told_without_its_shade():
    cells = [Cell("x", look) for look in ("plain", "shaded", "framed", "broken")]
    plain, shaded, framed, inner, broken = boxes(strip_drawing(cells, "t", "d"))

    assert (plain.fill, plain.line, plain.dashed) == (None, 1, False)
    assert shaded.fill == SHADE
    assert (framed.fill, framed.line, inner.fill) == (SHADE, 2, None)
    assert framed.x < inner.x < inner.x + inner.width < framed.x + framed.width
    assert (broken.fill, broken.dashed) == (None, True)


def test_small_texts_and_the_diamond_stand_over_and_under_the_cell():
    drawing = strip_drawing([Cell("7", above="0", below="step 1", pointed=True)], "t", "d")
    (box,) = boxes(drawing)
    (diamond,) = (mark for mark in drawing.marks if isinstance(mark, Diamond))
    where = {mark.text: mark.y for mark in drawing.marks if isinstance(mark, Text)}

    assert where["t"] < diamond.y - diamond.radius
    assert diamond.y < where["0"] < box.y < where["7"] < box.y + box.height < where["step 1"]
    assert diamond.x == box.x + box.width / 2


def test_a_long_buffer_goes_on_in_the_next_line():
    """A page of 900 pixels less two margins of 12 holds 19 cells of 46."""
    drawing = strip_drawing([Cell(str(offset)) for offset in range(20)], "t", "d")
    *line, last = boxes(drawing)

    assert len({box.y for box in line}) == 1
    assert last.y > line[0].y
    assert last.x == line[0].x


def test_an_empty_grid_is_its_title():
    assert texts(grid_drawing([], "Nothing", "No cell.")) == ["Nothing"]


@given(ROWS, LABELS, WORDS)
def test_every_mark_lies_on_the_sheet(rows, labels, title):
    drawing = grid_drawing(rows, title, "d", labels)

    for mark in drawing.marks:
        match mark:
            case Box(x, y, width, height):
                assert x >= 0
                assert y >= 0
                assert width > 0
                assert x + width <= drawing.width
                assert y + height <= drawing.height
            case Diamond(x, y, radius):
                assert radius <= x <= drawing.width - radius
                assert radius <= y <= drawing.height - radius
            case Text():
                start, end = extent(mark)
                assert start >= 0
                assert end <= drawing.width
                assert mark.size / 2 <= mark.y <= drawing.height
