"""Plain data, looked at by exact type."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit.plain import Refused
from coursekit.questions.values import ERRORS, call_text, described, error_fields, joined, plain
from tensorlib import IndexOutOfBounds, InvalidShape, ShapeOverflow, TensorError


class Answers(list):  # type: ignore[type-arg]
    """A list of the student's own making."""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "an object of type NoneType"),
        (True, "the truth value True"),
        (np.bool_(False), "the truth value False"),
        (8, "the integer 8"),
        (np.int64(8), "the int64 8"),
        (8.0, "the float 8.0"),
        (np.float32(0.5), "the float32 0.5"),
        ("8", "the text '8'"),
        ("x" * 100, f"the text '{'x' * 35}…"),
        pytest.param(10**5000, "the integer <integer of 16610 bits>", id="huge"),
        ((1, 2), "a tuple"),
        ({}, "a dict"),
        (1j, "a complex"),
        (np.zeros((2, 3)), "an array of shape (2, 3)"),
        (IndexOutOfBounds(1, 2, 2), "the error IndexOutOfBounds"),
        (ShapeOverflow, "the class ShapeOverflow"),
        (Refused("a range, which is not plain data"), "a range, which is not plain data"),
        (Answers(), "an object of type Answers"),
        (int, "an object of type type"),
    ],
)
def test_value_is_described_in_words(value: object, expected: str) -> None:
    assert described(value) == expected


def test_hostile_object_is_named_and_not_asked() -> None:
    """The name that the interpreter keeps is shown, whatever type and object would answer."""

    class Named(type):
        @property
        def __name__(cls) -> str:  # type: ignore[override]
            raise AssertionError("the type was asked for its name")

    class Hostile(metaclass=Named):
        def __getattribute__(self, name: str) -> object:
            raise AssertionError(f"the object was asked for {name}")

    hostile = Hostile()

    assert described(hostile) == "an object of type Hostile"
    assert plain((hostile,))[0] is hostile


def test_placeholder_in_an_error_is_described_by_what_it_stands_for() -> None:
    (shape,) = error_fields(InvalidShape({})).values()

    assert described(shape) == "a dict"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.int64(8), 8),
        (np.float32(0.5), 0.5),
        (np.bool_(True), True),
        ([1, [2, 3]], (1, (2, 3))),
        ((np.uint8(1), "x"), (1, "x")),
    ],
)
def test_plain_turns_numpy_numbers_and_lists(value: object, expected: object) -> None:
    result = plain(value)

    assert result == expected
    assert type(result) is type(expected)


def test_plain_leaves_subclasses_alone() -> None:
    answers = Answers([1])

    assert plain(answers) is answers


def test_errors_are_all_of_tensorlibs_and_nothing_else() -> None:
    assert {TensorError, IndexOutOfBounds, ShapeOverflow} <= ERRORS
    assert all(issubclass(error, TensorError) for error in ERRORS)


def test_error_fields_leave_out_the_operation() -> None:
    fields = error_fields(IndexOutOfBounds(1, 2, 3, operation="offset"))

    assert fields == {"axis": 1, "index": 2, "dimension": 3}


def test_call_text_shows_every_argument() -> None:
    assert call_text("f", [(1,), (), -1]) == "f((1,), (), -1)"


def test_reason_without_a_name_stands_alone() -> None:
    assert joined([("", "wrong")]) == "wrong"
    assert joined([]) == ""
