"""What the functions of the assignment have to do, and what each belief makes of them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions.padding.demo import judge_last
from coursekit.questions.padding.last import (
    LAST_FUNCTIONS,
    last_indices,
    recipe_index_of,
    rows_reading,
)
from coursekit.questions.padding.pooling import MEAN_FUNCTIONS, PooledRow, plain_mean_of, row_means
from tensorlib import padding_mask
from tensorlib.recipes import AT_THE_END, BEFORE_PADDING, BY_COUNT, FROM_MASK, Found

LENGTHS = st.lists(st.integers(1, 6), min_size=1, max_size=4)
SIDES = st.sampled_from(("left", "right"))
EMPTY = np.array([[True, True], [False, False]])


@given(LENGTHS, SIDES)
def test_last_index_is_that_of_the_last_mark(lengths, side):
    mask = padding_mask(lengths, 6, side)

    assert last_indices(mask) == tuple(max(np.flatnonzero(row).tolist()) for row in mask)


@given(LENGTHS, SIDES)
def test_mean_is_that_of_each_row_alone(lengths, side):
    mask = padding_mask(lengths, 6, side)
    x = np.random.default_rng(1).normal(size=(*mask.shape, 2))

    means = row_means(x, mask)

    for row, real, mean in zip(x, mask, means, strict=True):
        assert np.allclose(mean, row[real].sum(axis=0) / real.sum())


def test_functions_refuse_rows_of_nothing_but_padding():
    with pytest.raises(ValueError, match="row 1: none of 2 positions is real"):
        last_indices(EMPTY)
    with pytest.raises(ValueError, match="row 1: none of 2 positions is real"):
        row_means(np.ones((2, 2, 1)), EMPTY)


def test_beliefs_about_last_tokens_by_hand():
    """Lengths 3 and 1 on the left: the tokens stand at 0, 1, 2 and at 2."""
    mask = padding_mask([3, 1], 3, "left")

    assert {id_: believed(mask) for id_, believed in LAST_FUNCTIONS.items()} == {
        "M09": (2, 2),
        "M43": (2, 0),
        "M44": (2, 2),
        "M63": (3, 3),
        "M87": (-1, -1),
    }
    assert LAST_FUNCTIONS["M09"](EMPTY) == (1, -1)
    with pytest.raises(ValueError, match="row 1"):
        LAST_FUNCTIONS["M43"](EMPTY)


def test_beliefs_about_means_by_hand():
    """Of 2, 4 and 9 the last two are real: their mean is 6.5, of all 5, with a zero 13 / 3."""
    x = np.array([[[2.0], [4.0], [9.0]]])
    mask = padding_mask([2], 3, "left")
    means = {id_: believed(x, mask).item() for id_, believed in MEAN_FUNCTIONS.items()}

    assert means == pytest.approx({"M09": 6.5, "M11": 6.5, "M40": 5, "M41": 13 / 3, "M86": 3})
    assert MEAN_FUNCTIONS["M09"](np.ones((2, 2, 1)), EMPTY).tolist() == [[1.0], [0.0]]
    assert np.isnan(MEAN_FUNCTIONS["M11"](np.array([[[np.inf], [1.0], [1.0]]]), mask)).all()
    with pytest.raises(ValueError, match="row 1"):
        MEAN_FUNCTIONS["M11"](np.ones((2, 2, 1)), EMPTY)


def test_search_on_the_left_has_two_beliefs():
    """It finds padding at 0, or none at all, and steps back to -1."""
    question = recipe_index_of(BEFORE_PADDING, (3, 1), 3, "left")

    assert question.answer == (-1, -1)
    assert question.beliefs == {"M87": (2, 2), "M86": (-1, 0)}


def test_recipe_that_reads_no_padding_is_not_asked_where_it_does():
    with pytest.raises(CourseError, match="M44 gives the same answer as the right one"):
        rows_reading(Found.PADDING, AT_THE_END, (3, 1), 3, "left")


def test_row_that_is_all_real_tells_no_means_apart():
    with pytest.raises(CourseError, match="M40 gives the same answer as the right one"):
        plain_mean_of(PooledRow((2, 3, 2), 3, row=0))


@pytest.mark.parametrize(
    ("recipe", "side", "prediction", "belief"),
    [
        (FROM_MASK, "left", (4, 2, 0), "M43"),
        (FROM_MASK, "right", (4, 4, 4), "M44"),
        (FROM_MASK, "right", (5, 3, 1), "M63"),
        (BY_COUNT, "left", (4, 4, 4), "M43"),
        (AT_THE_END, "right", (4, 2, 0), "M44"),
        (BEFORE_PADDING, "right", (4, 2, 0), "M87"),
        (BEFORE_PADDING, "left", (0, 0, 0), None),
    ],
)
def test_demo_names_the_belief_behind_a_prediction(recipe, side, prediction, belief):
    state = SimpleNamespace(lengths=(5, 3, 1), width=5, side=side, recipe=recipe)
    verdict = judge_last(state, prediction)

    assert (verdict.correct, verdict.misconception) == (False, belief)


@pytest.mark.parametrize("recipe", [FROM_MASK, BY_COUNT, AT_THE_END, BEFORE_PADDING])
@pytest.mark.parametrize("lengths", [(5, 3, 1), (2, 2, 2), (1, 1, 1)])
@pytest.mark.parametrize("side", ["left", "right"])
def test_demo_accepts_what_a_recipe_gives(recipe, lengths, side):
    state = SimpleNamespace(lengths=lengths, width=max(lengths), side=side, recipe=recipe)
    indices = recipe.indices(padding_mask(lengths, max(lengths), side))

    assert judge_last(state, tuple(indices.tolist())).correct
