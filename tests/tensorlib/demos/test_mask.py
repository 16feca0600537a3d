"""The mask demo: what it says, and its widgets by their values."""

from __future__ import annotations

import re

import pytest

from tensorlib import CORRECT, CORRECT_BY_LUCK, RAISES, SILENTLY_WRONG
from tensorlib.demos import mask_demo
from tensorlib.demos.mask import mask_scene
from tensorlib.demos.mask_picture import IN_WORDS, answer_html, question_html
from tensorlib.demos.mask_state import MaskState


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


@pytest.mark.parametrize(
    ("state", "phrases"),
    [
        (MaskState(8, 16, 0, "B T"), ["RAISES", "B=8 on Tq", "Nothing was added"]),
        (
            MaskState(16, 16, 0, "B T"),
            ["SILENTLY_WRONG", "masked wrongly 33.2 %", "on padding 23.4 %", "most goes wrong"],
        ),
        (MaskState(1, 16, 0, "B T"), ["CORRECT_BY_LUCK", "masked wrongly 0.0 %"]),
        (MaskState(5, 5, 0, "B T 1"), ["SILENTLY_WRONG", "on padding NaN", "are NaN 10"]),
        (MaskState(4, 6, 4, "B 1 T"), ["SILENTLY_WRONG", "Weights of sequence 2, head 3"]),
        (MaskState(4, 6, 4, "B 1 1 T"), ["CORRECT", "Weights of sequence 0, head 0, length 3"]),
        (MaskState(4, 1, 0, "B T"), ["the shape (4, 4, 1), the scores had (4, 1, 1)."]),
        (MaskState(3, 5, 0, "B 1 1 T"), ["sequence 2, length 4, under the mask of sequence 1"]),
    ],
)
def test_answer_says(state, phrases):
    said = text_of(answer_html(state))

    assert [phrase for phrase in phrases if phrase not in said] == []


def test_answer_says_the_same_without_its_frames():
    """Every cell has a text; the legend and the description tell what the frames mean."""
    html = answer_html(MaskState(4, 4, 0, "B T"))

    assert "In a double frame" in text_of(html)
    assert "16 positions are masked wrongly" in html


def test_question_names_sizes_and_lengths():
    said = text_of(question_html(MaskState(2, 4, 3, "B 1 1 T")))

    assert "scores [B, h, T, T]" in said
    assert "given as [B, 1, 1, T], at B = 2, h = 3, T = 4" in said
    assert "Real tokens in each sequence: 2, 1." in said


def test_verdict_turns_as_the_sizes_meet():
    """The first answer counts, and each change asks anew."""
    demo = mask_demo()
    for size, kind in [(8, RAISES), (16, SILENTLY_WRONG), (1, CORRECT_BY_LUCK)]:
        demo.controls["sequences, B"].value = size
        assert "hidden until you commit" in demo.status.value
        demo.pick.value = kind
        demo.commit.click()
        assert f"✓ You predicted that {IN_WORDS[kind]}. That is right." in demo.status.value
        assert kind.value in demo.answer.value


def test_wrong_prediction_is_told_so():
    demo = mask_demo()
    demo.controls["mask added as"].value = "B T 1"
    demo.pick.value = CORRECT
    demo.commit.click()

    assert "✗ You predicted that it is correct at any sizes." in demo.status.value


def test_judge_is_asked_about_the_state():
    asked = []

    def judge(state, prediction):
        asked.append((state, prediction))
        return mask_scene().judge(state, prediction)

    demo = mask_demo(judge)
    demo.pick.value = RAISES
    demo.commit.click()

    assert asked == [(MaskState(8, 16, 0, "B T"), RAISES)]
