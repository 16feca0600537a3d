"""A row and a column: the closed form, the metrics, and the fit that ignores its input."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions.broadcasting.losses import (
    stretched_accuracy_of,
    stretched_fit_of,
    stretched_loss_of,
)
from coursekit.questions.broadcasting.training import RIGHT_LOSSES, spread_loss
from coursekit.questions.judging import judge

VALUES = st.lists(st.integers(-9, 9), min_size=1, max_size=6)


def test_loss_of_perfect_predictions() -> None:
    """1, 3, 5, 7 have the mean 4 and the variance (9 + 1 + 1 + 9) / 4 = 5; twice that is 10."""
    question = stretched_loss_of((1, 3, 5, 7), (1, 3, 5, 7))

    assert judge(question, 10).correct
    assert judge(question, 0.0).misconception == "M01"


@given(VALUES, st.data())
def test_loss_has_a_closed_form(pred, data) -> None:
    target = data.draw(st.lists(st.integers(-9, 9), min_size=len(pred), max_size=len(pred)))
    answer = stretched_loss_of(pred, target, drop_ambiguous=True).answer
    closed = np.var(pred) + np.var(target) + (np.mean(pred) - np.mean(target)) ** 2

    assert answer == pytest.approx(closed)


def test_accuracy_of_perfect_classes() -> None:
    """Of 4 · 4 pairs, each of the four predictions meets two equal classes: 8 of 16."""
    question = stretched_accuracy_of((0, 1, 0, 1), (0, 1, 0, 1))

    assert judge(question, 0.5).correct
    assert judge(question, 1).misconception == "M03"


def test_fit_ignores_its_input() -> None:
    question = stretched_fit_of((0, 1, 2, 3), (1, 3, 5, 7))

    assert judge(question, (0, 4, 5)).correct
    assert judge(question, (2.0, 1.0, 0.0)).misconception == "M02"


def test_training_ends_where_the_question_says() -> None:
    """Gradient descent on the mean over all pairs, from somewhere else."""
    x, t = np.arange(4.0), np.array([[1.0], [3.0], [5.0], [7.0]])
    slope, intercept = 3.0, -2.0
    for _ in range(3000):
        apart = slope * x + intercept - t
        slope -= 0.1 * (2 * apart * x).mean()
        intercept -= 0.1 * (2 * apart).mean()
    loss = ((slope * x + intercept - t) ** 2).mean()

    assert (slope, intercept, loss) == pytest.approx(
        stretched_fit_of((0, 1, 2, 3), (1, 3, 5, 7)).answer, abs=1e-6
    )


def test_inputs_that_cannot_tell_the_belief_are_refused() -> None:
    with pytest.raises(CourseError, match="M02 gives the same answer as the right one"):
        stretched_fit_of((0, 1, 2), (1, 3, 1))


def test_right_losses_agree() -> None:
    """One sequence 1, 3: mean 2, squares 1 and 1, their mean 1; 2 · 1 - 5 is -3, squared 9."""
    by_hand = np.array([[[1.0], [3.0]]]), np.array([2.0]), np.array([5.0])
    chance = np.random.default_rng(1)
    drawn = chance.normal(size=(3, 5, 7)), chance.normal(size=7), chance.normal(size=3)

    for loss in RIGHT_LOSSES:
        assert loss(*by_hand) == 9.0
        assert loss(*drawn) == pytest.approx(spread_loss(*drawn))
