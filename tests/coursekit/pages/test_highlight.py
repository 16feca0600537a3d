import pytest
from hostile_html import HOSTILE
from inert import acting_parts

from coursekit.pages.highlight import MAX_CODE, MAX_HIGHLIGHTED, highlighted


@pytest.mark.parametrize("code", HOSTILE.values(), ids=HOSTILE)
def test_nothing_acts_in_code(code):
    for text in (code, f"# {code}", f"x = '''{code}'''", code * (MAX_HIGHLIGHTED // len(code) + 1)):
        assert acting_parts(highlighted(text)) == []


@pytest.mark.parametrize(
    "code",
    [
        "",
        "\n\n  x = 1\n\n",
        "def f(:\n",
        "%matplotlib inline\n!ls",
        "a\tb",
        "  indented",
        "é = '形'",
    ],
)
def test_every_character_of_the_code_is_there(code):
    assert highlighted(code).striptags() == " ".join(code.split())
    assert highlighted(code).count("\n") == code.removesuffix("\n").count("\n")


def test_keywords_and_remarks_are_marked():
    assert highlighted("return 1  # why") == (
        '<span class="k">return</span> <span class="mi">1</span>  <span class="c1"># why</span>'
    )


def test_code_with_a_long_run_of_empty_lines_is_plain():
    assert "<span" in highlighted("x = 1" + "\n " * 149 + "y = 2")
    assert "<span" not in highlighted("x = 1" + "\n " * 150 + "y = 2")


def test_long_code_is_plain_and_cut():
    html = highlighted("x = 1\n" * MAX_CODE)

    assert "<span" not in html
    assert "… 100,000 characters left out …" in html
