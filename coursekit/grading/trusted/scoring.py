"""What the last value of a test is worth, and the words that go with a score.

The rule, for tests of any course:

==============================  ==================================================================
last value                      what it gives
==============================  ==================================================================
none, or None                   all points: nothing failed
a `Score`                       its points, with its reason
a number from 0 to the maximum  that many points
True                            all points, as in nbgrader; a build refuses it, for what says True
                                to a right answer may say False to a wrong one
anything else                   no score: False, nan, a number below 0 or above the maximum, a text,
                                a list, a figure; the fault is the author's
==============================  ==================================================================

nbgrader gives all points for most of "anything else", which then are given by accident. As in a
notebook, a semicolon at the end of the last line says that its value is not meant.
"""

from __future__ import annotations

import io
import tokenize
from numbers import Real
from typing import Any

import numpy as np

from coursekit.pages.text import printed
from coursekit.questions.score import Score

MAX_REASON = 600
_SHOWN = 80  # characters of a value in a fault
_NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER, tokenize.DEDENT}


class NotAScoreError(Exception):
    """The last value of a test is no score; says which it is and what is allowed."""


def score_of(value: Any, most: float, *, strict: bool = False) -> Score:
    """Return what the last value of a test gives.

    Parameters
    ----------
    value : object
        The value.
    most : float
        The points that the test gives at most.
    strict : bool
        Whether True is no score either, as at build time.

    Raises
    ------
    NotAScoreError
        If it is no score.

    Examples
    --------
    >>> score_of(None, 2), score_of(1.5, 2), score_of(Score(1, "half of it"), 2).reason
    (2.0, 1.5, 'half of it')
    >>> score_of(False, 2)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    coursekit.grading.trusted.scoring.NotAScoreError: its last value is False; nothing, or 0 to ...
    """
    if value is None or (_is_true(value) and not strict):
        return Score(most)
    if not _is_number(value) or not 0 <= value <= most:
        shown = _shown(value)
        raise NotAScoreError(
            f"its last value is {shown}; nothing, or 0 to {most:g} points are allowed"
        )
    if isinstance(value, Score):
        return value
    return Score(float(value))


def readable(reason: str | None) -> str | None:
    r"""Return a reason fit for a table and a page: no control codes, of bounded length.

    Examples
    --------
    >>> readable("a\x00b \udc80")
    'ab \\udc80'
    """
    if reason is None:
        return None
    text = printed(reason[: 4 * MAX_REASON])
    return text if len(text) <= MAX_REASON else text[:MAX_REASON] + " …"


def is_quiet(code: str) -> bool:
    r"""Tell whether a cell's code ends with a semicolon, so that its last value is not meant.

    Examples
    --------
    >>> is_quiet("plot(x);  # as a line"), is_quiet("f(x)\n';'")
    (True, False)
    """
    last = ""
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            last = last if token.type in _NO_CODE else token.string
    except (tokenize.TokenError, SyntaxError):
        return False
    return last == ";"


def _is_true(value: Any) -> bool:
    return isinstance(value, bool | np.bool_) and bool(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_)


def _shown(value: Any) -> str:
    if _is_number(value):
        return f"{value:g}" if isinstance(value, float) else f"{value!r:.{_SHOWN}}"
    if isinstance(value, bool | np.bool_):
        return repr(bool(value))
    return f"of type {type(value).__name__}"
