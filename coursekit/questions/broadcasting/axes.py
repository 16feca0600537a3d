"""Axes by number: which one a reduction drops, what it leaves, and where a softmax runs."""

from __future__ import annotations

from typing import Any

from coursekit.questions.forms import Integer, Integers
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import Tensor
from tensorlib.shapes import Shape


def reduced_shape_of(
    shape: Shape, axis: int, *, keepdims: bool = False, drop_ambiguous: bool = False
) -> Question:
    """Ask for the shape that a mean over one axis leaves.

    Parameters
    ----------
    shape : tuple of int
        The sizes, at least two.
    axis : int
        What the mean is called with, counted from 0.
    keepdims : bool, optional
        Whether it is told to keep the axis.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same shape.

    Examples
    --------
    >>> question = reduced_shape_of((32, 10, 8), 1)
    >>> question.answer, question.beliefs["M16"], question.beliefs["M18"]
    ((32, 8), (10,), (32, 1, 8))
    """
    alone = tuple(size if place == axis else 1 for place, size in enumerate(shape))
    kept = tuple(1 if place == axis else size for place, size in enumerate(shape))
    beliefs: dict[str, Any] = {"M16": alone if keepdims else (shape[axis],)}
    if not keepdims:
        beliefs["M18"] = kept
    keeping = ", keepdims=True" if keepdims else ""
    return ask(
        "reduced_shape_of",
        (shape, axis, keepdims),
        f"What is the shape of x.mean(axis={axis}{keeping}) for x of shape {shape}?",
        Integers(),
        Tensor.zeros(shape).mean(axis, keepdims=keepdims).shape,
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )


def axis_dropped(axes: str, name: str) -> Question:
    """Ask for the number of the axis that has to disappear.

    Parameters
    ----------
    axes : str
        All names, separated by spaces: ``"student exam"``.
    name : str
        The one to average over.

    Examples
    --------
    >>> question = axis_dropped("student exam", "exam")
    >>> question.answer, question.beliefs["M16"]
    (1, OneOf(answers=(0,)))
    """
    return _axis_question("axis_dropped", axes, name, f"To average over {name}", "M16")


def axis_of_the_whole(axes: str, name: str) -> Question:
    """Ask for the number of the axis over which a softmax has to run.

    Parameters
    ----------
    axes : str
        All names, separated by spaces: ``"B Tq Tk"``.
    name : str
        The one whose members share out a whole.

    Examples
    --------
    >>> question = axis_of_the_whole("B Tq Tk", "Tk")
    >>> question.answer, question.beliefs["M17"]
    (2, OneOf(answers=(0, 1)))
    """
    return _axis_question("axis_of_the_whole", axes, name, f"For shares among {name}", "M17")


def _axis_question(maker: str, axes: str, name: str, purpose: str, belief: str) -> Question:
    names = axes.split()
    others = [place for place, other in enumerate(names) if other != name]
    return ask(
        maker,
        (axes, name),
        f"{purpose}, which axis, counted from 0, of an array with the axes {axes}?",
        Integer(),
        names.index(name),
        {belief: OneOf(*others)},
        drop_ambiguous=False,
    )
