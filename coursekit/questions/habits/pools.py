"""Means over tokens that a student's test is tried on: right ones and wrong ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.written_tests import Wrong

Array = NDArray[Any]


def pool(x: Array, mask: Array) -> Array:
    """Return the mean over the real tokens of each sequence.

    Parameters
    ----------
    x : ndarray of float, shape (B, T, d)
        Features; those of padding may be anything.
    mask : ndarray of bool, shape (B, T)
        True marks what is real, at least one token a sequence.

    Returns
    -------
    ndarray of float, shape (B, d)

    Examples
    --------
    >>> pool(np.array([[[1.0], [5.0]]]), np.array([[True, False]]))
    array([[1.]])
    """
    kept = x * mask[:, :, None]
    return np.asarray(kept.sum(axis=1) / mask.sum(axis=1)[:, None])


def pool_by_names(x: Array, mask: Array) -> Array:
    """Return the same by a sum over named axes.

    Parameters
    ----------
    x, mask
        As for `pool`.
    """
    share = mask / mask.sum(axis=1, keepdims=True)
    return np.asarray(np.einsum("btd,bt->bd", x, share))


def pool_one_by_one(x: Array, mask: Array) -> Array:
    """Return the same, one sequence at a time.

    Parameters
    ----------
    x, mask
        As for `pool`.
    """
    return np.stack([row[real].mean(axis=0) for row, real in zip(x, mask, strict=True)])


def _unmasked(x: Array, mask: Array) -> Array:
    return np.asarray(x.mean(axis=1))


def _zeros_counted(x: Array, mask: Array) -> Array:
    return np.asarray((x * mask[:, :, None]).mean(axis=1))


def _zeros_expected(x: Array, mask: Array) -> Array:
    return np.asarray(x.sum(axis=1) / mask.sum(axis=1)[:, None])


def _over_the_batch(x: Array, mask: Array) -> Array:
    kept = x * mask[:, :, None]
    return np.asarray(kept.sum(axis=0) / mask.sum(axis=0)[:, None].clip(1))


def _one_divisor(x: Array, mask: Array) -> Array:
    return np.asarray((x * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1).mean())


def _from_the_start(x: Array, mask: Array) -> Array:
    lengths = mask.sum(axis=1)
    return np.stack([row[:length].mean(axis=0) for row, length in zip(x, lengths, strict=True)])


def _an_axis_too_many(x: Array, mask: Array) -> Array:
    return pool(x, mask)[None]


RIGHT_POOLS = (pool, pool_by_names, pool_one_by_one)
"""Three ways to do it right; they agree up to rounding."""

WRONG_POOLS = (
    Wrong("the result has an axis of size 1 in front", _an_axis_too_many, "M56"),
    Wrong("padding is averaged as if it were tokens", _unmasked, "M40"),
    Wrong("padding is set to zero and still counted", _zeros_counted, "M41"),
    Wrong("padding is expected to hold zeros", _zeros_expected, "M42"),
    Wrong("the mean runs over the batch", _over_the_batch, "M16"),
    Wrong("all sequences are divided by one number", _one_divisor),
    Wrong("the tokens are expected to stand first", _from_the_start, "M86"),
)
"""Each with one bug."""
