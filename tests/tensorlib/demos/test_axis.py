"""The axis demo: what it says, and its widgets by their values."""

from __future__ import annotations

import re

import pytest

from tensorlib import CORRECT, CORRECT_BY_LUCK, RAISES, SILENTLY_WRONG
from tensorlib.demos import axis_demo
from tensorlib.demos.axis_picture import answer_html, question_html
from tensorlib.demos.axis_state import AxisState


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        (AxisState(3, 5, 0, False, False), RAISES),
        (AxisState(16, 16, 0, False, False), SILENTLY_WRONG),
        (AxisState(1, 1, 0, False, False), CORRECT_BY_LUCK),
        (AxisState(3, 5, 1, False, False), CORRECT),
        (AxisState(3, 5, 0, True, True), SILENTLY_WRONG),
        (AxisState(3, 5, 1, True, True), CORRECT),
    ],
)
def test_verdict_turns_with_sizes_and_keepdims(state, kind):
    """At 3 and 5 the wrong axis raises; equal sizes hide it, and so does an axis that stays."""
    assert state.verdict.kind is kind
    assert kind.value in text_of(answer_html(state))


def test_means_stand_side_by_side():
    """x[b, t, 0] = 10 b + t: over 5 tokens row 1 is 12.0, over 3 sequences 10.0 + 1."""
    said = text_of(answer_html(AxisState(3, 5, 0, False, False)))

    assert "1 12.0 11.0" in said
    assert "3 – 13.0" in said
    assert "more rows" not in said
    assert "11 more rows" in text_of(answer_html(AxisState(16, 16, 0, False, False)))


def test_question_shows_the_call():
    assert "x.mean(axis=0, keepdims=True), and its result next meets x itself" in text_of(
        question_html(AxisState(3, 5, 0, True, True))
    )


def test_widget_asks_anew_after_a_change():
    demo = axis_demo()
    demo.pick.value = SILENTLY_WRONG
    demo.commit.click()
    assert "That is right." in demo.status.value

    demo.controls["tokens, T"].value = 5
    assert demo.answer.value == ""
    demo.pick.value = SILENTLY_WRONG
    demo.commit.click()
    assert "not right" in demo.status.value
    assert "RAISES" in demo.answer.value
