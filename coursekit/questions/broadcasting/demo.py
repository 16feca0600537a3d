"""Judge the predictions of the unit's demos: a mask, a training, a mean."""

from __future__ import annotations

from typing import Protocol

from coursekit.questions.broadcasting.verdicts import mask_verdict_of, reduction_verdict_of
from coursekit.questions.judging import Verdict, judge
from coursekit.questions.question import Question
from coursekit.questions.wordforms import Choice
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


class Word(Protocol):
    """A prediction or an outcome that has a name."""

    @property
    def name(self) -> str:
        """The name, ``"FLAT"``."""


class Training(Protocol):
    """A line that is trained, as the regression demo has it."""

    @property
    def column(self) -> bool:
        """Whether the targets are a column."""

    @property
    def learned(self) -> Word:
        """Which line came out: POINTS, FLAT or NEITHER."""


def judge_training(state: Training, prediction: Word) -> Verdict:
    """Judge a learner's prediction of the line that a training finds.

    Parameters
    ----------
    state : Training
        What was asked about.
    prediction : Word
        Which line the learner expects.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> flat, points = SimpleNamespace(name="FLAT"), SimpleNamespace(name="POINTS")
    >>> judge_training(SimpleNamespace(column=True, learned=flat), points).misconception
    'M02'
    """
    averaged_out = state.column and state.learned.name != "POINTS"
    question = Question(
        "training",
        "Which line does the training find?",
        Choice("POINTS", "FLAT", "NEITHER"),
        state.learned.name,
        {"M02": "POINTS"} if averaged_out else {},
    )
    return judge(question, prediction.name)


class Mean(Protocol):
    """A mean over an axis of x [B, T, d], as the axis demo has it."""

    @property
    def axis(self) -> int:
        """The axis that the mean runs over."""

    @property
    def keepdims(self) -> bool:
        """Whether the axis stays."""

    @property
    def beside(self) -> str | None:
        """The axes of what the result meets."""

    @property
    def sizes(self) -> dict[str, int]:
        """The size of each axis of x."""


def judge_mean(state: Mean, prediction: VerdictKind) -> Verdict:
    """Judge a learner's prediction of what becomes of a mean over an axis.

    Parameters
    ----------
    state : Mean
        What was asked about.
    prediction : VerdictKind
        What the learner expects.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from tensorlib import CORRECT
    >>> sizes = {"B": 16, "T": 16, "d": 7}
    >>> state = SimpleNamespace(axis=0, keepdims=False, beside=None, sizes=sizes)
    >>> judge_mean(state, CORRECT).misconception
    'M81'
    """
    question = reduction_verdict_of(
        "B T d",
        axis=state.axis,
        drops="T",
        keepdims=state.keepdims,
        beside=state.beside,
        **state.sizes,
    )
    return judge(question, prediction.value)
