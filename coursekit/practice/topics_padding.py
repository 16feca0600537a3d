"""Practice for the fourth unit: masks and shares, last tokens, means over what is real."""

from __future__ import annotations

from random import Random

from coursekit.practice.exercise import Exercise, Topic
from coursekit.questions.padding import (
    PooledRow,
    ignoring_row_of,
    last_index_of,
    mask_row_of,
    masked_mean_of,
    mean_of_means_of,
    padding_share_of,
    plain_mean_of,
    positions_of,
    recipe_index_of,
    token_mean_of,
    zeroed_mean_of,
)
from tensorlib.masks import Side
from tensorlib.recipes import AT_THE_END, BEFORE_PADDING, BY_COUNT, Recipe

_SIDES: tuple[Side, Side] = ("right", "left")
_SHORTCUTS = (BY_COUNT, AT_THE_END, BEFORE_PADDING)


def _lengths(chance: Random, rows: int) -> tuple[int, ...]:
    """Return lengths that differ, the longest of them 4 or 8 so that shares are short decimals."""
    width = chance.choice((4, 8))
    lengths = [width, *chance.sample(range(1, width), rows - 1)]
    chance.shuffle(lengths)
    return tuple(lengths)


def _row(chance: Random) -> tuple[int, int, Side]:
    width = chance.randint(3, 6)
    return chance.randrange(1, width), width, chance.choice(_SIDES)


def _mask(chance: Random) -> Exercise:
    length, width, side = _row(chance)
    question = mask_row_of(length, width, side, drop_ambiguous=True)
    reason = f"{width - length} places of padding stand on the {side}; 1 marks the {length} others."
    return Exercise(question, reason)


def _ignoring(chance: Random) -> Exercise:
    length, width, side = _row(chance)
    question = ignoring_row_of(length, width, side, drop_ambiguous=True)
    return Exercise(question, f"1 marks the {width - length} places of padding, on the {side}.")


def _share(chance: Random) -> Exercise:
    lengths = _lengths(chance, chance.choice((2, 4)))
    width, total = max(lengths), max(lengths) * len(lengths)
    question = padding_share_of(lengths, width, drop_ambiguous=True)
    padded = total - sum(lengths)
    return Exercise(question, f"{padded} of {len(lengths)} · {width} = {total} places are padding.")


def _last(chance: Random) -> Exercise:
    lengths, side = _lengths(chance, 3), chance.choice(_SIDES)
    question = last_index_of(lengths, max(lengths), side, drop_ambiguous=True)
    where = "at its length less 1" if side == "right" else "at the end, T - 1"
    return Exercise(question, f"With padding on the {side}, the last token of a row is {where}.")


def _recipe(chance: Random) -> Exercise:
    lengths, side = _lengths(chance, 3), chance.choice(_SIDES)
    recipe = chance.choice(_SHORTCUTS)
    question = recipe_index_of(recipe, lengths, max(lengths), side, drop_ambiguous=True)
    return Exercise(question, _recipe_text(recipe))


def _recipe_text(recipe: Recipe) -> str:
    if recipe is BY_COUNT:
        return "It counts what is real and subtracts 1; the side does not matter to it."
    if recipe is AT_THE_END:
        return "It gives the last place of every row, whatever stands there."
    return (
        "It subtracts 1 from the first place of padding. On the left that place is 0; where there "
        "is no padding, argmax says 0 as well."
    )


def _positions(chance: Random) -> Exercise:
    length, width, _ = _row(chance)
    question = positions_of(length, width, "left", drop_ambiguous=True)
    return Exercise(question, "The first token has position 0, wherever in the row it stands.")


def _pooled(chance: Random) -> PooledRow:
    """Return a row whose means are short decimals: of four places, one or two are real."""
    shape = (chance.choice((3, 4, 5)), 4, 2)
    row = chance.randrange(shape[0])
    return PooledRow(shape, chance.choice((1, 2)), row, chance.choice(_SIDES))


def _masked_mean(chance: Random) -> Exercise:
    pooled = _pooled(chance)
    question = masked_mean_of(pooled, drop_ambiguous=True)
    return Exercise(
        question, f"Add up the real places and divide by their number, {pooled.length}."
    )


def _careless_mean(chance: Random) -> Exercise:
    pooled = _pooled(chance)
    if chance.random() < 1 / 2:
        question = plain_mean_of(pooled, drop_ambiguous=True)
        return Exercise(question, "All four places are added up and counted.")
    question = zeroed_mean_of(pooled, drop_ambiguous=True)
    return Exercise(question, "Only real places are added up, but the sum is divided by all four.")


def _mean_of_means(chance: Random) -> Exercise:
    single = chance.randint(6, 20)
    rows = (tuple(chance.randint(1, 5) for _ in range(4)), (single,))
    of_tokens = chance.random() < 1 / 2
    maker = token_mean_of if of_tokens else mean_of_means_of
    reason = (
        f"Five losses add up to {sum(rows[0]) + single}; divide by 5."
        if of_tokens
        else f"The means are {sum(rows[0]) / 4} and {float(single)}; divide their sum by 2."
    )
    return Exercise(maker(rows, drop_ambiguous=True), reason)


TOPICS = (
    Topic(
        "padding masks",
        "the mask of a row, for either side and either polarity, and the share of padding",
        (_mask, _share, _ignoring),
        "(1, 1, 0) or 0.25",
    ),
    Topic(
        "last tokens",
        "where the last token is, where recipes look for it, and positions",
        (_last, _recipe, _positions),
        "(3, 1, 0)",
    ),
    Topic(
        "pooling",
        "means of padded rows, with the mask and without, and means of means",
        (_masked_mean, _careless_mean, _mean_of_means),
        "(1.5, 2.5) or 3.2",
    ),
)
"""What the fourth unit gives to practise."""
