"""What is typed as an answer, and the value it stands for."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.practice.reading import read_answer
from coursekit.questions import ErrorValue, Integer, Integers, Number
from tensorlib import IndexOutOfBounds, RankMismatch, ShapeOverflow
from tensorlib.typed import UnreadableError


@pytest.mark.parametrize(
    ("text", "form", "value"),
    [
        ("8", Integer(), 8),
        ("6, 3, 1", Integers(), (6, 3, 1)),
        ("0.5", Number(), 0.5),
        ("RAISES", Integer(), "RAISES"),
        (
            "IndexOutOfBounds(axis=1, index=-2, dimension=2)",
            ErrorValue(),
            IndexOutOfBounds(1, -2, 2),
        ),
        ("RankMismatch(3, 2)", ErrorValue(), RankMismatch(3, 2)),
        ("ShapeOverflow()", ErrorValue(), ShapeOverflow()),
        ("ShapeOverflow", ErrorValue(), ShapeOverflow),
        ("6", ErrorValue(), 6),  # of another form; the belief behind it may be known
    ],
)
def test_an_answer_is_read(text, form, value):
    assert read_answer(text, form) == value


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("12 bytes", 12),
        ("1 byte", 1),
        ("12B", 12),
        ("1.5 kB", 1500),
        ("1.5 KiB", 1536),
        ("250 MB", 250_000_000),
        ("64 MiB", 64 * 2**20),
        ("2 GiB", 2**31),
        ("0.1 gb", 100_000_000),  # exactly: 0.1 of a float times a billion is a float
        ("1 TiB", 2**40),
        ("0.3 KiB", 307.2),
    ],
)
def test_an_amount_of_memory_is_a_number_of_bytes(text, count):
    read = read_answer(text, Integer())

    assert read == count
    assert type(read) is type(count)


@given(st.integers(0, 10**6), st.sampled_from("kmgt"), st.booleans())
def test_a_prefix_is_a_power(number, prefix, binary):
    """Oracle: the powers of 1000 and 1024 in the order of the prefixes."""
    base = 1024 if binary else 1000
    text = f"{number} {prefix.upper()}{'i' if binary else ''}B"

    assert read_answer(text, Integer()) == number * base ** ("kmgt".index(prefix) + 1)


@pytest.mark.parametrize(
    ("text", "form", "reason"),
    [
        ("", Integer(), "nothing is typed yet (an integer is expected)"),
        ("2 * 3", Integer(), "this is a calculation: type its result (an integer is expected)"),
        (
            "IndexOutOfBounds(1, 2",
            ErrorValue(),
            "'IndexOutOfBounds(1, 2' cannot be read: type a number, or several with commas "
            "between them (an error as a value is expected)",
        ),
        ("print(1)", Integer(), "'print(1)' is not plain data (an integer is expected)"),
        (
            "9" * 201 + " kB",
            Integer(),
            "this is longer than 200 characters (an integer is expected)",
        ),
    ],
)
def test_what_spells_nothing_is_refused(text, form, reason):
    with pytest.raises(UnreadableError, match=f"^{re.escape(reason)}$"):
        read_answer(text, form)


def test_an_error_with_missing_parts_is_refused():
    with pytest.raises(UnreadableError, match=r"^IndexOutOfBounds cannot be made of these parts"):
        read_answer("IndexOutOfBounds(1)", ErrorValue())
