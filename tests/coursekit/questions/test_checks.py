"""Checks of form, as students see them."""

from __future__ import annotations

import pytest

from coursekit.questions.checks import FormError, check_call, check_form, check_forms
from coursekit.questions.forms import Integer, Integers, Number


def never(*arguments: object) -> object:
    raise NotImplementedError


def failing(*arguments: object) -> object:
    return arguments[99]


def test_fitting_answers_pass_in_silence(capsys: pytest.CaptureFixture[str]) -> None:
    check_form(8, Integer(), name="offset")
    check_forms(offset=(8, Integer()), value=(32, Number()))
    check_call(len, (6, 3, 1), form=Integer(), name="len")

    assert capsys.readouterr() == ("", "")


def test_fault_of_form_is_an_assertion_that_failed() -> None:
    with pytest.raises(AssertionError, match=r"^offset: not answered yet$"):
        check_form(None, Integer(), name="offset")


def test_several_faults_stand_in_one_line() -> None:
    with pytest.raises(FormError) as caught:
        check_forms(offset=(None, Integer()), terms=(6, Integers(3)), value=(None, Number()))

    expected = (
        "offset, value: not answered yet; "
        "terms: a tuple of 3 integers is expected, this is the integer 6"
    )
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (None, "f: not answered yet"),
        (8, "f: a function is expected, this is the integer 8"),
        (never, "f: not answered yet"),
        (failing, "f((9,)) raised IndexError"),
        (str, "f((9,)): an integer is expected, this is the text '(9,)'"),
        (print, "f((9,)): not answered yet"),
    ],
)
def test_call_that_does_not_fit_is_a_fault(function: object, message: str) -> None:
    with pytest.raises(FormError) as caught:
        check_call(function, (9,), form=Integer(), name="f")  # type: ignore[arg-type]

    assert str(caught.value) == message


def test_error_of_the_student_stands_behind_the_fault() -> None:
    with pytest.raises(FormError, match="raised IndexError") as caught:
        check_call(failing, form=Integer(), name="f")

    assert isinstance(caught.value.__cause__, IndexError)


@pytest.mark.parametrize("error", [TimeoutError("too late"), ConnectionError("gone")])
def test_side_that_no_longer_answers_is_no_matter_of_form(error: Exception) -> None:
    def gone() -> object:
        raise error

    with pytest.raises(type(error), match=str(error)):
        check_call(gone, form=Integer(), name="f")
