"""A demo in a running notebook: controls, a prediction to commit, and then the answer.

This layer only passes on: what the learner did gives the next round, the round becomes HTML.
Nothing is shown in an Output widget; whoever runs a notebook from a program may lose the reply
of a cell that has one and then waits in vain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

import ipywidgets as widgets

from tensorlib.demos.controls import Control, Expectation, value_of, with_value
from tensorlib.demos.fields import ControlField, ExpectationFields
from tensorlib.demos.rounds import Prediction, Round, State
from tensorlib.demos.scene import Scene, scene_html, state_text, status_html
from tensorlib.prose import message_html
from tensorlib.typed import UnreadableError


class Demo(Generic[State, Prediction]):
    """Ask about a state, and show the answer once a prediction has been committed.

    A notebook shows it live where there is a kernel. Its stored form is the first question with
    its answer folded away, for pages without one.

    Parameters
    ----------
    scene : Scene
        What is asked and answered.
    columns : sequence of sequences of Control
        What the learner can set, in columns side by side.
    expectation : Expectation
        How a prediction is given.

    Attributes
    ----------
    controls : dict of str to widget
        What the learner can set, by label.
    pick, typed : RadioButtons or None, Text or None
        What takes the prediction; nothing is picked as long as the learner has not chosen.
    commit : Button
        Ends the prediction.
    question, status, answer : HTML
        What is asked, what there is to say, and the answer or nothing.
    box : VBox
        All of them.
    """

    def __init__(
        self,
        scene: Scene[State, Prediction],
        columns: Sequence[Sequence[Control]],
        expectation: Expectation,
    ) -> None:
        self._scene = scene
        self._round: Round[State, Prediction] = Round(scene.first)
        fields = [
            [ControlField(control, value_of(scene.first, control)) for control in column]
            for column in columns
        ]
        self._fields = [field for column in fields for field in column]
        self._expectation = ExpectationFields(expectation)
        self.controls = {field.control.label: field.widget for field in self._fields}
        self.pick, self.typed = self._expectation.pick, self._expectation.typed
        self.commit = widgets.Button(description="Commit prediction", button_style="primary")
        self.question, self.status, self.answer = (widgets.HTML() for _ in range(3))
        self.box = self._arranged([[field.row for field in column] for column in fields])
        self._connect()
        self._show()

    def _connect(self) -> None:
        for field in self._fields:
            field.widget.observe(self._move, "value")
        self.commit.on_click(self._commit)
        self._expectation.on_enter(self._commit)

    def _move(self, _change: object) -> None:
        state: State = self._round.state
        try:
            for field in self._fields:
                state = with_value(state, field.control, field.value())
        except UnreadableError as error:
            self._round = Round(self._round.state)
            self._show()
            self.status.value = message_html(str(error))
            return
        self._round = self._round.moved(state)
        self._expectation.reset()
        self._show()

    def _commit(self, _button: object = None) -> None:
        try:
            for field in self._fields:
                field.value()
            prediction = self._expectation.prediction()
        except UnreadableError as error:
            if not self._round.revealed:
                self.status.value = message_html(str(error))
            return
        self._round = self._round.committed(prediction)
        self._show()

    def _show(self) -> None:
        state = self._round.state
        self.question.value = self._scene.question(state)
        self.status.value = status_html(self._scene, self._round)
        self.answer.value = self._scene.answer(state) if self._round.revealed else ""

    def _arranged(self, rows: list[list[Any]]) -> Any:
        columns = widgets.HBox(
            [widgets.VBox(column) for column in rows], layout={"flex_flow": "row wrap"}
        )
        predicting = (*self._expectation.rows, self.commit)
        return widgets.VBox([columns, self.question, *predicting, self.status, self.answer])

    def __repr__(self) -> str:
        progress = "answered" if self._round.revealed else "asking"
        return f"{self._scene.name}: {state_text(self._round.state)}, {progress}"

    def _repr_mimebundle_(self, **_kwargs: object) -> dict[str, Any]:
        """Return the live demo, and beside it the first question for pages without a kernel.

        A front end shows the richest form it can: with a kernel the widgets, else the HTML.
        """
        live: dict[str, Any] = self.box._repr_mimebundle_()
        return {**live, "text/plain": repr(self), "text/html": scene_html(self._scene)}
