"""Contiguous or not, and which axes can merge: questions about several layouts, and about one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from coursekit.errors import CourseError
from coursekit.questions.flat_buffer.strides import Shape
from coursekit.questions.forms import ErrorValue, Integers
from coursekit.questions.question import OneOf, Question, ask
from coursekit.questions.views.layouts import (
    CONTIGUOUS_FUNCTIONS,
    flat_stride,
    is_contiguous,
    layout_of,
    refused_flat,
)
from tensorlib import NotViewableError, row_major_strides, viewing

Strided = tuple[Shape, Shape]
"""Sizes and steps of one layout."""


def contiguous_among(layouts: Sequence[Strided]) -> Question:
    """Ask which of several layouts are contiguous, by their numbers from 1.

    Parameters
    ----------
    layouts : sequence of pairs of tuples of int
        Shape and strides of each.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, choose the same ones.

    Examples
    --------
    >>> layouts = [((2, 3), (3, 1)), ((3, 2), (1, 3)), ((1, 3), (1, 1)), ((2, 3), (6, 1))]
    >>> question = contiguous_among(layouts)
    >>> question.answer, question.beliefs["M77"]
    ((1, 3), (1,))
    """
    return ask(
        "contiguous_among",
        layouts,
        f"Which of these are contiguous? {_listed(layouts)}",
        Integers(),
        _numbers(layouts, is_contiguous),
        {"M77": _numbers(layouts, CONTIGUOUS_FUNCTIONS["M77"])},
        drop_ambiguous=False,
    )


def contiguous_transposes(shapes: Sequence[Shape]) -> Question:
    """Ask which tensors stay contiguous when their first two axes are swapped, by their numbers.

    Parameters
    ----------
    shapes : sequence of tuple of int
        The sizes of row-major tensors.

    Raises
    ------
    CourseError
        If beliefs cannot be told from the right answer.

    Examples
    --------
    >>> question = contiguous_transposes([(4, 8, 16), (4, 1, 16)])
    >>> question.answer, question.beliefs["M28"]
    ((2,), OneOf(answers=((), (1, 2))))
    """
    swapped = [
        (layout.shape, layout.strides)
        for layout in (
            viewing.transposed(layout_of(shape, row_major_strides(shape)), 0, 1) for shape in shapes
        )
    ]
    return ask(
        "contiguous_transposes",
        shapes,
        f"For which of these shapes is t.view().transpose(0, 1) contiguous? {_numbered(shapes)}",
        Integers(),
        _numbers(swapped, is_contiguous),
        {"M28": OneOf((), tuple(range(1, len(shapes) + 1)))},
        drop_ambiguous=False,
    )


def flat_among(layouts: Sequence[Strided]) -> Question:
    """Ask which of several layouts have a flat view, by their numbers from 1.

    Parameters
    ----------
    layouts : sequence of pairs of tuples of int
        Shape and strides of each; some contiguous, some not and viewable, some not viewable.

    Raises
    ------
    CourseError
        If beliefs cannot be told from the right answer.

    Examples
    --------
    >>> layouts = [((2, 3), (3, 1)), ((3, 2), (1, 3)), ((2, 3), (6, 2))]
    >>> question = flat_among(layouts)
    >>> question.answer, question.beliefs["M27"]
    ((1, 3), OneOf(answers=((1,), (1, 2, 3))))
    """
    guesses = (_numbers(layouts, is_contiguous), tuple(range(1, len(layouts) + 1)))
    return ask(
        "flat_among",
        layouts,
        f"Which of these can be seen as one flat axis without a copy? {_listed(layouts)}",
        Integers(),
        _numbers(layouts, _has_flat_view),
        {"M27": OneOf(*guesses)},
        drop_ambiguous=False,
    )


def flat_refusal_of(shape: Shape, axes: Shape, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the error with which a permuted view refuses to be seen as one flat axis.

    Parameters
    ----------
    shape, axes : tuple of int
        The sizes of a row-major tensor, and the permutation.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If there is such a view, or two beliefs give the same answer.

    Examples
    --------
    >>> flat_refusal_of((4, 3), (1, 0)).answer
    NotViewableError(shape=(3, 4), strides=(1, 3), target=(12,))
    """
    row_major = layout_of(shape, row_major_strides(shape))
    permuted = viewing.permuted(row_major, axes)
    if _has_flat_view(permuted.shape, permuted.strides):
        raise CourseError(f"flat_refusal_of: shape {shape} permuted by {axes} has a flat view")
    return ask(
        "flat_refusal_of",
        (shape, axes),
        f"With which error does t.view().permute{axes}.view_as(({row_major.size},)) end, "
        f"for a row-major t of shape {shape}?",
        ErrorValue(),
        refused_flat(permuted.shape, permuted.strides),
        {
            "M28": refused_flat(permuted.shape, row_major_strides(permuted.shape)),
            "M29": refused_flat(permuted.shape, permuted.shape),
        },
        drop_ambiguous=drop_ambiguous,
    )


def viewed_strides_of(
    shape: Shape, strides: Shape, target: Shape, *, drop_ambiguous: bool = False
) -> Question:
    """Ask for the strides of a layout seen as another shape, without a copy.

    Parameters
    ----------
    shape, strides, target : tuple of int
        The layout, and the shape to see it as.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    TensorError
        If there is no such view.
    CourseError
        If two beliefs, or a belief and the right answer, give the same strides.

    Examples
    --------
    >>> question = viewed_strides_of((4, 3, 2), (12, 2, 1), (4, 6))
    >>> question.answer, question.beliefs["M79"]
    ((12, 1), (6, 1))
    """
    return ask(
        "viewed_strides_of",
        (shape, strides, target),
        f"A view of shape {shape} with strides {strides} is seen as {target}. "
        "What are its strides then?",
        Integers(len(target)),
        viewing.viewed_as(layout_of(shape, strides), target).strides,
        {"M29": target, "M79": row_major_strides(target)},
        drop_ambiguous=drop_ambiguous,
    )


def _numbers(layouts: Sequence[Strided], holds: Callable[[Shape, Shape], bool]) -> Shape:
    return tuple(number for number, layout in enumerate(layouts, start=1) if holds(*layout))


def _has_flat_view(shape: Shape, strides: Shape) -> bool:
    try:
        flat_stride(shape, strides)
    except NotViewableError:
        return False
    return True


def _listed(layouts: Sequence[Strided]) -> str:
    return _numbered([f"shape {shape} with strides {strides}" for shape, strides in layouts])


def _numbered(items: Sequence[object]) -> str:
    return ", ".join(f"{number}: {item}" for number, item in enumerate(items, start=1))
