"""Which parts of a unit tell an answer, and where they are found again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from coursekit.build.secrets import Phrase, Secrets, squeezed
from coursekit.build.text import Text

Read = Callable[[str], Text]


@pytest.fixture
def secrets_of(read: Read) -> Callable[[str], Secrets]:
    """Return what gives the secrets of a text."""
    return lambda content: Secrets.of(read(content).notebook)


SecretsOf = Callable[[str], Secrets]


def _texts(secrets: Secrets) -> list[str]:
    return [phrase.text for phrase in secrets.phrases]


def test_lines_and_literals_of_a_prediction_are_secrets(secrets_of: SecretsOf, cells: Any) -> None:
    """4 * 5 is 20, so the strides count as ``(4 * 5, 5, 1)`` and as ``(20, 5, 1)``."""
    secrets = secrets_of(cells.answer("q", "strides = None", "strides = (4 * 5, 5, 1)"))

    assert secrets.phrases == (
        Phrase("strides = (4 * 5, 5, 1)", "q", "a line of the solution"),
        Phrase("(4 * 5, 5, 1)", "q", "a literal of the solution"),
        Phrase("(20, 5, 1)", "q", "a literal of the solution"),
    )
    assert str(secrets.phrases[2]) == "a literal of the solution of cell q: (20, 5, 1)"


@pytest.mark.parametrize(
    "shown",
    ["(20, 5, 1)", "the answer is [20,5,1].", '{"a": [20, 5, 1]}', "(20,\n 5,\n 1)"],
)
def test_literal_is_found_in_other_brackets_and_spacing(
    secrets_of: SecretsOf, cells: Any, shown: str
) -> None:
    secrets = secrets_of(cells.answer("q", "x = None", "x = (20, 5, 1)"))

    assert [phrase.text for phrase in secrets.shown_in(shown)] == ["(20, 5, 1)"]
    assert not list(secrets.shown_in("(20, 5)"))


def test_error_value_and_buffer_are_telling(secrets_of: SecretsOf, cells: Any) -> None:
    error = "IndexOutOfBounds(axis=1, index=2, dimension=2)"
    secrets = secrets_of(cells.answer("q", "a = b = None", f"a = {error}\nb = [10, 99, 22]"))

    assert [p.text for p in secrets.shown_in(f"use {error} here")] == [error]
    assert [p.text for p in secrets.shown_in("[10, 99, 22]")] == ["[10, 99, 22]"]


def test_long_number_is_found_but_not_within_another(secrets_of: SecretsOf, cells: Any) -> None:
    secrets = secrets_of(cells.answer("q", "n = None", "n = 2 ** 29"))

    assert [p.text for p in secrets.shown_in("it is 536870912.")] == ["536870912"]
    assert not list(secrets.shown_in("a5368709121b and a536870912f"))


def test_line_of_a_hidden_test_is_a_secret_and_its_literals_are_not(
    secrets_of: SecretsOf, cells: Any
) -> None:
    secrets = secrets_of(cells.test("t", "assert f(1) == 1", "assert f((7, 2, 9)) == (18, 9, 1)"))

    assert _texts(secrets) == ["assert f((7, 2, 9)) == (18, 9, 1)"]


def test_plain_lines_and_what_students_see_anyway_are_left_out(
    secrets_of: SecretsOf, cells: Any
) -> None:
    """Imports, short lines and visible code tell nothing; nor does a literal of the prompt."""
    secrets = secrets_of(
        cells.markdown("The shape is `[2, 2, 3]`.")
        + cells.marked("locked", "setup", "for size in reversed(shape):\n    pass")
        + cells.answer(
            "q",
            "def f(shape):",
            "import functools\nfor size in reversed(shape):\n    y = 1\n"
            "    return size\nelse:\n    raise NotImplementedError()\nanswered = (2, 2, 3)",
        )
    )

    assert _texts(secrets) == ["answered = (2, 2, 3)"]


def test_line_that_only_prose_repeats_is_still_a_secret(secrets_of: SecretsOf, cells: Any) -> None:
    """A line of the solution in the task's Markdown gives it away."""
    line = "return width * height + depth"
    secrets = secrets_of(cells.markdown(f"Try {line}!") + cells.answer("q", "def f():", line))

    assert _texts(secrets) == [line]


def test_prose_of_a_model_answer_is_a_secret(secrets_of: SecretsOf, cells: Any) -> None:
    answer = "Because strides count elements and not bytes."
    source = f"### BEGIN SOLUTION\n{answer}\nSo it is.\n### END SOLUTION"
    text = cells.markdown(source, cells.head("manual", "why", points=1))

    assert _texts(secrets_of(text)) == [answer]


def test_calculation_that_cannot_be_done_stays_as_it_is(secrets_of: SecretsOf, cells: Any) -> None:
    secrets = secrets_of(cells.answer("q", "ratio = None", "ratio = (1 / 0, 2, 3)"))

    assert _texts(secrets) == ["ratio = (1 / 0, 2, 3)", "(1 / 0, 2, 3)"]


@given(st.text(alphabet=" \n\tab[](){}'\"1", max_size=30))
def test_squeezing_forgets_space_quotes_and_brackets(text: str) -> None:
    assert squeezed(squeezed(text)) == squeezed(text)
    assert squeezed(f" {text}\n".replace("(", "[").replace("'", '"')) == squeezed(text)
