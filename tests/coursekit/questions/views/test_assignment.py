"""The second unit's assignment: what is right, worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coursekit.build.text import read_text
from coursekit.questions import CATALOGUE
from coursekit.sample.sheet import Sheet
from tensorlib import AliasedWriteError, NotViewableError

UNIT = "02_views"

# (3, 5, 7) has strides (35, 7, 1), (2, 3, 4) has (12, 4, 1), (4, 6) has (6, 1). Column 2 of (4, 6),
# read from below, starts in row 3 at 3·6 + 2. Each number has 8 bytes, a float32 has 4.
RIGHT: dict[str, Any] = {
    "transposed_strides": (7, 35, 1),
    "transposed_offset": 28 + 35 + 2,
    "moved_numbers": 0,
    "permuted_shape": (4, 2, 3),
    "permuted_strides": (1, 12, 4),
    "permuted_offset": 2 + 12 + 8,
    "cut_shape": (3, 3),
    "cut_strides": (6, 2),
    "cut_offset": 6,
    "column_stride": (-6,),
    "column_offset": 20,
    "contiguous_swaps": (2, 3),
    "contiguous_layouts": (1, 3, 5),
    "flat_layouts": (1, 3, 5),
    "flat_refusal": NotViewableError(shape=(3, 4), strides=(1, 3), target=(12,)),
    "merged_strides": (12, 1),
    "shape_of_v": (2, 3),
    "corner_plain": 99.0,
    "corner_transposed": 1.0,
    "reshaped_rows": (0, 1, 2, 3, 4, 5, 6, 7),
    "transposed_rows": (0, 4, 1, 5, 2, 6, 3, 7),
    "head_0": (10, 11, 20, 21, 30, 31),
    "joined_token_1": (20, 21, 22, 23),
    "split_two_heads": "SILENTLY_WRONG",
    "split_one_head": "CORRECT_BY_LUCK",
    "joined_by_view": "RAISES",
    "expanded_strides": (1, 0),
    "logical_bytes": 240,
    "stored_bytes": 40,
    "kept_bytes": 1_600_000,
    "read_after": 99.0,
    "sharing": 4,
    "write_refusal": AliasedWriteError(shape=(4, 3), strides=(0, 1)),
    "repeated_row": (1, 2, 3, 1, 2, 3),
    "repeated_column": (1, 1, 2, 2, 3, 3),
    "array_strides": (48, 16, 4),
    "array_transposed_strides": (16, 48, 4),
    "squeezed_batch": (8, 7),
    "squeezed_single": (7,),
    "vector_transposed": (7,),
}


@pytest.fixture(scope="module")
def sheet(repository: Path) -> Sheet:
    return Sheet(read_text(repository / "course" / UNIT / "assignment.py", UNIT).notebook)


def test_every_right_answer_is_the_one_worked_out_by_hand(sheet: Sheet) -> None:
    assert {name: part.question.answer for name, part in sheet.parts.items()} == RIGHT


def test_every_belief_of_the_unit_that_an_answer_can_show_is_asked_for(sheet: Sheet) -> None:
    asked = {belief for part in sheet.parts.values() for belief in part.question.beliefs}
    shown = {
        belief.id
        for belief in CATALOGUE.values()
        if belief.unit == UNIT and belief.shows.value == "answer"
    }

    assert shown <= asked


@pytest.mark.parametrize(
    ("name", "answer", "belief"),
    [
        ("transposed_strides", (21, 7, 1), "M28"),  # as if (5, 3, 7) were laid out anew
        ("transposed_strides", (5, 3, 7), "M29"),
        ("transposed_strides", (56, 280, 8), "M30"),
        ("moved_numbers", 105, "M28"),
        ("permuted_shape", (3, 4, 2), "M74"),
        ("permuted_strides", (4, 1, 12), "M74"),
        ("cut_strides", (6, 1), "M76"),
        ("cut_strides", (3, 1), "M79"),
        ("cut_offset", 0, "M75"),
        ("column_stride", (6,), "M76"),
        ("column_offset", 2, "M75"),
        ("column_offset", 0, "M75"),
        ("contiguous_swaps", (), "M28"),
        ("contiguous_layouts", (1,), "M77"),
        ("flat_layouts", (1, 5), "M27"),  # only what is contiguous
        ("flat_layouts", (1, 2, 3, 4, 5), "M27"),
        ("flat_refusal", NotViewableError((3, 4), (4, 1), (12,)), "M28"),
        ("merged_strides", (6, 1), "M79"),
        ("shape_of_v", (3, 2), "M35"),
        ("corner_plain", 1.0, "M36"),
        ("corner_transposed", 99.0, "M36"),
        ("reshaped_rows", (0, 4, 1, 5, 2, 6, 3, 7), "M24"),
        ("transposed_rows", (0, 1, 2, 3, 4, 5, 6, 7), "M24"),
        ("head_0", (10, 11, 12, 13, 20, 21), "M25"),
        ("joined_token_1", (30, 31, 12, 13), "M25"),
        ("split_two_heads", "CORRECT", "M25"),
        ("joined_by_view", "CORRECT", "M27"),
        ("expanded_strides", (6, 1), "M14"),
        ("logical_bytes", 40, "M51"),
        ("stored_bytes", 240, "M14"),
        ("stored_bytes", 5, "M78"),
        ("kept_bytes", 48, "M51"),
        ("read_after", 2.0, "M37"),
        ("sharing", 1, "M37"),
        ("write_refusal", AliasedWriteError((4, 3), (3, 1)), "M14"),
        ("repeated_row", (1, 1, 2, 2, 3, 3), "M26"),
        ("repeated_column", (1, 2, 3, 1, 2, 3), "M26"),
        ("array_strides", (12, 4, 1), "M78"),
        ("array_strides", (96, 32, 8), "M78"),
        ("array_transposed_strides", (32, 16, 4), "M28"),
        ("squeezed_single", (1, 7), "M21"),
        ("vector_transposed", (7, 1), "M34"),
    ],
)
def test_wrong_answer_worked_out_by_hand_shows_its_belief(
    sheet: Sheet, name: str, answer: Any, belief: str
) -> None:
    question = sheet.parts[name].question
    value = answer if question.form.fault(answer) else question.form.read(answer)

    assert question.belief_behind(value) == belief
