"""Implementations of a small loss that a student's test is tried on: right ones and wrong.

From features [B, T, d] the mean over the tokens is taken away, the squares of what is left are
averaged over the tokens and weighted, and the predictions [B] are held against targets [B].
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.written_tests import Wrong

Array = NDArray[Any]


def spread_loss(x: Array, w: Array, target: Array) -> float:
    """Return the mean squared error of a prediction from how far each feature spreads.

    Parameters
    ----------
    x : ndarray of float, shape (B, T, d)
        Features.
    w : ndarray of float, shape (d,)
        A weight for each feature's variance over the tokens.
    target : ndarray of float, shape (B,)
        One number a sequence.

    Examples
    --------
    >>> spread_loss(np.array([[[1.0], [3.0]]]), np.array([2.0]), np.array([5.0]))
    9.0
    """
    return _loss(_pooled(_centred(x)) @ w, target)


def spread_loss_by_variance(x: Array, w: Array, target: Array) -> float:
    """Return the same by numpy's own variance.

    Parameters
    ----------
    x, w, target
        As for `spread_loss`.
    """
    return float(np.square(np.einsum("bd,d->b", x.var(axis=1), w) - target).sum() / len(target))


def spread_loss_one_by_one(x: Array, w: Array, target: Array) -> float:
    """Return the same, one sequence at a time.

    Parameters
    ----------
    x, w, target
        As for `spread_loss`.
    """
    errors = [each.var(axis=0) @ w - goal for each, goal in zip(x, target, strict=True)]
    return float(sum(error**2 for error in errors) / len(errors))


def _centred(x: Array, axis: int = 1) -> Array:
    return np.asarray(x - x.mean(axis=axis, keepdims=True))


def _pooled(x: Array, axis: int = 1) -> Array:
    return np.asarray((x**2).mean(axis=axis))


def _loss(pred: Array, target: Array) -> float:
    return float(((pred - target) ** 2).mean())


def _centred_over_the_batch(x: Array, w: Array, target: Array) -> float:
    return _loss(_pooled(_centred(x, axis=0)) @ w, target)


def _centred_without_keepdims(x: Array, w: Array, target: Array) -> float:
    return _loss(_pooled(x - x.mean(axis=0)) @ w, target)


def _pooled_over_the_batch(x: Array, w: Array, target: Array) -> float:
    return _loss(_pooled(_centred(x), axis=0) @ w, target)


def _target_as_a_column(x: Array, w: Array, target: Array) -> float:
    return _loss(_pooled(_centred(x)) @ w, target.reshape(-1, 1))


RIGHT_LOSSES = (spread_loss, spread_loss_by_variance, spread_loss_one_by_one)
"""Three ways to do it right; they agree up to rounding."""

WRONG_LOSSES = (
    Wrong(
        "the mean that is taken away is the batch's, and keepdims hides it",
        _centred_over_the_batch,
        "M19",
    ),
    Wrong("the targets stand in a column", _target_as_a_column, "M01"),
    Wrong("the squares are averaged over the batch", _pooled_over_the_batch, "M16"),
    Wrong("the mean over the batch stretches without keepdims", _centred_without_keepdims, "M20"),
)
"""Each with one bug."""
