"""The broadcasting rule: what is right, and what each wrong belief makes of two or more shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from coursekit.questions.forms import EitherForm, ErrorValue, Integers
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import BroadcastError, broadcast_shapes
from tensorlib.shapes import Shape

RuleOutcome = Shape | BroadcastError
"""A shape, or the error that there is none."""


def rule_outcome(rule: Callable[..., Shape], shapes: tuple[Shape, ...]) -> RuleOutcome:
    """Return what a rule makes of shapes: a shape, or its error as a value.

    Parameters
    ----------
    rule : callable
        Takes the shapes.
    shapes : tuple of tuple of int
        One an operand.

    Examples
    --------
    >>> rule_outcome(broadcast_shapes, ((2, 1), (3,)))
    (2, 3)
    """
    try:
        return rule(*shapes)
    except BroadcastError as error:
        return error


def left_aligned(*shapes: Shape) -> Shape:
    """Return the shape of those who align from the left.

    Parameters
    ----------
    *shapes : tuple of int
        One an operand.

    Raises
    ------
    BroadcastError
        If two sizes conflict in that alignment; names the shapes as they are.

    Examples
    --------
    >>> left_aligned((8, 16), (8,))
    (8, 16)
    """
    rank = max(map(len, shapes), default=0)
    filled = [shape + (1,) * (rank - len(shape)) for shape in shapes]
    try:
        return broadcast_shapes(*filled)
    except BroadcastError as error:
        raise BroadcastError(shapes, error.axis, error.sizes) from None


def larger_wins(*shapes: Shape) -> Shape:
    """Return the shape of those who take the larger of two sizes, so that 0 gives way to all.

    Parameters
    ----------
    *shapes : tuple of int
        One an operand.

    Raises
    ------
    BroadcastError
        If two sizes larger than 1 differ.

    Examples
    --------
    >>> larger_wins((1, 3), (0, 1)), larger_wins((0,), (3,))
    ((1, 3), (3,))
    """
    ones = [tuple(max(1, size) for size in shape) for shape in shapes]
    try:
        common = broadcast_shapes(*ones)
    except BroadcastError as error:
        raise BroadcastError(shapes, error.axis, error.sizes) from None
    rank = len(common)
    filled = [(1,) * (rank - len(shape)) + shape for shape in shapes]
    return tuple(max(sizes) for sizes in zip(*filled, strict=True))


RULES: Mapping[str, Callable[..., Shape]] = MappingProxyType(
    {"M05": left_aligned, "M13": larger_wins}
)
"""What each belief about the rule makes of any shapes."""


def result_of(*shapes: Shape, drop_ambiguous: bool = False) -> Question:
    """Ask for the shape to which operands broadcast, or the error as a value.

    Parameters
    ----------
    *shapes : tuple of int
        One an operand.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same outcome.

    Examples
    --------
    >>> question = result_of((8, 16), (8,), drop_ambiguous=True)
    >>> question.answer, question.beliefs["M05"]
    (BroadcastError(shapes=((8, 16), (8,)), axis=-1, sizes=(16, 8)), (8, 16))
    >>> result_of((4,), (4, 1), drop_ambiguous=True).beliefs["M01"]
    OneOf(answers=((4,), (4, 1)))
    """
    answer = rule_outcome(broadcast_shapes, shapes)
    outcomes = {id_: rule_outcome(rule, shapes) for id_, rule in RULES.items()}
    beliefs: dict[str, Any] = {
        id_: outcome if outcome == answer else _either_way(outcome)
        for id_, outcome in outcomes.items()
    }
    vectors = sorted(shapes, key=len)
    if len(vectors) == 2 and vectors[1] == (*vectors[0], 1) and len(vectors[0]) == 1:
        del beliefs["M05"]  # who aligns these two from the left pairs them item by item as well
        beliefs["M01"] = OneOf(*vectors)
    return ask(
        "result_of",
        shapes,
        f"What is the shape of the result, or the error, for {' and '.join(map(str, shapes))}?",
        EitherForm(Integers(), ErrorValue()),
        answer,
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )


def _either_way(outcome: RuleOutcome) -> object:
    """Return a believed outcome; who believes in a conflict may count its axis from either end."""
    if isinstance(outcome, BroadcastError):
        from_left = outcome.axis + max(map(len, outcome.shapes))
        return OneOf(outcome, BroadcastError(outcome.shapes, from_left, outcome.sizes))
    return outcome
