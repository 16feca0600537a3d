"""Checks of form, for the visible part of a test cell: they see an answer's form, never its value.

A fault is raised as a `FormError`. Whoever grades remembers it and goes on to the marks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coursekit.questions.forms import UNANSWERED, Form, Function
from coursekit.questions.values import call_text, joined


class FormError(AssertionError):
    """An answer has not the form that is asked for; says which answer, and what is expected."""


def check_form(value: object, form: Form, *, name: str) -> None:
    """Check that an answer has the form asked for.

    Parameters
    ----------
    value : object
        The answer.
    form : Form
        What it must look like.
    name : str
        The name that stands before the fault.

    Raises
    ------
    FormError
        If it has not.
    """
    check_forms(**{name: (value, form)})


def check_forms(**answers: tuple[object, Form]) -> None:
    """Check the forms of several answers at once.

    Parameters
    ----------
    **answers : tuple of object and Form
        Under the name of each answer, its value and what it must look like.

    Raises
    ------
    FormError
        If one of them has another form; names all that have.

    Examples
    --------
    >>> from coursekit.questions.forms import Integer, Number
    >>> check_forms(offset=(8, Integer()), value=("32", Number()))
    Traceback (most recent call last):
        ...
    coursekit.questions.checks.FormError: value: a number is expected, this is the text '32'
    """
    faults = {name: form.fault(value) for name, (value, form) in answers.items()}
    found = joined((name, fault) for name, fault in faults.items() if fault)
    if found:
        raise FormError(found)


def check_call(function: Callable[..., Any], *arguments: object, form: Form, name: str) -> None:
    """Check that a call of a student's function returns something of the form asked for.

    Parameters
    ----------
    function : callable
        What the student wrote.
    *arguments : object
        What to call it with.
    form : Form
        What it must return.
    name : str
        The function's name.

    Raises
    ------
    FormError
        If it is no function, raises an error, or returns something of another form.
    """
    check_form(function, Function(), name=name)
    call = call_text(name, arguments)
    try:
        result = function(*arguments)
    except (TimeoutError, ConnectionError):
        raise  # nobody answers any more; that is not a matter of form
    except NotImplementedError:
        raise FormError(f"{name}: {UNANSWERED}") from None
    except Exception as error:
        raise FormError(f"{call} raised {type(error).__name__}") from error
    check_form(result, form, name=call)
