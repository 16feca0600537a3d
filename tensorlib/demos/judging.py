"""What a demo asks of whoever judges a prediction, and the plain judge it has itself.

The course hands in a judge that knows the misconceptions; the library only says what one looks
like, so that it never depends on the course.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

State_contra = TypeVar("State_contra", contravariant=True)
Prediction_contra = TypeVar("Prediction_contra", contravariant=True)


class Verdict(Protocol):
    """Say whether a prediction is right, and what it suggests."""

    @property
    def correct(self) -> bool:
        """Whether the prediction is right."""

    @property
    def message(self) -> str:
        """What the learner reads, as plain text."""


class Judge(Protocol[State_contra, Prediction_contra]):
    """Judge a prediction about one state of a demo."""

    def __call__(self, state: State_contra, prediction: Prediction_contra, /) -> Verdict:
        """Return the verdict.

        Parameters
        ----------
        state : State
            What was asked about.
        prediction : Prediction
            What the learner committed to.
        """


@dataclass(frozen=True, slots=True)
class PlainVerdict:
    """Say right or not right, and nothing more.

    Parameters
    ----------
    correct : bool
        Whether the prediction is right.
    """

    correct: bool

    @property
    def message(self) -> str:
        """What the learner reads, as plain text."""
        return "That is right." if self.correct else "That is not right."


def comparing(answer_of: Callable[[State_contra], object]) -> Judge[State_contra, object]:
    """Return the judge that holds a prediction against the answer, by type and value.

    Parameters
    ----------
    answer_of : callable
        Takes a state and returns the right prediction.

    Examples
    --------
    >>> judge = comparing(lambda size: size * size)
    >>> judge(3, 9).message, judge(3, 9.0).message
    ('That is right.', 'That is not right.')
    """

    def judge(state: State_contra, prediction: object, /) -> PlainVerdict:
        answer = answer_of(state)
        return PlainVerdict(type(prediction) is type(answer) and prediction == answer)

    return judge
