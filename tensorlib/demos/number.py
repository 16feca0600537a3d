"""The number demo: choose a number and a format, and say which number will be stored."""

from __future__ import annotations

from tensorlib.demos.controls import Entry, Expectation, Menu, Typed
from tensorlib.demos.judging import Judge, comparing
from tensorlib.demos.number_picture import answer_html, question_html
from tensorlib.demos.number_state import NAMES, NumberState, first_state, read_finite
from tensorlib.demos.scene import Scene
from tensorlib.demos.widget import Demo
from tensorlib.typed import read_number

_CONTROLS = (
    (Entry("number", "number", read_finite),),
    (Menu("format", "format", tuple((name, name) for name in NAMES)),),
)
_EXPECTATION = Expectation(
    "Type the number that you expect, or inf for an infinity.",
    typed=Typed("stored number", read_number, "3.140625"),
)


def number_demo(judge: Judge[NumberState, float] | None = None) -> Demo[NumberState, float]:
    """Return a demo that asks what a format makes of a number and shows its bits.

    Parameters
    ----------
    judge : callable, optional
        Who answers a prediction; the library's own says right or not right.

    Examples
    --------
    >>> demo = number_demo()
    >>> demo.typed.value = "260"
    >>> demo.commit.click()
    >>> demo
    Number demo: number 259.0, format bf16, answered
    """
    return Demo(number_scene(judge), _CONTROLS, _EXPECTATION)


def number_scene(judge: Judge[NumberState, float] | None = None) -> Scene[NumberState, float]:
    """Return what the demo says, without its widgets.

    Parameters
    ----------
    judge : callable, optional
        Who answers a prediction.
    """
    return Scene(
        name="Number demo",
        first=first_state(),
        question=question_html,
        answer=answer_html,
        judge=judge or comparing(lambda state: state.rounded),
        chosen="number and format",
        again="Change the number or the format for the next question.",
    )
