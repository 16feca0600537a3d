"""The marks of one row: what is real in this course, and what True says in other libraries."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.forms import Integers
from coursekit.questions.padding.masking import OTHER_SIDE, batch_text
from coursekit.questions.question import Question, ask
from tensorlib import padding_mask
from tensorlib.masks import Side


def mask_row_of(length: int, width: int, side: Side, *, drop_ambiguous: bool = False) -> Question:
    """Ask for a row of this course's mask, as ones and zeros.

    Parameters
    ----------
    length, width : int
        How many tokens the row has, and T.
    side : {"right", "left"}
        Where the padding lies.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same row.

    Examples
    --------
    >>> question = mask_row_of(2, 5, "right")
    >>> question.answer, question.beliefs["M10"]
    ((1, 1, 0, 0, 0), (0, 0, 1, 1, 1))
    """
    right, other = _row(length, width, side), _row(length, width, OTHER_SIDE[side])
    return ask(
        "mask_row_of",
        (length, width, side),
        f"{batch_text((length,), width, side)} Which mask does it have, 1 for what is real?",
        Integers(width),
        right,
        {"M10": _inverted(right), "M86": other},
        drop_ambiguous=drop_ambiguous,
    )


def ignoring_row_of(
    length: int, width: int, side: Side, *, drop_ambiguous: bool = False
) -> Question:
    """Ask for a row of the mask that a library wants in which True means ignore.

    Parameters
    ----------
    length, width, side, drop_ambiguous
        As for `mask_row_of`.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same row.

    Examples
    --------
    >>> question = ignoring_row_of(3, 5, "left")
    >>> question.answer, question.beliefs["M10"]
    ((1, 1, 0, 0, 0), (0, 0, 1, 1, 1))
    """
    ours, other = _row(length, width, side), _row(length, width, OTHER_SIDE[side])
    return ask(
        "ignoring_row_of",
        (length, width, side),
        f"{batch_text((length,), width, side)} Which mask does a library want in which 1 means "
        "ignore?",
        Integers(width),
        _inverted(ours),
        {"M10": ours, "M86": _inverted(other)},
        drop_ambiguous=drop_ambiguous,
    )


def attended_of(length: int, width: int, side: Side) -> Question:
    """Ask which positions are attended to if this course's mask meets True for ignore.

    Parameters
    ----------
    length, width, side
        As for `mask_row_of`.

    Examples
    --------
    >>> attended_of(3, 5, "left").answer
    (0, 1)
    """
    real = padding_mask((length,), width, side)[0]
    return Question(
        f"attended_of({length}, {width}, {side!r})",
        f"{batch_text((length,), width, side)} Its mask, 1 for what is real, is given to a library "
        "in which 1 means ignore. Which positions are attended to?",
        Integers(),
        _places(~real),
        {"M10": _places(real)},
    )


def _row(length: int, width: int, side: Side) -> tuple[int, ...]:
    return tuple(map(int, padding_mask((length,), width, side)[0]))


def _inverted(row: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 - mark for mark in row)


def _places(marked: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(np.flatnonzero(marked).tolist())
