import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.pages.text import amount, counted, cut, displayable, inline_code, joined, printed

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)


@pytest.mark.parametrize(
    ("terminal", "expected"),
    [
        ("plain\n", "plain\n"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x07", "link"),
        ("\x1b]0;never ends", "0;never ends"),
        ("\x1b(Bplain \x1b", "plain "),
        ("10 %\r20 %\r30 %\n", "30 %\n"),
        ("windows\r\nlines\r\r\n", "windows\nlines\n"),
        ("bell\a back\b null\0", "bell back null"),
        ("tab\tstays", "tab\tstays"),
        ("half a pair \ud83d", "half a pair \\ud83d"),
    ],
)
def test_text_is_shown_as_a_terminal_would(terminal, expected):
    assert printed(terminal) == expected


def test_a_long_run_of_returns_is_read_once() -> None:
    """Read anew from each of them, it would take hours."""
    assert printed("\r" * 3_000_000 + "x") == "x"


@given(ANY_TEXT)
def test_what_is_printed_holds_no_control_codes(text):
    shown = printed(text)

    assert "\x1b" not in shown
    assert all(letter.isprintable() or letter in "\n\t" or ord(letter) > 159 for letter in shown)


@given(ANY_TEXT)
def test_displayable_text_can_be_stored_and_changes_no_more(text):
    shown = displayable(text)

    assert shown.encode("utf-8").decode("utf-8") == shown
    assert displayable(shown) == shown


def test_names_that_differ_in_a_byte_stay_different():
    # What a file system holds that is not UTF-8 reaches Python as a lone surrogate.
    one, other = (b"a\xff".decode("utf-8", "surrogateescape"), "a\udcfe")

    assert displayable(one) == "a\\udcff"
    assert displayable(one) != displayable(other)


@given(ANY_TEXT, st.integers(1, 20))
def test_a_cut_keeps_head_and_end_and_says_how_much_is_gone(text, most):
    shown = cut(text, most)

    if len(text) <= most:
        assert shown == text
    else:
        head, note, tail = shown[: most - most // 4], shown[most - most // 4 :], most // 4
        assert text.startswith(head)
        assert text.endswith(shown[len(shown) - tail :])
        assert f"… {counted(len(text) - most, 'character')} left out …" in note


@pytest.mark.parametrize(
    ("points", "expected"),
    [(0.0, "0"), (10.0, "10"), (100.0, "100"), (2.50, "2.5"), (2 / 3, "0.67"), (0.1 + 0.2, "0.3")],
)
def test_points_have_two_decimals_at_most(points, expected):
    assert amount(points) == expected


def test_code_between_backticks_is_escaped():
    assert inline_code("`<b>` and `a\nb` <i>") == ("<code>&lt;b&gt;</code> and `a\nb` &lt;i&gt;")


@pytest.mark.parametrize("value", [None, 3, {"a": "b"}, [1, None], b"bytes"])
def test_what_is_no_text_joins_to_nothing(value):
    assert joined(value) == ""
