"""What the views demo says of a view, as HTML: the question and the answer."""

from __future__ import annotations

from tensorlib.cells import Cell, strip_drawing
from tensorlib.demos.views_state import ViewPrediction, ViewState
from tensorlib.drawing import Drawing, svg_of
from tensorlib.literals import decimal_text
from tensorlib.prose import paragraphs
from tensorlib.tensor import TensorView


def question_html(state: ViewState) -> str:
    """Return the question.

    Parameters
    ----------
    state : ViewState
        The question.
    """
    asked = "What are its strides, in elements?"
    if state.asked == "flat view":
        asked = "Can it be seen as one flat axis, without a copy?"
    return paragraphs(
        f"A tensor t has shape {state.shape}, laid out row by row. You make the view v = "
        f"{state.code}. {asked}"
    )


def answer_html(state: ViewState) -> str:
    """Return the answer: sizes and strides, bytes, the flat view or its refusal, and the walk.

    Parameters
    ----------
    state : ViewState
        The question.
    """
    view = state.view
    strip = svg_of(walk_drawing(view))
    return f"{view.explain_layout()._repr_html_()}{paragraphs(flat_text(state))}{strip}"


def flat_text(state: ViewState) -> str:
    """Return whether there is a flat view, and why not if there is none.

    Parameters
    ----------
    state : ViewState
        The question.

    Examples
    --------
    >>> from tensorlib.demos.views_state import first_state
    >>> print(flat_text(first_state()))
    No flat view: axes 0 and 1 cannot merge, because stride 1 is not 2 * 12 = 24.
    """
    refusal, view = state.refusal, state.view
    if refusal is None:
        (stride,) = view.view_as((view.size,)).strides
        return f"There is a flat view of shape ({view.size},), with stride {stride}."
    outer, inner = refusal.axes
    size, step = refusal.shape[inner], refusal.strides[inner]
    return (
        f"No flat view: axes {outer} and {inner} cannot merge, because stride "
        f"{refusal.strides[outer]} is not {size} * {step} = {size * step}."
    )


def walk_drawing(view: TensorView) -> Drawing:
    """Return the buffer as a strip; each place that the view reads says when.

    Parameters
    ----------
    view : TensorView
        What is read; no place twice.
    """
    turns = {place: turn for turn, place in enumerate(view.offsets(), start=1)}
    cells = [
        Cell(
            decimal_text(value),
            "framed" if place in turns else "plain",
            above=str(place),
            below=f"no. {turns[place]}" if place in turns else "",
        )
        for place, value in enumerate(view.buffer)
    ]
    title = "The buffer: offsets above; below, when the view reads a place (double frame)"
    read = ", ".join(map(str, turns)) or "none"
    return strip_drawing(cells, title, f"Offsets in the order in which they are read: {read}.")


def prediction_text(prediction: ViewPrediction) -> str:
    """Return a prediction in words.

    Parameters
    ----------
    prediction : tuple of int or bool
        What the learner expects.

    Examples
    --------
    >>> prediction_text((1, 12, 4)), prediction_text(False)
    ('strides (1, 12, 4)', 'that a flat view is refused')
    """
    if isinstance(prediction, tuple):
        return f"strides {prediction}"
    return f"that a flat view {'exists' if prediction else 'is refused'}"
