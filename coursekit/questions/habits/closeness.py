"""Comparisons in tests: which of them look at shapes, and one that does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.question import OneOf, Question, ask
from coursekit.questions.wordforms import Choice
from tensorlib.shapes import Shape

Array = NDArray[Any]

TRUE, FALSE, RAISES = "TRUE", "FALSE", "RAISES"

COMPARISONS: Mapping[str, Callable[[Array, Array], Any]] = MappingProxyType(
    {
        "np.allclose": np.allclose,
        "np.array_equal": np.array_equal,
        "np.testing.assert_allclose": np.testing.assert_allclose,
    }
)
"""What the questions are about; the last one returns nothing and raises where it disagrees."""

_BLIND = "np.allclose"


def closeness_of(comparison: str, left: Shape, right: Shape) -> Question:
    """Ask what a comparison of two arrays of ones answers.

    Parameters
    ----------
    comparison : str
        One of `COMPARISONS`.
    left, right : tuple of int
        Their shapes, which differ.

    Raises
    ------
    CourseError
        If the belief gives the right answer.

    Examples
    --------
    >>> question = closeness_of("np.allclose", (3,), (3, 1))
    >>> question.answer, question.beliefs["M56"]
    ('TRUE', OneOf(answers=('FALSE', 'RAISES')))
    >>> closeness_of("np.array_equal", (3,), (3, 1)).answer
    'FALSE'
    """
    answer = _outcome(COMPARISONS[comparison], np.ones(left), np.ones(right))
    beliefs: dict[str, object] = {}
    if comparison == _BLIND:
        others = (FALSE, RAISES) if answer == TRUE else (FALSE,)
        beliefs["M56"] = OneOf(*others)
    return ask(
        "closeness_of",
        (comparison, left, right),
        f"What is {comparison}(np.ones({left}), np.ones({right}))? RAISES stands for any error.",
        Choice(TRUE, FALSE, RAISES),
        answer,
        beliefs,
        drop_ambiguous=False,
    )


def _outcome(comparison: Callable[[Array, Array], Any], left: Array, right: Array) -> str:
    try:
        return FALSE if comparison(left, right) is False else TRUE
    except (AssertionError, ValueError):
        return RAISES


def agrees(actual: Array, expected: Array) -> bool:
    """Return whether two arrays have one shape and close numbers.

    Parameters
    ----------
    actual, expected : ndarray of float
        What came out and what should have.

    Examples
    --------
    >>> agrees(np.ones(3), np.ones(3)), agrees(np.ones(3), np.ones((3, 1)))
    (True, False)
    """
    return actual.shape == expected.shape and bool(np.allclose(actual, expected))


def _close_alone(actual: Array, expected: Array) -> bool:
    try:
        return bool(np.allclose(actual, expected))
    except ValueError:
        return False


AGREES_FUNCTIONS: Mapping[str, Callable[[Array, Array], bool]] = MappingProxyType(
    {"M56": _close_alone}
)
"""The comparison that each belief writes."""
