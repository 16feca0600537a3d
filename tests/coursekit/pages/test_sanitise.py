import pytest
from hostile_html import HOSTILE
from hypothesis import given
from hypothesis import strategies as st
from inert import acting_parts
from png_files import PNG_URI

from coursekit.pages.sanitise import sanitised

# Python's reader takes this for one long comment; Chromium, which does not, reads it in its test.
READ_AS_COMMENT = {"comment"}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE)
def test_nothing_acts_when_sanitised(html):
    assert acting_parts(sanitised(html)) == []


@pytest.mark.parametrize("name", sorted(HOSTILE.keys() - READ_AS_COMMENT))
def test_everything_acts_when_it_is_not(name):
    assert acting_parts(HOSTILE[name]) != []


@given(st.lists(st.sampled_from([*HOSTILE.values(), *"<>\"'/= \n&", "--", "a"]), max_size=8))
def test_pieces_put_together_do_not_act(pieces):
    clean = sanitised("".join(pieces))

    assert acting_parts(clean) == []
    assert acting_parts(sanitised(clean)) == []


def test_structure_stays():
    html = '<table><tbody><tr><td colspan="2"><strong>a</strong><br></td></tr></tbody></table>'

    assert sanitised(html) == html


def test_a_picture_that_the_page_holds_stays():
    html = f'<img alt="grey" src="{PNG_URI}">'

    assert sanitised(html) == html


@pytest.mark.parametrize("span", ["0x2", "-1", "100", "²", "1e9", ""])
def test_a_span_that_would_swell_a_table_goes(span):
    html = sanitised(f"<table><tr><td rowspan='{span}'>a</td></tr></table>")

    assert html == "<table><tbody><tr><td>a</td></tr></tbody></table>"


def test_the_pages_own_looks_cannot_be_imitated():
    html = '<div class="card right" id="question-1"><span class="chip right math">✓</span></div>'

    assert sanitised(html) == '<div class=""><span class="math">✓</span></div>'


@pytest.mark.parametrize(
    "html",
    [
        "<!-- --!><img src=x onerror=window.acted=1> -->",
        "<scr\x00ipt>window.acted = 1</scr\x00ipt><img\x00 src=x onerror=window.acted=1>",
        "<svg><![CDATA[</svg><img src=x onerror=window.acted=1>]]></svg>",
    ],
    ids=["comment with an odd end", "zero byte", "character data"],
)
def test_what_browsers_read_in_their_own_way_does_not_act(html):
    assert "<img" not in sanitised(html) or "onerror" not in sanitised(html)


def test_no_part_can_pass_for_one_of_the_page():
    html = "<div id=content class='summary card'>50 of 50 points.</div><p class=reason>r</p>"

    assert sanitised(html) == '<div class="">50 of 50 points.</div><p>r</p>'
