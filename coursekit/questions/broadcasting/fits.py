"""What a shape that fits does not settle: writes in place, names, and bugs at distinct sizes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coursekit.questions.broadcasting.bugs import Bug, Fate
from coursekit.questions.broadcasting.rule import rule_outcome
from coursekit.questions.forms import EitherForm, ErrorValue, Integers
from coursekit.questions.question import Question, ask
from tensorlib import (
    AxisMismatch,
    BroadcastError,
    NamedTensor,
    Tensor,
    TensorError,
    broadcast_shapes,
)
from tensorlib.shapes import Shape


def in_place_among(pairs: Sequence[tuple[Shape, Shape]]) -> Question:
    """Ask which operations ``a += b`` run, by their numbers from 1.

    Parameters
    ----------
    pairs : sequence of pairs of tuple of int
        The shapes of a and of b.

    Raises
    ------
    CourseError
        If those who let a grow choose the same ones.

    Examples
    --------
    >>> question = in_place_among([((2, 3), (3,)), ((3,), (2, 3)), ((2, 3), (4,))])
    >>> question.answer, question.beliefs["M15"]
    ((1,), (1, 2))
    """
    listed = ", ".join(f"{n}: {a} += {b}" for n, (a, b) in enumerate(pairs, start=1))
    out_of_place = [rule_outcome(broadcast_shapes, pair) for pair in pairs]
    return ask(
        "in_place_among",
        pairs,
        f"Which of these run? {listed}",
        Integers(),
        _numbers(_adds_in_place(*pair) for pair in pairs),
        {"M15": _numbers(not isinstance(shape, BroadcastError) for shape in out_of_place)},
        drop_ambiguous=False,
    )


def product_by_name_of(left: tuple[str, int], right: tuple[str, int]) -> Question:
    """Ask for the shape of a product of two vectors in a library that only aligns names.

    Parameters
    ----------
    left, right : tuple of str and int
        Name and size of the axis of each; the names differ.

    Examples
    --------
    >>> question = product_by_name_of(("x", 3), ("y", 4))
    >>> question.answer, question.beliefs["M23"]
    ((3, 4), AxisMismatch(left=('x',), right=('y',)))
    """
    one, other = _named(left), _named(right)
    return ask(
        "product_by_name_of",
        (left, right),
        f"A library aligns operands by name and checks nothing else. What shape has the product of "
        f"a vector with axis {left[0]} of size {left[1]} and one with axis {right[0]} of size "
        f"{right[1]}?",
        EitherForm(Integers(), ErrorValue()),
        one.outer(other).shape,
        {"M23": AxisMismatch(one.axes, other.axes)},
        drop_ambiguous=False,
    )


def named_sum_of(left: tuple[str, int], right: tuple[str, int]) -> Question:
    """Ask what becomes of the sum of two vectors with named axes in tensorlib.

    Parameters
    ----------
    left, right : tuple of str and int
        Name and size of the axis of each; the sizes are equal.

    Examples
    --------
    >>> question = named_sum_of(("T", 16), ("B", 16))
    >>> question.answer, question.beliefs["M81"]
    (AxisMismatch(left=('T',), right=('B',)), (16,))
    """
    one, other = _named(left), _named(right)
    return ask(
        "named_sum_of",
        (left, right),
        f"What does tensorlib make of the sum of a NamedTensor with axis {left[0]} of size "
        f"{left[1]} and one with axis {right[0]} of size {right[1]}?",
        EitherForm(Integers(), ErrorValue()),
        _sum(one, other),
        {"M81": broadcast_shapes(one.shape, other.shape), "M23": (left[1], right[1])},
        drop_ambiguous=False,
    )


def loud_among(bugs: Sequence[Bug], sizes: Shape) -> Question:
    """Ask which bugs raise an error at given sizes, by their numbers from 1.

    Parameters
    ----------
    bugs : sequence of Bug
        They are run.
    sizes : tuple of int
        B, T and d.

    Raises
    ------
    CourseError
        If all of them do.

    Examples
    --------
    >>> from coursekit.questions.broadcasting.bugs import BUGS
    >>> loud_among(BUGS[:3], (3, 5, 7)).answer
    (1, 2)
    """
    listed = ", ".join(f"{n}: {bug.name}" for n, bug in enumerate(bugs, start=1))
    return ask(
        "loud_among",
        (tuple(bug.name for bug in bugs), sizes),
        f"Which of these bugs raise an error at B, T, d = {sizes}? {listed}",
        Integers(),
        _numbers(bug.fate(sizes) is Fate.RAISES for bug in bugs),
        {"M20": tuple(range(1, len(bugs) + 1))},
        drop_ambiguous=False,
    )


def _adds_in_place(target: Shape, operand: Shape) -> bool:
    changed = Tensor.zeros(target)
    try:
        changed += Tensor.zeros(operand)
    except BroadcastError:
        return False
    return True


def _named(axis: tuple[str, int]) -> NamedTensor:
    name, size = axis
    return NamedTensor(Tensor.zeros((size,)), name)


def _sum(one: NamedTensor, other: NamedTensor) -> Shape | TensorError:
    try:
        return (one + other).shape
    except TensorError as error:
        return error


def _numbers(truths: Iterable[bool]) -> Shape:
    return tuple(number for number, truth in enumerate(truths, start=1) if truth)
