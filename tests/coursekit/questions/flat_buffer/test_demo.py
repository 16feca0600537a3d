"""Judging a prediction about any coordinate of any shape."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.questions.flat_buffer.access import checked_offset, outcome
from coursekit.questions.flat_buffer.demo import judge_offset, outcome_of
from coursekit.questions.judging import WRONG
from tensorlib import IndexOutOfBounds, frozen_tensor

FROZEN = (2, 2, 3)
BUFFER = frozen_tensor().buffer


@pytest.mark.parametrize(
    ("coordinate", "prediction", "belief"),
    [
        ((1, 0, 2), 64, "M30"),
        ((1, 0, 2), 32, "M62"),
        ((1, 0, 2), 13, "M59"),
        ((0, 1, 2), 0 + 2 + 6, "M29"),
        ((0, 1, 2), 0 + 2 + 8, "M58"),
        ((1, 0, 2), IndexOutOfBounds(1, 0, 2), "M63"),  # as if indices began at one
        ((1, 2, 0), 12, "M66"),
        ((0, 2, 0), 6, "M66"),
        ((-1, 0, 0), 6, "M33"),
        ((-1, 0, 0), -6, "M66"),
        ((2, 2, 3), IndexOutOfBounds(2, 3, 3), "M64"),
        ((1, 0, 2), 7, None),
        ((1, 0, 2), IndexOutOfBounds(0, 1, 2), None),
        ((1, 0, 2), 8.0, None),
    ],
)
def test_wrong_prediction_shows_its_belief(
    coordinate: tuple[int, ...], prediction: object, belief: str | None
) -> None:
    verdict = judge_offset(FROZEN, coordinate, prediction, BUFFER)

    assert not verdict.correct
    assert verdict.misconception == belief


def test_value_is_known_only_where_the_buffer_is() -> None:
    assert judge_offset(FROZEN, (1, 0, 2), 32).message == WRONG


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_right_predictions_of_every_small_shape(rank: int) -> None:
    """Every shape of sizes 0 to 5, with coordinates on both sides of its bounds."""
    for shape in product(range(6), repeat=rank):
        for coordinate in product(range(-2, 7, 2 if rank == 2 else 1), repeat=rank):
            right = outcome(checked_offset, shape, coordinate)
            assert judge_offset(shape, coordinate, right).correct


@given(
    st.tuples(*[st.integers(0, 5)] * 3),
    st.tuples(*[st.integers(-2, 7)] * 3),
)
def test_question_of_any_parameters_tells_every_belief_it_keeps(shape: Any, place: Any) -> None:
    question = outcome_of(shape, place, range(1000))

    assert judge_offset(shape, place, question.answer).correct
    for belief in question.beliefs:
        verdict = judge_offset(shape, place, question.answer_under([belief]), range(1000))
        assert verdict.misconception == belief


@given(
    st.tuples(*[st.integers(0, 5)] * 3),
    st.tuples(*[st.integers(-2, 7)] * 3),
    st.integers(-20, 130),
)
def test_message_never_states_the_right_value(shape: Any, place: Any, prediction: int) -> None:
    """What is said of a wrong answer is the same for all right answers: no number of theirs."""
    verdict = judge_offset(shape, place, prediction)
    digits = {
        word.strip(".,;:()") for word in verdict.message.split() if word.strip(".,;:()").isdigit()
    }

    assert digits <= {"0"}
