"""Scores, masks and lengths of the mask demo, for every choice of sizes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import CORRECT, CORRECT_BY_LUCK, RAISES, SILENTLY_WRONG
from tensorlib.demos.mask import MASKS
from tensorlib.demos.mask_state import MaskState, first_state, masked_softmax

STATES = st.builds(
    MaskState, st.integers(1, 6), st.integers(1, 6), st.integers(0, 4), st.sampled_from(MASKS)
)


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        (MaskState(8, 16, 0, "B T"), RAISES),
        (MaskState(1, 16, 0, "B T"), CORRECT_BY_LUCK),
        (MaskState(16, 16, 0, "B T"), SILENTLY_WRONG),
        (MaskState(16, 16, 0, "B 1 T"), CORRECT),
        (MaskState(8, 16, 0, "B T 1"), SILENTLY_WRONG),
        (MaskState(3, 5, 4, "B 1 T"), RAISES),
        (MaskState(4, 5, 4, "B 1 T"), SILENTLY_WRONG),
        (MaskState(1, 5, 4, "B 1 T"), CORRECT_BY_LUCK),
        (MaskState(3, 5, 4, "B 1 1 T"), CORRECT),
    ],
)
def test_verdict_by_hand(state, kind):
    assert state.verdict.kind == kind
    assert (state.outcome is None) == (kind == RAISES)


def test_numbers_of_a_batch_of_three_by_hand():
    """Lengths 2, 1 and 3 of T = 3. Between rows and sequences they differ by 1, 1 and 2 keys.

    Each pair counts twice: 2 · (1 + 1 + 2) = 8 of 27 positions.
    """
    state = MaskState(3, 3, 0, "B T")

    assert sorted(state.lengths) == [1, 2, 3]
    assert state.outcome.wrong_share == 8 / 27


@given(STATES)
def test_lengths_fit_and_occur_equally_often(state):
    counts = np.bincount(state.lengths, minlength=state.tokens + 1)[1:]

    assert len(counts) == state.tokens
    assert counts.max() - counts.min() <= 1
    assert state.batch > 1 or state.tokens == 1 or state.lengths[0] < state.tokens


@given(STATES)
def test_outcome_is_numpys_own_addition(state):
    real = np.arange(state.tokens) < np.array(state.lengths)[:, None]
    ones = [state.sizes[axis] if axis != "1" else 1 for axis in state.mask.split()]
    try:
        masked = state.scores + np.where(real, 0.0, -np.inf).reshape(ones)
    except ValueError:
        assert state.outcome is None
        return
    outcome = state.outcome
    assert outcome.weights.shape == masked.shape == state.verdict.shape
    expected = masked_softmax(np.broadcast_to(state.scores, masked.shape), masked != -np.inf)
    assert np.allclose(outcome.weights, expected, equal_nan=True)


@given(STATES)
def test_a_right_mask_leaves_nothing_to_find(state):
    if state.verdict.kind in (CORRECT, CORRECT_BY_LUCK):
        outcome = state.outcome
        assert (outcome.wrong_share, outcome.padding_weight, outcome.nan_rows) == (0, 0, 0)
        assert np.allclose(outcome.weights.sum(axis=-1), 1)


@given(STATES)
def test_wrong_positions_are_found_in_the_worst_place(state):
    if state.outcome is not None:
        wrong = state.outcome.keep != state.outcome.real
        assert wrong[state.outcome.worst].sum() == wrong.sum(axis=(-2, -1)).max()


def test_masked_queries_are_nan():
    """Of 16 positions a sequence, those beyond its length are queries without a key."""
    state = MaskState(8, 16, 0, "B T 1")

    assert state.outcome.nan_rows == sum(16 - length for length in state.lengths)
    assert np.isnan(state.outcome.padding_weight)


def test_demo_opens_at_the_error():
    assert first_state() == MaskState(8, 16, 0, "B T")
