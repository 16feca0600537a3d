"""A demo without its widgets: what it says of a state, and how that becomes HTML.

A question stands before every answer. The pieces need no script and no style sheet, and say in
words whatever their drawings show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Generic

from tensorlib.demos.judging import Judge
from tensorlib.demos.rounds import Prediction, Round, State
from tensorlib.prose import message_html, static_html

ASKING = "The answer stays hidden until you commit a prediction."


@dataclass(frozen=True, slots=True)
class Scene(Generic[State, Prediction]):
    """Say what a demo asks, answers and opens with.

    Parameters
    ----------
    name : str
        What the demo is called where it is not drawn.
    first : State
        What it opens with, and what a page without a kernel shows: a frozen dataclass whose
        fields are plain data.
    question, answer : callable
        Take a state and return HTML. They compute nothing by chance, so equal states give equal
        text.
    judge : Judge
        Who answers a prediction.
    chosen : str
        What the learner can choose: ``"shape and coordinate"``.
    repeated : callable, optional
        Takes a prediction and returns it in words, to follow "You predicted".
    again : str, optional
        What a learner does for the next question.
    """

    name: str
    first: State
    question: Callable[[State], str]
    answer: Callable[[State], str]
    judge: Judge[State, Prediction]
    chosen: str
    repeated: Callable[[Prediction], str] = str
    again: str = "Change a control for the next question."


def status_html(scene: Scene[State, Prediction], played: Round[State, Prediction]) -> str:
    """Return the status line: still asking, or what there is to say about the prediction.

    Parameters
    ----------
    scene : Scene
        The demo.
    played : Round
        The question and the prediction.
    """
    if played.prediction is None:
        return message_html(ASKING)
    verdict = scene.judge(played.state, played.prediction)
    sign = "✓" if verdict.correct else "✗"
    said = scene.repeated(played.prediction)
    return message_html(f"{sign} You predicted {said}. {verdict.message} {scene.again}")


def scene_html(scene: Scene[State, Any]) -> str:
    """Return the first question and its answer, folded away, for a page without a kernel.

    Parameters
    ----------
    scene : Scene
        The demo.
    """
    return static_html(
        scene.question(scene.first),
        scene.answer(scene.first),
        f"Run this notebook in JupyterLab to choose {scene.chosen} yourself.",
    )


def state_text(state: Any) -> str:
    """Return the fields of a state in one line.

    Parameters
    ----------
    state : dataclass
        A state, of plain data.

    Examples
    --------
    >>> state_text(Round((2, 3), 6))
    'state (2, 3), prediction 6'
    """
    return ", ".join(
        f"{item.name.replace('_', ' ')} {getattr(state, item.name)}" for item in fields(state)
    )
