"""What the offset demo says of a coordinate, as HTML: the question and the answer."""

from __future__ import annotations

from tensorlib.demos.offset_state import OffsetPrediction, OffsetState, RefusedAt
from tensorlib.drawing import svg_of
from tensorlib.explain import OffsetExplanation
from tensorlib.layout import coordinate_of
from tensorlib.picture import buffer_drawing, slices_drawing
from tensorlib.prose import paragraphs

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
        The question.
    """
    return (
        f"<p>A tensor has shape <b>{state.shape}</b>. You ask for coordinate "
        f"<b>{state.coordinate}</b>. At which offset of the flat buffer does it lie, or which "
        f"axis refuses it first?</p>{svg_of(slices_drawing(state.tensor))}"
    )


def answer_html(state: OffsetState) -> str:
    """Return the answer: the terms, the offset and the value, or the refusal; and the buffer.

    Parameters
    ----------
    state : OffsetState
        The question.
    """
    explanation = state.explanation
    words = [_TWO_KINDS] if explanation.error is None else [_REFUSED, unchecked_text(explanation)]
    strip = svg_of(buffer_drawing(state.tensor, explanation))
    return f"{explanation._repr_html_()}{paragraphs(*words)}{strip}"


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


def prediction_text(prediction: OffsetPrediction) -> str:
    """Return a prediction in words.

    Parameters
    ----------
    prediction : int or RefusedAt
        What the learner expects.

    Examples
    --------
    >>> prediction_text(8), prediction_text(RefusedAt(1))
    ('offset 8', 'a refusal at axis 1')
    """
    if isinstance(prediction, RefusedAt):
        return f"a refusal at axis {prediction.axis}"
    return f"offset {prediction}"
