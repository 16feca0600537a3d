import pytest
from hostile_html import HOSTILE
from hypothesis import given
from hypothesis import strategies as st
from inert import acting_parts
from png_files import PNG_TEXT, PNG_URI

from coursekit.pages.outputs import MAX_OUTPUTS, MAX_TEXT, shown_outputs

FORMS = (
    "text/html", "text/plain", "text/latex", "text/markdown", "image/svg+xml", "image/png",
    "image/jpeg", "application/javascript", "application/vnd.jupyter.widget-view+json",
)  # fmt: skip
LEAF = st.none() | st.integers() | st.text(max_size=8) | st.sampled_from(list(HOSTILE.values()))
JSON = st.recursive(
    LEAF,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FORMS), inner, max_size=3)
    ),
    max_leaves=8,
)
OUTPUT = st.fixed_dictionaries(
    {"output_type": st.sampled_from(["stream", "error", "display_data", "execute_result", "x"])},
    optional=dict.fromkeys(("name", "text", "data", "ename", "evalue", "traceback"), JSON),
)


def stream(text: object, name: str = "stdout") -> dict[str, object]:
    return {"output_type": "stream", "name": name, "text": text}


def value(**forms: object) -> dict[str, object]:
    data = {name.replace("_", "/", 1): form for name, form in forms.items()}
    return {"output_type": "execute_result", "data": data}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("form", FORMS)
def test_nothing_acts_in_a_value(form, html):
    outputs = shown_outputs([{"output_type": "display_data", "data": {form: html}}])

    assert acting_parts("".join(output.html for output in outputs)) == []


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE)
def test_nothing_acts_in_what_is_printed_or_raised(html):
    error = {"output_type": "error", "ename": html, "evalue": html}
    outputs = shown_outputs([stream(html), error, {**error, "traceback": [html, html]}])

    assert acting_parts("".join(output.html for output in outputs)) == []


@given(st.lists(OUTPUT | JSON, max_size=4))
def test_whatever_stands_in_a_notebook_is_shown_or_left_out(outputs):
    shown = shown_outputs(outputs)

    assert acting_parts("".join(output.html for output in shown)) == []


def test_streams_that_follow_one_another_are_one():
    shown = shown_outputs([stream("a"), stream(["b\n", "c"]), stream("d", "stderr"), stream("e")])

    assert [(output.label, output.html) for output in shown] == [
        ("Printed", "<pre>ab\nc</pre>"),
        ("Warnings and messages", "<pre>d</pre>"),
        ("Printed", "<pre>e</pre>"),
    ]


def test_a_traceback_loses_its_colours():
    error = {
        "output_type": "error",
        "ename": "ValueError",
        "evalue": "no",
        "traceback": ["\x1b[31mValueError\x1b[39m: no", "line 2"],
    }

    (shown,) = shown_outputs([error])
    assert (shown.label, shown.html) == ("Error", "<pre>ValueError: no\nline 2</pre>")


def test_an_error_without_a_traceback_is_named():
    (shown,) = shown_outputs([{"output_type": "error", "ename": "KeyError", "evalue": "'a'"}])

    assert shown.html == "<pre>KeyError: &#39;a&#39;</pre>"


def test_a_picture_is_shown_with_words_for_it():
    (shown,) = shown_outputs([value(image_png=PNG_TEXT, text_plain="<Figure>")])

    assert shown.html == (
        f'<img src="{PNG_URI}" width="1" height="1" '
        'alt="picture drawn by the code above, 1 by 1 pixels">'
    )


def test_what_only_says_that_it_is_a_picture_is_text():
    (shown,) = shown_outputs([value(image_png="PHN2Zz4=", text_plain="<Figure>")])

    assert shown.html == "<pre>&lt;Figure&gt;</pre>"


def test_a_table_keeps_its_rows():
    html = "<style>td {color: red}</style><table class=x><tr><td>1</td></tr></table>"

    (shown,) = shown_outputs([value(text_html=html, text_plain="1")])
    assert shown.html == (
        '<div class="rich"><table><tbody><tr><td>1</td></tr></tbody></table></div>'
    )


@pytest.mark.parametrize("html", ["<svg><text>1</text></svg>", "<script>1</script>", " "])
def test_html_of_which_nothing_is_left_gives_way_to_text(html):
    (shown,) = shown_outputs([value(text_html=html, text_plain="one")])

    assert shown.html == "<pre>one</pre>"


def test_a_value_without_text_is_mentioned():
    (shown,) = shown_outputs([{"output_type": "display_data", "data": {"image/svg+xml": "<svg/>"}}])

    assert shown.html == "<pre>[this output is not text]</pre>"


def test_an_output_flood_is_cut():
    (shown,) = shown_outputs([stream("x" * 1_000_000)])

    assert "… 990,000 characters left out …" in shown.html
    assert len(shown.html) < MAX_TEXT + 100


def test_many_outputs_are_cut():
    shown = shown_outputs([value(text_plain=str(i)) for i in range(MAX_OUTPUTS + 2)])

    assert len(shown) == MAX_OUTPUTS + 1
    assert shown[-1].html == "<p>2 more outputs left out.</p>"
