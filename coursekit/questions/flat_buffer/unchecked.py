"""What arithmetic without a check does with coordinates that a tensor refuses."""

from __future__ import annotations

from coursekit.questions.flat_buffer.access import (
    OFFSET_FUNCTIONS,
    Coordinate,
    checked_offset,
    outcome,
    unchecked_offset,
)
from coursekit.questions.flat_buffer.places import offset_beliefs, value_beliefs
from coursekit.questions.flat_buffer.strides import Shape
from coursekit.questions.forms import Integer, Number
from coursekit.questions.question import Question, ask
from tensorlib import Tensor, coordinate_of, row_major_strides


def unchecked_offset_of(
    shape: Shape, coordinate: Coordinate, *, drop_ambiguous: bool = False
) -> Question:
    """Ask where plain arithmetic without any check lands for a coordinate that is not valid.

    Parameters
    ----------
    shape, coordinate : tuple of int
        The sizes, and one index an axis.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same offset.

    Examples
    --------
    >>> unchecked_offset_of((2, 2, 3), (0, 2, 0), drop_ambiguous=True).answer
    6
    """
    answer = unchecked_offset(row_major_strides(shape), coordinate)
    return ask(
        "unchecked_offset_of",
        (shape, coordinate),
        f"Where does arithmetic without a check land for {coordinate} in shape {shape}?",
        Integer(),
        answer,
        {
            **offset_beliefs(shape, coordinate, answer, None),
            **_wrapped(shape, coordinate),
            "M32": outcome(checked_offset, shape, coordinate),
        },
        drop_ambiguous=drop_ambiguous,
    )


def unchecked_value_of(
    tensor: Tensor, coordinate: Coordinate, *, drop_ambiguous: bool = False
) -> Question:
    """Ask which value plain arithmetic without any check would read.

    Parameters
    ----------
    tensor : Tensor
        Where the value is stored.
    coordinate : tuple of int
        One index an axis; not valid, yet its sum of products lies within the buffer.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    TensorError
        If the sum lies outside the buffer.
    CourseError
        If two beliefs, or a belief and the right answer, give the same value.
    """
    offset = unchecked_offset(tensor.strides, coordinate)
    wrapped = _wrapped(tensor.shape, coordinate)
    return ask(
        "unchecked_value_of",
        (tensor, coordinate),
        f"Which value would arithmetic without a check read at {coordinate}?",
        Number(),
        tensor[coordinate_of(offset, tensor.shape)],
        {
            **value_beliefs(tensor, coordinate, offset),
            **{id_: float(tensor.buffer[place]) for id_, place in wrapped.items()},
            "M32": outcome(checked_offset, tensor.shape, coordinate),
        },
        drop_ambiguous=drop_ambiguous,
    )


def _wrapped(shape: Shape, coordinate: Coordinate) -> dict[str, int]:
    """Return the offset of those who count negative indices from the end, if there are any."""
    wrapped = outcome(OFFSET_FUNCTIONS["M33"], shape, coordinate)
    negative = any(index < 0 for index in coordinate)
    return {"M33": wrapped} if negative and isinstance(wrapped, int) else {}
