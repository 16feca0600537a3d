"""Recipes for the last token: what they read on either side."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import MaskError, padding_mask
from tensorlib.recipes import AT_THE_END, BEFORE_PADDING, BY_COUNT, FROM_MASK, RECIPES, Found

LENGTHS = st.lists(st.integers(1, 7), max_size=5)
SIDES = st.sampled_from(("left", "right"))


@pytest.mark.parametrize(
    ("recipe", "right", "left"),
    [
        (FROM_MASK, [4, 2, 0], [4, 4, 4]),
        (BY_COUNT, [4, 2, 0], [4, 2, 0]),
        (AT_THE_END, [4, 4, 4], [4, 4, 4]),
        (BEFORE_PADDING, [-1, 2, 0], [-1, -1, -1]),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_lengths_5_3_1_by_hand(recipe, right, left):
    """Row 0 has no padding, so a search for it answers 0; on the left all padding begins at 0."""
    assert recipe.indices(padding_mask([5, 3, 1], 5)).tolist() == right
    assert recipe.indices(padding_mask([5, 3, 1], 5, "left")).tolist() == left


def test_what_stands_there_by_hand():
    """On the left the tokens of row 1 stand at 2, 3, 4, that of row 2 at 4."""
    left, right = (padding_mask([5, 3, 1], 5, side) for side in ("left", "right"))

    assert BY_COUNT.found(left) == (Found.LAST, Found.OTHER, Found.PADDING)
    assert AT_THE_END.found(right) == (Found.LAST, Found.PADDING, Found.PADDING)
    assert [str(found) for found in Found] == ["the last token", "another token", "padding"]


@given(LENGTHS, SIDES)
def test_what_is_found_is_what_the_row_has_at_that_index(lengths, side):
    mask = padding_mask(lengths, 7, side)
    for recipe in RECIPES:
        for row, index, found in zip(mask, recipe.indices(mask), recipe.found(mask), strict=True):
            is_last = row[index] and not row[index % 7 + 1 :].any()
            assert (found is Found.PADDING) == (not row[index])
            assert (found is Found.LAST) == is_last


@given(LENGTHS, SIDES)
def test_the_mask_finds_the_last_token_on_either_side(lengths, side):
    assert set(FROM_MASK.found(padding_mask(lengths, 7, side))) <= {Found.LAST}


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
@pytest.mark.parametrize("shape", [(0, 0), (0, 3)])
def test_batches_without_rows(recipe, shape):
    mask = np.zeros(shape, dtype=bool)

    assert recipe.indices(mask).tolist() == []
    assert recipe.found(mask) == ()


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_mask_that_is_none_is_refused(recipe):
    message = rf"^{recipe.name}: row 0: none of 2 positions is real \(True marks what is real\)$"
    with pytest.raises(MaskError, match=message):
        recipe.indices([[0, 0]])
    with pytest.raises(MaskError, match=message):
        recipe.found([[0, 0]])
