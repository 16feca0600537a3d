"""Bugs of shape as they stand in code: run beside the right line, so that their fate is seen."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlib.shapes import Shape

Array = NDArray[Any]
Line = Callable[[Array], Array]


class Fate(enum.Enum):
    """What becomes of a wrong line."""

    RAISES = "raises"
    SILENT = "runs, and the numbers are wrong"
    UNSEEN = "runs, and the numbers are right here"


@dataclass(frozen=True, slots=True)
class Bug:
    """A wrong line, beside the right one.

    Parameters
    ----------
    name : str
        What was done, in words.
    wrong, right : callable
        Take an array with the axes B, T and d.
    """

    name: str
    wrong: Line
    right: Line

    def fate(self, sizes: Shape) -> Fate:
        """Return what becomes of the wrong line.

        Parameters
        ----------
        sizes : tuple of int
            B, T and d.

        Examples
        --------
        >>> [BUGS[1].fate(sizes).name for sizes in ((3, 5, 7), (5, 5, 7), (1, 1, 7))]
        ['RAISES', 'SILENT', 'UNSEEN']
        """
        x = np.sin(np.arange(np.prod(sizes), dtype=np.float64)).reshape(sizes)
        try:
            wrong = self.wrong(x)
        except ValueError:
            return Fate.RAISES
        right = self.right(x)
        alike = wrong.shape == right.shape and np.allclose(wrong, right)
        return Fate.UNSEEN if alike else Fate.SILENT


def _scores(x: Array) -> Array:
    """Return scores [B, T, T]."""
    return np.asarray(x @ x.swapaxes(1, 2))


def _added(x: Array) -> Array:
    """Return what stands for a mask, [B, T]."""
    return x[:, :, 0]


def _per_sequence(x: Array) -> Array:
    """Return one number a sequence, [B]."""
    return np.asarray(x.sum(axis=(1, 2)))


def _mean_square(x: Array) -> Array:
    return np.asarray((x**2).mean())


BUGS = (
    Bug(
        "scores [B, T, T] plus mask [B, T], the None forgotten",
        lambda x: _scores(x) + _added(x),
        lambda x: _scores(x) + _added(x)[:, None, :],
    ),
    Bug(
        "x.mean(axis=0) for x.mean(axis=1), subtracted from another [B, d]",
        lambda x: x[:, 0] - x.mean(axis=0),
        lambda x: x[:, 0] - x.mean(axis=1),
    ),
    Bug(
        "x - x.mean(axis=0) for x - x.mean(axis=1, keepdims=True)",
        lambda x: x - x.mean(axis=0),
        lambda x: x - x.mean(axis=1, keepdims=True),
    ),
    Bug(
        "x - x.mean(axis=0, keepdims=True) for x - x.mean(axis=1, keepdims=True)",
        lambda x: x - x.mean(axis=0, keepdims=True),
        lambda x: x - x.mean(axis=1, keepdims=True),
    ),
    Bug(
        "x.reshape(B, d, T) for x.transpose(0, 2, 1)",
        lambda x: x.reshape(x.shape[0], x.shape[2], x.shape[1]),
        lambda x: x.swapaxes(1, 2),
    ),
    Bug(
        "the mean of (pred - target) ** 2 for a pred [B] and a target [B, 1]",
        lambda x: _mean_square(_per_sequence(x) - _per_sequence(-x)[:, None]),
        lambda x: _mean_square(_per_sequence(x) - _per_sequence(-x)),
    ),
)
"""Six of them: only the first two need sizes that coincide."""
