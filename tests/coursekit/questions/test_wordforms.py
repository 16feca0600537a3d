"""Forms of answers in words and truth values."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit.questions.wordforms import Choice, Truth

WORD = Choice("RAISES", "CORRECT")


@pytest.mark.parametrize("value", ["RAISES", "raises", " Raises\n"])
def test_word_is_read_whatever_its_capitals(value: str) -> None:
    assert WORD.fault(value) is None
    assert WORD.read(value) == "RAISES"


class Loose(str):
    """A text that claims to be any word."""

    def strip(self, chars: str | None = None) -> str:
        return "RAISES"


@pytest.mark.parametrize(
    ("value", "described"),
    [
        ("maybe", "the text 'maybe'"),
        ("", "the text ''"),
        (True, "the truth value True"),
        (3, "the integer 3"),
        (Loose("x"), "an object of type Loose"),
    ],
)
def test_what_is_none_of_the_words_is_named(value: object, described: str) -> None:
    expected = f"one of 'RAISES', 'CORRECT' is expected, this is {described}"

    assert WORD.fault(value) == expected


@pytest.mark.parametrize(("value", "read"), [(True, True), (np.False_, False)])
def test_truth_values_are_read_as_pythons(value: object, read: bool) -> None:
    assert Truth().fault(value) is None
    assert Truth().read(value) is read


@pytest.mark.parametrize(
    ("value", "described"),
    [(1, "the integer 1"), ("True", "the text 'True'"), (0.0, "the float 0.0")],
)
def test_no_number_stands_for_a_truth_value(value: object, described: str) -> None:
    assert Truth().fault(value) == f"True or False is expected, this is {described}"


@pytest.mark.parametrize("form", [WORD, Truth()])
def test_nothing_is_not_answered_yet(form: Choice | Truth) -> None:
    assert form.fault(None) == "not answered yet"
