"""The last token of each row: from the mask, and by recipes that guess at the side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.forms import Integers
from coursekit.questions.padding.masking import OTHER_SIDE, batch_text
from coursekit.questions.question import Question, ask
from tensorlib import MaskError, last_index, padding_mask
from tensorlib.masks import Side
from tensorlib.recipes import (
    AT_THE_END,
    BEFORE_PADDING,
    BY_COUNT,
    FROM_MASK,
    Found,
    Recipe,
)

Indices = tuple[int, ...]

BELIEVED_RECIPES: Mapping[str, Recipe] = MappingProxyType({"M43": BY_COUNT, "M44": AT_THE_END})
"""The recipe that each belief goes by."""


def last_index_of(
    lengths: Sequence[int], width: int, side: Side, *, drop_ambiguous: bool = False
) -> Question:
    """Ask where the last token of each row is.

    Parameters
    ----------
    lengths : sequence of int
        How many tokens each row has.
    width : int
        T.
    side : {"right", "left"}
        Where the padding lies.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs give the same indices.

    Examples
    --------
    >>> question = last_index_of((5, 3, 1), 5, "left")
    >>> question.answer, question.beliefs["M43"]
    ((4, 4, 4), (4, 2, 0))
    """
    answer = _indices(FROM_MASK, lengths, width, side)
    misled = "M44" if side == "right" else "M43"
    return ask(
        "last_index_of",
        (tuple(lengths), width, side),
        f"{batch_text(lengths, width, side)} At which index is the last token of each row?",
        Integers(len(lengths)),
        answer,
        {
            misled: _indices(BELIEVED_RECIPES[misled], lengths, width, side),
            "M63": tuple(index + 1 for index in answer),
        },
        drop_ambiguous=drop_ambiguous,
    )


def recipe_index_of(
    recipe: Recipe,
    lengths: Sequence[int],
    width: int,
    side: Side,
    *,
    drop_ambiguous: bool = False,
) -> Question:
    """Ask where a recipe looks for the last token of each row.

    Parameters
    ----------
    recipe : Recipe
        One of `tensorlib.recipes.RECIPES`.
    lengths, width, side, drop_ambiguous
        As for `last_index_of`.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same indices.

    Examples
    --------
    >>> question = recipe_index_of(BEFORE_PADDING, (2, 6, 4), 6, "right")
    >>> question.answer, question.beliefs["M87"]
    ((1, -1, 3), (1, 5, 3))
    """
    answer = _indices(recipe, lengths, width, side)
    found = _indices(FROM_MASK, lengths, width, side)
    beliefs = {id_: found for id_, believed in BELIEVED_RECIPES.items() if believed is recipe}
    if recipe is BEFORE_PADDING:
        beliefs["M87"] = found
        if side == "left":
            beliefs["M86"] = _indices(recipe, lengths, width, OTHER_SIDE[side])
    return ask(
        "recipe_index_of",
        (recipe.code, tuple(lengths), width, side),
        f"{batch_text(lengths, width, side)} What does {recipe.code} give, row by row?",
        Integers(len(lengths)),
        answer,
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )


def rows_reading(
    found: Found, recipe: Recipe, lengths: Sequence[int], width: int, side: Side
) -> Question:
    """Ask in which rows a recipe reads padding, or another token than the last.

    Parameters
    ----------
    found : Found
        What it reads there.
    recipe, lengths, width, side
        As for `recipe_index_of`; the recipe is one that a belief goes by.

    Raises
    ------
    CourseError
        If it does so in no row.

    Examples
    --------
    >>> question = rows_reading(Found.PADDING, BY_COUNT, (2, 6, 4), 6, "left")
    >>> question.answer, question.beliefs["M43"]
    ((0,), ())
    """
    each = recipe.found(padding_mask(lengths, width, side))
    belief = next(id_ for id_, believed in BELIEVED_RECIPES.items() if believed is recipe)
    return Question(
        f"rows_reading({found.name}, {recipe.code!r}, {tuple(lengths)}, {width}, {side!r})",
        f"{batch_text(lengths, width, side)} In which rows does {recipe.code} read {found}?",
        Integers(),
        tuple(row for row, one in enumerate(each) if one is found),
        {belief: ()},
    )


def last_indices(mask: NDArray[np.bool_]) -> Indices:
    """Return the last real index of each row; what the function to write has to do.

    Parameters
    ----------
    mask : ndarray of bool, shape (B, T)
        True marks what is real.

    Raises
    ------
    ValueError
        If a row has no real position.

    Examples
    --------
    >>> last_indices(padding_mask([5, 3, 1], 5))
    (4, 2, 0)
    """
    try:
        return _as_tuple(last_index(mask))
    except MaskError as error:
        raise ValueError(str(error)) from None


def _by(recipe: Recipe) -> Callable[[NDArray[np.bool_]], Indices]:
    def believed(mask: NDArray[np.bool_]) -> Indices:
        if not mask.any(axis=1).all():
            return last_indices(mask)
        return _as_tuple(recipe.rule(mask))

    return believed


def _empty_allowed(mask: NDArray[np.bool_]) -> Indices:
    return _as_tuple(np.where(mask, np.arange(mask.shape[1]), -1).max(axis=1, initial=-1))


def _from_one(mask: NDArray[np.bool_]) -> Indices:
    return tuple(index + 1 for index in last_indices(mask))


LAST_FUNCTIONS: Mapping[str, Callable[[NDArray[np.bool_]], Indices]] = MappingProxyType(
    {
        "M09": _empty_allowed,
        "M43": _by(BY_COUNT),
        "M44": _by(AT_THE_END),
        "M63": _from_one,
        "M87": _by(BEFORE_PADDING),
    }
)
"""What a function ``last_index`` does whose author has one of these beliefs."""


def _indices(recipe: Recipe, lengths: Sequence[int], width: int, side: Side) -> Indices:
    return _as_tuple(recipe.indices(padding_mask(lengths, width, side)))


def _as_tuple(indices: NDArray[Any]) -> Indices:
    return tuple(indices.tolist())
