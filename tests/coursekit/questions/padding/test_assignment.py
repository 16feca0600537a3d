"""The fourth unit's assignment: what is right, worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coursekit.build.text import read_text
from coursekit.questions import CATALOGUE
from coursekit.sample.sheet import Sheet

UNIT = "04_padding"

# Lengths 8, 4, 6, 2 of 8 leave 0 + 4 + 2 + 6 of 32. With T = 6 and padding on the left, the tokens
# of a row of length 2 stand at 4 and 5, those of a row of length 4 at 2 to 5. Row 1 of 1 to 24 in
# shape (3, 4, 2) holds 9 to 16. The losses 2, 3, 1, 2 add up to 8.
RIGHT: dict[str, Any] = {
    "padded_positions": 12,
    "padded_share": 0.375,
    "mask_right": (1, 1, 0, 0, 0),
    "mask_left": (0, 0, 0, 1, 1),
    "ignoring_mask": (1, 1, 0, 0, 0),
    "attended_by_mistake": (0, 1),
    "product_at_real": "NaN",
    "product_at_padding": "minus infinity",
    "where_at_real": "zero",
    "row_with_infinity": "NaN",
    "row_with_finite_fill": "uniform",
    "weight_on_padding": 1.0,
    "empty_row_error": "MaskError",
    "last_right": (1, 5, 3),
    "last_left": (5, 5, 5),
    "count_reads_padding": (0,),
    "count_reads_other": (2,),
    "end_reads_padding": (0, 2),
    "search_indices": (1, -1, 3),
    "equal_lengths": "CORRECT_BY_LUCK",
    "unequal_lengths": "SILENTLY_WRONG",
    "stated_side": "RAISES",
    "stated_side_error": "PaddingSideError",
    "token_positions": (0, 1, 2),
    "next_position": 3,
    "plain_mean": (12.0, 13.0),
    "zeroed_mean": (5.0, 5.5),
    "token_mean_right": (10.0, 11.0),
    "token_mean_left": (14.0, 15.0),
    "mean_of_tokens": 3.0,
    "mean_of_means": 4.5,
    "single_mean": 17.0,
    "single_verdict": "SILENTLY_WRONG",
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
        ("padded_share", 0.6, "M85"),  # 12 of the 20 that are real
        ("mask_right", (0, 0, 1, 1, 1), "M10"),
        ("mask_right", (0, 0, 0, 1, 1), "M86"),
        ("mask_left", (1, 1, 1, 0, 0), "M10"),
        ("ignoring_mask", (0, 0, 1, 1, 1), "M10"),
        ("ignoring_mask", (0, 0, 0, 1, 1), "M86"),
        ("attended_by_mistake", (2, 3, 4), "M10"),
        ("product_at_real", "zero", "M11"),
        ("row_with_infinity", "zeros", "M09"),
        ("row_with_finite_fill", "zeros", "M09"),
        ("weight_on_padding", 0, "M09"),
        ("empty_row_error", "no error", "M09"),
        ("last_right", (5, 5, 5), "M44"),
        ("last_right", (2, 6, 4), "M63"),
        ("last_left", (1, 5, 3), "M43"),
        ("last_left", (6, 6, 6), "M63"),
        ("count_reads_padding", (), "M43"),
        ("end_reads_padding", (), "M44"),
        ("search_indices", (1, 5, 3), "M87"),
        ("equal_lengths", "CORRECT", "M80"),
        ("unequal_lengths", "CORRECT", "M43"),
        ("stated_side", "SILENTLY_WRONG", "M86"),
        ("stated_side_error", "no error", "M86"),
        ("token_positions", (4, 5, 6), "M45"),
        ("token_positions", (1, 2, 3), "M63"),
        ("next_position", 7, "M45"),
        ("plain_mean", (10, 11), "M40"),
        ("plain_mean", (5, 5.5), "M42"),
        ("zeroed_mean", (10, 11), "M41"),
        ("token_mean_right", (12, 13), "M40"),
        ("token_mean_right", (5, 5.5), "M41"),
        ("token_mean_right", (14, 15), "M86"),
        ("token_mean_left", (7, 7.5), "M41"),
        ("mean_of_tokens", 4.5, "M46"),
        ("mean_of_means", 3, "M46"),
        ("single_mean", 4, "M47"),
        ("single_mean", 2, "M42"),
        ("single_verdict", "CORRECT", "M47"),
    ],
)
def test_wrong_answer_worked_out_by_hand_shows_its_belief(
    sheet: Sheet, name: str, answer: Any, belief: str
) -> None:
    question = sheet.parts[name].question

    assert question.belief_behind(question.form.read(answer)) == belief
