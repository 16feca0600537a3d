"""What a floating-point format makes of a number, and what it is taken to make of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf
from typing import Any

from coursekit.questions.equality import same
from coursekit.questions.forms import Integer, Number
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import FORMATS, FloatFormat, format_of, scale_gradients

_WIDEST = FORMATS["fp64"].exponent_bits


def without_limits(number: float, format: str) -> float:
    """Return a number with as many digits as a format has, and whatever exponent it needs.

    Parameters
    ----------
    number : float
        A finite number.
    format : str
        A floating-point format.

    Examples
    --------
    >>> without_limits(70000, "fp16")
    70016.0
    """
    return float(_wide(format).round(number))


def cut_off(number: float, format: str) -> float:
    """Return the format's number next to a number on the side of 0: digits without room are lost.

    Parameters
    ----------
    number : float
        A finite number.
    format : str
        A floating-point format.

    Examples
    --------
    >>> cut_off(1.007, "bf16"), cut_off(-515, "bf16")
    (1.0, -512.0)
    """
    wide = _wide(format)
    near = wide.round(number)
    if abs(near) > abs(number):
        near = wide.values_of(wide.codes_of([near]) - 1)[0]  # a code less is a step towards 0
    return float(format_of(format).round(near))


def _wide(format: str) -> FloatFormat:
    return FloatFormat("wide", exponent_bits=_WIDEST, mantissa_bits=format_of(format).mantissa_bits)


def rounded_of(number: float, format: str, *, drop_ambiguous: bool = False) -> Question:
    """Ask what a floating-point format makes of a number.

    Parameters
    ----------
    number : float
        A finite number.
    format : str
        The format.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = rounded_of(259, "bf16")
    >>> question.answer, question.beliefs["M53"].answers, question.beliefs["M91"].answers
    (260.0, (259.0,), (258.0,))
    """
    right = float(format_of(format).round(number)) + 0.0  # of the two zeros, one is an answer
    return ask(
        "rounded_of",
        (number, format),
        f"What does {format} make of {number}?",
        Number(),
        right,
        _believed(float(number), format, right),
        drop_ambiguous=drop_ambiguous,
    )


def _believed(number: float, format: str, right: float) -> dict[str, Any]:
    """Return what beliefs make of a number, where it is not what the format makes of it."""
    beliefs: dict[str, tuple[float, ...]] = {"M91": (cut_off(number, format),)}
    if format == "fp16":
        beliefs["M52"] = tuple(dict.fromkeys((number, without_limits(number, format))))
    if format == "bf16" and number.is_integer():
        beliefs["M53"] = (number,)
    if isinf(right):
        beliefs["M94"] = (format_of(format).max if right > 0 else format_of(format).min,)
    wrong = {
        id_: [one for one in answers if not same(one, right)] for id_, answers in beliefs.items()
    }
    return {id_: OneOf(*answers) for id_, answers in wrong.items() if answers}


def fill_of(fill: float, format: str) -> Question:
    """Ask what becomes of the large negative number that is to mask a score.

    Parameters
    ----------
    fill : float
        The number.
    format : str
        The format of the scores.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = fill_of(-1e9, "fp16")
    >>> question.answer, question.beliefs["M12"].answers
    (-inf, (-1000000000.0,))
    """
    known = format_of(format)
    return Question(
        f"fill_of({fill}, {format!r})",
        f"A score in {format} is filled with {fill}. What stands there?",
        Number(),
        float(known.round(fill)),
        {"M12": OneOf(float(fill)), "M52": without_limits(fill, format), "M94": known.min},
    )


def running_sum_of(term: float, count: int, format: str) -> Question:
    """Ask for a sum of equal numbers, each partial sum as the format holds it.

    Parameters
    ----------
    term : float
        What is added.
    count : int
        How often.
    format : str
        The format.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = running_sum_of(1, 300, "bf16")
    >>> question.answer, question.beliefs["M53"]
    (256.0, 300.0)
    """
    belief = "M53" if format == "bf16" else "M52"
    return Question(
        f"running_sum_of({term}, {count}, {format!r})",
        f"{term} is added {count} times, one after another, in {format}. What comes out?",
        Number(),
        format_of(format).running_sum([term] * count),
        {belief: float(term * count)},
    )


def gradients_lost_of(gradients: Sequence[float], format: str) -> Question:
    """Ask how many gradients become 0 in a format.

    Parameters
    ----------
    gradients : sequence of float
        None of them 0.
    format : str
        In what they are stored.

    Raises
    ------
    CourseError
        If none becomes 0.

    Examples
    --------
    >>> gradients_lost_of([1e-8, 1e-3], "fp16").answer
    1
    """
    return Question(
        f"gradients_lost_of({list(gradients)}, {format!r})",
        f"How many of the gradients {list(gradients)} become 0 in {format}?",
        Integer(),
        scale_gradients(gradients, 1.0, format).lost,
        {"M52": 0},
    )


def gradients_overflowing_of(gradients: Sequence[float], scale: float, format: str) -> Question:
    """Ask how many gradients become too large by a scale.

    Parameters
    ----------
    gradients : sequence of float
        Finite numbers.
    scale : float
        What the loss is multiplied by.
    format : str
        In what they are stored.

    Raises
    ------
    CourseError
        If none becomes too large.

    Examples
    --------
    >>> gradients_overflowing_of([1e-8, 100.0], 1024, "fp16").answer
    1
    """
    return Question(
        f"gradients_overflowing_of({list(gradients)}, {scale}, {format!r})",
        f"How many of the gradients {list(gradients)} become infinite in {format} once the loss "
        f"is multiplied by {scale}?",
        Integer(),
        scale_gradients(gradients, scale, format).overflowed,
        {"M52": 0},
    )
