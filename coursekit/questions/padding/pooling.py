"""Means over the tokens of a row: with the mask, without it, and with padding set to zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.arrayforms import rounded
from coursekit.questions.forms import Numbers
from coursekit.questions.padding.masking import OTHER_SIDE, batch_text
from coursekit.questions.question import Question, ask
from tensorlib import MaskError, masked_mean, padding_mask
from tensorlib.masks import Side

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PooledRow:
    """One row of a batch whose values are counted up from 1, and where its tokens are.

    Parameters
    ----------
    shape : tuple of int
        (B, T, d).
    length : int
        How many tokens the row has.
    row : int
        Which row.
    side : {"right", "left"}
        Where its padding lies.

    Examples
    --------
    >>> last = PooledRow((3, 5, 2), 1, row=2)
    >>> last.plain, last.zeroed, last.masked
    ((25.0, 26.0), (4.2, 4.4), (21.0, 22.0))
    """

    shape: tuple[int, int, int]
    length: int
    row: int
    side: Side = "right"

    @property
    def values(self) -> Array:
        """The numbers of the row, [T, d]."""
        batch, width, features = self.shape
        counted = np.arange(1.0, batch * width * features + 1)
        row: Array = counted.reshape(self.shape)[self.row]
        return row

    @property
    def plain(self) -> tuple[float, ...]:
        """The mean over all T positions."""
        return _as_tuple(self.values.mean(axis=0))

    @property
    def zeroed(self) -> tuple[float, ...]:
        """The mean over all T positions, after padding is set to zero."""
        return _as_tuple((self.values * self._mask(self.side)[0][:, None]).mean(axis=0))

    @property
    def masked(self) -> tuple[float, ...]:
        """The mean over the tokens."""
        return self._mean(self.side)

    @property
    def masked_on_the_other_side(self) -> tuple[float, ...]:
        """The mean over as many positions at the other end."""
        return self._mean(OTHER_SIDE[self.side])

    def __str__(self) -> str:
        numbers = f"arange(1, {np.prod(self.shape) + 1}).reshape{self.shape}[{self.row}]"
        return f"{batch_text((self.length,), self.shape[1], self.side)} Its values: {numbers}."

    def _mask(self, side: Side) -> NDArray[np.bool_]:
        return padding_mask((self.length,), self.shape[1], side)

    def _mean(self, side: Side) -> tuple[float, ...]:
        return _as_tuple(np.asarray(masked_mean(self.values[None], self._mask(side)))[0])


def plain_mean_of(pooled: PooledRow, *, drop_ambiguous: bool = False) -> Question:
    """Ask for ``x.mean(axis=1)`` of a padded row.

    Parameters
    ----------
    pooled : PooledRow
        The row.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same mean.

    Examples
    --------
    >>> plain_mean_of(PooledRow((3, 5, 2), 1, row=2)).beliefs["M42"]
    (4.2, 4.4)
    """
    beliefs = {"M40": pooled.masked, "M42": pooled.zeroed}
    question = "What is its row of x.mean(axis=1)?"
    return _mean_question(
        "plain_mean_of", pooled, question, pooled.plain, beliefs, drop_ambiguous=drop_ambiguous
    )


def zeroed_mean_of(pooled: PooledRow, *, drop_ambiguous: bool = False) -> Question:
    """Ask for ``(x * mask[:, :, None]).mean(axis=1)`` of a padded row.

    Parameters
    ----------
    pooled, drop_ambiguous
        As for `plain_mean_of`.

    Raises
    ------
    CourseError
        If a belief gives the right mean.
    """
    question = "What is its row of (x * mask[:, :, None]).mean(axis=1)?"
    return _mean_question(
        "zeroed_mean_of",
        pooled,
        question,
        pooled.zeroed,
        {"M41": pooled.masked},
        drop_ambiguous=drop_ambiguous,
    )


def masked_mean_of(pooled: PooledRow, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the mean over the tokens of a padded row.

    Parameters
    ----------
    pooled, drop_ambiguous
        As for `plain_mean_of`.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same mean.
    """
    beliefs = {
        "M40": pooled.plain,
        "M41": pooled.zeroed,
        "M86": pooled.masked_on_the_other_side,
    }
    question = "What is the mean over its tokens?"
    return _mean_question(
        "masked_mean_of", pooled, question, pooled.masked, beliefs, drop_ambiguous=drop_ambiguous
    )


def _mean_question(
    maker: str,
    pooled: PooledRow,
    question: str,
    answer: tuple[float, ...],
    beliefs: Mapping[str, Any],
    *,
    drop_ambiguous: bool,
) -> Question:
    features = pooled.shape[-1]
    prompt, form = f"{pooled} {question}", Numbers(features)
    return ask(maker, (pooled,), prompt, form, answer, beliefs, drop_ambiguous=drop_ambiguous)


def row_means(x: Array, mask: NDArray[np.bool_]) -> Array:
    """Return the mean over the tokens of each row; what the function to write has to do.

    Parameters
    ----------
    x : ndarray of float, shape (B, T, d)
        The values.
    mask : ndarray of bool, shape (B, T)
        True marks what is real.

    Returns
    -------
    ndarray of float, shape (B, d)
        Rounded, as answers are compared.

    Raises
    ------
    ValueError
        If a row has no real position.

    Examples
    --------
    >>> row_means(np.array([[[1.0], [5.0]]]), np.array([[True, False]]))
    array([[1.]])
    """
    try:
        return rounded(masked_mean(x, mask))
    except MaskError as error:
        raise ValueError(str(error)) from None


def _without_mask(x: Array, mask: NDArray[np.bool_]) -> Array:
    return rounded(x.mean(axis=1))


def _zeroed(x: Array, mask: NDArray[np.bool_]) -> Array:
    return rounded(np.where(mask[:, :, None], x, 0).mean(axis=1))


def _multiplied(x: Array, mask: NDArray[np.bool_]) -> Array:
    """Let infinity and NaN through, as zero times either is NaN."""
    if not mask.any(axis=1).all():
        return row_means(x, mask)
    with np.errstate(invalid="ignore"):
        kept = x * mask[:, :, None]
    return rounded(kept.sum(axis=1) / mask.sum(axis=1)[:, None])


def _empty_allowed(x: Array, mask: NDArray[np.bool_]) -> Array:
    kept = np.where(mask[:, :, None], x, 0).sum(axis=1)
    return rounded(kept / np.maximum(mask.sum(axis=1), 1)[:, None])


def _first_tokens(x: Array, mask: NDArray[np.bool_]) -> Array:
    return row_means(x, padding_mask(mask.sum(axis=1), mask.shape[1]))


MEAN_FUNCTIONS: Mapping[str, Callable[[Array, NDArray[np.bool_]], Array]] = MappingProxyType(
    {
        "M09": _empty_allowed,
        "M11": _multiplied,
        "M40": _without_mask,
        "M41": _zeroed,
        "M86": _first_tokens,
    }
)
"""What a function ``masked_mean`` does whose author has one of these beliefs."""


def _as_tuple(values: NDArray[Any]) -> tuple[float, ...]:
    return tuple(rounded(values).tolist())
