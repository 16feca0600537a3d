"""Masks of a batch: how much of it is padding, and what each belief takes for the mask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.forms import Integer, Number
from coursekit.questions.question import Question, ask
from tensorlib import MaskError, padding_mask, padding_share
from tensorlib.masks import Side

Rows = tuple[tuple[bool, ...], ...]

OTHER_SIDE: Mapping[Side, Side] = MappingProxyType({"left": "right", "right": "left"})


def batch_text(lengths: Sequence[int], width: int, side: Side) -> str:
    """Return a batch in words, for the head of a question.

    Parameters
    ----------
    lengths : sequence of int
        How many tokens each row has.
    width : int
        T.
    side : {"right", "left"}
        Where the padding lies.

    Examples
    --------
    >>> batch_text((2, 3), 3, "left")
    'Lengths (2, 3) in T = 3, padded on the left.'
    """
    what = f"A row of length {lengths[0]}" if len(lengths) == 1 else f"Lengths {tuple(lengths)}"
    return f"{what} in T = {width}, padded on the {side}."


def padding_count_of(lengths: Sequence[int], width: int) -> Question:
    """Ask how many positions of a batch are padding.

    Parameters
    ----------
    lengths : sequence of int
        How many tokens each row has.
    width : int
        T.

    Examples
    --------
    >>> padding_count_of((5, 3, 1), 5).answer
    6
    """
    mask = padding_mask(lengths, width)
    return Question(
        f"padding_count_of({tuple(lengths)}, {width})",
        f"Lengths {tuple(lengths)} in T = {width}: how many positions are padding?",
        Integer(),
        int((~mask).sum()),
        {},
    )


def padding_share_of(
    lengths: Sequence[int], width: int, *, drop_ambiguous: bool = False
) -> Question:
    """Ask which part of a batch is padding.

    Parameters
    ----------
    lengths : sequence of int
        How many tokens each row has.
    width : int
        T.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If a belief gives the right share.

    Examples
    --------
    >>> question = padding_share_of((8, 4, 6, 2), 8)
    >>> question.answer, question.beliefs["M85"]
    (0.375, 0.6)
    """
    mask = padding_mask(lengths, width)
    return ask(
        "padding_share_of",
        (tuple(lengths), width),
        f"Lengths {tuple(lengths)} in T = {width}: which part of the batch is padding, 0 to 1?",
        Number(),
        padding_share(mask),
        {"M85": float((~mask).sum() / mask.sum())},
        drop_ambiguous=drop_ambiguous,
    )


def mask_rows(lengths: Sequence[int], width: int, side: Side) -> Rows:
    """Return the mask of a batch as tuples; what the function to write has to do.

    Parameters
    ----------
    lengths : sequence of int
        How many tokens each row has.
    width : int
        T.
    side : {"right", "left"}
        Where the padding lies.

    Raises
    ------
    ValueError
        If a length is below 1 or above T.

    Examples
    --------
    >>> mask_rows((2, 1), 2, "left")
    ((True, True), (False, True))
    """
    try:
        return _as_rows(padding_mask(lengths, width, side))
    except MaskError as error:
        raise ValueError(str(error)) from None


def _for_ignoring(lengths: Sequence[int], width: int, side: Side) -> Rows:
    return tuple(tuple(not real for real in row) for row in mask_rows(lengths, width, side))


def _on_the_right(lengths: Sequence[int], width: int, side: Side) -> Rows:
    return mask_rows(lengths, width, "right")


def _empty_allowed(lengths: Sequence[int], width: int, side: Side) -> Rows:
    if max(lengths, default=0) > width:
        return mask_rows(lengths, width, side)
    counts, places = np.reshape(lengths, (-1, 1)), np.arange(width)
    return _as_rows(places < counts if side == "right" else places >= width - counts)


MASK_FUNCTIONS: Mapping[str, Callable[[Sequence[int], int, Side], Rows]] = MappingProxyType(
    {"M09": _empty_allowed, "M10": _for_ignoring, "M86": _on_the_right}
)
"""What a function ``padding_mask`` does whose author has one of these beliefs."""


def _as_rows(mask: NDArray[Any]) -> Rows:
    return tuple(tuple(row) for row in mask.tolist())
