"""The views demo: cut and reorder a tensor, and say its strides or whether it can be flat."""

from __future__ import annotations

from itertools import permutations

from tensorlib.demos.controls import Expectation, Menu, Slider, Typed
from tensorlib.demos.judging import Judge, comparing
from tensorlib.demos.scene import Scene
from tensorlib.demos.views_picture import answer_html, prediction_text, question_html
from tensorlib.demos.views_state import (
    ASKED,
    CUTS,
    SIZES,
    ViewPrediction,
    ViewState,
    first_state,
)
from tensorlib.demos.widget import Demo
from tensorlib.typed import read_integers

_AXES = range(len(first_state().shape))
_CUTS = {
    ":": "all of it",
    "1:": "without the first position",
    "::2": "every second position",
    "::-1": "backwards",
}
_ORDERS = tuple((f"permute{order}", order) for order in permutations(_AXES))
_CONTROLS = (
    tuple(Slider("shape", f"size of axis {axis}", SIZES, axis) for axis in _AXES),
    (
        *(
            Menu("cuts", f"cut of axis {axis}", tuple((f"{c} ({_CUTS[c]})", c) for c in CUTS), axis)
            for axis in _AXES
        ),
        Menu("order", "order of the axes", _ORDERS),
        Menu("asked", "you predict", tuple((asked, asked) for asked in ASKED)),
    ),
)
_EXPECTATION = Expectation(
    "Choose what you expect: strides, or whether there is a flat view.",
    (("a flat view exists", True), ("a flat view is refused", False)),
    Typed("strides", read_integers, "(1, 6, 3)"),
    typing="strides, typed below",
)


def views_demo(
    judge: Judge[ViewState, ViewPrediction] | None = None,
) -> Demo[ViewState, ViewPrediction]:
    """Return a demo that asks how a view reads a buffer and answers a committed prediction.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction; the library's own says right or not right.

    Examples
    --------
    >>> demo = views_demo()
    >>> demo.typed.value = "1, 12, 4"
    >>> demo.commit.click()
    >>> "That is right." in demo.status.value
    True
    """
    return Demo(views_scene(judge), _CONTROLS, _EXPECTATION)


def views_scene(
    judge: Judge[ViewState, ViewPrediction] | None = None,
) -> Scene[ViewState, ViewPrediction]:
    """Return what the demo says, without its widgets.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction.
    """
    return Scene(
        name="Views demo",
        first=first_state(),
        question=question_html,
        answer=answer_html,
        judge=judge or comparing(lambda state: state.answer),
        chosen="sizes, cuts and the order of the axes",
        repeated=prediction_text,
    )
