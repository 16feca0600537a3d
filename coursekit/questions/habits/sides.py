"""The mask and the side of the padding: lines that fit one side only, and batches to be refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coursekit.errors import CourseError
from coursekit.questions.forms import ErrorValue, Integers
from coursekit.questions.question import Question, ask
from tensorlib import PaddingSideError, check_mask, padding_mask
from tensorlib.masks import Mask, Side

Array = NDArray[Any]
Line = Callable[[Array, Array], Array]

_SIDES: tuple[Side, Side] = ("right", "left")
_WIDTH = 5


def _positions(mask: Array) -> Array:
    return np.asarray(np.where(mask, np.arange(mask.shape[1]), -1).max(axis=1))


LINES: Mapping[str, Line] = MappingProxyType(
    {
        "x[:, -1]": lambda x, mask: x[:, -1],
        "x[np.arange(B), mask.sum(axis=1) - 1]": lambda x, mask: x[
            np.arange(len(x)), mask.sum(axis=1) - 1
        ],
        "x[np.arange(B), np.where(mask, np.arange(T), -1).max(axis=1)]": lambda x, mask: x[
            np.arange(len(x)), _positions(mask)
        ],
        "(x * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1)[:, None]": lambda x, mask: (
            (x * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1)[:, None]
        ),
        "x[:, 0]": lambda x, mask: x[:, 0],
    }
)
"""Lines that take from each row its last token, its first, or the mean of its tokens."""

_SIDED = {"M44": "x[:, -1]", "M43": "x[np.arange(B), mask.sum(axis=1) - 1]"}


def either_side_of(lengths: Sequence[int]) -> Question:
    """Ask which of `LINES` give the same whichever side is padded, by their numbers from 1.

    Parameters
    ----------
    lengths : sequence of int
        How many tokens each row has, of 5 positions.

    Raises
    ------
    CourseError
        If no row is padded, so that the side makes no difference.

    Examples
    --------
    >>> question = either_side_of((5, 3, 1))
    >>> question.answer, question.beliefs["M43"], question.beliefs["M44"]
    ((3, 4), (2, 3, 4), (1, 3, 4))
    """
    right, left = (_batch(lengths, side) for side in _SIDES)
    fit = [line for line, run in LINES.items() if np.allclose(run(*right), run(*left))]
    numbered = {line: number for number, line in enumerate(LINES, start=1)}
    listed = "; ".join(f"{number}: {line}" for line, number in numbered.items())
    return ask(
        "either_side_of",
        (tuple(lengths),),
        f"The rows have {tuple(lengths)} tokens of {_WIDTH} positions. Which lines give the same "
        f"for the same tokens, whichever side is padded? {listed}",
        Integers(),
        tuple(numbered[line] for line in fit),
        {
            belief: tuple(sorted(numbered[each] for each in {*fit, line}))
            for belief, line in _SIDED.items()
        }
        | {"M86": tuple(numbered.values())},
        drop_ambiguous=False,
    )


def _batch(lengths: Sequence[int], side: Side) -> tuple[Array, Mask]:
    """Return tokens that are numbered, and padding that is not zero."""
    mask = padding_mask(lengths, _WIDTH, side)
    x = np.full((len(lengths), _WIDTH, 1), 1000.0)
    x[mask, 0] = np.arange(1, sum(lengths) + 1)
    return x, mask


def refused_side_of(rows: Sequence[tuple[int, Side]], stated: Side | None) -> Question:
    """Ask for the error that refuses a batch whose mask contradicts its side.

    Parameters
    ----------
    rows : sequence of tuple
        How many tokens of 5 positions each row has, and where its padding lies.
    stated : {"right", "left"} or None
        The side that is said of the batch; None where the first padded row decides.

    Raises
    ------
    CourseError
        If the batch is not refused.

    Examples
    --------
    >>> refused_side_of([(5, "left"), (3, "left")], "right").answer
    PaddingSideError(side='right', row=1, found='left')
    """
    mask = np.concatenate([padding_mask((length,), _WIDTH, side) for length, side in rows])
    error = _refusal(mask, stated)
    if error is None:
        raise CourseError(f"refused_side_of({rows}, {stated}): nothing is refused")
    row = error.row or 0
    told = "None" if stated is None else repr(stated)
    return ask(
        "refused_side_of",
        (tuple(rows), stated),
        f"Which error refuses check_mask(mask, {told}) for the mask {mask.astype(int).tolist()}?",
        ErrorValue(),
        error,
        {
            "M67": PaddingSideError(error.found, row, str(error.side)),
            "M63": PaddingSideError(error.side, row + 1, error.found),
        },
        drop_ambiguous=False,
    )


def _refusal(mask: Mask, stated: Side | None) -> PaddingSideError | None:
    try:
        check_mask(mask, stated)
    except PaddingSideError as error:
        return error
    return None
