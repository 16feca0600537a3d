"""Questions about what formats make of numbers, and the three functions, held against numpy."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions import judge
from coursekit.questions.memory import (
    ATTENTION_FUNCTIONS,
    BYTES_FUNCTIONS,
    ROUNDING_FUNCTIONS,
    attention_bytes,
    fill_of,
    gradients_lost_of,
    gradients_overflowing_of,
    int8_converted_of,
    int8_sum_of,
    round_to_bf16,
    rounded_of,
    running_sum_of,
    tensor_bytes,
)
from coursekit.questions.memory.rounding import cut_off, without_limits

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)


def half_as_numpy_has_it(number: float) -> float:
    with np.errstate(over="ignore"):
        return float(np.float16(number))


@given(NUMBERS)
def test_fp16_agrees_with_numpy(number: float) -> None:
    question = rounded_of(number, "fp16", drop_ambiguous=True)

    assert question.answer == half_as_numpy_has_it(number)


@given(NUMBERS)
def test_what_is_cut_off_is_the_neighbour_towards_zero(number: float) -> None:
    kept = cut_off(number, "bf16")
    code = np.float32(number).view(np.uint32)
    if abs(float(np.float32(number))) > abs(number):
        code -= np.uint32(1)  # fp32 has rounded away from 0 already
    cut = (code & np.uint32(0xFFFF0000)).view(np.float32)

    if abs(number) > 1e-30:
        assert kept == float(cut)


@given(NUMBERS)
def test_digits_without_limits_are_those_of_fp16_where_it_has_room(number: float) -> None:
    rounded = half_as_numpy_has_it(number)
    if isfinite(rounded) and abs(number) >= 2**-14:
        assert without_limits(number, "fp16") == rounded
    assert abs(without_limits(number, "fp16")) <= 1e6 * (1 + 2**-11)


@given(st.lists(st.integers(-128, 127), min_size=1, max_size=9))
def test_sums_agree_with_numpy(terms: list[int]) -> None:
    expected = int(np.array(terms, dtype=np.int8).sum(dtype=np.int8))

    assert int8_sum_of(terms, drop_ambiguous=True).answer == expected


@pytest.mark.parametrize(
    ("question", "answer", "belief"),
    [
        (rounded_of(3.14159, "bf16"), 3.140625, None),
        (rounded_of(2.71828, "bf16"), 2.71875, None),  # 174/64, and 2.71828 is 173.97/64
        (rounded_of(2.71828, "bf16"), 2.703125, "M91"),
        (rounded_of(-1e-9, "fp16", drop_ambiguous=True), 0.0, None),
        (rounded_of(259, "bf16"), 260.0, None),
        (rounded_of(259, "bf16"), 259, "M53"),
        (rounded_of(65519, "fp16", drop_ambiguous=True), 65504, None),
        (rounded_of(65520, "fp16", drop_ambiguous=True), inf, None),
        (rounded_of(65520, "fp16", drop_ambiguous=True), 65520, "M52"),
        (rounded_of(-70000, "fp16", drop_ambiguous=True), -65504, "M94"),
        (fill_of(-1e9, "fp16"), -inf, None),
        (fill_of(-1e9, "fp16"), -1e9, "M12"),
        (running_sum_of(1, 300, "bf16"), 256, None),
        (running_sum_of(1, 300, "bf16"), 300, "M53"),
        (running_sum_of(1, 3000, "fp16"), 2048, None),
        (running_sum_of(1, 3000, "fp16"), 3000, "M52"),
        (gradients_lost_of([1e-8, 1e-3], "fp16"), 1, None),
        (gradients_overflowing_of([1e-8, 100.0], 1024, "fp16"), 1, None),
        (gradients_overflowing_of([1e-8, 100.0], 1024, "fp16"), 0, "M52"),
        (int8_sum_of([100, 100]), -56, None),
        (int8_sum_of([1] * 300), 44, None),
        (int8_sum_of([100, 100]), 127, "M54"),
        (int8_sum_of([100, 100]), 200, "M54"),
        (int8_converted_of(100.0, 0.5), 127, None),
        (int8_converted_of(100.0, 0.5), -56, "M92"),
    ],
)
def test_answers_by_hand(question: Any, answer: Any, belief: str | None) -> None:
    verdict = judge(question, answer)

    assert verdict.correct == (belief is None)
    assert verdict.misconception == belief


def test_number_that_a_format_holds_shows_no_belief() -> None:
    assert rounded_of(0.5, "bf16").beliefs == {}
    assert rounded_of(0.0, "fp16").beliefs == {}


def test_long_sums_of_one_number_are_asked_in_words() -> None:
    assert int8_sum_of([1] * 300).prompt == "What is the sum of 300 times 1 in int8?"
    assert int8_sum_of([100, 100]).prompt == "What is 100 + 100 in int8?"
    assert int8_sum_of([-100, -100]).prompt == "What is (-100) + (-100) in int8?"


def test_question_that_cannot_tell_a_belief_is_refused() -> None:
    with pytest.raises(CourseError, match="M54 gives the same answer as the right one"):
        int8_sum_of([1, 2])
    with pytest.raises(CourseError, match="M52 gives the same answer as the right one"):
        gradients_lost_of([1.0], "fp16")


@given(NUMBERS)
def test_rounding_by_steps_is_rounding(number: float) -> None:
    """As the text of the assignment has it: find the step, count steps, stop at the largest."""
    if abs(number) > 1e-30:
        step = 2.0 ** (np.frexp(number)[1] - 8)
        assert round_to_bf16(number) == round(number / step) * step


@pytest.mark.parametrize(
    ("function", "case", "right", "believed"),
    [
        (tensor_bytes, ((3, 5), "fp32"), 60, {"M39": 60, "M50": 15, "M90": 480}),
        (tensor_bytes, ((), "bf16"), 2, {"M39": 0, "M50": 1, "M90": 16}),
        (tensor_bytes, ((2, 0, 3), "fp32"), 0, {"M39": 24, "M50": 0, "M90": 0}),
        (attention_bytes, (1, 10, 3, "fp32"), 2400, {"M48": 240, "M49": 800, "M50": 600}),
        (attention_bytes, (2, 1, 3, "int8"), 12, {"M48": 12, "M49": 4, "M50": 12}),
        (round_to_bf16, (259.0,), 260.0, {"M53": 259.0, "M91": 258.0, "M94": 260.0}),
        (round_to_bf16, (1.007,), 1.0078125, {"M53": 1.0078125, "M91": 1.0, "M94": 1.0078125}),
        (round_to_bf16, (1e39,), inf, {"M53": 1e39, "M91": inf, "M94": 255 * 2.0**120}),
    ],
)
def test_functions_and_what_beliefs_make_of_them(
    function: Any, case: Any, right: Any, believed: dict[str, Any]
) -> None:
    functions: dict[Any, Any] = {
        tensor_bytes: BYTES_FUNCTIONS,
        attention_bytes: ATTENTION_FUNCTIONS,
        round_to_bf16: ROUNDING_FUNCTIONS,
    }

    assert function(*case) == right
    assert {id_: wrong(*case) for id_, wrong in functions[function].items()} == believed
