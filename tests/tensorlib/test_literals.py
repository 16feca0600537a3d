"""How values are written."""

from __future__ import annotations

import ast
import enum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import NOTABLE_BITS, bit_patterns, bits_of, float_of

from tensorlib.literals import Placeholder, as_plain, decimal_text, joined, kind, literal, shown


class Colour(enum.IntEnum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (np.int64(2), 2),
        (np.uint8(2), 2),
        (np.float64(2.5), 2.5),
        (np.True_, True),
        (Colour.RED, 1),
        ([1, [2, (3,)]], (1, (2, (3,)))),
        (None, None),
        ("text", "text"),
        (slice(1), "<slice>"),
        (np.zeros(2), "<ndarray>"),
        ({1: 2}, "<dict>"),
        (np.float32(1), "<float32>"),
    ],
)
def test_plain_data_has_pythons_own_types(value, plain):
    made = as_plain(value)

    assert made == plain
    assert type(made) in {int, float, bool, str, tuple, type(None), Placeholder}


def test_a_list_that_holds_itself_ends():
    endless: list[object] = []
    endless.append(endless)

    assert as_plain(endless) == (((("<list>",),),),)


plain_texts = st.text(max_size=5).filter(lambda text: "inf" not in text)

plain_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | plain_texts,
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


@given(plain_data)
def test_a_literal_reads_back_as_the_same(value):
    # inf has no literal of its own in Python; a number too large for a float reads as inf.
    read = ast.literal_eval(literal(value).replace("inf", "1e999"))

    assert repr(read) == repr(value)


def test_huge_integers_are_written_without_decimal_digits():
    huge = 10**5000

    with pytest.raises(ValueError, match="Exceeds the limit"):
        str(huge)
    assert int(literal(huge), 16) == huge
    assert int(literal(-huge), 16) == -huge
    assert shown(huge) == "<integer of 16610 bits>"
    assert shown((1, -huge)) == "(1, -<integer of 16610 bits>)"


def test_what_is_shown_is_short():
    assert shown((5,)) == "(5,)"
    assert shown(tuple(range(6))) == "(0, 1, 2, 3, 4, 5)"
    assert shown(tuple(range(7))) == "(0, 1, 2, 3, 4, 5, … 7 in all)"
    assert shown("a" * 100) == "'" + "a" * 35 + "…"
    assert shown(2**64) == "18446744073709551616"


def test_kinds_have_their_article():
    assert [kind(as_plain(value)) for value in (1, 1.0, "a", np.zeros(1), None, [1])] == [
        "an int",
        "a float",
        "a str",
        "a ndarray",
        "a NoneType",
        "a tuple",
    ]


def test_parts_are_joined_and_other_data_is_shown():
    assert joined((1, (2, 3)), " and ") == "1 and (2, 3)"
    assert joined(7, " and ") == "7"
    assert joined((), " and ") == ""


@given(bit_patterns)
def test_decimal_text_reads_back_as_the_same_number_and_has_no_exponent(bits):
    value = float_of(bits)
    text = decimal_text(value)

    assert "e" not in text
    if value == value:
        assert bits_of(float(text)) == bits
    else:
        assert text == "nan"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (32.0, "32.0"),
        (0.1, "0.1"),
        (-0.0, "-0.0"),
        (1e21, "1000000000000000000000.0"),
        (float_of(NOTABLE_BITS["infinity"]), "inf"),
        (float_of(NOTABLE_BITS["negative infinity"]), "-inf"),
    ],
)
def test_values_always_have_a_point(value, text):
    assert decimal_text(value) == text
