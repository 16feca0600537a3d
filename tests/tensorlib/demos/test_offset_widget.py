"""The widget layer without a browser: traits are set as a front end would set them."""

import ipywidgets as widgets
import pytest
from IPython.core.formatters import DisplayFormatter

from tensorlib.demos import offset_demo
from tensorlib.demos.offset_picture import answer_html, message_html, question_html, static_html
from tensorlib.demos.offset_state import OffsetState, first_state

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
RIGHT = "✓ You predicted offset 8. That is right. Move a slider for the next question."
ASKING = message_html("The answer stays hidden until you commit a prediction.")


@pytest.fixture
def demo():
    return offset_demo()


def predict(demo, offset):
    demo.offset.value = offset
    demo.commit.click()


def test_it_opens_with_the_question_and_without_the_answer(demo):
    assert [slider.value for slider in demo.sizes] == [2, 2, 3]
    assert [slider.value for slider in demo.indices] == [1, 0, 2]
    assert demo.question.value == question_html(first_state())
    assert demo.status.value == ASKING
    assert demo.answer.value == ""


def test_the_sliders_reach_empty_axes_and_indices_outside(demo):
    assert {(slider.min, slider.max) for slider in demo.sizes} == {(0, 4)}
    assert {(slider.min, slider.max) for slider in demo.indices} == {(-1, 5)}


def test_every_control_is_labelled(demo):
    labels = [
        control.description
        for control in (*demo.sizes, *demo.indices, demo.expectation, demo.offset, demo.commit)
    ]

    assert all(labels)
    assert len(set(labels)) == len(labels)


def test_a_right_prediction_reveals_the_answer(demo):
    predict(demo, 8)

    assert demo.status.value == message_html(RIGHT)
    assert demo.answer.value == answer_html(first_state())


def test_a_predicted_refusal_is_committed_with_its_axis(demo):
    demo.indices[1].value = 2
    demo.expectation.value = 1
    demo.commit.click()

    assert "✓ You predicted a refusal at axis 1. That is right." in demo.status.value
    assert demo.answer.value == answer_html(OffsetState((2, 2, 3), (1, 2, 2)))


def test_axis_0_is_a_choice_and_not_the_lack_of_one(demo):
    demo.expectation.value = 0
    demo.commit.click()

    assert "✗ You predicted a refusal at axis 0. That is not right." in demo.status.value


def test_nothing_is_revealed_before_a_choice(demo):
    demo.commit.click()

    assert demo.status.value == message_html(
        "Choose what you expect: an offset, or the axis that refuses the coordinate."
    )
    assert demo.answer.value == ""


@pytest.mark.parametrize("group", ["sizes", "indices"])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_moving_any_slider_hides_the_answer_and_asks_anew(demo, group, axis):
    predict(demo, 8)
    slider = getattr(demo, group)[axis]
    slider.value += 1

    assert demo.answer.value == ""
    assert demo.status.value == ASKING
    assert demo.expectation.value is None
    assert demo.offset.value == 0
    demo.commit.click()
    assert demo.answer.value == ""


def test_a_second_prediction_changes_nothing(demo):
    predict(demo, 8)
    predict(demo, 3)

    assert demo.status.value == message_html(RIGHT)


def test_a_judge_is_asked_and_answers():
    class Verdict:
        correct = False
        message = "You seem to count bytes."

    demo = offset_demo(judge=lambda *_: Verdict())
    predict(demo, 64)

    assert "✗ You predicted offset 64. You seem to count bytes." in demo.status.value


def test_there_is_no_output_widget(demo):
    """A program that runs the notebook may lose the reply of a cell that shows one."""
    found = [demo.box]
    for widget in found:
        found.extend(getattr(widget, "children", ()))

    assert demo.answer in found
    assert not any(isinstance(widget, widgets.Output) for widget in found)


def test_a_notebook_stores_the_live_view_and_the_static_form(demo):
    predict(demo, 3)
    data, _ = DisplayFormatter().format(demo)

    assert data.keys() == {"text/plain", "text/html", WIDGET_VIEW}
    assert data[WIDGET_VIEW]["model_id"] == demo.box.model_id
    assert data["text/html"] == static_html(first_state())
    assert data["text/plain"] == "Offset demo: shape (2, 2, 3), coordinate (1, 0, 2), answered"


def test_the_stored_form_is_the_same_for_every_demo(demo):
    first, _ = DisplayFormatter().format(demo)
    second, _ = DisplayFormatter().format(offset_demo())

    assert first.pop(WIDGET_VIEW) != second.pop(WIDGET_VIEW)
    assert first == second
