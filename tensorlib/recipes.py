"""Recipes for the last token of each sequence, as they are found in code, and what they read.

Only the one that asks the mask is right on both sides. Each of the others carries a guess about
where the padding lies, and none of them says so.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tensorlib.masks import Mask, check_mask, last_index


class Found(enum.Enum):
    """What stands where a recipe looks."""

    LAST = "the last token"
    OTHER = "another token"
    PADDING = "padding"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Recipe:
    """A way to find the last token of each row.

    Parameters
    ----------
    name : str
        A few words.
    code : str
        How it is usually written, for a mask in which True marks what is real.
    rule : callable
        Takes a mask of shape (B, T) and returns B indices.

    Examples
    --------
    >>> BY_COUNT.name, BY_COUNT.indices([[1, 1, 1], [0, 0, 1]])
    ('length - 1', array([2, 0]))
    >>> [str(found) for found in BY_COUNT.found([[1, 1, 1], [0, 0, 1]])]
    ['the last token', 'padding']
    """

    name: str
    code: str
    rule: Callable[[Mask], NDArray[np.int64]]

    def indices(self, mask: ArrayLike) -> NDArray[np.int64]:
        """Return where the recipe looks in each row, perhaps at -1.

        Parameters
        ----------
        mask : array_like of bool, or of 0 and 1, shape (B, T)
            True marks what is real.

        Raises
        ------
        InvalidData, MaskError, PaddingSideError
            As `check_mask`.
        """
        return self.rule(check_mask(mask, operation=self.name))

    def found(self, mask: ArrayLike) -> tuple[Found, ...]:
        """Return what each row has there; an index of -1 reads the end of the row, as in Python.

        Parameters
        ----------
        mask : array_like of bool, or of 0 and 1, shape (B, T)
            True marks what is real.

        Raises
        ------
        InvalidData, MaskError, PaddingSideError
            As `check_mask`.
        """
        real = check_mask(mask, operation=self.name)
        width = real.shape[1]
        read = self.rule(real) % max(width, 1)
        return tuple(
            Found.LAST if place == last else Found.OTHER if real[row, place] else Found.PADDING
            for row, (place, last) in enumerate(zip(read, last_index(real), strict=True))
        )


def _by_count(real: Mask) -> NDArray[np.int64]:
    return np.asarray(real.sum(axis=1) - 1, dtype=np.int64)


def _at_the_end(real: Mask) -> NDArray[np.int64]:
    rows, width = real.shape
    return np.full(rows, width - 1, dtype=np.int64)


def _before_padding(real: Mask) -> NDArray[np.int64]:
    """Search for the first padding; a search that finds none answers with the first place, 0."""
    rows, width = real.shape
    if not width:
        return np.zeros(rows, dtype=np.int64)
    return np.asarray((~real).argmax(axis=1) - 1, dtype=np.int64)


FROM_MASK = Recipe("from the mask", "last_index(mask)", last_index)
"""The one that is right on both sides."""

BY_COUNT = Recipe("length - 1", "mask.sum(axis=1) - 1", _by_count)
"""Right where padding is on the right."""

AT_THE_END = Recipe("T - 1", "x.shape[1] - 1", _at_the_end)
"""Right where padding is on the left."""

BEFORE_PADDING = Recipe("first padding - 1", "(mask == 0).argmax(axis=1) - 1", _before_padding)
"""Right where padding is on the right, and the row has some."""

RECIPES = (FROM_MASK, BY_COUNT, AT_THE_END, BEFORE_PADDING)
"""All of them."""
