"""What numpy makes of shapes and strides: bytes, squeezed axes, transposed vectors."""

from __future__ import annotations

import numpy as np

from coursekit.questions.flat_buffer.strides import BYTES_OF_ELEMENT, Shape
from coursekit.questions.forms import Integers
from coursekit.questions.question import OneOf, Question, ask


def array_strides_of(
    shape: Shape, dtype: str, axes: Shape | None = None, *, drop_ambiguous: bool = False
) -> Question:
    """Ask for the strides that numpy reports, in bytes.

    Parameters
    ----------
    shape : tuple of int
        The sizes of a row-major array.
    dtype : str
        The type of its numbers, not of 8 bytes: ``"float32"``.
    axes : tuple of int, optional
        How it is permuted, if it is.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same strides.

    Examples
    --------
    >>> question = array_strides_of((2, 3, 4), "float32", (1, 0, 2))
    >>> question.answer, question.beliefs["M28"]
    ((16, 48, 4), (32, 16, 4))
    """
    array = np.zeros(shape, dtype).transpose(axes or range(len(shape)))
    elements = [step // array.itemsize for step in array.strides]
    wide = tuple(BYTES_OF_ELEMENT * step for step in elements)
    beliefs: dict[str, object] = {"M29": array.shape, "M78": OneOf(tuple(elements), wide)}
    if axes:
        beliefs["M28"] = np.zeros(array.shape, dtype).strides
    step = f".transpose({axes})" if axes else ""
    return ask(
        "array_strides_of",
        (shape, dtype, axes),
        f"What is np.zeros({shape}, {dtype!r}){step}.strides?",
        Integers(len(shape)),
        array.strides,
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )


def squeezed_shape_of(shape: Shape, meant: int, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the shape of an array after ``squeeze()`` without an axis.

    Parameters
    ----------
    shape : tuple of int
        The sizes.
    meant : int
        The axis of size 1 that the author of the line has in mind.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If only that axis is dropped, so that nothing is told apart.

    Examples
    --------
    >>> question = squeezed_shape_of((1, 7, 1), 2)
    >>> question.answer, question.beliefs["M21"]
    ((7,), (1, 7))
    """
    array = np.zeros(shape)
    return ask(
        "squeezed_shape_of",
        (shape, meant),
        f"What is np.zeros({shape}).squeeze().shape?",
        Integers(),
        array.squeeze().shape,
        {"M21": array.squeeze(meant).shape},
        drop_ambiguous=drop_ambiguous,
    )


def transposed_vector_of(size: int) -> Question:
    """Ask for the shape of a transposed vector.

    Parameters
    ----------
    size : int
        How many numbers it has.

    Examples
    --------
    >>> question = transposed_vector_of(3)
    >>> question.answer, question.beliefs["M34"]
    ((3,), OneOf(answers=((3, 1), (1, 3))))
    """
    vector = np.zeros(size)
    return ask(
        "transposed_vector_of",
        (size,),
        f"What is np.zeros({size}).T.shape?",
        Integers(),
        vector.T.shape,
        {"M34": OneOf((size, 1), (1, size))},
        drop_ambiguous=False,
    )
