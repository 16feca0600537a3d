"""What a demo asks of whoever judges a prediction, and the plain judge it has itself.

The course hands in a judge that knows the misconceptions; the library only says what one looks
like, so that it never depends on the course.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tensorlib.errors import IndexOutOfBounds
from tensorlib.shapes import Shape
from tensorlib.tensor import Tensor

Prediction = int | IndexOutOfBounds
"""What a learner may expect of a coordinate: an offset, or the error that refuses it."""


class Verdict(Protocol):
    """Say whether a prediction is right, and what it suggests."""

    @property
    def correct(self) -> bool:
        """Whether the prediction is right."""

    @property
    def message(self) -> str:
        """What the learner reads, as plain text."""


class Judge(Protocol):
    """Judge a prediction about one coordinate of one tensor."""

    def __call__(
        self, shape: Shape, coordinate: Shape, prediction: Prediction, buffer: Sequence[float]
    ) -> Verdict:
        """Return the verdict.

        Parameters
        ----------
        shape : tuple of int
            The sizes.
        coordinate : tuple of int
            One index an axis, perhaps outside its axis.
        prediction : int or IndexOutOfBounds
            The offset in elements, or the error.
        buffer : sequence of float
            The tensor's values in row-major order.
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


def judge_plainly(
    shape: Shape, coordinate: Shape, prediction: Prediction, buffer: Sequence[float]
) -> PlainVerdict:
    """Return whether a tensor makes of a coordinate what was predicted.

    Parameters
    ----------
    shape, coordinate, prediction, buffer
        As for `Judge`.

    Raises
    ------
    TensorError
        If the buffer does not fit the shape.

    Examples
    --------
    >>> judge_plainly((2,), (1,), 1, [5.0, 6.0]).message
    'That is right.'
    >>> judge_plainly((2,), (2,), 1, [5.0, 6.0]).message
    'That is not right.'
    """
    explanation = Tensor(shape, buffer).explain(coordinate)
    return PlainVerdict(prediction == (explanation.error or explanation.offset))
