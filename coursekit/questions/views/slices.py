"""Slices: the shape, the strides and the first place of a part of a tensor."""

from __future__ import annotations

from typing import Any

from coursekit.errors import CourseError
from coursekit.questions.flat_buffer.strides import BYTES_OF_ELEMENT, Shape
from coursekit.questions.forms import Integer, Integers
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import Tensor, TensorView, row_major_strides

Key = tuple[int | slice, ...]
"""What stands in brackets: one integer or slice an axis."""


def key_text(key: Key) -> str:
    """Return what stands in brackets as it is written.

    Parameters
    ----------
    key : tuple of int and slice
        One part an axis.

    Examples
    --------
    >>> key_text((slice(1, None), 2, slice(None, None, -1)))
    '1:, 2, ::-1'
    """
    return ", ".join(map(_part_text, key))


def forwards(key: Key) -> Key:
    """Return a key in which every slice walks forwards, place by place, as far as it can.

    Parameters
    ----------
    key : tuple of int and slice
        One part an axis.

    Examples
    --------
    >>> key_text(forwards((slice(1, None, 2), 2, slice(None, None, -1))))
    '1:, 2, :'
    """
    return tuple(map(_without_step, key))


def sliced_view(shape: Shape, key: Key) -> TensorView:
    """Return a part of a row-major tensor of zeros.

    Parameters
    ----------
    shape : tuple of int
        The tensor's sizes.
    key : tuple of int and slice
        What stands in brackets, not all of it integers.

    Raises
    ------
    CourseError
        If it names a value and no part.
    """
    part = Tensor.zeros(shape).view()[key]
    if not isinstance(part, TensorView):
        raise CourseError(f"sliced_view: [{key_text(key)}] is a value of shape {shape}, no part")
    return part


def sliced_shape_of(shape: Shape, key: Key) -> Question:
    """Ask for the shape of a slice.

    Parameters
    ----------
    shape, key
        As for `sliced_view`.

    Examples
    --------
    >>> sliced_shape_of((4, 6), (slice(1, None), slice(None, None, 2))).answer
    (3, 3)
    """
    return ask(
        "sliced_shape_of",
        (shape, key),
        f"What is the shape of t.view()[{key_text(key)}], for t of shape {shape}?",
        Integers(),
        sliced_view(shape, key).shape,
        {},
        drop_ambiguous=True,
    )


def sliced_strides_of(shape: Shape, key: Key, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the strides of a slice of a row-major tensor.

    Parameters
    ----------
    shape, key
        As for `sliced_view`.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same strides.

    Examples
    --------
    >>> question = sliced_strides_of((4, 6), (slice(1, None), slice(None, None, 2)))
    >>> question.answer, question.beliefs["M76"], question.beliefs["M79"]
    ((6, 2), (6, 1), (3, 1))
    """
    right = sliced_view(shape, key)
    beliefs: dict[str, Any] = {
        "M29": right.shape,
        "M30": tuple(BYTES_OF_ELEMENT * stride for stride in right.strides),
        "M79": row_major_strides(right.shape),
    }
    if _has_steps(key):
        beliefs["M76"] = _stridesforwards(shape, key)
    return ask(
        "sliced_strides_of",
        (shape, key),
        f"What are the strides of t.view()[{key_text(key)}], for a row-major t of shape {shape}?",
        Integers(),
        right.strides,
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )


def base_offset_of(shape: Shape, key: Key, *, drop_ambiguous: bool = False) -> Question:
    """Ask where in the buffer a slice of a row-major tensor starts.

    Parameters
    ----------
    shape, key, drop_ambiguous
        As for `sliced_strides_of`.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same offset.

    Examples
    --------
    >>> question = base_offset_of((4, 6), (slice(None, None, -1), 2))
    >>> question.answer, question.beliefs["M75"]
    (20, OneOf(answers=(0, 2)))
    """
    answer = sliced_view(shape, key).base_offset
    plain = sliced_view(shape, forwards(key)).base_offset
    starts = (0, plain) if plain not in (0, answer) else (0,)
    return ask(
        "base_offset_of",
        (shape, key),
        f"At which offset of the buffer does t.view()[{key_text(key)}] start, "
        f"for a row-major t of shape {shape}?",
        Integer(),
        answer,
        {"M30": BYTES_OF_ELEMENT * answer, "M75": OneOf(*starts)},
        drop_ambiguous=drop_ambiguous,
    )


def _part_text(part: int | slice) -> str:
    if not isinstance(part, slice):
        return str(part)
    start, stop, step = ("" if bound is None else str(bound) for bound in _bounds(part))
    return f"{start}:{stop}" + (f":{step}" if step else "")


def _bounds(part: slice) -> tuple[int | None, int | None, int | None]:
    return part.start, part.stop, part.step


def _has_steps(key: Key) -> bool:
    return any(isinstance(part, slice) and part.step not in (None, 1) for part in key)


def _without_step(part: int | slice) -> int | slice:
    if not isinstance(part, slice):
        return part
    backwards = part.step is not None and part.step < 0
    return slice(None if backwards else part.start, None)


def _stridesforwards(shape: Shape, key: Key) -> Shape:
    return sliced_view(shape, forwards(key)).strides
