"""What the mask demo asks about: attention scores of any small size, and a mask of some form.

The lengths and the scores follow from the sizes alone, so that equal states look alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np
from numpy.typing import NDArray

from tensorlib.masks import Mask, padding_mask
from tensorlib.meaning.check import check_axes
from tensorlib.meaning.verdict import Verdict
from tensorlib.shapes import Shape

Array = NDArray[np.float64]

NO_HEADS = 0
"""The number of heads that stands for scores without an axis for them."""


@dataclass(frozen=True)
class MaskState:
    """Keep the sizes, and the axes with which the mask is added.

    Parameters
    ----------
    batch, tokens : int
        How many sequences, and how many positions each.
    heads : int
        How many heads; 0 for scores that have no axis for them.
    mask : str
        The axes of the mask as it is added: ``"B 1 T"``, where T are the keys.
    """

    batch: int
    tokens: int
    heads: int
    mask: str

    @property
    def has_heads(self) -> bool:
        """Whether the scores have an axis for heads."""
        return self.heads != NO_HEADS

    @property
    def sizes(self) -> dict[str, int]:
        """The size of each name."""
        heads = {"h": self.heads} if self.has_heads else {}
        return {"B": self.batch, **heads, "T": self.tokens}

    @property
    def verdict(self) -> Verdict:
        """What becomes of the scores plus the mask."""
        scores = "B h Tq Tk" if self.has_heads else "B Tq Tk"
        operands = {"scores": scores, "mask": self.mask.replace("T", "Tk")}
        tokens = self.tokens
        return check_axes(operands, "Tq Tk", Tq=tokens, Tk=tokens, **self.sizes)

    @property
    def lengths(self) -> Shape:
        """How many real tokens each sequence has: all lengths occur before one comes again."""
        step = next(s for s in range(self.tokens // 2 + 1, 2 * self.tokens + 1) if _covers(s, self))
        start = (self.tokens - 1) // 2
        return tuple(1 + (start + row * step) % self.tokens for row in range(self.batch))

    @property
    def scores(self) -> Array:
        """Scores between -1 and 1, of shape (B, T, T) or (B, h, T, T)."""
        shape = (self.batch, *([self.heads] * self.has_heads), self.tokens, self.tokens)
        places = np.arange(np.prod(shape), dtype=np.int64).reshape(shape)
        return (places * 37 % 17) / 8 - 1.0

    @cached_property
    def outcome(self) -> MaskOutcome | None:
        """What the addition gives, or ``None`` if it raises."""
        if self.verdict.shape is None:
            return None
        real = padding_mask(self.lengths, self.tokens)
        placed = real.reshape(
            [self.sizes[axis] if axis != "1" else 1 for axis in self.mask.split()]
        )
        between = (1,) * (self.scores.ndim - 2)
        meant = real.reshape(self.batch, *between, self.tokens)
        shape = self.verdict.shape
        keep, right = (np.broadcast_to(mask, shape) for mask in (placed, meant))
        return MaskOutcome(keep, right, masked_softmax(np.broadcast_to(self.scores, shape), keep))


@dataclass(frozen=True, slots=True)
class MaskOutcome:
    """Keep what a mask did to scores, beside what was meant.

    Parameters
    ----------
    keep, real : ndarray of bool
        What the mask lets through, and what is real, for each query and key.
    weights : ndarray of float
        The weights after the softmax; NaN in a row where nothing is let through.
    """

    keep: Mask
    real: Mask
    weights: Array

    @property
    def wrong_share(self) -> float:
        """Which part of all positions is masked wrongly."""
        return float((self.keep != self.real).mean())

    @property
    def padding_weight(self) -> float:
        """Which part of the attention weight lies on padding; NaN if there are NaN."""
        rows = self.weights.size // self.weights.shape[-1]
        return float(self.weights[~self.real].sum() / rows)

    @property
    def nan_rows(self) -> int:
        """How many queries have NaN for weights."""
        return int(np.isnan(self.weights).all(axis=-1).sum())

    @property
    def worst(self) -> Shape:
        """Where, before the queries and keys, most positions are masked wrongly; the first such."""
        wrong = (self.keep != self.real).sum(axis=(-2, -1))
        return tuple(int(index) for index in np.unravel_index(np.argmax(wrong), wrong.shape))


def masked_softmax(scores: Array, keep: Mask) -> Array:
    """Return a softmax over the last axis of what a mask lets through.

    Parameters
    ----------
    scores : ndarray of float
        Finite numbers.
    keep : ndarray of bool
        Of the same shape.

    Examples
    --------
    >>> masked_softmax(np.zeros((2, 2)), np.array([[True, False], [False, False]]))
    array([[ 1.,  0.],
           [nan, nan]])
    """
    shares = np.exp(scores) * keep
    with np.errstate(invalid="ignore"):  # a row that shares out nothing is 0 / 0
        return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def _covers(step: int, state: MaskState) -> bool:
    return gcd(step, state.tokens) == 1


def first_state() -> MaskState:
    """Return the question the demo opens with.

    Examples
    --------
    >>> first_state().verdict.kind
    <VerdictKind.RAISES: 'RAISES'>
    """
    return MaskState(batch=8, tokens=16, heads=NO_HEADS, mask="B T")
