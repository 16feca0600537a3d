"""Batches whose side is not the one that was expected: what is refused, lucky or silent."""

from __future__ import annotations

from collections.abc import Sequence

from coursekit.questions.padding.last import BELIEVED_RECIPES
from coursekit.questions.padding.masking import OTHER_SIDE, batch_text
from coursekit.questions.question import OneOf, Question
from coursekit.questions.wordforms import Choice
from tensorlib import (
    CORRECT,
    CORRECT_BY_LUCK,
    RAISES,
    SILENTLY_WRONG,
    MaskError,
    PaddingSideError,
    VerdictKind,
    last_index,
    padding_mask,
)
from tensorlib.masks import Side
from tensorlib.recipes import FROM_MASK, Found, Recipe

VERDICT = Choice(*map(str, VerdictKind))
"""The four words for what becomes of an operation."""

REFUSALS = ("MaskError", "PaddingSideError", "no error")
"""The errors that a batch can be refused with."""


def recipe_verdict_of(recipe: Recipe, lengths: Sequence[int], width: int, side: Side) -> Question:
    """Ask what becomes of a recipe on a batch that is padded on one side.

    Parameters
    ----------
    recipe : Recipe
        One of `tensorlib.recipes.RECIPES`.
    lengths : sequence of int
        How many tokens each row has.
    width : int
        T.
    side : {"right", "left"}
        Where padding goes, if there is any.

    Examples
    --------
    >>> from tensorlib.recipes import BY_COUNT
    >>> question = recipe_verdict_of(BY_COUNT, (4, 3, 2), 4, "left")
    >>> question.answer, question.beliefs["M43"]
    ('SILENTLY_WRONG', 'CORRECT')
    """
    kind = _verdict(recipe, lengths, width, side)
    beliefs: dict[str, object] = {}
    if kind == CORRECT:
        beliefs["M86"] = str(SILENTLY_WRONG)
    elif kind == CORRECT_BY_LUCK:
        beliefs["M80"] = str(CORRECT)
    else:
        held = (id_ for id_, believed in BELIEVED_RECIPES.items() if believed is recipe)
        beliefs = {id_: str(CORRECT) for id_ in held}
    return Question(
        f"recipe_verdict_of({recipe.code!r}, {tuple(lengths)}, {width}, {side!r})",
        f"{batch_text(lengths, width, side)} What becomes of {recipe.code}?",
        VERDICT,
        str(kind),
        beliefs,
    )


def stated_side_verdict_of(lengths: Sequence[int], width: int, side: Side) -> Question:
    """Ask what becomes of ``last_index`` if the other side than the batch's is stated.

    Parameters
    ----------
    lengths, width, side
        As for `recipe_verdict_of`.

    Examples
    --------
    >>> stated_side_verdict_of((4, 3), 4, "left").answer
    'RAISES'
    """
    stated = OTHER_SIDE[side]
    refused = _refusal(lengths, width, side, stated) != REFUSALS[-1]
    return Question(
        f"stated_side_verdict_of({tuple(lengths)}, {width}, {side!r})",
        f"{batch_text(lengths, width, side)} What becomes of last_index(mask, side={stated!r})?",
        VERDICT,
        str(RAISES if refused else CORRECT_BY_LUCK),
        {"M86": OneOf(str(CORRECT), str(SILENTLY_WRONG))},
    )


def refusal_of(lengths: Sequence[int], width: int, side: Side, stated: Side) -> Question:
    """Ask with which error a batch is refused, if it is.

    Parameters
    ----------
    lengths, width, side
        As for `recipe_verdict_of`; a length may be 0.
    stated : {"right", "left"}
        Where the padding is said to lie.

    Examples
    --------
    >>> refusal_of((2, 0), 2, "right", "right").answer
    'MaskError'
    >>> refusal_of((2, 1), 2, "left", "right").answer
    'PaddingSideError'
    """
    answer = _refusal(lengths, width, side, stated)
    belief = {"MaskError": "M09", "PaddingSideError": "M86"}.get(answer)
    return Question(
        f"refusal_of({tuple(lengths)}, {width}, {side!r}, {stated!r})",
        f"{batch_text(lengths, width, side)} Said to be padded on the {stated}: refused with "
        f"which error: {', '.join(REFUSALS)}?",
        Choice(*REFUSALS),
        answer,
        {belief: REFUSALS[-1]} if belief else {},
    )


def _verdict(recipe: Recipe, lengths: Sequence[int], width: int, side: Side) -> VerdictKind:
    if recipe is FROM_MASK or _all_last(recipe, range(1, width + 1), width, side):
        return CORRECT
    return CORRECT_BY_LUCK if _all_last(recipe, lengths, width, side) else SILENTLY_WRONG


def _all_last(recipe: Recipe, lengths: Sequence[int], width: int, side: Side) -> bool:
    return set(recipe.found(padding_mask(lengths, width, side))) <= {Found.LAST}


def _refusal(lengths: Sequence[int], width: int, side: Side, stated: Side) -> str:
    try:
        last_index(padding_mask(lengths, width, side), stated)
    except (MaskError, PaddingSideError) as error:
        return type(error).__name__
    return REFUSALS[-1]
