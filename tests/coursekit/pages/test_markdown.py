import time

import pytest
from hostile_html import HOSTILE, HOSTILE_MARKDOWN
from inert import acting_parts
from png_files import PNG_TEXT, PNG_URI

from coursekit.pages.markdown import MAX_MARKDOWN, markdown


@pytest.mark.parametrize(
    "source", [*HOSTILE.values(), *HOSTILE_MARKDOWN.values()], ids=[*HOSTILE, *HOSTILE_MARKDOWN]
)
@pytest.mark.parametrize("place", ["{}", "> {}", "- a\n- {}", "# {}", "| a |\n|---|\n| {} |"])
def test_nothing_acts_in_markdown(source, place):
    html = markdown(place.format(source), {"p.png": "PHN2Zz4="})

    assert acting_parts(html) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a *b* `c<d`", "<p>a <em>b</em> <code>c&lt;d</code></p>"),
        ("[a](https://x.example/?b=1&c=2)",
         '<p>a (<span class="address">https://x.example/?b=1&amp;c=2</span>)</p>'),
        ("<https://x.example/?b=1&c=2>", "<p>https://x.example/?b=1&amp;c=2</p>"),
        ("[a](lesson.ipynb#strides)", "<p>a</p>"),
        ("![two rows](rows.png)", "<p>[picture: two rows]</p>"),
        ("H<sub>2</sub>O", "<p>H<sub>2</sub>O</p>"),
        ("# One\n## Two\n###### Six", "<h3>One</h3>\n<h4>Two</h4>\n<h6>Six</h6>"),
        ("$a_1 * b_2 * c$", '<p><span class="math">$a_1 * b_2 * c$</span></p>'),
        ("$$\n\\sum_k i_k\n$$", '<p><span class="math">$$\n\\sum_k i_k\n$$</span></p>'),
        ("$5 and $6", "<p>$5 and $6</p>"),
        ("`$a$`", "<p><code>$a$</code></p>"),
        ("", ""),
    ],
)  # fmt: skip
def test_structure_is_kept_and_formulas_are_left(source, expected):
    assert markdown(source) == expected


def test_a_table_can_be_scrolled_on_a_small_screen():
    html = markdown("| axis | size |\n|---|---|\n| 0 | 2 |")

    assert html.startswith('<div class="scroll"><table>')
    assert "<td>2</td>" in html


def test_a_picture_that_the_cell_holds_is_shown():
    html = markdown("![a grey pixel](attachment:p.png)", {"p.png": PNG_TEXT})

    assert html == f'<p><img src="{PNG_URI}" alt="a grey pixel"></p>'


def test_a_long_text_is_cut_and_that_is_said():
    html = markdown("word " * MAX_MARKDOWN)

    assert "… 40,000 characters left out …" in html
    assert len(html) < 2 * MAX_MARKDOWN


@pytest.mark.parametrize(
    "piece", ["$`", "$", "`", "[", "*a _b ", "**a", "<", "> ", "<b>", "\n\n$`"]
)
def test_no_text_takes_long(piece):
    started = time.process_time()
    markdown(piece[:-1] + piece[-1] * MAX_MARKDOWN)
    markdown(piece * MAX_MARKDOWN)

    assert time.process_time() - started < 5
