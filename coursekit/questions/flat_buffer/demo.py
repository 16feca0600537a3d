"""Judge a prediction about any coordinate of any shape: an offset, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coursekit.questions.flat_buffer.access import (
    Coordinate,
    access_beliefs,
    checked_offset,
    outcome,
)
from coursekit.questions.flat_buffer.places import offset_beliefs
from coursekit.questions.flat_buffer.strides import Shape
from coursekit.questions.forms import EitherForm, ErrorValue, Integer
from coursekit.questions.judging import Verdict, judge
from coursekit.questions.question import OneOf, Question, ask


def outcome_of(
    shape: Shape, coordinate: Coordinate, buffer: Sequence[float] | None = None
) -> Question:
    """Ask what a tensor makes of a coordinate: its offset, or the error that refuses it.

    Beliefs that the parameters cannot tell apart are let go, since a learner chose them.

    Parameters
    ----------
    shape, coordinate : tuple of int
        The sizes, and any indices.
    buffer : Sequence of float, optional
        The values, by which a value given for the offset is known.

    Examples
    --------
    >>> outcome_of((2, 2, 3), (1, 2, 0)).beliefs["M66"]
    12
    """
    answer = outcome(checked_offset, shape, coordinate)
    beliefs: dict[str, Any] = access_beliefs(shape, coordinate)
    if isinstance(answer, int):
        counted_from_one = beliefs.get("M63", OneOf()).answers
        beliefs |= offset_beliefs(shape, coordinate, answer, buffer)
        beliefs["M63"] = OneOf(*counted_from_one, answer + 1)
    return ask(
        "outcome_of",
        (shape, coordinate),
        f"What does a tensor of shape {shape} make of the coordinate {coordinate}?",
        EitherForm(Integer(), ErrorValue()),
        answer,
        beliefs,
        drop_ambiguous=True,
    )


def judge_offset(
    shape: Shape,
    coordinate: Coordinate,
    prediction: object,
    buffer: Sequence[float] | None = None,
) -> Verdict:
    """Judge a learner's prediction of what a tensor makes of a coordinate.

    Parameters
    ----------
    shape, coordinate : tuple of int
        The sizes, and any indices.
    prediction : object
        An offset, or the error that refuses the coordinate, as a value.
    buffer : Sequence of float, optional
        The values, by which a value given for the offset is known.

    Examples
    --------
    >>> judge_offset((2, 2, 3), (0, 2, 0), 6).misconception
    'M66'
    """
    return judge(outcome_of(shape, coordinate, buffer), prediction)
