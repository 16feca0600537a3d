"""Which changes show where: reshapes that copy or do not, rows that are the same memory."""

from __future__ import annotations

from math import prod

from coursekit.questions.flat_buffer.strides import Shape
from coursekit.questions.forms import ErrorValue, Integer, Integers, Number
from coursekit.questions.question import Question, ask
from tensorlib import AliasedWriteError, Tensor, row_major_strides

WRITTEN = 99.0
"""The number that is written; none of the numbers that were there."""


def shape_after_reshape(shape: Shape, target: Shape) -> Question:
    """Ask for the shape of a view on which ``reshape`` was called, and the result thrown away.

    Parameters
    ----------
    shape, target : tuple of int
        The view's shape, and the one asked for; as many elements.

    Raises
    ------
    CourseError
        If both are the same.

    Examples
    --------
    >>> question = shape_after_reshape((2, 3), (3, 2))
    >>> question.answer, question.beliefs["M35"]
    ((2, 3), (3, 2))
    """
    v = Tensor.zeros(shape).view()
    v.reshape(target)
    return ask(
        "shape_after_reshape",
        (shape, target),
        f"v has shape {shape}. Which shape has v after the line v.reshape({target})?",
        Integers(),
        v.shape,
        {"M35": target},
        drop_ambiguous=False,
    )


def seen_through_reshape(shape: Shape, *, transposed: bool) -> Question:
    """Ask what a matrix holds in its corner after a write to a flat reshape of it.

    Parameters
    ----------
    shape : tuple of int
        Two sizes, both larger than 1; the matrix holds 1, 2, 3 and so on.
    transposed : bool
        Whether the first two axes are swapped before the reshape.

    Examples
    --------
    >>> seen_through_reshape((2, 3), transposed=False).answer
    99.0
    >>> seen_through_reshape((2, 3), transposed=True).answer
    1.0
    """
    t = Tensor(shape, range(1, prod(shape) + 1))
    before = t[0, 0]
    v = t.view().transpose(0, 1) if transposed else t.view()
    flat = v.reshape((t.size,))
    flat[0] = WRITTEN
    other = before if flat.shares_buffer(t) else WRITTEN
    step = ".transpose(0, 1)" if transposed else ""
    return ask(
        "seen_through_reshape",
        (shape, transposed),
        f"t has shape {shape} and holds 1, 2, 3 and so on. After w = t.view(){step}.reshape"
        f"(({t.size},)) and w[0] = {WRITTEN}, what is t[0, 0]?",
        Number(),
        t[0, 0],
        {"M36": other},
        drop_ambiguous=False,
    )


def seen_through_expand(count: int, rows: int, position: int) -> Question:
    """Ask what the last row of an expanded tensor holds after a write to the tensor.

    Parameters
    ----------
    count, rows : int
        How many values there are, 1, 2, 3 and so on, and how many rows they are expanded to.
    position : int
        Where the tensor is written to, and where the last row is read.

    Examples
    --------
    >>> question = seen_through_expand(3, 2, 0)
    >>> question.answer, question.beliefs["M37"]
    (99.0, 1.0)
    """
    t = Tensor((count,), range(1, count + 1))
    e = t.view().expand((rows, count))
    before = e[rows - 1, position]
    t[position] = WRITTEN
    return ask(
        "seen_through_expand",
        (count, rows, position),
        f"t has shape ({count},) and holds 1, 2, 3 and so on, and e = t.view().expand"
        f"(({rows}, {count})). After t[{position}] = {WRITTEN}, what is e[{rows - 1}, {position}]?",
        Number(),
        e[rows - 1, position],
        {"M37": before},
        drop_ambiguous=False,
    )


def positions_sharing(shape: Shape, target: Shape, coordinate: Shape) -> Question:
    """Ask how many coordinates of an expanded tensor are the element at one of them.

    Parameters
    ----------
    shape, target : tuple of int
        The shape before and after expanding; at least one size of 1 stretches.
    coordinate : tuple of int
        A coordinate of the expanded tensor.

    Raises
    ------
    CourseError
        If nothing is shared.

    Examples
    --------
    >>> question = positions_sharing((3, 1), (3, 4), (1, 0))
    >>> question.answer, question.beliefs["M37"]
    (4, 1)
    """
    e = Tensor.zeros(shape).view().expand(target)
    place = e.offset(coordinate)
    return ask(
        "positions_sharing",
        (shape, target, coordinate),
        f"A tensor of shape {shape} is expanded to {target}. How many of its coordinates, "
        f"{coordinate} included, are one and the same element as {coordinate}?",
        Integer(),
        sum(offset == place for offset in e.offsets()),
        {"M37": 1},
        drop_ambiguous=False,
    )


def aliased_write_of(shape: Shape, target: Shape) -> Question:
    """Ask for the error with which an expanded view refuses to be written.

    Parameters
    ----------
    shape, target : tuple of int
        The shape before and after expanding.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same error.

    Examples
    --------
    >>> aliased_write_of((3,), (2, 3)).answer
    AliasedWriteError(shape=(2, 3), strides=(0, 1))
    """
    e = Tensor.zeros(shape).view().expand(target)
    return ask(
        "aliased_write_of",
        (shape, target),
        f"A tensor of shape {shape} is expanded to {target}. With which error does it refuse "
        "to be written?",
        ErrorValue(),
        AliasedWriteError(e.shape, e.strides),
        {
            "M14": AliasedWriteError(target, row_major_strides(target)),
            "M29": AliasedWriteError(target, target),
        },
        drop_ambiguous=False,
    )
