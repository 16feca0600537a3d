"""The offset demo: choose a shape and a coordinate, and say where it lies or which axis refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tensorlib.demos.controls import Expectation, Slider, Typed
from tensorlib.demos.judging import PlainVerdict, Verdict
from tensorlib.demos.offset_picture import answer_html, prediction_text, question_html
from tensorlib.demos.offset_state import (
    INDICES,
    SIZES,
    OffsetPrediction,
    OffsetState,
    RefusedAt,
    first_state,
    outcome,
)
from tensorlib.demos.scene import Scene
from tensorlib.demos.widget import Demo
from tensorlib.errors import IndexOutOfBounds
from tensorlib.shapes import Shape
from tensorlib.tensor import Tensor
from tensorlib.typed import read_integer

_AXES = range(len(first_state().shape))
_CONTROLS = (
    tuple(Slider("shape", f"size of axis {axis}", SIZES, axis) for axis in _AXES),
    tuple(Slider("coordinate", f"index on axis {axis}", INDICES, axis) for axis in _AXES),
)
_EXPECTATION = Expectation(
    "Choose what you expect: an offset, or the axis that refuses the coordinate.",
    tuple((f"refused at axis {axis}", RefusedAt(axis)) for axis in _AXES),
    Typed("offset", read_integer),
    typing="an offset, typed below",
)


class OffsetJudge(Protocol):
    """Judge a prediction about one coordinate of one tensor."""

    def __call__(
        self,
        shape: Shape,
        coordinate: Shape,
        prediction: int | IndexOutOfBounds,
        buffer: Sequence[float],
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


def judge_plainly(
    shape: Shape,
    coordinate: Shape,
    prediction: int | IndexOutOfBounds,
    buffer: Sequence[float],
) -> PlainVerdict:
    """Return whether a tensor makes of a coordinate what was predicted.

    Parameters
    ----------
    shape, coordinate, prediction, buffer
        As for `OffsetJudge`.

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


def offset_demo(judge: OffsetJudge = judge_plainly) -> Demo[OffsetState, OffsetPrediction]:
    """Return a demo that asks where a coordinate lies and answers a committed prediction.

    Parameters
    ----------
    judge : OffsetJudge, optional
        Who answers a prediction; the library's own says right or not right.

    Examples
    --------
    >>> demo = offset_demo()
    >>> demo.typed.value = "8"
    >>> demo.commit.click()
    >>> demo
    Offset demo: shape (2, 2, 3), coordinate (1, 0, 2), answered
    """
    return Demo(offset_scene(judge), _CONTROLS, _EXPECTATION)


def offset_scene(judge: OffsetJudge = judge_plainly) -> Scene[OffsetState, OffsetPrediction]:
    """Return what the demo says, without its widgets.

    Parameters
    ----------
    judge : OffsetJudge, optional
        Who answers a prediction.
    """

    def judge_state(state: OffsetState, prediction: OffsetPrediction, /) -> Verdict:
        values = state.tensor.buffer.tolist()
        return judge(state.shape, state.coordinate, outcome(state, prediction), values)

    return Scene(
        name="Offset demo",
        first=first_state(),
        question=question_html,
        answer=answer_html,
        judge=judge_state,
        chosen="shape and coordinate",
        repeated=prediction_text,
        again="Move a slider for the next question.",
    )
