"""The block demo: what a state tells, what it shows, and the demo as a whole."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib.demos import block_demo
from tensorlib.demos.block import block_scene
from tensorlib.demos.block_picture import (
    answer_html,
    card_drawing,
    question_html,
    room_text,
    rows_drawing,
    share_text,
)
from tensorlib.demos.block_state import (
    BATCHES,
    CARDS,
    HEADS,
    LAYERS,
    NAMES,
    TOKENS,
    WIDTHS,
    BlockOutcome,
    BlockState,
    first_state,
    outcome_of,
)
from tensorlib.demos.scene import ASKING, scene_html
from tensorlib.drawing import Text
from tensorlib.prose import message_html

FIRST = first_state()
STATES = st.builds(
    BlockState,
    st.sampled_from(BATCHES),
    st.sampled_from(TOKENS),
    st.sampled_from(WIDTHS),
    st.sampled_from(HEADS),
    st.sampled_from(LAYERS),
    st.sampled_from(NAMES),
    st.sampled_from(CARDS),
)


@pytest.fixture
def demo():
    return block_demo()


def texts(drawing):
    return [mark.text for mark in drawing.marks if isinstance(mark, Text)]


@pytest.mark.parametrize(
    ("changes", "fits", "quadratic"),
    [
        ({}, False, True),  # 72 GiB, 64 of them T×T
        ({"card_gib": 80}, True, True),
        ({"T": 128}, True, False),  # 0.75 GiB, a third of it T×T
        ({"T": 128, "layers": 48}, False, False),  # 36 GiB
        ({"T": 128, "layers": 32}, True, False),  # 24 GiB to the byte
        ({"T": 256}, True, False),  # half is not more than half
    ],
)
def test_outcome_by_hand(changes, fits, quadratic):
    assert outcome_of(replace(FIRST, **changes)) == BlockOutcome(fits, quadratic)


@given(STATES)
def test_outcome_agrees_with_plain_products(state):
    """Eight units of B·T·d numbers and two of B·heads·T·T, at 4, 2 or 1 bytes."""
    width = {"fp32": 4, "int8": 1}.get(state.format, 2)
    unit = state.B * state.T * state.d * width
    square = state.B * state.heads * state.T**2 * width
    outcome = outcome_of(state)

    assert outcome.fits == (state.layers * (8 * unit + 2 * square) <= state.card_gib * 2**30)
    assert outcome.quadratic == (square > 4 * unit)


def test_every_choice_of_heads_divides_every_width():
    assert [d % heads for d in WIDTHS for heads in HEADS] == [0] * len(WIDTHS) * len(HEADS)


def test_question_names_the_sizes_and_does_not_answer():
    html = question_html(replace(FIRST, layers=12))

    assert "B = 32 sequences of T = 2048 tokens, d = 4096, 64 heads, 12 blocks" in html
    assert "Does all of it fit in 24 GiB?" in html
    assert "77" not in html


def test_rows_stand_as_bars_with_their_figures_and_shares():
    drawing = rows_drawing(FIRST)

    assert "One block: 77,309,411,328 bytes = 77.3 GB = 72.0 GiB" in texts(drawing)
    assert texts(drawing).count("1.07 GB, 1.4%") == 4
    assert texts(drawing).count("34.4 GB, 44.4%") == 2
    assert "scores (T×T) 34.4 GB, 44.4%; weights (T×T) 34.4 GB, 44.4%" in drawing.description


@pytest.mark.parametrize(
    ("card", "said"), [(80, "77.3 GB = 72.0 GiB fits in"), (24, "77.3 GB = 72.0 GiB does not fit")]
)
def test_card_is_a_line_beside_the_bar(card, said):
    drawing = card_drawing(replace(FIRST, card_gib=card))

    assert f"a card of {card} GiB" in texts(drawing)
    assert said in drawing.description


def test_texts_say_where_the_crossover_is_and_what_would_fit():
    assert "The T×T rows are 88.9% of the block." in share_text(FIRST)
    assert "half of it at T = 2048, four times the head width of 512" in share_text(
        replace(FIRST, heads=8)
    )
    assert "at most B = 0 sequences" in room_text(replace(FIRST, layers=48, card_gib=8))


@pytest.mark.parametrize("format", NAMES)
def test_every_state_is_quick(format):
    seconds = []
    for tokens in (TOKENS[0], 2048, TOKENS[-1]):
        for batch in (BATCHES[0], BATCHES[-1]):
            state = replace(FIRST, B=batch, T=tokens, format=format)
            start = time.process_time()
            assert question_html(state)
            assert answer_html(state)
            seconds.append(time.process_time() - start)

    assert statistics.median(seconds) < 0.05


def test_it_opens_with_the_question_and_without_the_answer(demo):
    assert {label: control.value for label, control in demo.controls.items()} == {
        "sequences, B": 32,
        "tokens, T": 2048,
        "blocks": 1,
        "numbers a token, d": 4096,
        "heads": 64,
        "format": "fp32",
        "card": 24,
    }
    assert demo.question.value == question_html(FIRST)
    assert demo.status.value == message_html(ASKING)
    assert demo.answer.value == ""


def test_a_right_prediction_reveals_the_answer(demo):
    demo.pick.value = BlockOutcome(fits=False, quadratic=True)
    demo.commit.click()

    said = (
        "✓ You predicted that it does not fit, and that T×T is more than half. That is right. "
        "Change a control for the next question."
    )
    assert demo.status.value == message_html(said)
    assert demo.answer.value == answer_html(FIRST)


@pytest.mark.parametrize(
    ("label", "value", "field"),
    [
        ("sequences, B", 1, "B"),
        ("tokens, T", 128, "T"),
        ("blocks", 2, "layers"),
        ("numbers a token, d", 512, "d"),
        ("heads", 1, "heads"),
        ("format", "bf16", "format"),
        ("card", 80, "card_gib"),
    ],
)
def test_every_control_asks_anew(demo, label, value, field):
    demo.pick.value = BlockOutcome(fits=True, quadratic=True)
    demo.commit.click()
    assert "✗" in demo.status.value
    demo.controls[label].value = value

    assert demo.answer.value == ""
    assert demo.question.value == question_html(replace(FIRST, **{field: value}))


def test_the_course_can_judge():
    heard = []

    class Verdict:
        correct = False
        message = "You seem to forget the heads."

    def judge(state, prediction):
        heard.append((state, prediction))
        return Verdict()

    demo = block_demo(judge=judge)
    demo.pick.value = BlockOutcome(fits=True, quadratic=False)
    demo.commit.click()

    assert heard == [(FIRST, BlockOutcome(fits=True, quadratic=False))]
    assert "You seem to forget the heads." in demo.status.value


def test_the_stored_form_asks_before_it_answers():
    question, answer = scene_html(block_scene()).split("<details>")

    assert question_html(FIRST) in question
    assert answer_html(FIRST) in answer
    assert "Run this notebook in JupyterLab to choose sizes, format and card yourself." in answer
