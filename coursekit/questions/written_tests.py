"""Mark a test that the student wrote, by what it lets pass and what it catches.

The test is a function of one argument: the implementation it tries. It has to pass right
implementations, and to fail, by an assertion or by any other error, on each wrong one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from coursekit.questions.forms import UNANSWERED, Function
from coursekit.questions.marking import MarkedScore, marked
from coursekit.questions.score import Score

AnyFunction = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong implementation that the test should catch.

    Parameters
    ----------
    name : str
        What is wrong with it, in words that the student reads.
    function : callable
        The implementation.
    misconception : str, optional
        The id of the belief that writes it, and that a test which misses it may share.
    """

    name: str
    function: AnyFunction
    misconception: str | None = None


def mark_test(
    test: AnyFunction, right: Sequence[AnyFunction], wrong: Sequence[Wrong], points: float = 1.0
) -> MarkedScore:
    """Mark a student's test.

    Parameters
    ----------
    test : callable
        What the student wrote; it is called with one implementation at a time.
    right : Sequence of callable
        Implementations that it has to let pass.
    wrong : Sequence of Wrong
        Implementations that it has to catch.
    points : float
        For a test that lets every right one pass and catches every wrong one.

    Returns
    -------
    MarkedScore
        Nothing for a test that refuses a right implementation, else the share of the wrong ones
        that are caught; the reason says what is wrong with those that are not.

    Examples
    --------
    >>> def doubles(double):
    ...     assert double(1) == 2
    >>> wrong = [Wrong("it adds one", lambda x: x + 1), Wrong("it returns it", lambda x: x)]
    >>> score = mark_test(doubles, [lambda x: 2 * x], wrong, points=4)
    >>> float(score), score.reason
    (2.0, 'your test lets this pass: it adds one')
    """
    beliefs = (one.misconception for one in wrong if one.misconception)
    return marked(_score(test, right, wrong, points), beliefs)


def _score(
    test: AnyFunction, right: Sequence[AnyFunction], wrong: Sequence[Wrong], points: float
) -> Score:
    fault = Function().fault(test)
    if fault:
        return Score(0.0, fault)
    try:
        for implementation in right:
            refusal = _failure(test, implementation)
            if refusal is not None:
                return Score(0.0, _refused(refusal))
        missed = [one for one in wrong if _failure(test, one.function) is None]
    except (TimeoutError, ConnectionError) as error:
        return Score(0.0, f"your test did not end well: {error}")
    if not missed:
        return Score(points)
    reason = "your test lets this pass: " + "; ".join(one.name for one in missed)
    share = (len(wrong) - len(missed)) / len(wrong)
    return Score(points * share, reason, next((w.misconception for w in missed), None))


def _failure(test: AnyFunction, implementation: AnyFunction) -> Exception | None:
    """Return the error with which a test fails on an implementation, or None."""
    try:
        test(implementation)
    except (TimeoutError, ConnectionError):
        raise
    except Exception as error:
        return error
    return None


def _refused(error: Exception) -> str:
    if isinstance(error, NotImplementedError):
        return UNANSWERED
    if isinstance(error, AssertionError):
        return "your test refuses a right implementation"
    return f"your test fails on a right implementation with {type(error).__name__}"
