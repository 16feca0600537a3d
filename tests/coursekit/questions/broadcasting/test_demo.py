"""The judge of the mask demo."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from coursekit.questions.broadcasting.demo import judge_mask
from tensorlib import CORRECT, RAISES, SILENTLY_WRONG


@pytest.mark.parametrize(
    ("mask", "sizes", "prediction", "correct", "belief"),
    [
        ("B T", {"B": 8, "T": 16}, RAISES, True, None),
        ("B T", {"B": 8, "T": 16}, CORRECT, False, "M06"),
        ("B T 1", {"B": 8, "T": 16}, CORRECT, False, "M08"),
        ("B 1 T", {"B": 4, "T": 5, "h": 4}, CORRECT, False, "M07"),
        ("B 1 1 T", {"B": 4, "T": 5, "h": 4}, CORRECT, True, None),
        ("B 1 1 T", {"B": 4, "T": 5, "h": 4}, SILENTLY_WRONG, False, "M06"),
    ],
)
def test_verdict(mask, sizes, prediction, correct, belief) -> None:
    state = SimpleNamespace(mask=mask, has_heads="h" in sizes, sizes=sizes)
    verdict = judge_mask(state, prediction)

    assert (verdict.correct, verdict.misconception) == (correct, belief)
