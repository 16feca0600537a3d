import json

import nbformat
import pytest
from hostile_html import HOSTILE, HOSTILE_MARKDOWN
from hypothesis import given
from hypothesis import strategies as st
from inert import acting_parts
from nbconvert.exporters import HTMLExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, new_raw_cell
from png_files import PNG_TEXT

from coursekit.grading.inert import inert_notebook
from coursekit.notebooks import notebook_text

HTML = "<b onclick=x()>bold</b><script>x()</script>"
TASKS = {"<input>", "<td style>", "<th style>"}  # what Markdown itself makes
WIDGETS = "application/vnd.jupyter.widget-state+json"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=5,
)


@pytest.fixture
def source(cells) -> NotebookNode:
    notebook = cells.notebook(
        new_markdown_cell(
            "Given: <details><summary>a [link](https://example.org)</summary></details>"
        ),
        cells.answer("answer", "x = 1"),
        cells.graded("test", "assert x"),
        cells.essay("essay", "words"),
    )
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    return notebook


def as_it_ran(cells, *made: NotebookNode) -> NotebookNode:
    notebook = cells.notebook()
    notebook.cells = list(made)  # whatever they hold, valid or not
    return notebook


def shown(notebook: NotebookNode) -> str:
    """Return what nbconvert makes of it, without the frame that is nbconvert's own."""
    html, _ = HTMLExporter(template_name="basic").from_notebook_node(notebook)
    return html


def test_code_stays_as_it_is_and_so_does_what_it_printed(cells, source):
    code = "x = '<script>'  # \u202e"
    answer = cells.answer("answer", code)
    answer.execution_count = 3
    answer.outputs = [
        new_output("stream", name="stderr", text="\x1b[31mred <b>\x1b[0m"),
        new_output("error", ename="E", evalue="<v>", traceback=["<t>", "u"]),
        new_output("execute_result", {"text/plain": "<x>"}, execution_count=3),
    ]

    (cell,) = inert_notebook(as_it_ran(cells, answer), source).cells
    assert cell.source == code
    assert cell.execution_count == 3
    assert cell.outputs == answer.outputs


def test_of_rich_outputs_stays_what_can_only_be_read(cells, source):
    answer = cells.answer("answer", "x")
    forms = {"text/html": HTML, "text/plain": "plain", "image/png": PNG_TEXT + "\n"}
    acting = {"image/svg+xml": "<svg/>", "application/javascript": "x()", "text/latex": "$x$",
              "text/markdown": HTML, WIDGETS: {"model_id": "a"}}  # fmt: skip
    answer.outputs = [
        new_output("display_data", {**forms, **acting}, metadata={"text/html": {"isolated": True}}),
        new_output("display_data", acting),
        {"output_type": "update_display_data", "data": forms},
        "no output",
    ]

    (cell,) = inert_notebook(as_it_ran(cells, answer), source).cells
    assert cell.outputs == [
        new_output(
            "display_data",
            {"text/html": "<b>bold</b>", "text/plain": "plain", "image/png": PNG_TEXT},
        ),
        new_output("display_data", {"text/plain": "[this output is not text]"}),
    ]


def test_markdown_that_could_act_is_shown_as_its_text(cells, source):
    essay = cells.essay("essay", "See <script>x()</script>")

    (cell,) = inert_notebook(as_it_ran(cells, essay), source).cells
    assert cell.source == "```\nSee <script>x()</script>\n```"
    assert cell.metadata == essay.metadata


def test_other_markdown_stays_as_it_is(cells, source):
    plain = new_markdown_cell("# *Why*\n\n![grey](attachment:a.png)")
    plain.attachments = {"a.png": {"image/png": PNG_TEXT, "image/svg+xml": "<svg/>"}, "b": "none"}

    (cell,) = inert_notebook(as_it_ran(cells, plain), source).cells
    assert cell.source == plain.source
    assert cell.attachments == {"a.png": {"image/png": PNG_TEXT}}


def test_the_units_own_prose_may_hold_links(cells, source):
    given = new_markdown_cell(source.cells[0].source)

    (cell,) = inert_notebook(as_it_ran(cells, given), source).cells
    assert cell.source == given.source


def test_the_same_prose_with_one_more_word_may_not(cells, source):
    changed = new_markdown_cell(source.cells[0].source + "!")

    (cell,) = inert_notebook(as_it_ran(cells, changed), source).cells
    assert cell.source.startswith("```\nGiven: ")


def test_a_heading_cannot_take_the_place_of_the_instructors_comment(cells, source):
    heading = new_markdown_cell("# essay-comment")

    (cell,) = inert_notebook(as_it_ran(cells, heading), source).cells
    assert cell.source == "```\n# essay-comment\n```"


def test_metadata_is_that_of_the_unit(cells, source):
    essay = cells.essay("essay", "words", points=1)
    essay.metadata.tags = ["<b>"]
    essay.metadata.nbgrader.points = 100
    ran = as_it_ran(cells, essay, new_code_cell("x", metadata={"name": "<b>"}))
    ran.metadata = {"title": "</title><script>", "widgets": {}, "kernelspec": {"name": "<b>"}}

    made = inert_notebook(ran, source)
    assert made.metadata == source.metadata
    assert [cell.metadata for cell in made.cells] == [source.cells[3].metadata, {}]


def test_a_raw_cell_is_not_written_into_the_page(cells, source):
    raw = new_raw_cell("<script>x()</script>", metadata={"raw_mimetype": "text/html"})

    made = inert_notebook(as_it_ran(cells, raw), source)
    assert made.cells[0].source == raw.source
    assert "x()" not in shown(made)


def test_ids_are_valid_and_there_once(cells, source):
    ran = as_it_ran(cells, *[new_code_cell("x") for _ in range(6)])
    for cell, name in zip(ran.cells, ["a", "a", '"><b>', None, "cell-001", 3], strict=True):
        cell.id = name

    made = inert_notebook(ran, source)
    names = [cell.id for cell in made.cells]
    assert names == ["a", "cell-001", "cell-002", "cell-003", "cell-004", "cell-005"]
    nbformat.validate(made)


def test_half_of_a_surrogate_pair_can_be_stored(cells, source):
    answer = cells.answer("answer", "x = '\ud83d'")
    answer.outputs = [new_output("stream", text="\udc80")]

    made = inert_notebook(as_it_ran(cells, answer), source)
    notebook_text(made).encode("utf-8")
    assert made.cells[0].source == r"x = '\ud83d'"
    assert made.cells[0].outputs[0].text == r"\udc80"


@pytest.mark.parametrize(
    "html", [*HOSTILE.values(), *HOSTILE_MARKDOWN.values()], ids=[*HOSTILE, *HOSTILE_MARKDOWN]
)
def test_nothing_acts_where_nbconvert_shows_it(cells, source, html):
    answer = cells.answer("answer", html)
    forms = ("text/html", "image/svg+xml", "text/plain", "text/markdown", "text/latex",
             "application/javascript")  # fmt: skip
    answer.outputs = [
        new_output("stream", name="stdout", text=html),
        new_output("error", ename=html, evalue=html, traceback=[html]),
        new_output("display_data", dict.fromkeys(forms, html)),
        new_output("display_data", {"application/javascript": html}),
    ]
    ran = as_it_ran(
        cells, answer, new_markdown_cell(html), cells.essay("essay", html), new_raw_cell(html)
    )
    ran.metadata = nbformat.from_dict({"title": html, "widgets": {WIDGETS: html}})

    assert set(acting_parts(shown(inert_notebook(ran, source)))) <= TASKS


def test_all_of_it_would_act(cells):
    script = HOSTILE["script"]
    answer = cells.answer("answer", "x")
    answer.outputs = [
        new_output("display_data", {"text/html": script}),
        new_output("display_data", {"text/markdown": script}),
        new_output("display_data", {"application/javascript": "x()"}),
    ]

    page = shown(as_it_ran(cells, answer, new_markdown_cell(script)))
    assert acting_parts(page).count("<script>") == 4


@given(st.lists(JSON, max_size=3), JSON, JSON)
def test_whatever_a_cell_holds_the_notebook_is_valid(outputs, attachments, count):
    kinds = ["stream", "error", "display_data", "execute_result"]
    fields = ("data", "text", "traceback", "name", "ename", "evalue", "execution_count")
    shaped = [
        {"output_type": kind, **dict.fromkeys(fields, made)} for made in outputs for kind in kinds
    ]
    code = {"cell_type": "code", "metadata": {}, "source": "x", "outputs": shaped + outputs,
            "execution_count": count, "id": attachments}  # fmt: skip
    prose = {"cell_type": "markdown", "metadata": {}, "source": "*x*", "attachments": attachments}
    ran = nbformat.from_dict(
        {"cells": [code, prose], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    )
    empty = nbformat.from_dict({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})

    made = inert_notebook(ran, empty)
    nbformat.validate(made)
    assert inert_notebook(made, empty) == made
    json.loads(notebook_text(made).encode("utf-8"))
