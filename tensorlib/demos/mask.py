"""The mask demo: choose sizes and the form of a mask, and say what becomes of the addition."""

from __future__ import annotations

from tensorlib.demos.controls import Expectation, Menu, Slider
from tensorlib.demos.judging import Judge, comparing
from tensorlib.demos.mask_picture import IN_WORDS, answer_html, kind_text, question_html
from tensorlib.demos.mask_state import MaskState, first_state
from tensorlib.demos.scene import Scene
from tensorlib.demos.widget import Demo
from tensorlib.meaning.verdict import VerdictKind

MASKS = ("B T", "B 1 T", "B T 1", "B 1 1 T")
"""The forms that a mask can be given."""

_CONTROLS = (
    (
        Slider("batch", "sequences, B", range(1, 17)),
        Slider("tokens", "tokens, T", range(1, 17)),
        Slider("heads", "heads, h (0: no such axis)", range(9)),
    ),
    (
        Menu(
            "mask",
            "mask added as",
            tuple((f"[{', '.join(mask.split())}]", mask) for mask in MASKS),
        ),
    ),
)
_EXPECTATION = Expectation(
    "Choose what you expect.", tuple((words, kind) for kind, words in IN_WORDS.items())
)


def mask_demo(judge: Judge[MaskState, VerdictKind] | None = None) -> Demo[MaskState, VerdictKind]:
    """Return a demo that asks what becomes of scores plus a mask.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction; the library's own says right or not right.

    Examples
    --------
    >>> demo = mask_demo()
    >>> demo.controls["tokens, T"].value = 8
    >>> demo
    Mask demo: batch 8, tokens 8, heads 0, mask B T, asking
    """
    return Demo(mask_scene(judge), _CONTROLS, _EXPECTATION)


def mask_scene(judge: Judge[MaskState, VerdictKind] | None = None) -> Scene[MaskState, VerdictKind]:
    """Return what the demo says, without its widgets.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction.
    """
    return Scene(
        name="Mask demo",
        first=first_state(),
        question=question_html,
        answer=answer_html,
        judge=judge or comparing(lambda state: state.verdict.kind),
        chosen="the sizes and the form of the mask",
        repeated=kind_text,
    )
