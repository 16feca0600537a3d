"""The widget layer without a browser: traits are set as a front end would set them."""

from __future__ import annotations

import ipywidgets as widgets
import pytest
from IPython.core.formatters import DisplayFormatter
from widget_events import all_widgets, press_enter

from tensorlib.demos.controls import Typed
from tensorlib.demos.scene import ASKING, scene_html
from tensorlib.prose import message_html
from tensorlib.typed import read_integer

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
AGAIN = "Change a control for the next question."
RIGHT = message_html(f"✓ You predicted 14. That is right. {AGAIN}")


def predict(demo, text):
    demo.typed.value = text
    demo.commit.click()


def test_it_opens_with_the_question_and_without_the_answer(demo):
    assert demo.question.value == "<p>Add (2, 3) and (4, 5).</p>"
    assert demo.status.value == message_html(ASKING)
    assert demo.answer.value == ""


def test_the_controls_show_the_first_state(demo):
    assert {label: widget.value for label, widget in demo.controls.items()} == {
        "numbers": "(2, 3)",
        "second of the pair": 5,
        "unit": 1,
        "with a minus": False,
    }


def test_a_right_prediction_reveals_the_answer(demo):
    predict(demo, "14")

    assert demo.status.value == RIGHT
    assert demo.answer.value == "<p>14</p>"


def test_enter_commits_what_was_typed(demo):
    press_enter(demo.typed, "14")

    assert demo.status.value == RIGHT


def test_a_second_prediction_changes_nothing(demo):
    predict(demo, "14")
    predict(demo, "3")

    assert demo.status.value == RIGHT


@pytest.mark.parametrize(
    ("label", "value", "question", "answer"),
    [
        ("numbers", "7", "<p>Add (7,) and (4, 5).</p>", "<p>16</p>"),
        ("second of the pair", 9, "<p>Add (2, 3) and (4, 9).</p>", "<p>18</p>"),
        ("unit", 10, "<p>Add (2, 3) and (4, 5).</p>", "<p>140</p>"),
        ("with a minus", True, "<p>Add (2, 3) and (4, 5).</p>", "<p>-14</p>"),
    ],
)
def test_any_control_hides_the_answer_and_asks_anew(demo, label, value, question, answer):
    predict(demo, "14")
    demo.controls[label].value = value

    assert demo.answer.value == ""
    assert demo.status.value == message_html(ASKING)
    assert demo.typed.value == ""
    assert demo.question.value == question
    predict(demo, "0")
    assert demo.answer.value == answer


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Say a sum."),
        ("  ", "Say a sum."),
        ("2 +", "sum: '2 +' cannot be read: type a number, or several with commas between them"),
        ("1.5", "sum: an integer is expected, such as 12, not 1.5"),
    ],
)
def test_nothing_is_revealed_before_a_prediction_that_can_be_read(demo, text, message):
    predict(demo, text)

    assert demo.status.value == message_html(message)
    assert demo.answer.value == ""


def test_a_control_that_cannot_be_read_hides_the_answer_and_holds_the_prediction(demo):
    fault = message_html("numbers: integers are expected, such as (8, 4, 16), not 'two'")
    predict(demo, "14")
    demo.controls["numbers"].value = "two"

    assert demo.status.value == fault
    assert demo.answer.value == ""
    predict(demo, "14")
    assert demo.status.value == fault
    assert demo.answer.value == ""
    demo.controls["numbers"].value = "2, 3"
    predict(demo, "14")
    assert demo.status.value == RIGHT


def test_a_number_field_and_its_slider_move_together(demo):
    (number,) = (w for w in all_widgets(demo.box) if isinstance(w, widgets.BoundedIntText))
    slider = demo.controls["second of the pair"]

    assert (number.min, number.max, slider.min, slider.max) == (1, 9, 1, 9)
    number.value = 7
    assert slider.value == 7
    assert demo.question.value == "<p>Add (2, 3) and (4, 7).</p>"
    slider.value = 8
    assert number.value == 8


def test_options_can_be_picked(make_demo):
    demo = make_demo(options=(("fourteen", 14), ("none", 0)))
    demo.commit.click()
    assert demo.status.value == message_html("Say a sum.")

    demo.pick.value = 0
    demo.commit.click()

    assert demo.typed is None
    assert "✗ You predicted 0. That is not right." in demo.status.value


def test_what_is_typed_beside_options_picks_their_last_way(make_demo):
    demo = make_demo(options=(("none", 0),), typed=Typed("sum", read_integer), typing="typed")
    assert demo.pick.value is None
    demo.typed.value = "14"
    assert demo.pick.label == "typed"

    demo.commit.click()

    assert demo.status.value == RIGHT
    demo.controls["unit"].value = 10
    assert (demo.pick.value, demo.typed.value) == (None, "")


def test_an_option_outweighs_what_was_typed_before(make_demo):
    demo = make_demo(options=(("none", 0),), typed=Typed("sum", read_integer))
    demo.typed.value = "14"
    demo.pick.value = 0
    demo.commit.click()

    assert "✗ You predicted 0." in demo.status.value


def test_every_field_is_named(demo):
    """The handle of a slider has no name of its own; the number field beside it has."""
    fields = (widgets.BoundedIntText, widgets.Dropdown, widgets.Checkbox, widgets.Text)
    names = {w.description for w in all_widgets(demo.box) if isinstance(w, fields)}

    assert names == {"numbers", "second of the pair", "unit", "with a minus", "sum"}
    assert demo.controls["second of the pair"].tooltip == "second of the pair"


def test_there_is_no_output_widget(demo):
    """A program that runs the notebook may lose the reply of a cell that shows one."""
    found = all_widgets(demo.box)

    assert demo.answer in found
    assert not any(isinstance(widget, widgets.Output) for widget in found)


def test_a_notebook_stores_the_live_view_and_the_static_form(demo, scene):
    predict(demo, "3")
    data, _ = DisplayFormatter().format(demo)

    assert data.keys() == {"text/plain", "text/html", WIDGET_VIEW}
    assert data[WIDGET_VIEW]["model_id"] == demo.box.model_id
    assert data["text/html"] == scene_html(scene)
    assert data["text/plain"] == (
        "Sum demo: numbers (2, 3), pair sum (4, 5), unit 1, negative False, answered"
    )
