"""The third unit's assignment: what is right, worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coursekit.build.text import read_text
from coursekit.questions import CATALOGUE
from coursekit.questions.misconceptions import Shows
from coursekit.sample.sheet import Sheet
from tensorlib import AxisMismatch, BroadcastError

UNIT = "03_broadcasting"

# Lengths 4, 1, 2, 4: row 2 gets the mask of sequence 2, two halves; row 0 of sequence 1 gets that
# of sequence 0, four quarters, three of them on padding. 1, 3, 5, 7 has mean 4 and variance 5.
RIGHT: dict[str, Any] = {
    "axis_per_student": 1,
    "mean_shape": (32, 8),
    "kept_shape": (1, 10, 8),
    "sum_16": (8, 16),
    "sum_8": BroadcastError(((8, 16), (8,)), -1, (16, 8)),
    "control": BroadcastError(((3, 5, 7), (3, 5)), -1, (7, 5)),
    "both_stretch": (8, 7, 6, 5),
    "one_and_zero": (0, 3),
    "zero_and_three": BroadcastError(((2, 0), (3,)), -1, (0, 3)),
    "mask_8": "RAISES",
    "mask_1": "CORRECT_BY_LUCK",
    "mask_16": "SILENTLY_WRONG",
    "mask_keys": "CORRECT",
    "mask_queries": "SILENTLY_WRONG",
    "weights_02": (0.5, 0.5, 0.0, 0.0),
    "on_padding": 0.75,
    "nan_queries": (2, 3),
    "shape_with_heads": (3, 1, 1, 5),
    "heads_34": "RAISES",
    "heads_44": "SILENTLY_WRONG",
    "heads_14": "CORRECT_BY_LUCK",
    "difference": (4, 4),
    "target_256": "SILENTLY_WRONG",
    "target_1": "CORRECT_BY_LUCK",
    "target_bt": "RAISES",
    "target_row": "CORRECT",
    "perfect_loss": 10.0,
    "perfect_accuracy": 0.5,
    "fitted": (0.0, 4.0, 5.0),
    "axis_357": "RAISES",
    "axis_16": "SILENTLY_WRONG",
    "axis_1": "CORRECT_BY_LUCK",
    "not_kept": "RAISES",
    "wrong_kept": "SILENTLY_WRONG",
    "softmax_axis": 2,
    "run_in_place": (1, 3),
    "by_name_only": (3, 4),
    "named_sum": AxisMismatch(("T",), ("B",)),
    "loud_bugs": (1, 2),
}


@pytest.fixture(scope="module")
def sheet(repository: Path) -> Sheet:
    return Sheet(read_text(repository / "course" / UNIT / "assignment.py", UNIT).notebook)


def test_every_right_answer_is_the_one_worked_out_by_hand(sheet: Sheet) -> None:
    assert {name: part.question.answer for name, part in sheet.parts.items()} == RIGHT


def test_every_belief_of_the_unit_is_asked_about(sheet: Sheet) -> None:
    own = {id_ for id_, one in CATALOGUE.items() if one.unit == UNIT and one.shows is Shows.ANSWER}

    assert own <= set(sheet.beliefs())
