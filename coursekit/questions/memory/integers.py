"""Integers of 8 bits: what adding makes of them, and what converting makes of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coursekit.questions.equality import same
from coursekit.questions.forms import Integer
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import FORMATS, quantise


def int8_sum_of(terms: Sequence[int], *, drop_ambiguous: bool = False) -> Question:
    """Ask for the sum of integers in int8.

    Parameters
    ----------
    terms : sequence of int
        Numbers of the format.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If the sum stays in the range, or two beliefs give the same number.

    Examples
    --------
    >>> question = int8_sum_of([100, 100])
    >>> question.answer, question.beliefs["M54"].answers
    (-56, (127, 200))
    """
    int8, total = FORMATS["int8"], sum(terms)
    return ask(
        "int8_sum_of",
        (list(terms),),
        f"What is {_sum_text(terms)} in int8?",
        Integer(),
        int(int8.running_sum(terms)),
        {"M54": OneOf(int(int8.round(total)), total)},
        drop_ambiguous=drop_ambiguous,
    )


def _sum_text(terms: Sequence[int]) -> str:
    if len(terms) > 3 and len(set(terms)) == 1:
        return f"the sum of {len(terms)} times {terms[0]}"
    return " + ".join(f"({term})" if term < 0 else str(term) for term in terms)


def _gone_round(total: int) -> int:
    half = 1 << FORMATS["int8"].mantissa_bits
    return (total + half) % (2 * half) - half


def int8_converted_of(number: float, scale: float, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the integer of 8 bits that a number is stored as, with a given scale.

    Parameters
    ----------
    number : float
        What is stored.
    scale : float
        What one step stands for.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = int8_converted_of(100.0, 0.5)
    >>> question.answer, question.beliefs["M92"], question.beliefs["M54"]
    (127, -56, 200)
    """
    right, steps = int(quantise([number], scale).integers[0]), round(number / scale)
    beliefs: dict[str, Any] = {"M92": _gone_round(steps), "M54": steps}
    return ask(
        "int8_converted_of",
        (number, scale),
        f"As which integer of 8 bits is {number} stored, if one step stands for {scale}?",
        Integer(),
        right,
        {id_: answer for id_, answer in beliefs.items() if not same(answer, right)},
        drop_ambiguous=drop_ambiguous,
    )
