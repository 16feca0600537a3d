"""A layout explained, as text and as HTML."""

from __future__ import annotations

from hypothesis import given
from strategies import views

from tensorlib import Layout, LayoutExplanation

# A column of three values stretched to 3 x 2: strides (1, 0), where row-major strides are (2, 1).
STRETCHED = LayoutExplanation(Layout((3, 2), (1, 0), 4), 8)


def test_a_stretched_column_in_words():
    assert str(STRETCHED) == (
        "axis               0  1\n"
        "size               3  2\n"
        "stride             1  0\n"
        "contiguous stride  2  1\n"
        "base offset 4, not contiguous, rows are the same memory\n"
        "48 bytes by its shape, 24 bytes stored for it, 64 bytes kept alive by it\n"
        "offsets in logical order: 4, 4, 5, 5, 6, 6"
    )


def test_the_same_in_html():
    html = STRETCHED._repr_html_()

    assert "<caption>Shape (3, 2), axis by axis</caption>" in html
    assert html.count("<tr>") == 4
    for note in STRETCHED.notes():
        assert f"<p>{note}</p>" in html


def test_a_long_walk_is_cut_and_an_empty_one_is_named():
    assert LayoutExplanation(Layout.row_major((5, 5)), 25).notes()[2] == (
        "offsets in logical order: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, "
        "18, 19, 20, 21, 22, 23, … 25 in all"
    )
    assert LayoutExplanation(Layout.row_major((0,)), 0).notes() == (
        "base offset 0, contiguous",
        "0 bytes by its shape, 0 bytes stored for it, 0 bytes kept alive by it",
        "offsets in logical order: none",
    )


@given(views())
def test_every_view_can_be_explained(drawn):
    tensor, view, _ = drawn
    text = str(view.explain_layout())

    assert ("rows are the same memory" in text) == view.aliases_itself
    assert ("not contiguous" in text) != view.is_contiguous
    assert f"{view.stored_bytes} bytes stored" in text
    assert f"{tensor.buffer_bytes} bytes kept alive" in text
