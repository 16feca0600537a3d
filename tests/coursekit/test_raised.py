"""Exceptions that cross between the two sides."""

from __future__ import annotations

import pytest

from coursekit.plain import NotPlainError
from coursekit.raised import StudentError, error_from_plain, error_to_plain
from tensorlib import IndexOutOfBounds, ShapeOverflow, TensorError


@pytest.mark.parametrize(
    "error", [IndexOutOfBounds(axis=1, index=2, dimension=2), ShapeOverflow()], ids=repr
)
def test_tensor_errors_come_back_by_class_and_fields(error: TensorError) -> None:
    assert error_from_plain(error_to_plain(error)) == error


def test_builtin_exceptions_come_back_as_themselves() -> None:
    back = error_from_plain(error_to_plain(ValueError("no such axis")))
    assert (type(back), str(back)) == (ValueError, "no such axis")


def test_an_own_exception_comes_back_by_name_and_message() -> None:
    class AxisTroubleError(Exception):
        pass

    back = error_from_plain(error_to_plain(AxisTroubleError("axis 3")))
    assert isinstance(back, StudentError)
    assert str(back) == "AxisTroubleError: axis 3"


def test_an_exit_does_not_come_back_as_an_exit() -> None:
    assert type(error_from_plain(error_to_plain(SystemExit(0)))) is StudentError


def test_an_exception_whose_text_fails_is_still_told() -> None:
    class SulkyError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert str(error_from_plain(error_to_plain(SulkyError()))) == "SulkyError: "


@pytest.mark.parametrize("message", [None, ["raised"], ["raised", 1, "x"], ["int", "0x1"]], ids=str)
def test_a_forged_exception_is_refused(message: object) -> None:
    with pytest.raises(NotPlainError, match="a damaged message"):
        error_from_plain(message)
