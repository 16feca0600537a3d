"""What a learner types is read as plain data, or refused with a reason; nothing of it is run."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib.typed import (
    LONGEST,
    UnreadableError,
    read_integer,
    read_integers,
    read_number,
    read_typed,
)

PLAIN = st.recursive(
    st.integers(-(10**6), 10**6) | st.floats(allow_nan=False) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8", 8),
        (" -3 ", -3),
        ("+3", 3),
        ("−3", -3),  # a typographic minus, as the lessons print it
        ("0.5", 0.5),
        ("1e3", 1000.0),
        ("0x10", 16),
        ("6, 3, 1", (6, 3, 1)),
        ("(6, 3, 1)", (6, 3, 1)),
        ("6,\N{NO-BREAK SPACE}3", (6, 3)),
        ("(3,)", (3,)),
        ("(3)", 3),
        ("()", ()),
        ("[1, (2, 3)]", [1, (2, 3)]),
        ("None", None),
        ("raises", "raises"),
        ("'raises'", "raises"),
        ("by luck", "by luck"),
        ("right-aligned", "right-aligned"),  # no subtraction
        ("not True", "not True"),
        ("it doesn't fit", "it doesn't fit"),
        ("-inf", -math.inf),
    ],
)
def test_plain_data_is_read(text, value):
    read = read_typed(text)

    assert read == value
    assert type(read) is type(value)


def test_nan_is_a_number():
    assert math.isnan(read_typed("nan"))


@given(PLAIN.filter(lambda value: len(repr(value)) <= LONGEST))
def test_what_python_writes_is_read_back(value):
    assert repr(read_typed(repr(value))) == repr(value)


@given(st.text(max_size=30))
def test_any_text_gives_plain_data_or_a_reason(text):
    try:
        read = read_typed(text)
    except UnreadableError:
        return
    assert read is None or type(read) in (bool, int, float, complex, str, bytes, tuple, list)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing is typed yet"),
        (" \t", "nothing is typed yet"),
        ("9" * 201, "this is longer than 200 characters"),
        ("(6, 3", "'(6, 3' cannot be read: type a number, or several with commas between them"),
        ("6 3 1", "'6 3 1' cannot be read: type a number, or several with commas between them"),
        ("\0", "'\\x00' cannot be read: type a number, or several with commas between them"),
        ("2 * 3", "this is a calculation: type its result"),
        ("-'a'", "a sign stands before a number, not before 'a'"),
        ("-True", "a sign stands before a number, not before True"),
        ("...", "'...' is not plain data"),
        ("a.b", "'a.b' is not plain data"),
        ("exit()", "'exit()' is not plain data"),
        ("(lambda: 1)()", "'(lambda: 1)()' is not plain data"),
        ("[x for x in y]", "'[x for x in y]' is not plain data"),
        ("f'{1}'", "\"f'{1}'\" is not plain data"),
        ("{1: 2}", "'{1: 2}' is not plain data"),
    ],
)
def test_anything_else_is_refused_with_a_reason(text, reason):
    with pytest.raises(UnreadableError, match=f"^{re.escape(reason)}$"):
        read_typed(text)


def test_deep_brackets_are_refused():
    """Python's own parser gives up on them, by one error or another."""
    with pytest.raises(UnreadableError, match=r"cannot be read"):
        read_typed("(" * LONGEST)


MAKERS = {"Pair": lambda left, right: (left, right)}


@pytest.mark.parametrize("text", ["Pair(1, 2)", "Pair(1, right=2)", "Pair(right=2, left=1)"])
def test_makers_are_called_with_plain_arguments(text):
    assert read_typed(text, MAKERS) == (1, 2)


def test_a_maker_without_parentheses_is_itself():
    assert read_typed("Pair", MAKERS) is MAKERS["Pair"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Pair(1)", "Pair cannot be made of these parts: "),
        ("Pair(1, 2, up=3)", "Pair cannot be made of these parts: "),
        ("Pair(**{})", "Pair: write out its parts by name"),
        ("Pair(*[1, 2], 3)", "'*[1, 2]' is not plain data"),
        ("Pair(exit(), 2)", "'exit()' is not plain data"),
        ("Pair.x(1)", "'Pair.x(1)' is not plain data"),
    ],
)
def test_a_maker_gets_what_it_takes_or_nothing(text, reason):
    with pytest.raises(UnreadableError, match=f"^{re.escape(reason)}"):
        read_typed(text, MAKERS)


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (read_integer, "12", 12),
        (read_number, "12", 12.0),
        (read_number, "-0.5", -0.5),
        (read_number, "1" + "0" * (LONGEST - 1), 1e199),  # nothing longer can be typed
        (read_integers, "8, 4, 16", (8, 4, 16)),
        (read_integers, "[2]", (2,)),
        (read_integers, "2", (2,)),
        (read_integers, "()", ()),
    ],
)
def test_a_reader_gives_one_type(read, text, value):
    assert read(text) == value
    assert type(read(text)) is type(value)


@pytest.mark.parametrize(
    ("read", "text", "reason"),
    [
        (read_integer, "1.0", "an integer is expected, such as 12, not 1.0"),
        (read_integer, "True", "an integer is expected, such as 12, not True"),
        (read_integer, "1, 2", "an integer is expected, such as 12, not (1, 2)"),
        (read_number, "half", "a number is expected, such as 0.5, not 'half'"),
        (read_number, "True", "a number is expected, such as 0.5, not True"),
        (read_integers, "1, 2.0", "integers are expected, such as (8, 4, 16), not (1, 2.0)"),
        (read_integers, "((1,),)", "integers are expected, such as (8, 4, 16), not ((1,),)"),
    ],
)
def test_a_reader_refuses_other_types(read, text, reason):
    with pytest.raises(UnreadableError, match=f"^{re.escape(reason)}$"):
        read(text)
