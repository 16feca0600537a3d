"""The number demo: what a state tells, what it shows, and the demo as a whole."""

from __future__ import annotations

import statistics
import time
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib.demos import number_demo
from tensorlib.demos.number import number_scene
from tensorlib.demos.number_picture import answer_html, bits_drawing, question_html
from tensorlib.demos.number_state import NAMES, NumberState, first_state, read_finite
from tensorlib.demos.scene import ASKING, scene_html
from tensorlib.drawing import Text
from tensorlib.prose import message_html
from tensorlib.typed import UnreadableError

FIRST = first_state()


@pytest.fixture
def demo():
    return number_demo()


def predict(demo, text):
    demo.typed.value = text
    demo.commit.click()


@pytest.mark.parametrize(
    ("number", "format", "rounded"),
    [
        (3.14159, "bf16", 3.140625),
        (259.0, "bf16", 260.0),  # the step is 2, and 259/2 lies between 129 and 130
        (2049.0, "fp16", 2048.0),
        (70000.0, "fp16", inf),
        (1e-8, "fp16", 0.0),
        (-1e-8, "fp16", 0.0),
        (200.0, "int8", 127.0),
        (1e300, "fp32", inf),
    ],
)
def test_rounded_by_hand(number, format, rounded):
    state = NumberState(number, format)

    assert (state.rounded, np.signbit(state.rounded)) == (rounded, False)


@given(st.floats(-1e38, 1e38))
def test_bits_of_fp32_and_fp16_are_numpys(number):
    state = NumberState(number, "fp32")
    with np.errstate(over="ignore"):
        single, half = np.float32(number).view(np.uint32), np.float16(number).view(np.uint16)

    assert str(state.bits_in("fp32")).replace(" ", "") == f"{single:032b}"
    assert str(state.bits_in("fp16")).replace(" ", "") == f"{half:016b}"


def test_question_names_the_fields_of_the_format():
    assert "1 bit of sign, 8 of exponent and 7 of mantissa" in question_html(FIRST)
    integer = question_html(NumberState(200.0, "int8"))
    assert "1 bit of sign, 7 for an integer, and no exponent. Which number is stored?" in integer
    assert "260" not in question_html(FIRST)


def test_answer_shows_every_format_and_marks_the_one_asked_for():
    html = answer_html(FIRST)

    assert "<p>bf16 stores 260.0 for 259.0.</p>" in html
    for said in ("bf16 (asked)", "0 10000111 0000010", "0 10111 0000001100", "127.0", "-132"):
        assert said in html


def test_fields_are_told_by_letters_as_well_as_by_shade():
    drawing = bits_drawing(FIRST)
    texts = [mark.text for mark in drawing.marks if isinstance(mark, Text)]

    assert [texts.count(letter) for letter in "sem"] == [4, 8 + 8 + 5, 23 + 7 + 10 + 7]
    assert "bf16 ←" in texts
    assert "bf16: 0 10000111 0000010" in drawing.description


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(NAMES))
def test_every_state_can_be_shown(number, format):
    state = NumberState(number, format)

    assert question_html(state)
    assert f"{format} (asked)" in answer_html(state)


def test_every_state_is_quick():
    seconds = []
    for number in (0.0, 0.1, -1e-8, 259.0, 1e300):
        start = time.process_time()
        assert answer_html(NumberState(number, "fp16"))
        seconds.append(time.process_time() - start)

    assert statistics.median(seconds) < 0.05


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("inf", "a finite number is expected, such as 0.5, not inf"),
        ("nan", "a finite number is expected, such as 0.5, not nan"),
        ("pi", "a number is expected, such as 0.5, not 'pi'"),
    ],
)
def test_what_is_no_finite_number_cannot_be_asked_about(text, message):
    with pytest.raises(UnreadableError, match=f"^{message}$"):
        read_finite(text)


def test_it_opens_with_the_question_and_without_the_answer(demo):
    assert {label: control.value for label, control in demo.controls.items()} == {
        "number": "259.0",
        "format": "bf16",
    }
    assert demo.question.value == question_html(FIRST)
    assert demo.status.value == message_html(ASKING)
    assert demo.answer.value == ""


def test_a_right_prediction_reveals_the_answer(demo):
    predict(demo, "260")

    assert "✓ You predicted 260.0. That is right. Change the number" in demo.status.value
    assert demo.answer.value == answer_html(FIRST)


def test_number_and_format_ask_anew(demo):
    predict(demo, "260")
    demo.controls["number"].value = "70000"
    demo.controls["format"].value = "fp16"
    assert demo.answer.value == ""
    assert demo.question.value == question_html(NumberState(70000.0, "fp16"))

    predict(demo, "inf")

    assert "✓ You predicted inf. That is right." in demo.status.value


def test_the_course_can_judge():
    class Verdict:
        correct = False
        message = "You seem to cut off digits."

    demo = number_demo(judge=lambda state, prediction: Verdict())
    predict(demo, "258")

    assert "✗ You predicted 258.0. You seem to cut off digits." in demo.status.value


def test_the_stored_form_asks_before_it_answers():
    question, answer = scene_html(number_scene()).split("<details>")

    assert question_html(FIRST) in question
    assert answer_html(FIRST) in answer
