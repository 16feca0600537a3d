"""Verdicts in one word: by hand, and against arrays that are really added."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit.questions.broadcasting.verdicts import (
    mask_verdict_of,
    reduction_verdict_of,
    target_verdict_of,
)
from coursekit.questions.broadcasting.weights import masked_weights, queries_masked
from coursekit.questions.judging import judge
from coursekit.questions.question import Question
from tensorlib import padding_mask


def mean_over(axis: int, batch: int, tokens: int, width: int, **options) -> Question:
    sizes = {"B": batch, "T": tokens, "d": width}
    return reduction_verdict_of("B T d", axis=axis, drops="T", **sizes, **options)


@pytest.mark.parametrize(
    ("mask", "sizes", "word"),
    [
        ("B T", {"B": 8, "T": 16}, "RAISES"),
        ("B T", {"B": 1, "T": 16}, "CORRECT_BY_LUCK"),
        ("B T", {"B": 16, "T": 16}, "SILENTLY_WRONG"),
        ("B 1 T", {"B": 8, "T": 16}, "CORRECT"),
        ("B T 1", {"B": 8, "T": 16}, "SILENTLY_WRONG"),
        ("B T 1", {"B": 16, "T": 16}, "SILENTLY_WRONG"),
    ],
)
def test_mask_by_hand(mask, sizes, word) -> None:
    assert mask_verdict_of(mask, **sizes).answer == word


@pytest.mark.parametrize("batch", [1, 2, 3, 5])
@pytest.mark.parametrize("tokens", [3, 5])
@pytest.mark.parametrize(
    ("axes", "placed"),
    [
        ("B T", lambda mask: mask),
        ("B 1 T", lambda mask: mask[:, None, :]),
        ("B T 1", lambda mask: mask[:, :, None]),
    ],
)
def test_mask_by_adding_it(batch, tokens, axes, placed) -> None:
    """Lengths that all differ from their neighbours' show whether the numbers are right."""
    word = mask_verdict_of(axes, B=batch, T=tokens).answer
    mask = padding_mask([1 + b % (tokens - 1) for b in range(batch)], tokens)
    additive, scores = np.where(mask, 0.0, -np.inf), np.zeros((batch, tokens, tokens))
    try:
        given = scores + placed(additive)
    except ValueError:
        assert word == "RAISES"
    else:
        alike = np.array_equal(given, scores + additive[:, None, :])
        assert word in (("CORRECT", "CORRECT_BY_LUCK") if alike else ("SILENTLY_WRONG",))


@pytest.mark.parametrize(
    ("question", "word", "belief"),
    [
        (mask_verdict_of("B T", B=8, T=16), "SILENTLY_WRONG", "M06"),
        (mask_verdict_of("B T", B=8, T=16), "CORRECT", "M06"),
        (mask_verdict_of("B T", B=16, T=16), "RAISES", "M06"),
        (mask_verdict_of("B T", B=16, T=16), "CORRECT", "M06"),
        (mask_verdict_of("B T", B=1, T=16), "RAISES", "M06"),
        (mask_verdict_of("B T", B=1, T=16), "CORRECT", "M80"),
        (mask_verdict_of("B 1 T", B=4, T=16), "SILENTLY_WRONG", "M06"),
        (mask_verdict_of("B T 1", B=8, T=16), "CORRECT", "M08"),
        (mask_verdict_of("B 1 T", heads=True, B=4, h=4, T=5), "CORRECT", "M07"),
        (target_verdict_of("N", "N 1", N=256), "CORRECT", "M01"),
        (target_verdict_of("N", "N 1", N=1), "CORRECT", "M80"),
        (target_verdict_of("B T", "B T 1", B=8, T=16), "CORRECT", "M01"),
        (target_verdict_of("N", "N", N=256), "SILENTLY_WRONG", "M01"),
        (mean_over(0, 16, 16, 64), "CORRECT", "M81"),
        (mean_over(0, 3, 5, 7), "SILENTLY_WRONG", "M81"),
        (mean_over(0, 3, 5, 7), "CORRECT", "M16"),
        (mean_over(1, 3, 5, 7), "SILENTLY_WRONG", "M16"),
        (mean_over(0, 1, 1, 7), "CORRECT", "M80"),
        (mean_over(1, 3, 5, 7, beside="B T d"), "CORRECT", "M18"),
        (mean_over(0, 3, 5, 7, beside="B T d"), "RAISES", "M20"),
        (mean_over(0, 3, 5, 7, beside="B T d", keepdims=True), "RAISES", "M19"),
    ],
)
def test_belief_behind_a_word(question, word, belief) -> None:
    assert judge(question, question.answer).correct
    assert judge(question, word).misconception == belief


@pytest.mark.parametrize(
    ("batch", "heads", "word"),
    [
        (3, 4, "RAISES"),
        (4, 4, "SILENTLY_WRONG"),
        (1, 4, "CORRECT_BY_LUCK"),
        (3, 1, "SILENTLY_WRONG"),
    ],
)
def test_one_axis_too_few_with_heads(batch, heads, word) -> None:
    assert mask_verdict_of("B 1 T", heads=True, B=batch, h=heads, T=5).answer == word
    assert mask_verdict_of("B 1 1 T", heads=True, B=batch, h=heads, T=5).answer == "CORRECT"


def test_masked_queries_are_never_right() -> None:
    scores, mask = np.zeros((2, 3, 3)), padding_mask([3, 2], 3)

    assert np.isnan(queries_masked(scores, mask)[1, 2]).all()
    assert not np.isnan(masked_weights(scores, mask)).any()
