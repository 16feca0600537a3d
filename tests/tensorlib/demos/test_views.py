"""The views demo: what it asks and says, and its widget by its traits."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from tensorlib.demos import views_demo
from tensorlib.demos.views import views_scene
from tensorlib.demos.views_picture import (
    answer_html,
    flat_text,
    prediction_text,
    question_html,
    walk_drawing,
)
from tensorlib.demos.views_state import CUTS, ViewState, first_state
from tensorlib.drawing import Text

WHOLE = (":", ":", ":")
SWAPPED = ViewState((2, 3, 4), WHOLE, (1, 0, 2), "flat view")
KEPT = (0, 1, 2)


def states():
    """Return every way to cut and reorder one tensor, each with both questions."""
    return [
        ViewState((2, 3, 4), cuts, order, asked)
        for cuts in product(CUTS, repeat=3)
        for order in permutations(range(3))
        for asked in ("strides", "flat view")
    ]


def test_views_are_numpys():
    for state in states():
        array = np.asarray(state.view)
        whole = np.arange(24).reshape(2, 3, 4)[state.key].transpose(state.order)
        offsets = np.fromiter(state.view.offsets(), int)

        assert array.shape == whole.shape
        assert np.array_equal(offsets, whole.ravel())


def test_a_flat_view_exists_where_one_step_leads_to_every_next_place():
    for state in states():
        steps = np.diff(list(state.view.offsets()))
        flat = len(set(steps.tolist())) <= 1

        assert (state.refusal is None) == flat
        assert ViewState(state.shape, state.cuts, state.order, "flat view").answer == flat


@pytest.mark.parametrize(
    ("state", "answer"),
    [
        (first_state(), (1, 12, 4)),
        (SWAPPED, False),
        (ViewState((2, 3, 4), (":", ":", "::2"), KEPT, "strides"), (12, 4, 2)),
        (ViewState((2, 3, 4), (":", ":", "::2"), KEPT, "flat view"), True),  # 12 = 3·4, 4 = 2·2
        (ViewState((2, 3, 4), ("::-1", "::-1", "::-1"), KEPT, "strides"), (-12, -4, -1)),
        (ViewState((2, 3, 4), ("::-1", "::-1", "::-1"), KEPT, "flat view"), True),
        (ViewState((2, 3, 4), ("::-1", ":", ":"), KEPT, "flat view"), False),
        (ViewState((1, 3, 4), WHOLE, (1, 0, 2), "flat view"), True),
        (ViewState((1, 3, 4), ("1:", ":", ":"), KEPT, "flat view"), True),  # nothing to read
    ],
)
def test_answers_by_hand(state, answer):
    assert state.answer == answer


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (first_state(), "t.view().permute(2, 0, 1)"),
        (ViewState((2, 3, 4), ("1:", ":", "::2"), KEPT, "strides"), "t.view()[1:, :, ::2]"),
        (
            ViewState((2, 3, 4), ("::-1", ":", ":"), (1, 0, 2), "strides"),
            "t.view()[::-1, :, :].permute(1, 0, 2)",
        ),
    ],
)
def test_question_tells_the_view_as_code_that_makes_it(state, code):
    t = ViewState(state.shape, WHOLE, KEPT, "strides").view

    assert state.code == code
    assert f"the view v = {code}." in question_html(state)
    assert eval(code, {"t": t}).layout == state.view.layout


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (SWAPPED, "No flat view: axes 1 and 2 cannot merge"),
        (first_state(), "because stride 1 is not 2 * 12 = 24."),
        (
            ViewState((2, 3, 4), (":", ":", "::2"), KEPT, "strides"),
            "There is a flat view of shape (12,), with stride 2.",
        ),
    ],
)
def test_answer_says_why_or_with_which_stride(state, said):
    assert said in flat_text(state)
    assert said in answer_html(state)


def test_reason_is_that_of_the_refusal():
    for state in states():
        if state.refusal is not None:
            _, reason = str(state.refusal).split("axes ", 1)
            assert flat_text(state) == f"No flat view: axes {reason}."


def test_drawing_tells_every_place_when_it_is_read():
    drawing = walk_drawing(ViewState((1, 2, 3), (":", ":", "::2"), (2, 1, 0), "strides").view)
    texts = [mark.text for mark in drawing.marks if isinstance(mark, Text)]

    assert [text for text in texts if text.startswith("no. ")] == [
        "no. 1",
        "no. 3",
        "no. 2",
        "no. 4",
    ]
    assert drawing.description == "Offsets in the order in which they are read: 0, 3, 2, 5."


def test_every_state_can_be_asked_and_answered():
    for state in states()[::7]:
        assert "<p>" in question_html(state)
        assert "offsets in logical order" in answer_html(state)


def test_predictions_are_repeated_in_words():
    assert prediction_text((3, 1)) == "strides (3, 1)"
    assert prediction_text(True) == "that a flat view exists"


def test_strides_are_typed_and_committed():
    demo = views_demo()
    assert demo.answer.value == ""

    demo.typed.value = "(1, 12, 4)"
    demo.commit.click()

    assert "✓ You predicted strides (1, 12, 4). That is right." in demo.status.value
    assert "offsets in logical order: 0, 4, 8" in demo.answer.value


def test_flat_view_is_picked():
    demo = views_demo()
    demo.controls["you predict"].value = "flat view"
    demo.controls["order of the axes"].value = KEPT
    demo.pick.value = True
    demo.commit.click()

    assert "✓ You predicted that a flat view exists. That is right." in demo.status.value


def test_any_control_asks_anew():
    demo = views_demo()
    demo.pick.value = False
    demo.commit.click()
    assert "✗" in demo.status.value
    assert demo.answer.value

    for label, value in [("size of axis 0", 4), ("cut of axis 2", "::-1")]:
        demo.controls[label].value = value
        assert demo.answer.value == ""
    assert "[:, :, ::-1].permute(2, 0, 1)" in demo.question.value
    assert "shape (4, 3, 4)" in demo.question.value


def test_nothing_chosen_is_no_prediction():
    demo = views_demo()
    demo.commit.click()

    assert "Choose what you expect: strides, or whether there is a flat view." in demo.status.value
    assert demo.answer.value == ""


def test_stored_form_folds_the_answer_away():
    stored = views_demo()._repr_mimebundle_()["text/html"]

    assert stored == views_demo()._repr_mimebundle_()["text/html"]
    assert "<details>" in stored
    assert stored.index("What are its strides") < stored.index("<details>")
    assert stored.index("offsets in logical order") > stored.index("<details>")


def test_library_judges_by_itself():
    judge = views_scene().judge

    assert judge(SWAPPED, False).correct
    assert not judge(SWAPPED, True).correct
    assert not judge(SWAPPED, (16, 128, 1)).correct
