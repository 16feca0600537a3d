"""Judge a prediction about a mask of any form, at any sizes."""

from __future__ import annotations

from typing import Protocol

from coursekit.questions.broadcasting.verdicts import mask_verdict_of
from coursekit.questions.judging import Verdict, judge
from tensorlib import VerdictKind


class MaskedScores(Protocol):
    """Scores and a mask with the axes B, T and perhaps h, as the mask demo has them."""

    @property
    def mask(self) -> str:
        """The mask's axes, ``"B 1 T"``."""

    @property
    def has_heads(self) -> bool:
        """Whether the scores are B h T T."""

    @property
    def sizes(self) -> dict[str, int]:
        """The size of each axis of the scores."""


def judge_mask(state: MaskedScores, prediction: VerdictKind) -> Verdict:
    """Judge a learner's prediction of what becomes of scores plus a mask.

    Parameters
    ----------
    state : MaskedScores
        What was asked about.
    prediction : VerdictKind
        What the learner expects.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from tensorlib import CORRECT
    >>> state = SimpleNamespace(mask="B T", has_heads=False, sizes={"B": 16, "T": 16})
    >>> judge_mask(state, CORRECT).misconception
    'M06'
    """
    question = mask_verdict_of(state.mask, heads=state.has_heads, **state.sizes)
    return judge(question, prediction.value)
