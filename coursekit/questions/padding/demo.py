"""Judge a prediction about the last token of each row, on either side."""

from __future__ import annotations

from typing import Protocol

from coursekit.questions.judging import Verdict, judge
from coursekit.questions.padding.last import last_index_of, recipe_index_of
from tensorlib.masks import Side
from tensorlib.recipes import FROM_MASK, Recipe


class SearchedBatch(Protocol):
    """A padded batch and a recipe for the last token of each row, as the padding demo has them."""

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many tokens each row has."""

    @property
    def width(self) -> int:
        """The width of the batch, T."""

    @property
    def side(self) -> Side:
        """Where the padding lies."""

    @property
    def recipe(self) -> Recipe:
        """How the last token is searched for."""


def judge_last(state: SearchedBatch, prediction: tuple[int, ...]) -> Verdict:
    """Judge a learner's prediction of where a recipe looks in each row.

    Parameters
    ----------
    state : SearchedBatch
        What was asked about.
    prediction : tuple of int
        One index a row.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> batch = {"lengths": (5, 3, 1), "width": 5, "side": "left", "recipe": FROM_MASK}
    >>> judge_last(SimpleNamespace(**batch), (4, 2, 0)).misconception
    'M43'
    """
    where = (state.lengths, state.width, state.side)
    if state.recipe is FROM_MASK:
        return judge(last_index_of(*where, drop_ambiguous=True), prediction)
    return judge(recipe_index_of(state.recipe, *where, drop_ambiguous=True), prediction)
