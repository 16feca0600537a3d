"""What a view costs: bytes by its shape, bytes stored for it, and the buffer that it keeps."""

from __future__ import annotations

from coursekit.questions.flat_buffer.strides import BYTES_OF_ELEMENT, Shape
from coursekit.questions.forms import Integer, Integers
from coursekit.questions.question import Question, ask
from coursekit.questions.views.slices import Key, key_text, sliced_view
from tensorlib import Tensor, TensorView, row_major_strides


def expanded_view(shape: Shape, target: Shape) -> TensorView:
    """Return an expanded view of a tensor of zeros.

    Parameters
    ----------
    shape, target : tuple of int
        The shape before and after expanding.
    """
    return Tensor.zeros(shape).view().expand(target)


def expanded_strides_of(shape: Shape, target: Shape, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the strides of an expanded row-major tensor.

    Parameters
    ----------
    shape, target : tuple of int
        The shape before and after expanding.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same strides.

    Examples
    --------
    >>> question = expanded_strides_of((3, 1), (3, 4))
    >>> question.answer, question.beliefs["M14"]
    ((1, 0), (4, 1))
    """
    right = expanded_view(shape, target).strides
    return ask(
        "expanded_strides_of",
        (shape, target),
        f"What are the strides of t.view().expand({target}), for a row-major t of shape {shape}?",
        Integers(len(target)),
        right,
        {
            "M14": row_major_strides(target),
            "M29": target,
            "M30": tuple(BYTES_OF_ELEMENT * stride for stride in right),
        },
        drop_ambiguous=drop_ambiguous,
    )


def stored_bytes_of(shape: Shape, target: Shape, *, drop_ambiguous: bool = False) -> Question:
    """Ask how many bytes are stored for an expanded tensor of 64-bit floats.

    Parameters
    ----------
    shape, target, drop_ambiguous
        As for `expanded_strides_of`.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = stored_bytes_of((3, 1), (3, 4))
    >>> question.answer, question.beliefs["M14"]
    (24, 96)
    """
    view = expanded_view(shape, target)
    return ask(
        "stored_bytes_of",
        (shape, target),
        f"A tensor of shape {shape} is expanded to {target}. How many bytes are stored for it?",
        Integer(),
        view.stored_bytes,
        {"M14": view.logical_bytes, "M78": view.stored_bytes // BYTES_OF_ELEMENT},
        drop_ambiguous=drop_ambiguous,
    )


def logical_bytes_of(shape: Shape, target: Shape, *, drop_ambiguous: bool = False) -> Question:
    """Ask how many bytes the shape of an expanded tensor of 64-bit floats stands for.

    Parameters
    ----------
    shape, target, drop_ambiguous
        As for `expanded_strides_of`.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = logical_bytes_of((3, 1), (3, 4))
    >>> question.answer, question.beliefs["M51"]
    (96, 24)
    """
    view = expanded_view(shape, target)
    return ask(
        "logical_bytes_of",
        (shape, target),
        f"A tensor of shape {shape} is expanded to {target}. How many bytes is that by its shape?",
        Integer(),
        view.logical_bytes,
        {"M51": view.stored_bytes, "M78": view.size},
        drop_ambiguous=drop_ambiguous,
    )


def kept_bytes_of(shape: Shape, key: Key, *, drop_ambiguous: bool = False) -> Question:
    """Ask how many bytes of memory a slice keeps alive.

    Parameters
    ----------
    shape : tuple of int
        The tensor's sizes.
    key : tuple of int and slice
        What stands in brackets.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = kept_bytes_of((1000, 1000), (slice(0, 10), slice(0, 10)))
    >>> question.answer, question.beliefs["M51"]
    (8000000, 800)
    """
    view = sliced_view(shape, key)
    return ask(
        "kept_bytes_of",
        (shape, key),
        f"Of a tensor of shape {shape}, only t.view()[{key_text(key)}] is kept. "
        "How many bytes does that keep alive?",
        Integer(),
        view.buffer_bytes,
        {"M51": view.logical_bytes, "M78": view.buffer_bytes // BYTES_OF_ELEMENT},
        drop_ambiguous=drop_ambiguous,
    )
