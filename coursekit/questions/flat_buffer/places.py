"""From a coordinate to its place in the buffer, and back: terms, offset, value, coordinate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coursekit.questions.flat_buffer.access import Coordinate, checked_offset, unchecked_offset
from coursekit.questions.flat_buffer.strides import BELIEVED_STRIDES, Shape
from coursekit.questions.forms import Integer, Integers, Number
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import Layout, Tensor, coordinate_of, row_major_strides


def believed_offsets(shape: Shape, coordinate: Coordinate) -> dict[str, int]:
    """Return the offset that each belief about strides gives, without any check.

    Parameters
    ----------
    shape, coordinate : tuple of int
        The sizes, and one index an axis; a scalar leaves nothing to believe.

    Examples
    --------
    >>> believed_offsets((2, 2, 3), (1, 0, 2))["M58"]
    9
    """
    if not shape:
        return {}
    return {
        id_: unchecked_offset(strides(shape), coordinate)
        for id_, strides in BELIEVED_STRIDES.items()
    }


def terms_of(shape: Shape, coordinate: Coordinate, *, drop_ambiguous: bool = False) -> Question:
    """Ask what each axis contributes to the offset of a coordinate.

    Parameters
    ----------
    shape, coordinate : tuple of int
        The sizes, and a valid coordinate.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    TensorError
        If the coordinate is not valid.
    CourseError
        If two beliefs, or a belief and the right answer, give the same terms.

    Examples
    --------
    >>> terms_of((2, 2, 3), (1, 1, 2)).answer
    (6, 3, 2)
    """
    beliefs = {
        id_: tuple(i * stride for i, stride in zip(coordinate, strides(shape), strict=True))
        for id_, strides in BELIEVED_STRIDES.items()
        if shape
    }
    return ask(
        "terms_of",
        (shape, coordinate),
        f"What does each axis contribute to the offset of {coordinate} in shape {shape}?",
        Integers(len(shape)),
        tuple(term.contribution for term in Layout.row_major(shape).terms(coordinate)),
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )


def offset_of(
    shape: Shape,
    coordinate: Coordinate,
    *,
    buffer: Sequence[float] | None = None,
    drop_ambiguous: bool = False,
) -> Question:
    """Ask for the offset of a coordinate.

    Parameters
    ----------
    shape, coordinate : tuple of int
        The sizes, and a valid coordinate.
    buffer : Sequence of float, optional
        The values, by which a value given for the offset is known.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    TensorError
        If the coordinate is not valid.
    CourseError
        If two beliefs, or a belief and the right answer, give the same offset.

    Examples
    --------
    >>> question = offset_of((2, 2, 3), (1, 0, 2), drop_ambiguous=True)
    >>> question.answer, question.beliefs["M30"]
    (8, 64)
    """
    answer = checked_offset(shape, row_major_strides(shape), coordinate)
    return ask(
        "offset_of",
        (shape, coordinate),
        f"At which offset lies the coordinate {coordinate} of shape {shape}?",
        Integer(),
        answer,
        offset_beliefs(shape, coordinate, answer, buffer),
        drop_ambiguous=drop_ambiguous,
    )


def offset_beliefs(
    shape: Shape, coordinate: Coordinate, offset: int, buffer: Sequence[float] | None
) -> dict[str, Any]:
    """Return what each belief would answer where `offset` is the right one.

    Parameters
    ----------
    shape, coordinate : tuple of int
        The sizes, and the coordinate.
    offset : int
        The right offset.
    buffer : Sequence of float or None
        The values, if value and offset may be confused.
    """
    beliefs: dict[str, Any] = {**believed_offsets(shape, coordinate), "M63": offset + 1}
    if buffer is not None:
        value = float(buffer[offset])
        beliefs["M62"] = OneOf(value, int(value)) if value.is_integer() else value
    return beliefs


def value_at(tensor: Tensor, coordinate: Coordinate, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the value at a coordinate.

    Parameters
    ----------
    tensor : Tensor
        Where the value is stored.
    coordinate : tuple of int
        A valid coordinate.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    TensorError
        If the coordinate is not valid.
    CourseError
        If two beliefs, or a belief and the right answer, give the same value.
    """
    offset = tensor.offset(coordinate)
    return ask(
        "value_at",
        (tensor, coordinate),
        f"Which value lies at the coordinate {coordinate}?",
        Number(),
        tensor[coordinate],
        value_beliefs(tensor, coordinate, offset),
        drop_ambiguous=drop_ambiguous,
    )


def value_beliefs(tensor: Tensor, coordinate: Coordinate, offset: int) -> dict[str, float]:
    """Return the value that each belief would read where `offset` is the right place.

    Parameters
    ----------
    tensor : Tensor
        Where the values are stored; a belief that leaves its buffer has no answer.
    coordinate : tuple of int
        One index an axis.
    offset : int
        The right place.
    """
    places = {**believed_offsets(tensor.shape, coordinate), "M63": offset - 1}
    read = {
        id_: float(tensor.buffer[place])
        for id_, place in places.items()
        if 0 <= place < tensor.size
    }
    return {**read, "M62": float(offset)}


def coordinate_at(offset: int, shape: Shape, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the coordinate that lies at an offset.

    Parameters
    ----------
    offset : int
        A position in the buffer.
    shape : tuple of int
        The sizes.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    TensorError
        If the offset lies outside the buffer.
    CourseError
        If two beliefs, or a belief and the right answer, give the same coordinate.

    Examples
    --------
    >>> question = coordinate_at(37, (3, 4, 5))
    >>> question.answer, question.beliefs["M58"]
    ((1, 3, 2), (1, 0, 3))
    """
    answer = coordinate_of(offset, shape)
    beliefs: dict[str, Any] = {"M39": (0,)}
    if shape:
        beliefs = {
            "M58": coordinate_of(offset, shape[::-1])[::-1],
            "M59": answer[::-1],
            "M63": tuple(index + 1 for index in answer),
        }
    return ask(
        "coordinate_at",
        (offset, shape),
        f"Which coordinate of shape {shape} lies at offset {offset}?",
        Integers(),
        answer,
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )
