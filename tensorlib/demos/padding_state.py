"""What the padding demo asks about: a batch of three sequences and a recipe for the last token."""

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.masks import Mask, Side, padding_mask
from tensorlib.recipes import RECIPES, Recipe
from tensorlib.shapes import Shape

LENGTHS = range(1, 9)
"""The lengths that a sequence can be given."""


@dataclass(frozen=True, slots=True)
class PaddingState:
    """Keep the lengths, the side of the padding, and how the last tokens are searched for.

    Parameters
    ----------
    lengths : tuple of int
        How many tokens each sequence has; the batch is as wide as the longest.
    left : bool
        Whether the padding is on the left.
    recipe_name : str
        The name of one of `RECIPES`.
    """

    lengths: Shape
    left: bool
    recipe_name: str

    @property
    def width(self) -> int:
        """The width of the batch, T."""
        return max(self.lengths)

    @property
    def side(self) -> Side:
        """Where the padding lies."""
        return "left" if self.left else "right"

    @property
    def mask(self) -> Mask:
        """The mask, True for what is real."""
        return padding_mask(self.lengths, self.width, self.side)

    @property
    def recipe(self) -> Recipe:
        """How the last token is searched for."""
        return next(recipe for recipe in RECIPES if recipe.name == self.recipe_name)

    @property
    def indices(self) -> Shape:
        """Where the recipe looks in each row."""
        return tuple(self.recipe.indices(self.mask).tolist())


def first_state() -> PaddingState:
    """Return the question the demo opens with.

    Examples
    --------
    >>> first_state().indices
    (4, 2, 0)
    """
    return PaddingState((5, 3, 1), left=False, recipe_name=RECIPES[0].name)
