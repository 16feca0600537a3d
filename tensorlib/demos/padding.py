"""The padding demo: choose lengths, side and recipe, and say where the last tokens are sought."""

from __future__ import annotations

from tensorlib.demos.controls import Expectation, Menu, Slider, Toggle, Typed
from tensorlib.demos.judging import Judge, comparing
from tensorlib.demos.padding_picture import answer_html, indices_text, question_html
from tensorlib.demos.padding_state import LENGTHS, PaddingState, first_state
from tensorlib.demos.scene import Scene
from tensorlib.demos.widget import Demo
from tensorlib.recipes import RECIPES
from tensorlib.shapes import Shape
from tensorlib.typed import read_integers

_CONTROLS = (
    tuple(
        Slider("lengths", f"length of row {row}", LENGTHS, row)
        for row in range(len(first_state().lengths))
    ),
    (
        Toggle("left", "padding on the left"),
        Menu("recipe_name", "recipe", tuple((recipe.name, recipe.name) for recipe in RECIPES)),
    ),
)
_EXPECTATION = Expectation(
    "Type one index for each row, with commas between them.",
    typed=Typed("indices", read_integers, "1, 0, 1"),
)


def padding_demo(judge: Judge[PaddingState, Shape] | None = None) -> Demo[PaddingState, Shape]:
    """Return a demo that asks where a recipe looks for the last token of each row.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction; the library's own says right or not right.

    Examples
    --------
    >>> demo = padding_demo()
    >>> demo.controls["padding on the left"].value = True
    >>> demo
    Padding demo: lengths (5, 3, 1), left True, recipe name from the mask, asking
    """
    return Demo(padding_scene(judge), _CONTROLS, _EXPECTATION)


def padding_scene(judge: Judge[PaddingState, Shape] | None = None) -> Scene[PaddingState, Shape]:
    """Return what the demo says, without its widgets.

    Parameters
    ----------
    judge : Judge, optional
        Who answers a prediction.
    """
    return Scene(
        name="Padding demo",
        first=first_state(),
        question=question_html,
        answer=answer_html,
        judge=judge or comparing(lambda state: state.indices),
        chosen="lengths, side and recipe",
        repeated=indices_text,
    )
