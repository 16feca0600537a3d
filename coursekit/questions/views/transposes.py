"""Transposes and permutations: where shape, strides and offsets go, and what beliefs expect."""

from __future__ import annotations

from math import prod

from coursekit.questions.flat_buffer.access import unchecked_offset
from coursekit.questions.flat_buffer.strides import BYTES_OF_ELEMENT, Shape
from coursekit.questions.forms import Integer, Integers
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import Tensor, TensorView, row_major_strides


def permuted_view(shape: Shape, axes: Shape) -> TensorView:
    """Return a permuted view of a row-major tensor of zeros.

    Parameters
    ----------
    shape, axes : tuple of int
        The tensor's sizes, and for each axis of the view the one that comes there.
    """
    return Tensor.zeros(shape).view().permute(*axes)


def inverse(axes: Shape) -> Shape:
    """Return the permutation that puts every axis back.

    Parameters
    ----------
    axes : tuple of int
        A permutation.

    Examples
    --------
    >>> inverse((2, 0, 1))
    (1, 2, 0)
    """
    return tuple(axes.index(axis) for axis in range(len(axes)))


def permuted_shape_of(shape: Shape, axes: Shape, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the shape of a permuted view.

    Parameters
    ----------
    shape, axes : tuple of int
        The tensor's sizes, and for each axis of the view the one that comes there.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same shape.

    Examples
    --------
    >>> question = permuted_shape_of((2, 3, 4), (2, 0, 1))
    >>> question.answer, question.beliefs["M74"]
    ((4, 2, 3), (3, 4, 2))
    """
    back = inverse(axes)
    return ask(
        "permuted_shape_of",
        (shape, axes),
        f"What is the shape of t.view().permute{axes}, for t of shape {shape}?",
        Integers(len(shape)),
        permuted_view(shape, axes).shape,
        {"M74": permuted_view(shape, back).shape} if back != axes else {},
        drop_ambiguous=drop_ambiguous,
    )


def permuted_strides_of(shape: Shape, axes: Shape, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the strides of a permuted view of a row-major tensor.

    Parameters
    ----------
    shape, axes, drop_ambiguous
        As for `permuted_shape_of`.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same strides.

    Examples
    --------
    >>> question = permuted_strides_of((2, 3, 4), (2, 0, 1))
    >>> question.answer, question.beliefs["M28"]
    ((1, 12, 4), (6, 3, 1))
    """
    return ask(
        "permuted_strides_of",
        (shape, axes),
        f"What are the strides of t.view().permute{axes}, for a row-major t of shape {shape}?",
        Integers(len(shape)),
        permuted_view(shape, axes).strides,
        _believed_strides(shape, axes),
        drop_ambiguous=drop_ambiguous,
    )


def permuted_offset_of(
    shape: Shape, axes: Shape, coordinate: Shape, *, drop_ambiguous: bool = False
) -> Question:
    """Ask where in the buffer a coordinate of a permuted view lies.

    Parameters
    ----------
    shape, axes : tuple of int
        The tensor's sizes, and for each axis of the view the one that comes there.
    coordinate : tuple of int
        One of the view's coordinates.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    TensorError
        If the coordinate is none of the view's.
    CourseError
        If two beliefs, or a belief and the right answer, give the same offset.

    Examples
    --------
    >>> permuted_offset_of((2, 3, 4), (2, 0, 1), (2, 1, 2)).answer
    22
    """
    beliefs = {
        id_: unchecked_offset(strides, coordinate)
        for id_, strides in _believed_strides(shape, axes).items()
    }
    return ask(
        "permuted_offset_of",
        (shape, axes, coordinate),
        f"At which offset of the buffer lies {coordinate} of t.view().permute{axes}, "
        f"for a row-major t of shape {shape}?",
        Integer(),
        permuted_view(shape, axes).offset(coordinate),
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )


def moved_by_permuting(shape: Shape, axes: Shape) -> Question:
    """Ask how many numbers of the buffer change their place when a view is permuted.

    Parameters
    ----------
    shape, axes : tuple of int
        The tensor's sizes, and for each axis of the view the one that comes there.

    Raises
    ------
    CourseError
        If no number would move even in a copy.

    Examples
    --------
    >>> question = moved_by_permuting((2, 3), (1, 0))
    >>> question.answer, question.beliefs["M28"]
    (0, OneOf(answers=(6, 4)))
    """
    numbers = Tensor(shape, range(prod(shape)))
    before = numbers.buffer.copy()
    copied = numbers.view().permute(*axes).to_tensor().buffer
    return ask(
        "moved_by_permuting",
        (shape, axes),
        f"How many numbers of the buffer change their place by permute{axes} of shape {shape}?",
        Integer(),
        int((numbers.buffer != before).sum()),
        {"M28": OneOf(numbers.size, int((copied != before).sum()))},
        drop_ambiguous=False,
    )


def _believed_strides(shape: Shape, axes: Shape) -> dict[str, Shape]:
    """Return the strides that each belief expects; a swap is the same, read either way."""
    right, back = permuted_view(shape, axes), inverse(axes)
    beliefs = {
        "M28": row_major_strides(right.shape),
        "M29": right.shape,
        "M30": tuple(BYTES_OF_ELEMENT * stride for stride in right.strides),
    }
    if back != axes:
        beliefs["M74"] = permuted_view(shape, back).strides
    return beliefs
