"""The fifth unit's assignment: what is right, worked out by hand."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

import pytest

from coursekit.build.text import read_text
from coursekit.grading.trusted.side import TrustedSide
from coursekit.notebooks import Role, grade_id, role
from coursekit.questions import CATALOGUE
from coursekit.sample.profiles import Profile
from coursekit.sample.sheet import Sheet

UNIT = "05_memory"

# 16·1024·512 is 2**23. The block has 2·1000·768 numbers a unit and 2·12·1000² scores. Twelve blocks
# of 8·1024·2048 and 2·16·1024² numbers take 2.25 GiB a sequence. e lies between 173/64 and 174/64,
# nearer the latter; 515 between 512 and 516. 2e-8 is less than 2**-25.
RIGHT: dict[str, Any] = {
    "count_of_numbers": 8_388_608,
    "bytes_in_fp32": 33_554_432,
    "bytes_in_bf16": 16_777_216,
    "bytes_in_int8": 8_388_608,
    "card_bytes": 25_769_803_776,
    "tensor_gib": 12.0,
    "fits_25_gb": True,
    "scores_shape": (2, 12, 1000, 1000),
    "scores_bytes": 96_000_000,
    "q_bytes": 6_144_000,
    "block_bytes": 8 * 6_144_000 + 2 * 96_000_000,
    "scores_longer": 9,
    "q_longer": 3,
    "scores_more_heads": 2,
    "q_more_heads": 1,
    "crossover_fp32": 128,
    "crossover_bf16": 512,
    "share_at_384": 0.75,
    "sequences": 10,
    "bf16_e": 2.71875,
    "bf16_1012": 1.015625,
    "bf16_515": 516.0,
    "sum_of_twos": 512.0,
    "fp16_70000": inf,
    "fp16_4099": 4100.0,
    "fp16_fill": -inf,
    "gradients_lost": 2,
    "gradients_infinite": 1,
    "sum_of_two": -106,
    "sum_of_negatives": 56,
    "sum_of_mask": -24,
    "converted": -128,
    "expanded_logical": 2_097_152,
    "expanded_stored": 1024,
    "slice_logical": 4096,
    "slice_kept": 2_097_152,
    "loaded_bytes": 3_000_000_000,
    "training_bytes": 24_000_000_000,
    "row_microseconds": 25.0,
    "throughput_times": 16.0,
    "wait_times": 8.0,
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
        ("count_of_numbers", 33_554_432, "M50"),
        ("bytes_in_fp32", 8_388_608, "M50"),
        ("bytes_in_bf16", 4 * 8_388_608, "M50"),  # two bytes, twice
        ("bytes_in_int8", 8 * 8_388_608, "M90"),
        ("card_bytes", 24_000_000_000, "M51"),
        ("tensor_gib", 12.884901888, "M51"),
        ("tensor_gib", 3.0, "M50"),
        ("fits_25_gb", False, "M51"),
        ("scores_shape", (2, 1000, 1000), "M49"),
        ("scores_shape", (2, 12, 1000, 64), "M48"),
        ("scores_bytes", 8_000_000, "M49"),
        ("scores_bytes", 6_144_000, "M48"),
        ("q_bytes", 12 * 6_144_000, "M49"),
        ("block_bytes", 10 * 6_144_000, "M48"),
        ("block_bytes", 8 * 6_144_000 + 16_000_000, "M49"),
        ("scores_longer", 3, "M48"),
        ("scores_more_heads", 1, "M49"),
        ("q_more_heads", 2, "M49"),
        ("crossover_fp32", 4096, "M49"),
        ("crossover_bf16", 1024, "M50"),
        ("share_at_384", 0.2, "M48"),
        ("sequences", 9, "M51"),
        ("sequences", 25, "M48"),
        ("bf16_e", 2.703125, "M91"),
        ("bf16_515", 515, "M53"),
        ("bf16_515", 512, "M91"),
        ("sum_of_twos", 2000, "M53"),
        ("fp16_70000", 70000, "M52"),
        ("fp16_70000", 70016, "M52"),
        ("fp16_70000", 65504, "M94"),
        ("fp16_4099", 4096, "M91"),
        ("fp16_fill", -1e9, "M12"),
        ("gradients_lost", 0, "M52"),
        ("gradients_infinite", 0, "M52"),
        ("sum_of_two", 127, "M54"),
        ("sum_of_negatives", -200, "M54"),
        ("converted", 76, "M92"),
        ("converted", -180, "M54"),
        ("expanded_logical", 1024, "M51"),
        ("expanded_stored", 2_097_152, "M14"),
        ("slice_kept", 4096, "M51"),
        ("slice_kept", 524_288, "M50"),
        ("training_bytes", 3_600_000_000, "M51"),
        ("row_microseconds", 3200, "M93"),
        ("throughput_times", 8, "M93"),
        ("wait_times", 0.0625, "M93"),
    ],
)
def test_wrong_answer_worked_out_by_hand_shows_its_belief(
    sheet: Sheet, name: str, answer: Any, belief: str
) -> None:
    question = sheet.parts[name].question
    value = answer if question.form.fault(answer) else question.form.read(answer)

    assert question.belief_behind(value) == belief


def test_right_answers_written_otherwise_are_right(sheet: Sheet) -> None:
    """Lists, numpy's numbers, infinities and truth values come through being written down."""
    replies = sheet.replies(Profile("respelt", respelt=True), {})
    trusted = TrustedSide(sheet.source)
    tests = {
        grade_id(cell): trusted.tests[f"{grade_id(cell)}_test"]
        for cell in sheet.source.cells
        if cell.cell_type == "code" and role(cell) is Role.ANSWER
    }
    for name, test in tests.items():
        namespace = trusted.namespace()
        exec(replies[name].text, namespace)
        answers = {wanted: namespace[wanted] for wanted in test.wanted}

        assert trusted.value(test, answers) == test.points, name
