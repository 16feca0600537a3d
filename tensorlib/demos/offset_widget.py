"""The offset demo in a running notebook: sliders, a prediction to commit, and then the answer.

This layer only passes on: what the learner did becomes an event, the next state becomes HTML.
Nothing is shown in an Output widget; whoever runs a notebook from a program may lose the reply
of a cell that has one and then waits in vain.
"""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from tensorlib.demos.judging import Judge, Prediction, judge_plainly
from tensorlib.demos.offset_picture import (
    UNDECIDED,
    answer_html,
    message_html,
    question_html,
    static_html,
    status_html,
)
from tensorlib.demos.offset_state import (
    INDICES,
    SIZES,
    Committed,
    Moved,
    first_state,
    next_state,
    refusal,
)

_OFFSET = "an offset, typed below"
_ALIGNED, _CLOSE = {"description_width": "8em"}, {"description_width": "initial"}


class OffsetDemo:
    """Ask where a coordinate lies, and show it once a prediction has been committed.

    A notebook shows it live where there is a kernel. Its stored form is the first question with
    its answer folded away, for pages without one.

    Parameters
    ----------
    judge : Judge
        Who answers a prediction.

    Attributes
    ----------
    sizes, indices : tuple of IntSlider
        One an axis.
    expectation : RadioButtons
        An offset, or the axis that refuses; nothing as long as the learner has not chosen.
    offset : IntText
        The offset predicted.
    commit : Button
        Ends the prediction.
    question, status, answer : HTML
        What is asked, what there is to say, and the answer or nothing.
    box : VBox
        All of them.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._state = first_state()
        axes = range(len(self._state.shape))
        self.sizes = tuple(
            _slider(f"size of axis {axis}", SIZES, self._state.shape[axis]) for axis in axes
        )
        self.indices = tuple(
            _slider(f"index on axis {axis}", INDICES, self._state.coordinate[axis]) for axis in axes
        )
        self.expectation = widgets.RadioButtons(
            options=[(_OFFSET, _OFFSET), *((f"refused at axis {axis}", axis) for axis in axes)],
            value=None,
            description="I expect",
        )
        self.offset = widgets.IntText(description="offset", style=_CLOSE, layout={"width": "10em"})
        self.commit = widgets.Button(description="Commit prediction", button_style="primary")
        self.question, self.status, self.answer = (widgets.HTML() for _ in range(3))
        self.box = self._arranged()
        self._connect()
        self._show()

    def _connect(self) -> None:
        for slider in (*self.sizes, *self.indices):
            slider.observe(self._move, "value")
        self.offset.observe(self._expect_offset, "value")
        self.commit.on_click(self._commit)

    def _move(self, _change: object) -> None:
        shape, coordinate = (
            tuple(slider.value for slider in sliders) for sliders in (self.sizes, self.indices)
        )
        self._state = next_state(self._state, Moved(shape, coordinate))
        self.offset.value = 0
        self.expectation.value = None
        self._show()

    def _expect_offset(self, _change: object) -> None:
        """Take a number that was typed for the choice of an offset."""
        self.expectation.value = _OFFSET

    def _commit(self, _button: object) -> None:
        prediction = self._prediction()
        if prediction is None:
            self.status.value = message_html(UNDECIDED)
            return
        self._state = next_state(self._state, Committed(prediction))
        self._show()

    def _prediction(self) -> Prediction | None:
        match self.expectation.value:
            case None:
                return None
            case int(axis):
                return refusal(self._state, axis)
        offset: int = self.offset.value
        return offset

    def _show(self) -> None:
        self.question.value = question_html(self._state)
        self.status.value = status_html(self._state, self._judge)
        self.answer.value = answer_html(self._state) if self._state.revealed else ""

    def _arranged(self) -> widgets.VBox:
        sliders = widgets.HBox(
            [widgets.VBox(self.sizes), widgets.VBox(self.indices)],
            layout={"flex_flow": "row wrap"},
        )
        prediction = (self.expectation, self.offset, self.commit)
        return widgets.VBox([sliders, self.question, *prediction, self.status, self.answer])

    def __repr__(self) -> str:
        return (
            f"Offset demo: shape {self._state.shape}, coordinate {self._state.coordinate}, "
            f"{'answered' if self._state.revealed else 'asking'}"
        )

    def _repr_mimebundle_(self, **_kwargs: object) -> dict[str, Any]:
        """Return the live demo, and beside it the first question for pages without a kernel.

        A front end shows the richest form it can: with a kernel the widgets, else the HTML.
        """
        live: dict[str, Any] = self.box._repr_mimebundle_()
        return {**live, "text/plain": repr(self), "text/html": static_html(first_state())}


def offset_demo(judge: Judge = judge_plainly) -> OffsetDemo:
    """Return a demo that asks where a coordinate lies and answers a committed prediction.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction; the library's own says right or not right.

    Examples
    --------
    >>> demo = offset_demo()
    >>> demo.offset.value = 8
    >>> demo.commit.click()
    >>> demo
    Offset demo: shape (2, 2, 3), coordinate (1, 0, 2), answered
    """
    return OffsetDemo(judge)


def _slider(label: str, values: range, value: int) -> widgets.IntSlider:
    return widgets.IntSlider(
        value=value,
        min=values[0],
        max=values[-1],
        description=label,
        style=_ALIGNED,
    )
