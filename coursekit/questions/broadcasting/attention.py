"""Implementations of attention weights that a student's test is tried on: right ones and wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.broadcasting.weights import (
    as_it_is,
    masked_weights,
    queries_masked,
    shared_among_queries,
)
from coursekit.questions.written_tests import Wrong

Array = NDArray[Any]
Weights = Callable[[Array, Array], Array]


def attention(q: Array, k: Array, mask: Array, *, weights: Weights = masked_weights) -> Array:
    """Return the weights with which each query looks at the keys of its own sequence.

    Parameters
    ----------
    q, k : ndarray of float, shape (B, T, d)
        Queries and keys.
    mask : ndarray of bool, shape (B, T)
        True marks what is real; padding gets no weight.
    weights : callable, optional
        What makes weights of scores and mask.

    Returns
    -------
    ndarray of float, shape (B, T, T)
        Rows of queries, which add up to 1 over the keys.

    Examples
    --------
    >>> attention(np.zeros((1, 2, 3)), np.zeros((1, 2, 3)), np.array([[True, False]])).tolist()
    [[[1.0, 0.0], [1.0, 0.0]]]
    """
    return weights(q @ k.swapaxes(1, 2), mask)


def attention_by_names(q: Array, k: Array, mask: Array) -> Array:
    """Return the same in other steps: shares that are set to 0 and divided by their sum.

    Parameters
    ----------
    q, k, mask
        As for `attention`.
    """
    shares = np.exp(np.einsum("bqd,bkd->bqk", q, k)) * mask[:, None, :]
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def attention_one_by_one(q: Array, k: Array, mask: Array) -> Array:
    """Return the same, one sequence at a time and over its real keys alone.

    Parameters
    ----------
    q, k, mask
        As for `attention`.
    """
    weights = np.zeros((*mask.shape, mask.shape[1]))
    for sequence, real in enumerate(mask):
        shares = np.exp(q[sequence] @ k[sequence][real].T)
        weights[sequence][:, real] = shares / shares.sum(axis=1, keepdims=True)
    return weights


def _reshaped(q: Array, k: Array, mask: Array) -> Array:
    batch, tokens, width = k.shape
    return masked_weights(q @ k.reshape(batch, width, tokens), mask)


def _unmasked(q: Array, k: Array, mask: Array) -> Array:
    return attention(q, k, np.ones_like(mask))


RIGHT_ATTENTION = (attention, attention_by_names, attention_one_by_one)
"""Three ways to do it right; they agree up to rounding."""

WRONG_ATTENTION = (
    Wrong("the mask is added without its extra axis", partial(attention, weights=as_it_is), "M06"),
    Wrong("the mask hides queries, not keys", partial(attention, weights=queries_masked), "M08"),
    Wrong(
        "the softmax runs over the queries",
        partial(attention, weights=shared_among_queries),
        "M17",
    ),
    Wrong("the keys are reshaped where they should be transposed", _reshaped, "M24"),
    Wrong("the mask is not used at all", _unmasked),
)
"""Each with one bug."""
