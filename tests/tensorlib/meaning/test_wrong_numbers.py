"""What the verdicts stand for, in numbers: how wrong it is, and that nothing tells."""

from __future__ import annotations

import numpy as np
import pytest

from tensorlib import SILENTLY_WRONG, Tensor, check_axes, check_reduction

SIZE, DRAWS = 16, 400
SCORES = {"scores": "B Tq Tk", "mask": "B Tk"}


def _masks(draws=DRAWS):
    """Yield additive padding masks (B, T) for lengths drawn from 1 to T."""
    lengths = np.random.default_rng(0).integers(1, SIZE + 1, size=(draws, SIZE))
    for drawn in lengths:
        yield np.where(np.arange(SIZE) < drawn[:, None], 0.0, -np.inf)


# Of query b, which has its own mask by chance, nothing is wrong. For the 15 others, position k is
# padding in one of two sequences and not in the other with probability 2 p (1 - p), p = k / 16:
# 15/16 * mean(2 k/16 (1 - k/16)) = 0.311.
def test_a_mask_that_lands_on_the_queries_hides_the_wrong_third():
    expected = 15 / 16 * np.mean([2 * k / 16 * (1 - k / 16) for k in range(16)])
    scores = Tensor.zeros((SIZE, SIZE, SIZE))
    shares = []
    for mask in _masks():
        given, meant = (np.isinf(scores + added) for added in (mask, mask[:, None, :]))
        shares.append(np.mean(given != meant))

    assert check_axes(SCORES, B=SIZE, Tq=SIZE, Tk=SIZE) == SILENTLY_WRONG
    assert expected == pytest.approx(0.311, abs=5e-4)
    assert np.mean(shares) == pytest.approx(expected, abs=0.01)


# With equal scores a query row of length n gives 1/n to each of its first n keys, and in a
# sequence of length m the ones from m on are padding: max(0, n - m) / n, on average over n and m.
def test_a_fifth_of_the_attention_then_lies_on_padding():
    lengths = range(1, SIZE + 1)
    expected = 15 / 16 * np.mean([max(0, n - m) / n for n in lengths for m in lengths])
    shares = []
    for mask in _masks(100):
        weights = np.asarray((Tensor.zeros((SIZE, SIZE, SIZE)) + mask).softmax(axis=-1))
        assert np.isfinite(weights).all()
        shares.append(np.sum(weights, where=np.isinf(mask)[:, None, :]) / weights.sum())

    assert expected == pytest.approx(0.22, abs=5e-3)
    assert np.mean(shares) == pytest.approx(expected, abs=0.015)


def test_a_batch_of_one_gives_the_right_numbers():
    mask = next(_masks(1))[:1]
    scores = Tensor.from_array(np.random.default_rng(0).normal(size=(1, SIZE, SIZE)))

    assert (scores + mask) == (scores + mask[:, None, :])


# A query that is padding has nothing to attend to. Raw, that is 0/0; a finite fill makes it a row
# like any other, and the mistake can no longer be seen.
@pytest.mark.parametrize("size", [2, SIZE])
def test_a_mask_over_queries_shows_only_if_it_is_infinite(size):
    mask = np.array([[0.0, -np.inf]] * 2)[:, :, None]
    scores = Tensor.zeros((2, 2, size))

    weights = np.asarray((scores + mask).softmax(axis=-1))
    np.testing.assert_array_equal(np.isnan(weights), np.isinf(mask + np.zeros(size)))
    filled = np.asarray((scores + np.maximum(mask, -1e9)).softmax(axis=-1))
    np.testing.assert_array_equal(filled, np.full((2, 2, size), 1 / size))


# The mean over all pairs is Var(p) + Var(t) + (mean p - mean t)**2: least where p is the constant
# mean of t, and then the variance of the targets. Which input had which target does not matter.
def test_a_stretched_squared_error_does_not_see_which_target_is_whose():
    draw = np.random.default_rng(0)
    pred, target = draw.normal(size=256), draw.normal(2, 3, size=256)
    error = Tensor.from_array(pred) - target[:, None]
    loss = float((error * error).mean())

    assert error.shape == (256, 256)
    closed_form = pred.var() + target.var() + (pred.mean() - target.mean()) ** 2
    assert loss == pytest.approx(closed_form)
    shuffled = Tensor.from_array(pred) - draw.permutation(target)[:, None]
    assert float((shuffled * shuffled).mean()) == pytest.approx(loss)
    flat = Tensor.from_array(np.full(256, target.mean())) - target[:, None]
    assert float((flat * flat).mean()) == pytest.approx(target.var())


def test_the_mean_over_the_wrong_axis_has_the_right_shape():
    square = Tensor.from_array(np.random.default_rng(0).normal(size=(16, 16, 64)))
    apart = Tensor.zeros((3, 5, 7))

    assert square.mean(axis=0).shape == square.mean(axis=1).shape == (16, 64)
    assert square.mean(axis=0) != square.mean(axis=1)
    assert (apart.mean(axis=0).shape, apart.mean(axis=1).shape) == ((5, 7), (3, 7))


# No sizes tell; only values do: the right mean, taken off, leaves nothing along its axis.
@pytest.mark.parametrize("keepdims", [False, True])
def test_a_mean_over_the_leading_axis_runs_at_sizes_that_cannot_coincide(keepdims):
    x = Tensor.from_array(np.random.default_rng(0).normal(size=(3, 5, 7)))
    centred = x - x.mean(axis=0, keepdims=keepdims)

    verdict = check_reduction(
        "B T d", axis=0, drops="T", keepdims=keepdims, beside="B T d", B=3, T=5, d=7
    )
    assert (verdict, verdict.raises_at) == (SILENTLY_WRONG, None)
    assert np.abs(np.asarray(centred.mean(axis=1))).max() > 0.1
    right = x - x.mean(axis=1, keepdims=True)
    np.testing.assert_allclose(right.mean(axis=1), 0, atol=1e-15)
