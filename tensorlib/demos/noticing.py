"""The noticing demo: choose a bug and sizes, and say who notices it first."""

from __future__ import annotations

from tensorlib.demos.controls import Expectation, Menu, Slider, Toggle
from tensorlib.demos.judging import Judge, comparing
from tensorlib.demos.noticing_picture import answer_html, prediction_text, question_html
from tensorlib.demos.noticing_state import SIZES, NoticingState, first_state
from tensorlib.demos.scene import Scene
from tensorlib.demos.widget import Demo
from tensorlib.noticing import Watcher
from tensorlib.shapebugs import SHAPE_BUGS

_CONTROLS = (
    (
        Slider("batch", "sequences, B", SIZES),
        Slider("tokens", "tokens, T", SIZES),
        Slider("width", "features, d", SIZES),
    ),
    (
        Menu("bug", "the bug", tuple((bug.name, key) for key, bug in SHAPE_BUGS.items())),
        Toggle("annotated", "the signature is checked"),
    ),
)
_EXPECTATION = Expectation(
    "Choose who you expect to notice first.",
    tuple((watcher.value, watcher) for watcher in Watcher),
    label="First to notice",
)


def noticing_demo(
    judge: Judge[NoticingState, Watcher] | None = None,
) -> Demo[NoticingState, Watcher]:
    """Return a demo that asks who notices a bug first.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction; the library's own says right or not right.

    Examples
    --------
    >>> demo = noticing_demo()
    >>> demo.controls["tokens, T"].value = 3
    >>> demo
    Noticing demo: bug axis, batch 3, tokens 3, width 7, annotated True, asking
    """
    return Demo(noticing_scene(judge), _CONTROLS, _EXPECTATION)


def noticing_scene(
    judge: Judge[NoticingState, Watcher] | None = None,
) -> Scene[NoticingState, Watcher]:
    """Return what the demo says, without its widgets.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction.
    """
    return Scene(
        name="Noticing demo",
        first=first_state(),
        question=question_html,
        answer=answer_html,
        judge=judge or comparing(lambda state: state.run.first),
        chosen="the bug and the sizes",
        repeated=prediction_text,
    )
