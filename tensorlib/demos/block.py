"""The block demo: choose sizes, a format and a card, and say whether it fits and what weighs."""

from __future__ import annotations

from tensorlib.demos.block_picture import answer_html, question_html
from tensorlib.demos.block_state import (
    BATCHES,
    CARDS,
    HEADS,
    LAYERS,
    NAMES,
    TOKENS,
    WIDTHS,
    BlockOutcome,
    BlockState,
    first_state,
    outcome_of,
)
from tensorlib.demos.controls import Expectation, Menu, Slider
from tensorlib.demos.judging import Judge, comparing
from tensorlib.demos.scene import Scene
from tensorlib.demos.widget import Demo

_CONTROLS = (
    (
        Slider("B", "sequences, B", BATCHES),
        Slider("T", "tokens, T", TOKENS),
        Slider("layers", "blocks", LAYERS),
    ),
    (
        Menu("d", "numbers a token, d", tuple((f"{d}", d) for d in WIDTHS)),
        Menu("heads", "heads", tuple((f"{heads}", heads) for heads in HEADS)),
        Menu("format", "format", tuple((name, name) for name in NAMES)),
        Menu("card_gib", "card", tuple((f"{gib} GiB", gib) for gib in CARDS)),
    ),
)
_EXPECTATION = Expectation(
    "Choose what you expect: whether it fits, and whether T×T is more than half.",
    (
        ("it fits, T×T is more than half", BlockOutcome(True, True)),
        ("it fits, T×T is not more than half", BlockOutcome(True, False)),
        ("it does not fit, T×T is more than half", BlockOutcome(False, True)),
        ("it does not fit, T×T is not more than half", BlockOutcome(False, False)),
    ),
)


def block_demo(
    judge: Judge[BlockState, BlockOutcome] | None = None,
) -> Demo[BlockState, BlockOutcome]:
    """Return a demo that asks what transformer blocks cost and answers a committed prediction.

    Parameters
    ----------
    judge : callable, optional
        Who answers a prediction; the library's own says right or not right.

    Examples
    --------
    >>> demo = block_demo()
    >>> demo.pick.value = BlockOutcome(fits=False, quadratic=True)
    >>> demo.commit.click()
    >>> "✓" in demo.status.value
    True
    """
    return Demo(block_scene(judge), _CONTROLS, _EXPECTATION)


def block_scene(
    judge: Judge[BlockState, BlockOutcome] | None = None,
) -> Scene[BlockState, BlockOutcome]:
    """Return what the demo says, without its widgets.

    Parameters
    ----------
    judge : callable, optional
        Who answers a prediction.
    """
    return Scene(
        name="Block demo",
        first=first_state(),
        question=question_html,
        answer=answer_html,
        judge=judge or comparing(outcome_of),
        chosen="sizes, format and card",
    )
