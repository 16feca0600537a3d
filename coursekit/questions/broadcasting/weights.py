"""Attention weights under a padding mask: the right ones, and those that each belief computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.arrayforms import rounded

Array = NDArray[Any]

_QUERIES, _KEYS = -2, -1


def masked_weights(scores: Array, mask: Array) -> Array:
    """Return the weights of attention, with none on padding.

    Parameters
    ----------
    scores : ndarray of float, shape (B, T, T) or (B, h, T, T)
        One for each query, on the axis before the last, and key, on the last.
    mask : ndarray of bool, shape (B, T)
        True marks what is real.

    Returns
    -------
    ndarray of float
        Of the shape of the scores; rounded, as answers are compared.

    Examples
    --------
    >>> masked_weights(np.zeros((1, 2, 2)), np.array([[True, False]]))
    array([[[1., 0.],
            [1., 0.]]])
    """
    ones = (1,) * (scores.ndim - mask.ndim)
    return _weights(scores, mask.reshape(mask.shape[:1] + ones + mask.shape[1:]))


def as_it_is(scores: Array, mask: Array) -> Array:
    """Return the weights of those who add the mask as it is.

    Parameters
    ----------
    scores, mask
        As for `masked_weights`.

    Raises
    ------
    ValueError
        If the sizes that meet differ.
    """
    return _weights(scores, mask)


def always_one_axis(scores: Array, mask: Array) -> Array:
    """Return the weights of those who give the mask one axis, however many the scores have.

    Parameters
    ----------
    scores, mask
        As for `masked_weights`.

    Raises
    ------
    ValueError
        If the sizes that meet differ.
    """
    return _weights(scores, mask[:, None, :])


def queries_masked(scores: Array, mask: Array) -> Array:
    """Return the weights of those who mask the queries; NaN for a query that is padding.

    Parameters
    ----------
    scores, mask
        As for `masked_weights`.
    """
    ones = (1,) * (scores.ndim - mask.ndim - 1)
    return _weights(scores, mask.reshape(mask.shape[:1] + ones + mask.shape[1:] + (1,)))


def shared_among_queries(scores: Array, mask: Array) -> Array:
    """Return the weights of those whose softmax runs over the queries.

    Parameters
    ----------
    scores, mask
        As for `masked_weights`.
    """
    ones = (1,) * (scores.ndim - mask.ndim)
    return _weights(scores, mask.reshape(mask.shape[:1] + ones + mask.shape[1:]), _QUERIES)


WEIGHTS_FUNCTIONS: Mapping[str, Callable[[Array, Array], Array]] = MappingProxyType(
    {
        "M06": as_it_is,
        "M07": always_one_axis,
        "M08": queries_masked,
        "M17": shared_among_queries,
    }
)
"""The weights that each belief computes, in a function of its own."""


def _weights(scores: Array, keep: Array, axis: int = _KEYS) -> Array:
    with np.errstate(invalid="ignore"):  # a query without any key: minus infinity minus itself
        masked = scores + np.where(keep, 0.0, -np.inf)
        shares = np.exp(masked - masked.max(axis=axis, keepdims=True))
        return rounded(shares / shares.sum(axis=axis, keepdims=True))
