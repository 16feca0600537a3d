"""The widget layer without a browser: keys and buttons as a front end reports them."""

from __future__ import annotations

import re

import ipywidgets as widgets
import pytest
from IPython.core.formatters import DisplayFormatter
from widget_events import all_widgets, press_enter

from coursekit.errors import CourseError
from coursekit.practice import practice
from coursekit.practice.catalogue import TOPICS, TopicTable
from coursekit.practice.picture import explanation_html, question_html, status_html, topic_html
from coursekit.practice.session import answered, begin, next_question, shown

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SEED = 1
FIRST = begin(TOPICS["strides"], SEED)
RIGHT = repr(FIRST.exercise.question.answer)


@pytest.fixture
def strides():
    return practice("strides", seed=SEED)


def seen(widget):
    return [widget.question.value, widget.status.value, widget.explanation.value]


def drawn(session):
    return [question_html(session), status_html(session), explanation_html(session)]


def test_it_opens_with_a_question(strides):
    assert seen(strides) == drawn(FIRST)
    assert strides.check.description == "Check"


def test_enter_gives_the_answer_and_then_leads_on(strides):
    press_enter(strides.text, RIGHT)
    solved = answered(FIRST, RIGHT)
    assert seen(strides) == drawn(solved)
    assert strides.check.description == "Next question"

    press_enter(strides.text)
    assert seen(strides) == drawn(next_question(solved))
    assert strides.text.value == ""


def test_the_button_does_what_enter_does(strides):
    strides.text.value = RIGHT
    assert seen(strides) == drawn(FIRST)
    strides.check.click()
    assert seen(strides) == drawn(answered(FIRST, RIGHT))
    strides.check.click()
    assert seen(strides) == drawn(next_question(answered(FIRST, RIGHT)))


def test_a_wrong_answer_stays_in_the_field(strides):
    press_enter(strides.text, "7, 7")

    assert seen(strides) == drawn(answered(FIRST, "7, 7"))
    assert strides.text.value == "7, 7"


def test_what_was_typed_before_enter_leads_on_is_not_the_next_answer(strides):
    """A text that arrives with the Enter that asks for the next question answers nothing."""
    strides.show.click()
    press_enter(strides.text, "7, 7")

    assert seen(strides) == drawn(next_question(shown(FIRST)))


def test_the_answer_can_be_shown(strides):
    strides.show.click()

    assert seen(strides) == drawn(shown(FIRST))
    strides.show.click()
    assert seen(strides) == drawn(shown(FIRST))


def test_two_sessions_differ_unless_their_seed_is_given():
    questions = {practice("strides").question.value for _ in range(20)}

    assert len(questions) > 1
    assert seen(practice("strides", seed=5)) == seen(practice("strides", seed=5))


def test_without_a_name_the_topics_are_listed():
    assert isinstance(practice(), TopicTable)


def test_an_unknown_topic_is_refused():
    expected = f"practice: no topic 'tensors': there are {', '.join(TOPICS)}"

    with pytest.raises(CourseError, match=f"^{re.escape(expected)}$"):
        practice("tensors")


def test_fields_are_named_and_there_is_no_output_widget(strides):
    found = all_widgets(strides.box)

    assert strides.text.description == "answer"
    assert not any(isinstance(widget, widgets.Output) for widget in found)


def test_a_notebook_stores_the_live_view_and_a_worked_question(strides):
    data, _ = DisplayFormatter().format(strides)

    assert data.keys() == {"text/plain", "text/html", WIDGET_VIEW}
    assert data[WIDGET_VIEW]["model_id"] == strides.box.model_id
    assert data["text/html"] == topic_html(TOPICS["strides"])
    assert data["text/plain"] == "Practice: strides, question 1"


def test_the_stored_form_is_the_same_for_every_session():
    first, second = (DisplayFormatter().format(practice("strides"))[0] for _ in range(2))

    assert first.pop(WIDGET_VIEW) != second.pop(WIDGET_VIEW)
    assert first == second
