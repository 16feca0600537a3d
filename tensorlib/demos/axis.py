"""The axis demo: choose sizes and the axis of a mean, and say what becomes of it."""

from __future__ import annotations

from tensorlib.demos.axis_picture import answer_html, question_html
from tensorlib.demos.axis_state import AxisState, first_state
from tensorlib.demos.controls import Expectation, Menu, Slider, Toggle
from tensorlib.demos.judging import Judge, comparing
from tensorlib.demos.mask_picture import IN_WORDS, kind_text
from tensorlib.demos.scene import Scene
from tensorlib.demos.widget import Demo
from tensorlib.meaning.verdict import VerdictKind

_CONTROLS = (
    (Slider("batch", "sequences, B", range(1, 17)), Slider("tokens", "tokens, T", range(1, 17))),
    (
        Menu("axis", "mean over axis", (("0", 0), ("1", 1))),
        Toggle("keepdims", "keepdims=True"),
        Toggle("beside_x", "the result meets x itself"),
    ),
)
_EXPECTATION = Expectation(
    "Choose what you expect.", tuple((words, kind) for kind, words in IN_WORDS.items())
)


def axis_demo(judge: Judge[AxisState, VerdictKind] | None = None) -> Demo[AxisState, VerdictKind]:
    """Return a demo that asks what becomes of a mean over one axis or another.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction; the library's own says right or not right.

    Examples
    --------
    >>> demo = axis_demo()
    >>> demo.controls["tokens, T"].value = 5
    >>> demo
    Axis demo: batch 16, tokens 5, axis 0, keepdims False, beside x False, asking
    """
    return Demo(axis_scene(judge), _CONTROLS, _EXPECTATION)


def axis_scene(judge: Judge[AxisState, VerdictKind] | None = None) -> Scene[AxisState, VerdictKind]:
    """Return what the demo says, without its widgets.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction.
    """
    return Scene(
        name="Axis demo",
        first=first_state(),
        question=question_html,
        answer=answer_html,
        judge=judge or comparing(lambda state: state.verdict.kind),
        chosen="the sizes and the axis",
        repeated=kind_text,
    )
