"""Masks, fills and refusals: by hand, against plain loops, and what cannot be asked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions.judging import judge
from coursekit.questions.padding.averages import (
    guarded_verdict_of,
    mean_of_means_of,
    token_mean_of,
)
from coursekit.questions.padding.fills import entry_of, masked_row_of
from coursekit.questions.padding.marks import mask_row_of
from coursekit.questions.padding.masking import MASK_FUNCTIONS, mask_rows
from coursekit.questions.padding.mixing import (
    recipe_verdict_of,
    refusal_of,
    stated_side_verdict_of,
)
from coursekit.questions.padding.positions import positions_of
from tensorlib.recipes import AT_THE_END, BY_COUNT, FROM_MASK

SIDES = st.sampled_from(("left", "right"))
WIDTH = 6


@given(st.lists(st.integers(1, WIDTH), max_size=4), SIDES)
def test_mask_has_as_many_marks_as_tokens_at_the_other_end_from_the_padding(lengths, side):
    for length, row in zip(lengths, mask_rows(lengths, WIDTH, side), strict=True):
        ordered = row if side == "right" else row[::-1]
        assert ordered == (True,) * length + (False,) * (WIDTH - length)


@pytest.mark.parametrize("lengths", [(3, 0), (7,), (2, -1)])
def test_mask_to_be_written_refuses_lengths(lengths):
    with pytest.raises(ValueError, match=r"^padding_mask: row \d: length -?\d "):
        mask_rows(lengths, WIDTH, "right")


def test_mask_of_the_belief_in_empty_rows_has_one():
    assert MASK_FUNCTIONS["M09"]((0, 2), 2, "left") == ((False, False), (True, True))
    with pytest.raises(ValueError, match=r"^padding_mask: row 0: "):
        MASK_FUNCTIONS["M09"]((0, 3), 2, "left")


def test_row_without_padding_tells_no_side_apart():
    with pytest.raises(CourseError, match="M86 gives the same answer as the right one"):
        mask_row_of(3, 3, "left")
    assert set(mask_row_of(3, 3, "left", drop_ambiguous=True).beliefs) == {"M10"}


def test_entries_of_additive_masks():
    answers = {
        (making, mark): entry_of(making, mark).answer
        for making in ("product", "choice")
        for mark in (0, 1)
    }

    assert answers == {
        ("product", 0): "minus infinity",
        ("product", 1): "NaN",
        ("choice", 0): "minus infinity",
        ("choice", 1): "zero",
    }


@pytest.mark.parametrize("width", [1, 2, 4])
def test_softmax_of_a_row_masked_whole(width):
    assert masked_row_of(-np.inf, width).answer == "NaN"
    assert masked_row_of(-1e9, width).answer == "uniform"


@pytest.mark.parametrize(
    ("recipe", "lengths", "side", "kind"),
    [
        (FROM_MASK, (4, 1), "left", "CORRECT"),
        (BY_COUNT, (4, 1), "right", "CORRECT"),
        (BY_COUNT, (4, 4), "left", "CORRECT_BY_LUCK"),
        (BY_COUNT, (4, 1), "left", "SILENTLY_WRONG"),
        (AT_THE_END, (4, 1), "left", "CORRECT"),
        (AT_THE_END, (4, 4), "right", "CORRECT_BY_LUCK"),
        (AT_THE_END, (4, 1), "right", "SILENTLY_WRONG"),
    ],
)
def test_what_becomes_of_a_recipe(recipe, lengths, side, kind):
    assert recipe_verdict_of(recipe, lengths, 4, side).answer == kind


def test_stated_side_is_contradicted_only_by_padding():
    assert stated_side_verdict_of((4, 2), 4, "right").answer == "RAISES"
    assert stated_side_verdict_of((4, 4), 4, "right").answer == "CORRECT_BY_LUCK"


@pytest.mark.parametrize(
    ("lengths", "side", "error"),
    [
        ((2, 1), "right", "no error"),
        ((2, 1), "left", "PaddingSideError"),
        ((0,), "left", "MaskError"),
    ],
)
def test_refusals(lengths, side, error):
    question = refusal_of(lengths, 2, side, "right")

    assert judge(question, error).correct
    assert ("no error" in question.beliefs.values()) == (error != "no error")


def test_positions_with_padding_on_the_right_are_places():
    with pytest.raises(CourseError, match="M45 gives the same answer as the right one"):
        positions_of(3, 7, "right")


def test_rows_of_equal_lengths_have_one_mean():
    for maker in (token_mean_of, mean_of_means_of):
        assert maker(((1, 3), (4, 8)), drop_ambiguous=True).answer == 4.0
        with pytest.raises(CourseError, match="M46 gives the same answer as the right one"):
            maker(((1, 3), (4, 8)))


def test_guard_is_lucky_where_nothing_is_padded():
    assert judge(guarded_verdict_of((3, 5), 2), "CORRECT").misconception == "M80"
