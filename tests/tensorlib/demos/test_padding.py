"""The padding demo: its states, what it shows of them, and its controls."""

from __future__ import annotations

from itertools import product

import pytest

from tensorlib.demos import padding_demo
from tensorlib.demos.judging import PlainVerdict
from tensorlib.demos.padding_picture import (
    answer_html,
    batch_drawing,
    indices_text,
    question_html,
)
from tensorlib.demos.padding_state import PaddingState, first_state
from tensorlib.demos.scene import ASKING
from tensorlib.drawing import Diamond, Text
from tensorlib.prose import message_html
from tensorlib.recipes import RECIPES

LEFT_BY_COUNT = PaddingState((5, 3, 1), left=True, recipe_name="length - 1")
NAMES = [recipe.name for recipe in RECIPES]


@pytest.fixture
def demo():
    return padding_demo()


def predict(demo, indices):
    demo.typed.value = indices
    demo.commit.click()


def texts(drawing):
    return [mark.text for mark in drawing.marks if isinstance(mark, Text)]


def test_state_knows_its_batch():
    assert (LEFT_BY_COUNT.width, LEFT_BY_COUNT.side) == (5, "left")
    assert LEFT_BY_COUNT.mask.sum(axis=1).tolist() == [5, 3, 1]
    assert LEFT_BY_COUNT.indices == (4, 2, 0)
    assert first_state().indices == (4, 2, 0)


def test_question_shows_the_batch_and_keeps_the_answer():
    html = question_html(LEFT_BY_COUNT)
    drawing = batch_drawing(LEFT_BY_COUNT, answered=False)

    assert "padded on the left, T = 5." in html
    assert "“length - 1”, that is mask.sum(axis=1) - 1." in html
    assert drawing.description == "Row 0: t0 t1 t2 t3 t4. Row 1: × × t0 t1 t2. Row 2: × × × × t0."
    assert not any(isinstance(mark, Diamond) for mark in drawing.marks)


def test_answer_marks_where_the_recipe_looks():
    drawing = batch_drawing(LEFT_BY_COUNT, answered=True)

    assert drawing.description == (
        "Row 0: t0 t1 t2 t3 t4, index 4: last. Row 1: × × t0 t1 t2, index 2: not last. "
        "Row 2: × × × × t0, index 0: padding."
    )
    assert sum(isinstance(mark, Diamond) for mark in drawing.marks) == 3
    assert [text for text in texts(drawing) if text in ("last", "not last", "padding")] == [
        "last",
        "not last",
        "padding",
    ]


def test_answer_holds_every_recipe_against_the_batch():
    html = answer_html(LEFT_BY_COUNT)

    assert "Length - 1: the indices 4, 2, 0. 40.0 % of the batch is padding." in html
    assert all(f">{name}</th>" in html for name in NAMES)
    assert ">2: not last</td>" in html
    assert ">0: padding</td>" in html
    assert "An index of -1 reads the end of the row, as in Python." in html


@pytest.mark.parametrize(
    ("lengths", "left", "name"),
    list(product([(1, 1, 1), (8, 8, 8), (1, 8, 4)], (True, False), NAMES)),
)
def test_every_state_can_be_shown(lengths, left, name):
    state = PaddingState(lengths, left, name)

    assert question_html(state).count("<svg") == 1
    assert answer_html(state).count("<svg") == 1
    assert batch_drawing(state, answered=True).description.count("index") == 3


def test_it_opens_with_the_question_and_without_the_answer(demo):
    assert {label: control.value for label, control in demo.controls.items()} == {
        "length of row 0": 5,
        "length of row 1": 3,
        "length of row 2": 1,
        "padding on the left": False,
        "recipe": "from the mask",
    }
    assert demo.question.value == question_html(first_state())
    assert demo.status.value == message_html(ASKING)
    assert demo.answer.value == ""


def test_a_right_prediction_reveals_the_answer(demo):
    predict(demo, "4, 2, 0")

    assert "✓ You predicted the indices 4, 2, 0. That is right." in demo.status.value
    assert demo.answer.value == answer_html(first_state())


def test_the_side_asks_anew(demo):
    predict(demo, "4, 2, 0")
    demo.controls["padding on the left"].value = True

    assert demo.answer.value == ""
    predict(demo, "4, 2, 0")
    assert "✗ You predicted the indices 4, 2, 0. That is not right." in demo.status.value


def test_recipe_and_lengths_make_another_state(demo):
    demo.controls["padding on the left"].value = True
    demo.controls["recipe"].value = "length - 1"
    predict(demo, "(4, 2, 0)")

    assert demo.answer.value == answer_html(LEFT_BY_COUNT)
    demo.controls["length of row 2"].value = 7
    assert demo.question.value == question_html(PaddingState((5, 3, 7), True, "length - 1"))


def test_the_course_can_judge():
    seen = []

    def judge(state, prediction):
        seen.append((state, prediction))
        return PlainVerdict(True)

    demo = padding_demo(judge)
    predict(demo, "0, 0, 0")

    assert seen == [(first_state(), (0, 0, 0))]


def test_indices_in_words():
    assert indices_text((-1, 3)) == "the indices -1, 3"
