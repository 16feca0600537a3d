"""The regression demo: targets as a row or as a column, and the line that training finds."""

from __future__ import annotations

from tensorlib.demos.controls import Expectation, Menu, Slider, Toggle
from tensorlib.demos.judging import Judge, comparing
from tensorlib.demos.regression_picture import answer_html, learned_text, question_html
from tensorlib.demos.regression_state import STEPS, Learned, RegressionState, first_state
from tensorlib.demos.scene import Scene
from tensorlib.demos.widget import Demo

SLOPES = (3, 1, -2)
"""The slopes that the points can lie about."""

_CONTROLS = (
    (Toggle("column", "the targets are a column"), Slider("steps", "steps of training", STEPS)),
    (Menu("slope", "slope of the points", tuple((str(slope), slope) for slope in SLOPES)),),
)
_EXPECTATION = Expectation(
    "Choose the slope you expect.", tuple((learned.value, learned) for learned in Learned)
)


def regression_demo(
    judge: Judge[RegressionState, Learned] | None = None,
) -> Demo[RegressionState, Learned]:
    """Return a demo that asks which line a training finds.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction; the library's own says right or not right.

    Examples
    --------
    >>> demo = regression_demo()
    >>> demo.controls["the targets are a column"].value = False
    >>> demo
    Regression demo: column False, steps 2000, slope 3, asking
    """
    return Demo(regression_scene(judge), _CONTROLS, _EXPECTATION)


def regression_scene(
    judge: Judge[RegressionState, Learned] | None = None,
) -> Scene[RegressionState, Learned]:
    """Return what the demo says, without its widgets.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction.
    """
    return Scene(
        name="Regression demo",
        first=first_state(),
        question=question_html,
        answer=answer_html,
        judge=judge or comparing(lambda state: state.learned),
        chosen="the form of the targets and the training",
        repeated=learned_text,
    )
