"""What is added to scores to mask them, and what becomes of a row that is masked whole."""

from __future__ import annotations

from typing import Literal

import numpy as np

from coursekit.questions.forms import Number
from coursekit.questions.question import Question
from coursekit.questions.wordforms import Choice
from tensorlib import Tensor, softmax

Making = Literal["product", "choice"]

ENTRIES = ("zero", "minus infinity", "NaN")
"""What an entry of an additive mask can be, in words."""

ROWS = ("zeros", "uniform", "NaN")
"""What a row of weights can be, in words."""

_FORMULAS = {"product": "(1 - mask) * -inf", "choice": "where(mask == 1, 0, -inf)"}


def entry_of(making: Making, mark: int) -> Question:
    """Ask what an additive mask holds where the mask has a 1 or a 0.

    Parameters
    ----------
    making : {"product", "choice"}
        Whether it is made by multiplying with minus infinity, or by choosing.
    mark : int
        1 for a real position, 0 for padding.

    Examples
    --------
    >>> question = entry_of("product", 1)
    >>> question.answer, question.beliefs["M11"]
    ('NaN', 'zero')
    """
    with np.errstate(invalid="ignore"):  # zero times infinity is what is asked about
        product = np.float64(1 - mark) * -np.inf
    entry = product if making == "product" else np.where(mark == 1, 0.0, -np.inf)
    answer = _entry_word(float(entry))
    return Question(
        f"entry_of({making!r}, {mark})",
        f"What does {_FORMULAS[making]} hold where the mask has a {mark}: {', '.join(ENTRIES)}?",
        Choice(*ENTRIES),
        answer,
        {"M11": "zero"} if answer == "NaN" else {},
    )


def masked_row_of(fill: float, width: int) -> Question:
    """Ask what the softmax makes of a row in which every key is masked, all scores being equal.

    Parameters
    ----------
    fill : float
        What is added to a masked score.
    width : int
        How many keys there are.

    Examples
    --------
    >>> masked_row_of(-np.inf, 4).answer, masked_row_of(-1e9, 4).answer
    ('NaN', 'uniform')
    """
    return Question(
        f"masked_row_of({fill}, {width})",
        f"All of {width} keys are masked by adding {fill} to equal scores. Which weights come out: "
        f"{', '.join(ROWS)}?",
        Choice(*ROWS),
        _row_word(_weights(fill, width)),
        {"M09": "zeros"},
    )


def weight_on_padding_of(fill: float, width: int) -> Question:
    """Ask how much weight lies on padding in a row that is masked whole, all scores being equal.

    Parameters
    ----------
    fill : float
        What is added to a masked score, finite.
    width : int
        How many keys there are.

    Examples
    --------
    >>> weight_on_padding_of(-1e9, 4).answer
    1.0
    """
    return Question(
        f"weight_on_padding_of({fill}, {width})",
        f"All of {width} keys are padding, masked by adding {fill} to equal scores. How much of "
        "the weight lies on padding, 0 to 1?",
        Number(),
        sum(_weights(fill, width)),
        {"M09": 0.0},
    )


def _weights(fill: float, width: int) -> list[float]:
    return list(map(float, softmax(Tensor((width,), [fill] * width)).buffer))


def _entry_word(entry: float) -> str:
    if np.isnan(entry):
        return "NaN"
    return "zero" if entry == 0 else "minus infinity"


def _row_word(weights: list[float]) -> str:
    if np.isnan(weights).any():
        return "NaN"
    return "uniform" if any(weights) else "zeros"
