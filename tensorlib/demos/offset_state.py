"""What the offset demo knows: the coordinate it asks about, and what the learner predicted.

A question about a new coordinate hides the answer again; the first prediction counts. The state
is a value, and the next one follows from it and from what the learner did, by `next_state`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tensorlib.demos.judging import Prediction
from tensorlib.errors import IndexOutOfBounds
from tensorlib.explain import OffsetExplanation
from tensorlib.history import STUDIED_COORDINATE, frozen_tensor
from tensorlib.shapes import Shape, element_count
from tensorlib.tensor import Tensor

SIZES = range(5)
"""The sizes an axis can be given."""

INDICES = range(-1, 6)
"""The indices that can be asked for: one below every axis, and past the end of the longest."""


@dataclass(frozen=True, slots=True)
class OffsetState:
    """Keep one question, and the prediction once the learner has committed to it.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    coordinate : tuple of int
        One index an axis, perhaps outside its axis.
    prediction : int, IndexOutOfBounds or None
        What was predicted; ``None`` as long as the demo asks.
    """

    shape: Shape
    coordinate: Shape
    prediction: Prediction | None = None

    @property
    def revealed(self) -> bool:
        """Whether the answer may be seen."""
        return self.prediction is not None

    @property
    def tensor(self) -> Tensor:
        """The tensor that is asked about."""
        return demo_tensor(self.shape)

    @property
    def explanation(self) -> OffsetExplanation:
        """What becomes of the coordinate."""
        return self.tensor.explain(self.coordinate)


@dataclass(frozen=True, slots=True)
class Moved:
    """Report that sliders stand elsewhere.

    Parameters
    ----------
    shape, coordinate : tuple of int
        What they show now.
    """

    shape: Shape
    coordinate: Shape


@dataclass(frozen=True, slots=True)
class Committed:
    """Report that the learner has committed to a prediction.

    Parameters
    ----------
    prediction : int or IndexOutOfBounds
        What is expected.
    """

    prediction: Prediction


def first_state() -> OffsetState:
    """Return the question the demo opens with.

    Examples
    --------
    >>> first_state()
    OffsetState(shape=(2, 2, 3), coordinate=(1, 0, 2), prediction=None)
    """
    return OffsetState(frozen_tensor().shape, STUDIED_COORDINATE)


def next_state(state: OffsetState, event: Moved | Committed) -> OffsetState:
    """Return the state after an event.

    Parameters
    ----------
    state : OffsetState
        The state before.
    event : Moved or Committed
        What the learner did.

    Examples
    --------
    >>> revealed = next_state(first_state(), Committed(8))
    >>> revealed.revealed
    True
    >>> next_state(revealed, Moved((2, 2, 3), (1, 2, 0)))
    OffsetState(shape=(2, 2, 3), coordinate=(1, 2, 0), prediction=None)
    """
    match event:
        case Moved(shape, coordinate) if (shape, coordinate) != (state.shape, state.coordinate):
            return OffsetState(shape, coordinate)
        case Committed(prediction) if not state.revealed:
            return replace(state, prediction=prediction)
    return state


def refusal(state: OffsetState, axis: int) -> IndexOutOfBounds:
    """Return the error that would refuse the coordinate at an axis, be it right or not.

    Parameters
    ----------
    state : OffsetState
        The question.
    axis : int
        The axis that the learner expects to object.

    Examples
    --------
    >>> refusal(first_state(), 1)
    IndexOutOfBounds(axis=1, index=0, dimension=2)
    """
    return IndexOutOfBounds(axis, state.coordinate[axis], state.shape[axis])


def demo_tensor(shape: Shape) -> Tensor:
    """Return a tensor whose values show where they lie: tens for the row, units for the position.

    Rows are counted from one through the whole tensor, positions from zero.

    Parameters
    ----------
    shape : tuple of int
        At least one size, the last of them at most 10.

    Raises
    ------
    TensorError
        If the shape is none that a tensor can have.

    Examples
    --------
    >>> demo_tensor((2, 2, 3)) == frozen_tensor()
    True
    >>> demo_tensor((2, 2)).buffer.tolist()
    [10.0, 11.0, 20.0, 21.0]
    """
    *leading, positions = shape
    rows = range(1, element_count(leading) + 1)
    return Tensor(shape, [10 * row + position for row in rows for position in range(positions)])
