"""What a demo takes to show a state, against the pause that a slider may make."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from bench.harness import Case
from tensorlib.demos.axis import axis_scene
from tensorlib.demos.block import block_scene
from tensorlib.demos.block_state import BlockOutcome
from tensorlib.demos.mask import mask_scene
from tensorlib.demos.mask_state import MaskState
from tensorlib.demos.noticing import noticing_scene
from tensorlib.demos.number import number_scene
from tensorlib.demos.offset import offset_scene
from tensorlib.demos.padding import padding_scene
from tensorlib.demos.padding_state import PaddingState
from tensorlib.demos.regression import regression_scene
from tensorlib.demos.regression_state import Learned
from tensorlib.demos.rounds import Round
from tensorlib.demos.scene import Scene, status_html
from tensorlib.demos.views import views_scene
from tensorlib.meaning.verdict import SILENTLY_WRONG
from tensorlib.noticing import Watcher

PAUSE_SECONDS = 0.05  # what follows the hand within this time is felt to follow at once

# Each demo, and a prediction about the state it opens with.
DEMOS: tuple[tuple[Scene[Any, Any], Any], ...] = (
    (offset_scene(), 8),
    (replace(padding_scene(), first=PaddingState((8, 5, 2), True, "length - 1")), (7, 4, 1)),
    (views_scene(), (1, 12, 4)),
    (replace(mask_scene(), first=MaskState(16, 16, 0, "B T")), SILENTLY_WRONG),
    (regression_scene(), Learned.FLAT),
    (axis_scene(), SILENTLY_WRONG),
    (block_scene(), BlockOutcome(fits=False, quadratic=True)),
    (number_scene(), 260.0),
    (noticing_scene(), Watcher.ANNOTATION),
)


def _case(scene: Scene[Any, Any], prediction: Any) -> Case:
    def show() -> None:
        scene.question(scene.first)
        status_html(scene, Round(scene.first, prediction))
        scene.answer(scene.first)

    pause = f"a pause of {PAUSE_SECONDS * 1000:.0f} ms"
    return Case(f"{scene.name}: all it shows", show, pause, lambda: time.sleep(PAUSE_SECONDS))


CASES = tuple(_case(scene, prediction) for scene, prediction in DEMOS)
