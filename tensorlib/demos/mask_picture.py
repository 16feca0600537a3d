"""What the mask demo shows, as HTML: the sizes that meet, the verdict, and one grid of weights."""

from __future__ import annotations

import numpy as np

from tensorlib.cells import Cell, Labels, grid_drawing
from tensorlib.demos.mask_state import MaskOutcome, MaskState
from tensorlib.drawing import svg_of
from tensorlib.meaning.verdict import (
    CORRECT,
    CORRECT_BY_LUCK,
    RAISES,
    SILENTLY_WRONG,
    VerdictKind,
)
from tensorlib.prose import paragraphs
from tensorlib.tables import html_table

IN_WORDS = {
    RAISES: "it raises an error",
    CORRECT: "it is correct at any sizes",
    CORRECT_BY_LUCK: "it is correct by luck, at these sizes only",
    SILENTLY_WRONG: "it runs and is silently wrong",
}
"""Each outcome as a learner reads it."""

_LEGEND = (
    "A number is a weight; × is a padding key with no weight. In a double frame stands weight "
    "that lies on padding. In a broken frame stands a real key that was masked."
)


def question_html(state: MaskState) -> str:
    """Return the question, with the lengths of the sequences.

    Parameters
    ----------
    state : MaskState
        The question.
    """
    names = "B, h, T, T" if state.has_heads else "B, T, T"
    sizes = ", ".join(f"{name} = {size}" for name, size in state.sizes.items())
    mask = ", ".join(state.mask.split())
    return paragraphs(
        f"Attention scores [{names}] plus a padding mask given as [{mask}], at {sizes}. "
        "What becomes of it?",
        f"Real tokens in each sequence: {', '.join(map(str, state.lengths))}.",
    )


def answer_html(state: MaskState) -> str:
    """Return the answer: the verdict, what it does to the numbers, and the worst grid.

    Parameters
    ----------
    state : MaskState
        The question.
    """
    verdict, outcome = state.verdict, state.outcome
    if outcome is None:
        return verdict._repr_html_() + paragraphs("Nothing was added, so nothing can be wrong.")
    rows = [
        ("positions masked wrongly", percent(outcome.wrong_share)),
        ("attention weight on padding", percent(outcome.padding_weight)),
        ("queries whose weights are NaN", f"{outcome.nan_rows}"),
    ]
    numbers = html_table("What it does to the numbers", ("", "share or number"), rows, [])
    words = []
    if verdict.shape != state.scores.shape:
        words = [f"The result has the shape {verdict.shape}, the scores had {state.scores.shape}."]
    return verdict._repr_html_() + numbers + paragraphs(*words) + _grid_html(state, outcome)


def percent(share: float) -> str:
    """Return a share in per cent.

    Parameters
    ----------
    share : float
        From 0 to 1, or NaN.

    Examples
    --------
    >>> percent(0.33203125), percent(float("nan"))
    ('33.2 %', 'NaN')
    """
    return "NaN" if np.isnan(share) else f"{100 * share:.1f} %"


def kind_text(kind: VerdictKind) -> str:
    """Return a prediction in words.

    Parameters
    ----------
    kind : VerdictKind
        What the learner expects.

    Examples
    --------
    >>> kind_text(RAISES)
    'that it raises an error'
    """
    return f"that {IN_WORDS[kind]}"


def _grid_html(state: MaskState, outcome: MaskOutcome) -> str:
    place = outcome.worst
    keep, real, weights = outcome.keep[place], outcome.real[place], outcome.weights[place]
    rows = [
        [_cell(*each) for each in zip(*row, strict=True)]
        for row in zip(keep.tolist(), real.tolist(), weights.tolist(), strict=True)
    ]
    where = _where(state, place)
    wrong = int((keep != real).sum())
    title = f"Weights of {where}, where most goes wrong" if wrong else f"Weights of {where}"
    description = f"{wrong} of {keep.size} positions are masked wrongly. {_LEGEND}"
    queries, keys = (tuple(map(str, range(size))) for size in keep.shape)
    drawing = grid_drawing(rows, title, description, Labels(queries, keys, "query", "key"))
    return svg_of(drawing) + paragraphs(_LEGEND)


def _where(state: MaskState, place: tuple[int, ...]) -> str:
    """Return which part of the result is drawn; a mask with more axes than the scores adds one."""
    first, last = place[0], place[-1]
    if state.has_heads:
        return f"sequence {first}, head {last}, length {state.lengths[first]}"
    length = f"sequence {last}, length {state.lengths[last]}"
    return length if len(place) == 1 else f"{length}, under the mask of sequence {first}"


def _cell(keep: bool, real: bool, weight: float) -> Cell:
    text = "NaN" if np.isnan(weight) else f"{weight:.2f}"
    if keep and real:
        return Cell(text)
    if keep:
        return Cell(text, "framed")
    if real:
        return Cell("NaN" if text == "NaN" else "0", "broken")
    return Cell("NaN" if text == "NaN" else "×", "shaded")
