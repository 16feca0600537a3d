"""The offset demo as a whole: its controls, its predictions, and whoever judges them."""

from __future__ import annotations

import pytest

from tensorlib import IndexOutOfBounds
from tensorlib.demos import offset_demo
from tensorlib.demos.judging import PlainVerdict
from tensorlib.demos.offset import judge_plainly, offset_scene
from tensorlib.demos.offset_picture import answer_html, question_html
from tensorlib.demos.offset_state import OffsetState, RefusedAt, first_state
from tensorlib.demos.rounds import Round
from tensorlib.demos.scene import ASKING, scene_html, status_html
from tensorlib.prose import message_html

FROZEN = [10.0, 11.0, 12.0, 20.0, 21.0, 22.0, 30.0, 31.0, 32.0, 40.0, 41.0, 42.0]
RIGHT = "✓ You predicted offset 8. That is right. Move a slider for the next question."


@pytest.fixture
def demo():
    return offset_demo()


def predict(demo, offset):
    demo.typed.value = offset
    demo.commit.click()


def test_it_opens_with_the_question_and_without_the_answer(demo):
    assert {label: slider.value for label, slider in demo.controls.items()} == {
        "size of axis 0": 2,
        "size of axis 1": 2,
        "size of axis 2": 3,
        "index on axis 0": 1,
        "index on axis 1": 0,
        "index on axis 2": 2,
    }
    assert demo.question.value == question_html(first_state())
    assert demo.status.value == message_html(ASKING)
    assert demo.answer.value == ""


def test_the_sliders_reach_empty_axes_and_indices_outside(demo):
    reached = {
        (label.split()[0], slider.min, slider.max) for label, slider in demo.controls.items()
    }

    assert reached == {("size", 0, 4), ("index", -1, 5)}


def test_a_right_prediction_reveals_the_answer(demo):
    predict(demo, "8")

    assert demo.status.value == message_html(RIGHT)
    assert demo.answer.value == answer_html(first_state())
    assert repr(demo) == "Offset demo: shape (2, 2, 3), coordinate (1, 0, 2), answered"


def test_a_predicted_refusal_is_committed_with_its_axis(demo):
    demo.controls["index on axis 1"].value = 2
    demo.pick.value = RefusedAt(1)
    demo.commit.click()

    assert "✓ You predicted a refusal at axis 1. That is right." in demo.status.value
    assert demo.answer.value == answer_html(OffsetState((2, 2, 3), (1, 2, 2)))


def test_axis_0_is_a_choice_and_not_the_lack_of_one(demo):
    demo.pick.value = RefusedAt(0)
    demo.commit.click()

    assert "✗ You predicted a refusal at axis 0. That is not right." in demo.status.value


def test_nothing_is_revealed_before_a_choice(demo):
    demo.commit.click()

    assert demo.status.value == message_html(
        "Choose what you expect: an offset, or the axis that refuses the coordinate."
    )
    assert demo.answer.value == ""


@pytest.mark.parametrize("group", ["size of", "index on"])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_moving_any_slider_asks_about_what_it_shows(demo, group, axis):
    predict(demo, "8")
    demo.controls[f"{group} axis {axis}"].value += 1
    shape, coordinate = [2, 2, 3], [1, 0, 2]
    (shape if group == "size of" else coordinate)[axis] += 1

    assert demo.answer.value == ""
    assert demo.question.value == question_html(OffsetState(tuple(shape), tuple(coordinate)))


def test_the_judge_gets_the_question_and_the_values():
    heard = []

    def judge(*question):
        heard.append(question)
        return PlainVerdict(True)

    scene, state = offset_scene(judge), OffsetState((1, 1, 2), (0, 2, 1))
    status_html(scene, Round(state, 1))
    status_html(scene, Round(state, RefusedAt(1)))

    assert heard == [
        ((1, 1, 2), (0, 2, 1), 1, [10.0, 11.0]),
        ((1, 1, 2), (0, 2, 1), IndexOutOfBounds(1, 2, 1), [10.0, 11.0]),
    ]


def test_a_judge_answers():
    class Verdict:
        correct = False
        message = "You seem to count bytes."

    demo = offset_demo(judge=lambda *_: Verdict())
    predict(demo, "64")

    assert "✗ You predicted offset 64. You seem to count bytes." in demo.status.value


def test_the_stored_form_asks_before_it_answers():
    html = scene_html(offset_scene())
    question, answer = html.split("<details>")

    assert question_html(first_state()) in question
    assert answer_html(first_state()) in answer
    assert "Run this notebook in JupyterLab to choose shape and coordinate yourself." in answer
    assert "<script" not in html


@pytest.mark.parametrize(
    ("coordinate", "prediction", "correct"),
    [
        ((1, 0, 2), 8, True),  # 1·6 + 0·3 + 2·1
        ((1, 0, 2), 32, False),  # the value, not the offset
        ((1, 0, 2), IndexOutOfBounds(0, 1, 2), False),
        ((0, 0, 0), 0, True),
        ((0, 0, 0), 1, False),
        ((1, 2, 0), IndexOutOfBounds(1, 2, 2), True),
        ((1, 2, 0), IndexOutOfBounds(2, 0, 3), False),
        ((1, 2, 0), 12, False),  # what unchecked arithmetic gives
    ],
)
def test_the_plain_judge_says_right_or_not_right(coordinate, prediction, correct):
    assert judge_plainly((2, 2, 3), coordinate, prediction, FROZEN) == PlainVerdict(correct)
