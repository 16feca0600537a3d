"""What a tensor holds: how many elements, in a buffer of just that length, and a value written."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from coursekit.errors import CourseError
from coursekit.questions.flat_buffer.access import Coordinate
from coursekit.questions.flat_buffer.places import believed_offsets
from coursekit.questions.flat_buffer.strides import Shape
from coursekit.questions.forms import ErrorValue, Integer, Numbers
from coursekit.questions.question import Question, ask
from tensorlib import (
    DataLengthMismatch,
    Layout,
    ShapeOverflow,
    Tensor,
    TensorError,
    element_count,
)


def rank_of(shape: Shape) -> Question:
    """Ask for the rank of a shape.

    Parameters
    ----------
    shape : tuple of int
        The sizes.

    Examples
    --------
    >>> rank_of(()).beliefs["M39"]
    1
    """
    beliefs = {} if shape else {"M39": 1}
    prompt = f"What is the rank of shape {shape}?"
    answer = Layout.row_major(shape).rank
    return Question(f"rank_of({shape})", prompt, Integer(), answer, beliefs)


def size_of(shape: Shape) -> Question:
    """Ask how many elements a shape has.

    Parameters
    ----------
    shape : tuple of int
        The sizes.

    Raises
    ------
    TensorError
        If the shape overflows.

    Examples
    --------
    >>> question = size_of((2, 0, 3))
    >>> question.answer, question.beliefs["M39"]
    (0, 6)
    """
    beliefs: dict[str, Any] = {}
    if not shape:
        beliefs["M39"] = 0
    elif 0 in shape:
        beliefs["M39"] = prod(size for size in shape if size)
    prompt = f"How many elements does a tensor of shape {shape} have?"
    return Question(f"size_of({shape})", prompt, Integer(), element_count(shape), beliefs)


def construction_error_of(shape: Shape, values: Sequence[float]) -> Question:
    """Ask for the error with which a tensor refuses to be made.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    values : Sequence of float
        The values that do not fit it.

    Raises
    ------
    CourseError
        If a tensor can be made of them.

    Examples
    --------
    >>> construction_error_of((2, 2), [1, 2, 3]).answer
    DataLengthMismatch(expected=4, actual=3)
    """
    answer = _construction_error(shape, values)
    if isinstance(answer, DataLengthMismatch):
        swapped = DataLengthMismatch(answer.actual, answer.expected)
        beliefs = {"M67": swapped, "M69": ShapeOverflow()}
    else:
        beliefs = {"M70": DataLengthMismatch(prod(shape), len(values))}
    prompt = f"With which error is a tensor of shape {shape} with {len(values)} values refused?"
    id_ = f"construction_error_of({shape}, {list(values)})"
    return Question(id_, prompt, ErrorValue(), answer, beliefs)


def _construction_error(shape: Shape, values: Sequence[float]) -> TensorError:
    try:
        Tensor(shape, values)
    except TensorError as error:
        return error
    raise CourseError(f"construction_error_of: shape {shape} holds the {len(values)} values")


def buffer_after(
    tensor: Tensor, coordinate: Coordinate, value: float, *, drop_ambiguous: bool = False
) -> Question:
    """Ask for the buffer after a value is written at a coordinate.

    Parameters
    ----------
    tensor : Tensor
        What is written to; it is left as it is.
    coordinate : tuple of int
        A valid coordinate.
    value : float
        The new value.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    TensorError
        If the coordinate is not valid.
    CourseError
        If two beliefs, or a belief and the right answer, give the same buffer.

    Examples
    --------
    >>> buffer_after(Tensor((3,), [7, 8, 9]), (1,), 0, drop_ambiguous=True).answer
    (7.0, 0.0, 9.0)
    """
    before = tuple(tensor.buffer.tolist())
    written = Tensor(tensor.shape, before)
    written[coordinate] = value
    offset = tensor.offset(coordinate)
    places = {**believed_offsets(tensor.shape, coordinate), "M63": offset + 1}
    beliefs: dict[str, Any] = {
        id_: (*before[:place], float(value), *before[place + 1 :])
        for id_, place in places.items()
        if 0 <= place < tensor.size
    }
    return ask(
        "buffer_after",
        (tensor, coordinate, value),
        f"What does the buffer hold after {value} is written at {coordinate}?",
        Numbers(tensor.size),
        tuple(written.buffer.tolist()),
        {**beliefs, "M72": before},
        drop_ambiguous=drop_ambiguous,
    )
