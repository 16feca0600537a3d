"""What the demos' judges say of predictions."""

from __future__ import annotations

from types import SimpleNamespace as Namespace

import pytest

from coursekit.questions.memory import judge_block, judge_number

FIRST = {"B": 32, "T": 2048, "d": 4096, "heads": 64, "layers": 1, "format": "fp32"}


@pytest.mark.parametrize(
    ("card", "fits", "quadratic", "correct", "belief"),
    [
        (80, True, True, True, None),  # 72 GiB, and 64 of them T×T
        (80, True, False, False, None),  # whether linear, or without heads, cannot be told
        (80, False, False, False, None),
        (80, False, True, False, "M49"),  # heads counted twice
        (72, True, True, True, None),
        (72, False, True, False, None),  # in GB, or with the heads twice
        (40, False, True, True, None),
        (40, True, True, False, None),
    ],
)
def test_block_is_judged(
    card: int, fits: bool, quadratic: bool, correct: bool, belief: str | None
) -> None:
    state = Namespace(**FIRST, card_gib=card)
    verdict = judge_block(state, Namespace(fits=fits, quadratic=quadratic))

    assert (verdict.correct, verdict.misconception) == (correct, belief)


def test_card_in_the_other_unit_is_known() -> None:
    """1.25 · 8 · 25 · 2048² bytes are 1.05 GB: less than a GiB, and more than a GB."""
    state = Namespace(B=25, T=2048, d=2048, heads=1, layers=1, format="int8", card_gib=1)

    assert judge_block(state, Namespace(fits=True, quadratic=False)).correct
    assert judge_block(state, Namespace(fits=False, quadratic=False)).misconception == "M51"


@pytest.mark.parametrize(
    ("number", "format", "prediction", "correct", "belief"),
    [
        (3.14159, "bf16", 3.140625, True, None),
        (257.0, "bf16", 256.0, True, None),
        (259.0, "bf16", 259.0, False, "M53"),
        (70000.0, "fp16", 65504.0, False, "M94"),
        (200.0, "int8", 127.0, True, None),
        (200.0, "int8", -56.0, False, "M92"),
        (200.0, "int8", 200.0, False, "M54"),
        (2.5, "int8", 2.0, True, None),
        (1e300, "int8", 127.0, True, None),
        (0.1, "fp32", 0.1, False, None),
    ],
)
def test_number_is_judged(
    number: float, format: str, prediction: float, correct: bool, belief: str | None
) -> None:
    verdict = judge_number(Namespace(number=number, format=format), prediction)

    assert (verdict.correct, verdict.misconception) == (correct, belief)
