"""Weights under a mask: by hand, by a loop over sequences, and what each belief makes of them."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit.questions.broadcasting.attention import RIGHT_ATTENTION, attention
from coursekit.questions.broadcasting.masking import (
    mask_shape_for,
    nan_queries_of,
    padding_weight_of,
    row_under_bare_mask,
)
from coursekit.questions.broadcasting.weights import WEIGHTS_FUNCTIONS, masked_weights
from coursekit.questions.judging import judge
from tensorlib import Tensor, padding_mask, softmax

LENGTHS = (4, 1, 2, 4)


def test_row_of_another_sequence() -> None:
    """Row 2 gets the mask of sequence 2, which has two tokens: two halves."""
    question = row_under_bare_mask(LENGTHS, 0, 2)

    assert judge(question, (0.5, 0.5, 0, 0)).correct
    assert judge(question, (0.25,) * 4).misconception == "M06"


def test_weight_on_padding() -> None:
    """Row 0 gets the mask of sequence 0, all real; three of four equal weights are on padding."""
    question = padding_weight_of(LENGTHS, 1, 0)

    assert judge(question, 0.75).correct
    assert judge(question, 0).misconception == "M06"


def test_padding_queries_are_nan() -> None:
    question = nan_queries_of(LENGTHS, 2)

    assert judge(question, (2, 3)).correct
    assert judge(question, ()).misconception == "M08"
    assert judge(question, (3, 4)).misconception == "M63"


@pytest.mark.parametrize(
    ("answer", "belief"),
    [((3, 1, 5), "M07"), ((3, 5), "M06"), ((3, 1, 5, 1), "M08"), ((3, 5, 1), "M08")],
)
def test_shape_of_a_mask_for_heads(answer, belief) -> None:
    question = mask_shape_for((3, 4, 5, 5))

    assert judge(question, (3, 1, 1, 5)).correct
    assert judge(question, answer).misconception == belief


def test_shape_of_a_mask_without_heads() -> None:
    assert judge(mask_shape_for((2, 6, 6)), (2, 1, 6)).correct


@pytest.mark.parametrize("heads", [(), (2,), (3,)])
def test_weights_are_the_softmax_of_each_row_over_its_real_keys(heads) -> None:
    mask = padding_mask([5, 3, 1], 5)
    scores = np.random.default_rng(0).normal(size=(3, *heads, 5, 5))
    weights = masked_weights(scores, mask)

    for sequence, length in enumerate([5, 3, 1]):
        rows = weights[sequence].reshape(-1, 5)
        for row, given in zip(rows, scores[sequence].reshape(-1, 5), strict=True):
            assert np.allclose(row[:length], softmax(Tensor.from_array(given[:length])))
            assert not row[length:].any()


def test_right_implementations_agree() -> None:
    chance = np.random.default_rng(1)
    q, k = chance.normal(size=(2, 3, 5, 7))
    mask = padding_mask([5, 3, 1], 5)

    for other in RIGHT_ATTENTION:
        assert np.allclose(other(q, k, mask), attention(q, k, mask))


def test_beliefs_differ_from_the_right_weights_where_they_can() -> None:
    """As many heads as sequences as tokens: nothing raises, and nothing is right."""
    mask = padding_mask([2, 1, 3], 3)
    scores = np.random.default_rng(2).normal(size=(3, 3, 3, 3))
    right = masked_weights(scores, mask)

    for believed in WEIGHTS_FUNCTIONS.values():
        assert not np.allclose(believed(scores, mask), right)


def test_beliefs_raise_where_the_sizes_differ() -> None:
    scores, mask = np.zeros((2, 3, 4, 4)), padding_mask([4, 2], 4)

    for belief in ("M06", "M07"):
        with pytest.raises(ValueError, match="could not be broadcast"):
            WEIGHTS_FUNCTIONS[belief](scores, mask)
