"""Practice in a running notebook: a field for the answer, and two buttons.

This layer only passes on: what the learner did gives the next session, the session becomes HTML.
Nothing is kept beyond the kernel.
"""

from __future__ import annotations

from secrets import randbits
from typing import Any

import ipywidgets as widgets

from coursekit.practice.catalogue import TopicTable, topic_named
from coursekit.practice.exercise import Topic
from coursekit.practice.picture import explanation_html, question_html, status_html, topic_html
from coursekit.practice.session import answered, begin, next_question, shown
from tensorlib.demos.entering import on_enter


class Practice:
    """Ask question after question of one topic.

    A notebook shows it live where there is a kernel. Its stored form is one worked question.

    Parameters
    ----------
    topic : Topic
        What is practised.
    seed : int
        What decides the parameters of all questions.

    Attributes
    ----------
    text : Text
        The answer; Enter gives it, and once the question has ended leads to the next.
    check : Button
        Does what Enter does.
    show : Button
        Gives the question up.
    question, status, explanation : HTML
        What is asked, what there is to say, and the answer with its reasons or nothing.
    box : VBox
        All of them.
    """

    def __init__(self, topic: Topic, seed: int) -> None:
        self._session = begin(topic, seed)
        self.text = widgets.Text(
            description="answer",
            continuous_update=False,
            layout={"width": "36em"},
            style={"description_width": "initial"},
        )
        self.check = widgets.Button(button_style="primary")
        self.show = widgets.Button(description="Show the answer")
        self.question, self.status, self.explanation = (widgets.HTML() for _ in range(3))
        buttons = widgets.HBox([self.check, self.show])
        self.box = widgets.VBox([self.question, self.text, buttons, self.status, self.explanation])
        on_enter(self.text, self._answer, first=self._go_on)
        self.check.on_click(self._press)
        self.show.on_click(self._give_up)
        self._draw()

    def _answer(self) -> None:
        self._session = answered(self._session, self.text.value)
        self._draw()

    def _go_on(self) -> bool:
        """Lead to the next question if this one has ended, and return whether it has."""
        if self._session.open:
            return False
        self._session = next_question(self._session)
        self.text.value = ""
        self._draw()
        return True

    def _press(self, _button: object) -> None:
        if not self._go_on():
            self._answer()

    def _give_up(self, _button: object) -> None:
        self._session = shown(self._session)
        self._draw()

    def _draw(self) -> None:
        self.check.description = "Check" if self._session.open else "Next question"
        self.question.value = question_html(self._session)
        self.status.value = status_html(self._session)
        self.explanation.value = explanation_html(self._session)

    def __repr__(self) -> str:
        return f"Practice: {self._session.topic.name}, question {self._session.number}"

    def _repr_mimebundle_(self, **_kwargs: object) -> dict[str, Any]:
        """Return the live practice, and beside it a worked question for pages without a kernel."""
        live: dict[str, Any] = self.box._repr_mimebundle_()
        return {**live, "text/plain": repr(self), "text/html": topic_html(self._session.topic)}


def practice(name: str | None = None, *, seed: int | None = None) -> Practice | TopicTable:
    """Return practice of a topic, or without a name a table of what can be practised.

    Parameters
    ----------
    name : str, optional
        The topic: ``"strides"``.
    seed : int, optional
        What decides the parameters of all questions; by default they are new each time.

    Raises
    ------
    CourseError
        If there is no such topic; says which there are.

    Examples
    --------
    >>> practice("strides")
    Practice: strides, question 1
    """
    if name is None:
        return TopicTable()
    return Practice(topic_named(name), randbits(32) if seed is None else seed)
