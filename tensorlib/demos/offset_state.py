"""What the offset demo asks about: a coordinate, valid or not, of a tensor of any small shape."""

from __future__ import annotations

from dataclasses import dataclass

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
    """Keep the shape and the coordinate in question.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    coordinate : tuple of int
        One index an axis, perhaps outside its axis.
    """

    shape: Shape
    coordinate: Shape

    @property
    def tensor(self) -> Tensor:
        """The tensor that is asked about."""
        return demo_tensor(self.shape)

    @property
    def explanation(self) -> OffsetExplanation:
        """What becomes of the coordinate."""
        return self.tensor.explain(self.coordinate)


@dataclass(frozen=True, slots=True)
class RefusedAt:
    """Predict that an axis refuses the coordinate.

    Parameters
    ----------
    axis : int
        The axis that the learner expects to object.
    """

    axis: int


OffsetPrediction = int | RefusedAt
"""What a learner may expect of a coordinate: an offset, or the axis that refuses it."""


def first_state() -> OffsetState:
    """Return the question the demo opens with.

    Examples
    --------
    >>> first_state()
    OffsetState(shape=(2, 2, 3), coordinate=(1, 0, 2))
    """
    return OffsetState(frozen_tensor().shape, STUDIED_COORDINATE)


def outcome(state: OffsetState, prediction: OffsetPrediction) -> int | IndexOutOfBounds:
    """Return a prediction as the offset or the error it stands for, be it right or not.

    Parameters
    ----------
    state : OffsetState
        The question.
    prediction : int or RefusedAt
        What the learner expects.

    Examples
    --------
    >>> outcome(first_state(), RefusedAt(1)), outcome(first_state(), 8)
    (IndexOutOfBounds(axis=1, index=0, dimension=2), 8)
    """
    if isinstance(prediction, int):
        return prediction
    axis = prediction.axis
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
