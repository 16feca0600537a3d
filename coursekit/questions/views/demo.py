"""Judge a prediction about any cut and reordered tensor: its strides, or its flat view."""

from __future__ import annotations

from typing import Any, Protocol

from coursekit.questions.flat_buffer.strides import BYTES_OF_ELEMENT, Shape
from coursekit.questions.forms import Integers
from coursekit.questions.judging import Verdict, judge
from coursekit.questions.question import Question, ask
from coursekit.questions.views.slices import forwards, key_text, sliced_view
from coursekit.questions.views.transposes import inverse
from coursekit.questions.wordforms import Truth
from tensorlib import NotViewableError, TensorView, row_major_strides


class Asked(Protocol):
    """What a demo asks about: a tensor, how it is cut and reordered, and which of two questions."""

    @property
    def shape(self) -> Shape:
        """The sizes of the tensor."""

    @property
    def key(self) -> tuple[slice, ...]:
        """How each of its axes is cut."""

    @property
    def order(self) -> Shape:
        """Which of its axes comes where, after the cuts."""

    @property
    def asked(self) -> str:
        """``"strides"``, or else whether there is a flat view."""


def judge_view(state: Asked, prediction: object, /) -> Verdict:
    """Judge a learner's prediction about a view.

    Parameters
    ----------
    state : Asked
        What was asked about.
    prediction : object
        The strides, or whether there is a flat view.
    """
    return judge(view_question(state), prediction)


def view_question(state: Asked) -> Question:
    """Ask for the strides of a view, or whether it can be seen as one flat axis.

    Beliefs that the parameters cannot tell apart are let go, since a learner chose them.

    Parameters
    ----------
    state : Asked
        What is asked about.
    """
    view = sliced_view(state.shape, state.key).permute(*state.order)
    parameters = (state.shape, key_text(state.key), state.order)
    made = f"t.view()[{key_text(state.key)}].permute{state.order}, for t of shape {state.shape}"
    if state.asked == "strides":
        prompt = f"What are the strides of {made}?"
        form, beliefs = Integers(view.rank), _believed_strides(state, view)
        return ask(
            "view_question", parameters, prompt, form, view.strides, beliefs, drop_ambiguous=True
        )
    prompt = f"Can {made} be seen as one flat axis without a copy?"
    flat = _has_flat_view(view)
    moved = flat and view.is_contiguous and state.order != tuple(range(view.rank))
    beliefs = {"M28" if moved else "M27": not flat}
    return ask("view_question", parameters, prompt, Truth(), flat, beliefs, drop_ambiguous=True)


def _believed_strides(state: Asked, right: TensorView) -> dict[str, Any]:
    """Return the strides that each belief expects; who moves numbers, and who packs them anew."""
    part = sliced_view(state.shape, state.key)
    moved = state.order != tuple(range(right.rank))
    return {
        "M28" if moved else "M79": row_major_strides(right.shape),
        "M29": right.shape,
        "M30": tuple(BYTES_OF_ELEMENT * stride for stride in right.strides),
        "M74": part.permute(*inverse(state.order)).strides,
        "M76": sliced_view(state.shape, forwards(state.key)).permute(*state.order).strides,
    }


def _has_flat_view(view: TensorView) -> bool:
    try:
        view.view_as((view.size,))
    except NotViewableError:
        return False
    return True
