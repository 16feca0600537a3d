"""What a learner sees at each stage; the right value only once the question has ended."""

from __future__ import annotations

import pytest

from coursekit.practice.catalogue import TOPICS
from coursekit.practice.picture import explanation_html, question_html, status_html, topic_html
from coursekit.practice.session import answered, begin, next_question, shown
from tensorlib.prose import message_html


@pytest.fixture
def session(topic):
    return begin(topic, 3)


def answer(session):
    return str(session.exercise.question.answer)


def test_the_question_stands_with_its_number_and_level(session):
    prompt = session.exercise.question.prompt

    assert question_html(session) == f"<p>Question 1, level 1 of 3. {prompt}</p>"


def test_the_status_line_says_how_to_answer(session):
    assert status_html(session) == message_html("Type your answer, such as 8, and press Enter.")


def test_the_status_line_tells_wrong_from_unread(session):
    wrong, unread = answered(session, "1"), answered(session, "(1")

    assert ">✗ That is not right. Try again.<" in status_html(wrong)
    assert ">'(1' cannot be read" in status_html(unread)


def test_the_status_line_ends_a_question(session):
    solved, given_up = answered(session, answer(session)), shown(session)

    assert status_html(solved) == message_html(
        "✓ That is right. Solved so far: 1 of 1. Press Enter for the next one."
    )
    assert status_html(given_up) == message_html(
        "✗ Here is the answer. Solved so far: 0 of 1. Press Enter for the next one."
    )


def test_the_explanation_waits_for_the_end(session):
    number = session.exercise.question.answer // 2
    expected = f"<p>Answer: {2 * number}</p><p>{number} + {number} = {2 * number}.</p>"

    assert explanation_html(session) == ""
    assert explanation_html(answered(session, "1")) == ""
    assert explanation_html(answered(session, answer(session))) == expected
    assert explanation_html(next_question(shown(session))) == ""


@pytest.mark.parametrize("name", TOPICS)
def test_the_stored_form_is_one_worked_question(name):
    topic = TOPICS[name]
    html = topic_html(topic)
    asked, told = html.split("<details>")

    assert html == topic_html(topic)
    assert f"<p>Practice: {topic.title}.</p>" in asked
    assert "Answer: " not in asked
    assert "<p>Answer: " in told
