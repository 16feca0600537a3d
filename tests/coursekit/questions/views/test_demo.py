"""Predictions about a learner's own view, judged by the course."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest

from coursekit.questions.views import judge_view, view_question
from tensorlib.demos.views_state import CUTS, ViewState

WHOLE, KEPT = (":", ":", ":"), (0, 1, 2)


def strides(cuts: Any = WHOLE, order: Any = KEPT) -> ViewState:
    return ViewState((2, 3, 4), cuts, order, "strides")


def flat(shape: Any = (2, 3, 4), order: Any = KEPT) -> ViewState:
    return ViewState(shape, WHOLE, order, "flat view")


def test_right_answers_are_the_demos_own() -> None:
    for cuts, order in product(product(CUTS, repeat=3), permutations(range(3))):
        for asked in ("strides", "flat view"):
            state = ViewState((2, 3, 4), cuts, order, asked)
            assert view_question(state).answer == state.answer
            assert judge_view(state, state.answer).correct


@pytest.mark.parametrize(
    ("state", "prediction", "belief"),
    [
        (strides(order=(2, 0, 1)), (6, 3, 1), "M28"),
        (strides(order=(2, 0, 1)), (4, 2, 3), "M29"),
        (strides(order=(2, 0, 1)), (8, 96, 32), "M30"),
        (strides(order=(2, 0, 1)), (4, 1, 12), "M74"),
        (strides(cuts=(":", ":", "::2")), (12, 4, 1), "M76"),
        (strides(cuts=(":", ":", "::2")), (6, 2, 1), "M79"),
        (strides(cuts=("::-1", ":", ":")), (12, 4, 1), None),  # packed anew and forwards agree
        (flat(order=(1, 0, 2)), True, "M27"),
        (flat(), False, "M27"),
        (flat((1, 3, 4), (1, 0, 2)), False, "M28"),
        (strides(), True, None),
    ],
)
def test_wrong_prediction_shows_its_belief(
    state: ViewState, prediction: Any, belief: str | None
) -> None:
    verdict = judge_view(state, prediction)

    assert not verdict.correct
    assert verdict.misconception == belief


def test_prediction_of_the_other_kind_is_told_what_is_asked() -> None:
    verdict = judge_view(strides(), False)

    assert verdict.message == "a tuple of 3 integers is expected, this is the truth value False"
