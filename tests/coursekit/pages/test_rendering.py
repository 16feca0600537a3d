import pytest
from hostile_html import HOSTILE, HOSTILE_MARKDOWN
from hypothesis import given
from hypothesis import strategies as st
from inert import acting_parts
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_markdown_cell, new_notebook
from png_files import PNG_TEXT

from coursekit.pages.markdown import MAX_MARKDOWN
from coursekit.pages.rendering import as_code, could_act

HARMLESS = [
    '# Title *x*\n\nText, `a<b>`, $a<b$, $$x$$ & "q".',
    "| a | b |\n|:--|--:|\n| 1 | 2 |",
    "- [ ] open\n- [x] done",
    "```python\nx = '<b>'\n```",
    "a<br>b, H<sub>2</sub>O, line  \nbreak",
    "term\n: what it is",
    "~~x~~ > 1 && 3 < 4",
    "1. a\n\n   b\n2. c\n\n> said",
    "    code\n\ttab",
    "<details><summary>s</summary>x</details>",
    "\\begin{align}a&=b\\\\c<d\\end{align}",
    "été — “q” 形状, # Größe & Co.",
    "&nbsp;&lt;b&gt; &copy;",
    "![grey](attachment:a.png)",
]
# nbconvert writes these to the page as they are.
ACTING = {
    **HOSTILE,
    **{f"Markdown: {name}": text for name, text in HOSTILE_MARKDOWN.items()},
    "diagram": "```mermaid\n<img src=x onerror=window.acted=1>\n```",
    "an address of the server": "![](/formgrader?path=submitted/student-01/01_unit)",
    "a link to the server": "[look](/formgrader?path=submitted/student-01/01_unit)",
    "a bare address": "https://evil.example",
    "a comment": "<!-- c -->",
    "a picture that is not there": "![x](attachment:gone.png)",
    "the class of a button": "<div class='full-credit'>x</div>",
    "the id of a field": "<p id=statusmessage>",
    "a heading with the id of a field": "# essay-comment",
    "an end without a beginning": "</div></div></div>",
    "character data": "<![CDATA[<script>window.acted=1</script>]]>",
    "more than is rendered": "a" * (MAX_MARKDOWN + 1),
}
# CommonMark reads these as text.
TEXT = {
    "Markdown: code that ends",
    "Markdown: block that ends",
    "Markdown: formula",
    "Markdown: table",
}
# The box of a task, and the alignment of a table's column.
OF_MARKDOWN = {"<input>", "<td style>", "<th style>"}
PIECES = [
    *"ab \n\t`~#*_[]()<>!|:/=\"'&;$\\",
    *("<b>", "</p>", "<!--", "-->", "<img src=x onerror=a>", "](javascript:a)", "!["),
    *("```", "~~~", "mermaid\n", "$$", "\n    ", "\\\\[", "- [ ] "),
]
MARKDOWN = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def rendered(source: str) -> str:
    cell = new_markdown_cell(source, attachments={"a.png": {"image/png": PNG_TEXT}})
    exporter = HTMLExporter(template_name="basic")
    html, _ = exporter.from_notebook_node(new_notebook(cells=[cell]))
    return html


@pytest.mark.parametrize("source", HARMLESS)
def test_what_can_only_be_read_may_be_rendered(source):
    assert not could_act(source, {"a.png": {"image/png": PNG_TEXT}}, ["essay-comment"])


@pytest.mark.parametrize("name", ACTING)
def test_what_acts_once_it_is_rendered_is_found(name):
    expected = name not in TEXT

    assert could_act(ACTING[name], {}, ["statusmessage", "essay-comment"]) is expected


@pytest.mark.parametrize("name", ["script", "image handler", "diagram", "Markdown: link"])
def test_nbconvert_itself_lets_it_act(name):
    assert acting_parts(rendered(ACTING[name])) != []


@pytest.mark.parametrize("source", [*ACTING.values(), "```", "````\n```", "a\n~~~\n", ""])
def test_a_block_of_code_shows_it_as_text(source):
    html = rendered(as_code(source))

    assert acting_parts(html) == []
    assert html.count("<pre>") == 1


@given(MARKDOWN)
def test_whatever_was_written_nothing_acts(source):
    held = {"a.png": {"image/png": PNG_TEXT}}
    shown = as_code(source) if could_act(source, held) else source

    assert set(acting_parts(rendered(shown))) <= OF_MARKDOWN


@given(MARKDOWN)
def test_a_block_of_code_keeps_the_text(source):
    _, _, below = as_code(source).partition("\n")

    assert below.rpartition("\n")[0] == source
