"""What the offset demo shows for a state, as HTML: the question, the status line, the answer.

Nothing here knows a widget. The pieces need no script and no style sheet, and say in words
whatever the drawings show.
"""

from __future__ import annotations

from html import escape

from tensorlib.demos.judging import Judge, Prediction
from tensorlib.demos.offset_state import OffsetState
from tensorlib.drawing import svg_of
from tensorlib.errors import IndexOutOfBounds
from tensorlib.explain import OffsetExplanation
from tensorlib.layout import coordinate_of
from tensorlib.picture import buffer_drawing, slices_drawing

UNDECIDED = "Choose what you expect: an offset, or the axis that refuses the coordinate."
"""What the status line says if a learner commits without having chosen."""

_ASKING = "The answer stays hidden until you commit a prediction."
_NEXT = "Move a slider for the next question."
_TWO_KINDS = (
    "Two kinds of number: the offset is a position in the buffer, an integer counted from 0; "
    "the value is the number that is stored there."
)
_REFUSED = "Nothing was read from the buffer."


def question_html(state: OffsetState) -> str:
    """Return the question, with the tensor's values by coordinate.

    Parameters
    ----------
    state : OffsetState
        The question; its prediction plays no part.
    """
    return (
        f"<p>A tensor has shape <b>{state.shape}</b>. You ask for coordinate "
        f"<b>{state.coordinate}</b>. At which offset of the flat buffer does it lie, or which "
        f"axis refuses it first?</p>{svg_of(slices_drawing(state.tensor))}"
    )


def status_html(state: OffsetState, judge: Judge) -> str:
    """Return the status line: still asking, or what there is to say about the prediction.

    Parameters
    ----------
    state : OffsetState
        The question and the prediction.
    judge : Judge
        Who judges it.
    """
    if state.prediction is None:
        return message_html(_ASKING)
    values = state.tensor.buffer.tolist()
    verdict = judge(state.shape, state.coordinate, state.prediction, values)
    sign = "✓" if verdict.correct else "✗"
    return message_html(
        f"{sign} You predicted {_prediction_text(state.prediction)}. {verdict.message} {_NEXT}"
    )


def message_html(message: str) -> str:
    """Return a sentence as a status line, which a screen reader speaks when it changes.

    Parameters
    ----------
    message : str
        Plain text.

    Examples
    --------
    >>> message_html("2 < 3")
    '<div role="status" style="border:1px solid;padding:.4em .8em">2 &lt; 3</div>'
    """
    text = escape(message, quote=False)
    return f'<div role="status" style="border:1px solid;padding:.4em .8em">{text}</div>'


def answer_html(state: OffsetState) -> str:
    """Return the answer: the terms, the offset and the value, or the refusal; and the buffer.

    Parameters
    ----------
    state : OffsetState
        The question; its prediction plays no part.
    """
    explanation = state.explanation
    words = [_TWO_KINDS] if explanation.error is None else [_REFUSED, unchecked_text(explanation)]
    sentences = "".join(f"<p>{escape(sentence, quote=False)}</p>" for sentence in words)
    strip = svg_of(buffer_drawing(state.tensor, explanation))
    return f"{explanation._repr_html_()}{sentences}{strip}"


def static_html(state: OffsetState) -> str:
    """Return question and answer for a page without a kernel; the answer is folded away.

    Parameters
    ----------
    state : OffsetState
        The question.

    Examples
    --------
    >>> html = static_html(OffsetState((2, 2, 3), (1, 0, 2)))
    >>> html.startswith('<div class="tensor-demo-static">'), html.count("<details>")
    (True, 1)
    """
    return (
        f'<div class="tensor-demo-static">{question_html(state)}'
        f"<details><summary>The answer, once you have predicted</summary>{answer_html(state)}"
        "</details><p>Run this notebook in JupyterLab to choose shape and coordinate yourself."
        "</p></div>"
    )


def unchecked_text(explanation: OffsetExplanation) -> str:
    """Return what the arithmetic would have made of a coordinate if nobody checked its indices.

    Parameters
    ----------
    explanation : OffsetExplanation
        Of a refused coordinate.

    Examples
    --------
    >>> print(unchecked_text(OffsetState((2, 2, 3), (0, 2, 0)).explanation))
    Unchecked, the sum would be 6: inside the buffer, and the place of (1, 0, 0).
    >>> print(unchecked_text(OffsetState((2, 2, 3), (1, 2, 0)).explanation))
    Unchecked, the sum would be 12: outside the buffer of length 12.
    """
    layout, offset = explanation.layout, explanation.unchecked_offset()
    if offset is None:
        return "Unchecked, there would not even be a sum."
    where = f"outside the buffer of length {layout.size}"
    if 0 <= offset < layout.size:
        where = f"inside the buffer, and the place of {coordinate_of(offset, layout.shape)}"
    return f"Unchecked, the sum would be {offset}: {where}."


def _prediction_text(prediction: Prediction) -> str:
    if isinstance(prediction, IndexOutOfBounds):
        return f"a refusal at axis {prediction.axis}"
    return f"offset {prediction}"
