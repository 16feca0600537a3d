import pytest
from nbformat.v4 import new_markdown_cell, new_output, new_raw_cell
from png_files import PNG_TEXT, PNG_URI

from coursekit.grading.shown_cells import MAX_SOURCE, shown_cells


def test_each_cell_says_whose_it_is(cells):
    shown = shown_cells(
        cells.notebook(
            new_markdown_cell("# Read"),
            cells.locked("setup", "import numpy"),
            cells.answer("answer", "x = 1"),
            cells.graded("test", "assert x"),
            cells.essay("essay", "words"),
            cells.plain("x"),
            new_raw_cell("<raw>"),
        )
    )

    assert [(cell.kind, cell.label, cell.graded) for cell in shown] == [
        ("prose", "", None),
        ("code", "Given", None),
        ("code", "Your answer", None),
        ("code", "Test, its visible part", "test"),
        ("prose", "Your answer, read by a person", "essay"),
        ("code", "Code", None),
        ("raw", "Raw text", None),
    ]
    assert shown[-1].body == "&lt;raw&gt;"


def test_of_a_test_only_the_visible_code_is_shown(cells):
    test = cells.graded(
        "test", "assert x\n### BEGIN HIDDEN TESTS\nassert x == 7\n### END HIDDEN TESTS"
    )
    test.outputs = [new_output("stream", text="x is not 7")]

    (shown,) = shown_cells(cells.notebook(test))
    assert shown.body.striptags() == "assert x"
    assert shown.outputs == ()


def test_an_answer_is_shown_with_its_outputs(cells):
    answer = cells.answer("answer", "print(1)")
    answer.outputs = [new_output("stream", text="1\n")]

    (shown,) = shown_cells(cells.notebook(answer))
    assert [output.html for output in shown.outputs] == ["<pre>1</pre>"]


def test_a_picture_that_a_cell_holds_is_shown(cells):
    cell = new_markdown_cell("![grey](attachment:a.png) ![none](attachment:b.png)")
    cell.attachments = {"a.png": {"image/png": PNG_TEXT}, "b.png": {"image/svg+xml": "<svg/>"}}

    (shown,) = shown_cells(cells.notebook(cell))
    assert shown.body == f'<p><img src="{PNG_URI}" alt="grey"> [picture: none]</p>'


def test_plain_data_from_a_file_is_read_as_well():
    cell = {"cell_type": "code", "metadata": {}, "source": ["x = 1\n", "x"], "outputs": []}

    (shown,) = shown_cells({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    assert shown.body.striptags() == "x = 1 x"


@pytest.mark.parametrize("length", [MAX_SOURCE // 3, 10 * MAX_SOURCE])
def test_a_notebook_too_long_for_a_page_ends_with_a_note(cells, length):
    several = [cells.plain("#" * length) for _ in range(5)]
    fitting = MAX_SOURCE // length

    shown = shown_cells(cells.notebook(*several))
    assert len(shown) == fitting + 1
    assert shown[-1].body == (
        f"<p>{5 - fitting} more cells left out: the notebook is too long for one page.</p>"
    )


def test_an_empty_notebook_has_nothing_to_show(cells):
    assert shown_cells(cells.notebook()) == []
