"""What an annotation checks: who reads it, whether names are bound, and what it never sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from coursekit.questions.question import OneOf, Question, ask
from coursekit.questions.wordforms import Choice
from tensorlib.shapes import Shape
from tensorlib.signing import Signed, signature_misfit

PASSES, REFUSED = "PASSES", "REFUSED"

GUARDS: Mapping[str, bool | None] = MappingProxyType(
    {
        "nothing": None,
        "@jaxtyped(typechecker=None)": None,
        "@beartype": False,
        "@jaxtyped(typechecker=beartype)": True,
    }
)
"""What may stand above a function, and whether names are bound; None where nobody checks."""

_ROW = np.array([[1.0, 2.0], [3.0, 4.0]])  # one sequence of two tokens, all of them padding


def guarded_call_of(guard: str, x: Shape, mask: Shape) -> Question:
    """Ask whether an annotated function that averages over the wrong axis is let through.

    The function takes ``x [B, T, d]`` and ``mask [B, T]``, ignores the mask and returns
    ``x.mean(axis=0)`` as ``[B, d]``.

    Parameters
    ----------
    guard : str
        What stands above it, one of `GUARDS`.
    x, mask : tuple of int
        The shapes of the arguments.

    Examples
    --------
    >>> question = guarded_call_of("@beartype", (3, 5, 7), (3, 4))
    >>> question.answer, question.beliefs["M55"]
    ('PASSES', 'REFUSED')
    >>> guarded_call_of("@jaxtyped(typechecker=beartype)", (3, 5, 7), (3, 5)).answer
    'REFUSED'
    """
    bound = GUARDS[guard]
    result = np.zeros(x).mean(axis=0).shape
    signed = [
        Signed("x", "B T d", x),
        Signed("mask", "B T", mask),
        Signed("the result", "B d", result),
    ]
    passes = bound is None or signature_misfit(signed, names_bound=bound) is None
    beliefs = {"M95" if bound else "M55": REFUSED} if passes else {}
    return ask(
        "guarded_call_of",
        (guard, x, mask),
        "A function takes x [B, T, d] and mask [B, T] and is said to return [B, d]; it returns "
        f"x.mean(axis=0). Above it stands {guard}. Is a call with x {x} and mask {mask} refused?",
        Choice(PASSES, REFUSED),
        PASSES if passes else REFUSED,
        beliefs,
        drop_ambiguous=False,
    )


def empty_row_of() -> Question:
    """Ask what an annotated mean over the tokens returns for a row that is all padding.

    Examples
    --------
    >>> question = empty_row_of()
    >>> question.answer, question.beliefs["M96"], question.beliefs["M09"]
    ('NAN', 'REFUSED', 'ZEROS')
    """
    with np.errstate(invalid="ignore"):
        row = (_ROW * 0).sum(axis=0) / np.zeros(len(_ROW)).sum()
    return ask(
        "empty_row_of",
        (),
        "Shapes and formats are annotated and checked. What stands in the result of "
        "(x * m).sum(1) / m.sum(1) for a row that is all padding, or is the call refused?",
        Choice("NAN", "ZEROS", "NUMBERS", REFUSED),
        _content(row),
        {"M96": REFUSED, "M09": "ZEROS"},
        drop_ambiguous=False,
    )


def widened_format_of(x: str, mask: str, annotations: Sequence[str]) -> Question:
    """Ask for the format of x times a mask, annotated, or whether the call is refused.

    Parameters
    ----------
    x, mask : str
        numpy's names of the two formats, of different width.
    annotations : sequence of str
        The names of the annotations of x and of the result: ``"Float"`` stands for any float.

    Raises
    ------
    CourseError
        If the product has the format of x.

    Examples
    --------
    >>> question = widened_format_of("float16", "float32", ("Float", "Float"))
    >>> question.answer, question.beliefs["M96"]
    ('float32', OneOf(answers=('float16', 'REFUSED')))
    >>> widened_format_of("float16", "float32", ("Float16", "Float16")).answer
    'REFUSED'
    """
    product = (np.ones(1, x) * np.ones(1, mask)).dtype.name
    fits = all(
        annotation in ("Float", format.capitalize())
        for annotation, format in zip(annotations, (x, product), strict=True)
    )
    beliefs: dict[str, Any] = {"M96": OneOf(x, REFUSED)} if fits else {"M96": x}
    return ask(
        "widened_format_of",
        (x, mask, tuple(annotations)),
        f"x is {x}, annotated {annotations[0]}; the mask is turned to {mask}; the result is "
        f"annotated {annotations[1]}. Which format has the result, or is the call refused?",
        Choice("float16", "float32", "float64", REFUSED),
        product if fits else REFUSED,
        beliefs,
        drop_ambiguous=False,
    )


def _content(row: np.ndarray[Any, np.dtype[np.float64]]) -> str:
    if np.isnan(row).all():
        return "NAN"
    return "ZEROS" if not row.any() else "NUMBERS"
