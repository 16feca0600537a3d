"""Bars: to one scale from 0, with their figures in words, and nothing outside the sheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from text_extent import extent

from tensorlib.bars import Bar, bars_drawing
from tensorlib.drawing import INK, SHADE, Arrow, Box, Text

BARS = st.builds(
    Bar, st.text("abc ×", max_size=60), st.floats(0, 1e12), st.text("0123 MB", max_size=30)
)


def boxes(drawing):
    return [mark for mark in drawing.marks if isinstance(mark, Box)]


def test_each_bar_has_its_label_and_its_figure():
    drawing = bars_drawing([Bar("weights", 2, "2 MB"), Bar("states", 8, "8 MB")], "Bytes", "d")

    assert [mark.text for mark in drawing.marks if isinstance(mark, Text)] == [
        *("Bytes", "weights", "2 MB", "states", "8 MB")
    ]
    assert (drawing.title, drawing.description) == ("Bytes", "d")


def test_lengths_are_to_scale_and_start_at_one_line():
    short, long, none = boxes(
        bars_drawing([Bar("a", 2, ""), Bar("b", 8, ""), Bar("c", 0, "")], "", "")
    )

    assert long.width == pytest.approx(4 * short.width)
    assert none.width == 0
    assert short.x == long.x == none.x


def test_a_strong_bar_is_told_by_its_letters_too():
    drawing = bars_drawing([Bar("a", 1, "1"), Bar("b", 1, "1", strong=True)], "", "")
    bold = [mark.text for mark in drawing.marks if isinstance(mark, Text) and mark.bold]

    assert [box.fill for box in boxes(drawing)] == [SHADE, INK]
    assert bold == ["", "b", "1"]  # the title first


def test_a_limit_is_drawn_to_the_same_scale():
    """The bar of 2 is half as long as the way to the limit of 4."""
    drawing = bars_drawing([Bar("a", 2, "2 GB")], "", "", limit=(4, "a card"))
    bar, _ = boxes(drawing)
    (line,) = (mark for mark in drawing.marks if isinstance(mark, Arrow))

    assert line.x == line.end_x == pytest.approx(bar.x + 2 * bar.width)
    assert line.y < bar.y < bar.y + bar.height < line.end_y
    assert "a card" in [mark.text for mark in drawing.marks if isinstance(mark, Text)]


def test_bars_of_nothing_have_no_length():
    assert [box.width for box in boxes(bars_drawing([Bar("a", 0, "0 B")], "", ""))] == [0]
    assert boxes(bars_drawing([], "", "")) == []


@given(
    st.lists(BARS, max_size=8),
    st.none() | st.tuples(st.floats(0, 1e12), st.text("a card", max_size=90)),
)
def test_every_mark_lies_on_the_sheet(bars, limit):
    drawing = bars_drawing(bars, "title", "d", limit=limit)

    for mark in drawing.marks:
        match mark:
            case Box(x, y, width, height):
                assert x + width <= drawing.width
                assert y + height <= drawing.height
            case Arrow():
                assert mark.end_x <= drawing.width
                assert mark.end_y <= drawing.height
            case Text():
                start, end = extent(mark)
                assert start >= 0
                assert end <= drawing.width
                assert mark.y <= drawing.height
