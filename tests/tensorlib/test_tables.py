"""Tables as text line up, as HTML they have headers and escape what they hold."""

from __future__ import annotations

from xml.etree import ElementTree

from tensorlib.tables import html_table, text_table


def test_text_lines_up_on_the_right_but_for_the_first_column():
    assert text_table([["a", 1, "x"], ["long", 22, "yyy"]]) == "a      1    x\nlong  22  yyy"


def test_html_has_headers_a_caption_and_notes():
    root = ElementTree.fromstring(html_table("C", ["k", "v"], [["a", 1], ["b", 2]], ["n", "m"]))

    assert root.find("table/caption").text == "C"
    assert [cell.text for cell in root.findall("table/thead/tr/th")] == ["k", "v"]
    assert [cell.text for cell in root.findall("table/tbody/tr/th")] == ["a", "b"]
    assert [cell.text for cell in root.findall("table/tbody/tr/td")] == ["1", "2"]
    assert [note.text for note in root.findall("p")] == ["n", "m"]


def test_html_escapes_everything():
    html = html_table("<i>", ["<a>", "x"], [["<b>", "<c>"]], ["<d>"])

    assert not any(f"<{name}>" in html for name in "iabcd")
    assert all(f"&lt;{name}&gt;" in html for name in "iabcd")


def test_html_table_sets_words_to_the_left_and_numbers_to_the_right():
    html = html_table(
        "Rows", ["axis", "size", "why"], [[0, 5, "both operands have this size"], [1, 7, "–"]], []
    )

    for text, side in [("size", "right"), (5, "right"), ("why", "left"), ("–", "left")]:
        assert f'text-align:{side}">{text}</t' in html
