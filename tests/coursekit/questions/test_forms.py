"""The form of an answer: what fits, and what is said of what does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.plain import Refused
from coursekit.questions.forms import (
    UNANSWERED,
    EitherForm,
    ErrorValue,
    Form,
    Function,
    Integer,
    Integers,
    Number,
    Numbers,
)
from tensorlib import (
    BroadcastError,
    DataLengthMismatch,
    IndexOutOfBounds,
    RankMismatch,
    ShapeOverflow,
    TensorError,
)

EVERY_FORM = [
    Integer(),
    Number(),
    Integers(),
    Integers(3),
    Numbers(2),
    ErrorValue(),
    Function(),
    EitherForm(Integer(), ErrorValue()),
]


class Sly(int):
    """An integer of the student's own making."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class Own(IndexOutOfBounds):
    """An error of the student's own making."""


@pytest.mark.parametrize(
    ("form", "value", "read"),
    [
        (Integer(), 8, 8),
        (Integer(), np.int64(8), 8),
        (Integer(), np.uint8(8), 8),
        (Integer(), -(10**30), -(10**30)),
        (Number(), 32.0, 32.0),
        (Number(), 32, 32.0),
        (Number(), np.float32(0.5), 0.5),
        (Number(), np.int16(3), 3.0),
        (Number(), 2**53, 2.0**53),
        (Integers(), (), ()),
        (Integers(), [6, 3, 1], (6, 3, 1)),
        (Integers(2), (np.int64(3), 1), (3, 1)),
        (Numbers(), [], ()),
        (Numbers(2), np.array([1, 2]), (1.0, 2.0)),
        (Numbers(2), [1, 2.5], (1.0, 2.5)),
        (ErrorValue(), ShapeOverflow(), ShapeOverflow()),
        (EitherForm(Integer(), ErrorValue()), np.int64(4), 4),
        (EitherForm(Integer(), ErrorValue()), RankMismatch(3, 2), RankMismatch(3, 2)),
    ],
)
def test_fitting_value_is_read_as_plain_data(form: Form, value: Any, read: Any) -> None:
    assert form.fault(value) is None
    assert form.read(value) == read
    assert type(form.read(value)) is type(read)


@pytest.mark.parametrize(
    ("form", "value", "fault"),
    [
        (Integer(), 8.0, "an integer is expected, this is the float 8.0"),
        (Integer(), True, "an integer is expected, this is the truth value True"),
        (Integer(), np.float64(8), "an integer is expected, this is the float64 8.0"),
        (Integer(), "8", "an integer is expected, this is the text '8'"),
        (Integer(), Sly(8), "an integer is expected, this is an object of type Sly"),
        (Integer(), np.array(8), "an integer is expected, this is an array of shape ()"),
        (
            Integer(),
            Refused("a range, which is not plain data"),
            "an integer is expected, this is a range, which is not plain data",
        ),
        (Number(), "32", "a number is expected, this is the text '32'"),
        (Number(), False, "a number is expected, this is the truth value False"),
        (Number(), 2**53 + 1, f"a number is expected, this is the integer {2**53 + 1}"),
        (Number(), 10**400, "a number is expected, this is the integer <integer of 1329 bits>"),
        (Integers(3), (6, 3), "a tuple of 3 integers is expected, this one has 2"),
        (Integers(1), [], "a tuple of 1 integer is expected, this one has 0"),
        (Integers(), 6, "a tuple of integers is expected, this is the integer 6"),
        (
            Integers(3),
            (6, 3.0, 1),
            "a tuple of 3 integers is expected, its entry 1 is the float 3.0",
        ),
        (
            Integers(2),
            (None, 1),
            "a tuple of 2 integers is expected, its entry 0 is not answered yet",
        ),
        (
            Integers(2),
            np.array([3, 1]),
            "a tuple of 2 integers is expected, this is an array of shape (2,)",
        ),
        (Integers(), {1, 2}, "a tuple of integers is expected, this is a set"),
        (
            Numbers(2),
            np.zeros((1, 2)),
            "a tuple of 2 numbers is expected, this is an array of shape (1, 2)",
        ),
        (
            Numbers(1),
            np.array(["x"]),
            "a tuple of 1 number is expected, its entry 0 is an object of type str_",
        ),
        (
            ErrorValue(),
            ShapeOverflow,
            "an error as a value is expected, this is the class ShapeOverflow, without parentheses",
        ),
        (
            ErrorValue(),
            ValueError("x"),
            "an error as a value is expected, this is an object of type ValueError",
        ),
        (
            ErrorValue(),
            Own(1, 2, 2),
            "an error as a value is expected, this is an object of type Own",
        ),
        (
            ErrorValue(),
            IndexOutOfBounds(axis=1.0, index=2, dimension=2),  # type: ignore[arg-type]
            "an error as a value is expected, its axis is the float 1.0",
        ),
        (
            ErrorValue(),
            DataLengthMismatch(expected=4, actual=[3]),  # type: ignore[arg-type]
            None,
        ),
        (
            ErrorValue(),
            DataLengthMismatch(expected=4, actual={}),  # type: ignore[arg-type]
            "an error as a value is expected, its actual is a dict",
        ),
        (Function(), 8, "a function is expected, this is the integer 8"),
        (
            EitherForm(Integer(), ErrorValue()),
            8.0,
            "an integer or an error as a value is expected, this is the float 8.0",
        ),
    ],
)
def test_fault_says_what_is_expected_and_what_stands_there(
    form: Form, value: Any, fault: str | None
) -> None:
    assert form.fault(value) == fault


@pytest.mark.parametrize("form", EVERY_FORM, ids=repr)
@pytest.mark.parametrize("value", [None, ...])
def test_none_and_ellipsis_are_no_answer_yet(form: Form, value: object) -> None:
    assert form.fault(value) == UNANSWERED


def test_error_with_a_tuple_among_its_fields_fits() -> None:
    error = BroadcastError(shapes=((3,), (2,)), axis=-1, sizes=(3, 2))

    assert ErrorValue().fault(error) is None


@given(st.lists(st.integers()), st.integers(0, 5))
def test_integers_of_a_length_fit_exactly_that_length(items: list[int], length: int) -> None:
    assert (Integers(length).fault(items) is None) == (len(items) == length)
    assert Integers().read(items) == tuple(items)


@given(st.floats(width=64))
def test_number_keeps_every_float(value: float) -> None:
    read = Number().read(value)

    assert np.float64(read).tobytes() == np.float64(value).tobytes()


@given(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(),
        st.lists(st.integers()), st.dictionaries(st.integers(), st.text()),
        st.builds(RankMismatch, st.integers(), st.integers()), st.just(TensorError),
    )
)  # fmt: skip
def test_every_form_judges_any_value(value: object) -> None:
    for form in EVERY_FORM:
        fault = form.fault(value)
        assert fault is None or fault == UNANSWERED or fault.startswith(form.expected)
