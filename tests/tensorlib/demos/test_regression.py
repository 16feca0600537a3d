"""The regression demo: the training against the table it avoids, what it says, and its widgets."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tensorlib.demos import regression_demo
from tensorlib.demos.regression_picture import answer_html, question_html
from tensorlib.demos.regression_state import FIRST_SLOPE, RATE, Learned, RegressionState, trained


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def spelt_out(x: np.ndarray, targets: np.ndarray, steps: int) -> tuple[float, float, float]:
    """Train on the differences themselves, (N,) or (N, N) as the targets' shape makes them."""
    slope, intercept = FIRST_SLOPE, 0.0
    for _ in range(steps):
        error = slope * x + intercept - targets
        slope, intercept = (
            slope - RATE * 2 * float((error * x).mean()),
            intercept - RATE * 2 * float(error.mean()),
        )
    error = slope * x + intercept - targets
    return slope, intercept, float((error**2).mean())


@pytest.mark.parametrize("column", [True, False])
@pytest.mark.parametrize("steps", [0, 1, 50])
@pytest.mark.parametrize("size", [1, 2, 17])
def test_training_is_that_of_the_differences_themselves(size, steps, column):
    chance = np.random.default_rng(size)
    x, targets = chance.normal(size=size), chance.normal(size=size)

    line = trained(x, targets, steps, column=column)

    slope, intercept, loss = spelt_out(x, targets[:, None] if column else targets, steps)
    assert line.slope == pytest.approx(slope, abs=1e-12)
    assert line.intercept == pytest.approx(intercept, abs=1e-12)
    assert line.losses[-1] == pytest.approx(loss, abs=1e-12)
    assert len(line.losses) == steps + 1


@pytest.mark.parametrize("slope", [3, 1, -2])
def test_column_settles_at_the_mean_and_the_variance_of_the_targets(slope):
    state = RegressionState(column=True, steps=2000, slope=slope)

    assert state.learned is Learned.FLAT
    assert state.training.slope == pytest.approx(0, abs=1e-9)
    assert state.training.intercept == pytest.approx(state.targets.mean())
    assert state.training.losses[-1] == pytest.approx(state.targets.var())


def test_row_finds_the_points_and_no_step_finds_nothing():
    assert RegressionState(column=False, steps=2000, slope=3).learned is Learned.POINTS
    assert RegressionState(column=False, steps=0, slope=3).learned is Learned.NEITHER


@pytest.mark.parametrize(
    ("state", "phrases"),
    [
        (RegressionState(True, 2000, 3), ["Slope 0.000", "256 · 256 differences", "nothing couples",
                                          "R² 0.000", "a slope of about 0"]),
        (RegressionState(False, 2000, 3), ["over 256 differences", "R² 0.940",
                                           "about the slope of the points"]),
        (RegressionState(False, 0, -2), ["Slope 2.000", "neither of them, or not yet"]),
    ],
)  # fmt: skip
def test_answer_says(state, phrases):
    said = text_of(answer_html(state))

    assert [phrase for phrase in phrases if phrase not in said] == []


def test_question_names_the_shapes():
    assert "target is a column, (256, 1)." in text_of(question_html(RegressionState(True, 100, 1)))
    assert "target is a row, (256,)." in text_of(question_html(RegressionState(False, 100, 1)))


def test_widget_asks_anew_after_a_change():
    demo = regression_demo()
    demo.pick.value = Learned.POINTS
    demo.commit.click()
    assert "not right" in demo.status.value
    assert "Slope 0.000" in demo.answer.value

    demo.controls["the targets are a column"].value = False
    assert demo.answer.value == ""
    demo.pick.value = Learned.POINTS
    demo.commit.click()
    assert "That is right." in demo.status.value
