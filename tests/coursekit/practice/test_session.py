"""A session, event by event: what counts as a try, when it gets harder, what is asked again."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coursekit.practice.session import answered, begin, next_question, shown
from coursekit.questions import CATALOGUE

SEED = 3
EVENTS = st.lists(st.sampled_from(["right", "wrong", "lazy", "nonsense", "show", "next"]))


@pytest.fixture
def session(topic):
    """Return a session whose first question a lazy answer gets wrong."""
    started = begin(topic, SEED)
    assert "M29" in started.exercise.question.beliefs
    return started


def right(session):
    return str(session.exercise.question.answer)


def after(session, *events):
    """Return the session after what a learner did."""
    for event in events:
        answer = session.exercise.question.answer
        match event:
            case "right":
                session = answered(session, str(answer))
            case "wrong":
                session = answered(session, str(answer + 1))
            case "lazy":
                session = answered(session, str(answer // 2))
            case "nonsense":
                session = answered(session, "(2")
            case "show":
                session = shown(session)
            case "next":
                session = next_question(session)
    return session


def test_it_begins_at_the_first_level(session):
    assert (session.number, session.level, session.stage) == (1, 0, "asking")
    assert session.message == ""


def test_a_right_answer_solves_the_question(session):
    solved = after(session, "right")

    assert (solved.stage, solved.solved, solved.message) == ("solved", 1, "That is right.")


def test_a_wrong_answer_can_be_mended(session):
    wrong = after(session, "wrong")
    assert (wrong.stage, wrong.message) == ("asking", "That is not right. Try again.")

    solved = after(wrong, "right")
    assert (solved.stage, solved.solved, solved.in_a_row) == ("solved", 1, 0)


def test_a_wrong_answer_names_the_belief_and_not_the_right_value(session):
    wrong = after(session, "lazy")

    assert wrong.message == f"That is not right. {CATALOGUE['M29'].message} Try again."
    assert right(session) not in wrong.message
    assert wrong.missed == ("M29",)


def test_a_second_wrong_answer_shows_the_right_one(session):
    ended = after(session, "wrong", "lazy")

    assert ended.stage == "shown"
    assert ended.message == f"That is not right. {CATALOGUE['M29'].message}"
    assert ended.solved == 0


def test_the_answer_can_be_asked_for(session):
    ended = after(session, "show")

    assert (ended.stage, ended.message) == ("shown", "Here is the answer.")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing is typed yet (an integer is expected)."),
        ("1 + 1", "this is a calculation: type its result (an integer is expected)."),
        ("1.5", "an integer is expected, this is the float 1.5."),
        ("None", "not answered yet."),
    ],
)
def test_what_is_no_answer_is_said_and_not_counted(session, text, message):
    heard = answered(session, text)

    assert heard.message == message
    assert (heard.stage, heard.wrong, heard.in_a_row) == ("asking", 0, 0)


def test_the_same_answer_once_more_is_not_counted(session):
    wrong = after(session, "wrong")

    assert after(wrong, "wrong") == wrong
    assert after(wrong, "nonsense", "wrong").wrong == 1
    assert after(wrong, "lazy").stage == "shown"


@pytest.mark.parametrize(
    ("events", "level"),
    [
        ("right", 0),
        ("right next right", 1),
        ("right next nonsense right", 1),
        ("right next wrong right", 0),
        ("right next show next right", 0),
        ("right next right next right", 1),
        ("right next right next right next right", 2),
        ("right next right next right next right next right next right", 2),
        ("right next right next wrong right", 1),
        ("right next right next show", 0),
        ("right next right next wrong lazy", 0),
        ("show next show", 0),
    ],
)
def test_two_in_a_row_lead_up_and_a_shown_answer_leads_down(session, events, level):
    assert after(session, *events.split()).level == level


def test_a_missed_belief_is_asked_about_until_it_no_longer_shows(session):
    missed = after(session, "lazy", "right", "next")
    assert missed.missed == ("M29",)  # solved, but not at the first try
    assert "M29" in missed.exercise.question.beliefs

    again = after(missed, "wrong", "right", "next")
    assert "M29" in again.exercise.question.beliefs

    assert after(again, "right").missed == ()


def test_a_question_that_cannot_show_the_belief_clears_nothing(topic):
    """Doubled lazily, 0 comes out right."""
    zero = next(
        session
        for session in (begin(topic, seed) for seed in range(100))
        if session.exercise.question.answer == 0
    )
    missed = answered(zero, "1")
    assert missed.missed == ()


@pytest.mark.parametrize("event", ["right", "wrong", "nonsense", "show"])
@pytest.mark.parametrize("end", ["right", "show"])
def test_an_ended_question_takes_no_answer(session, end, event):
    ended = after(session, end)

    assert after(ended, event) == ended


def test_an_open_question_stays(session):
    assert next_question(session) == session


def test_the_next_question_is_another(session):
    following = after(session, "wrong", "show", "next")

    assert (following.number, following.wrong, following.message) == (2, 0, "")
    assert following.exercise.question.id != session.exercise.question.id


@given(EVENTS, st.integers(0, 2**32))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_run_of_events_is_bounded_and_repeatable(topic, events, seed):
    first, second = (after(begin(topic, seed), *events) for _ in range(2))

    assert first == second
    assert 0 <= first.solved <= first.number
    assert 0 <= first.level < len(topic.levels)
    assert len(set(first.missed)) == len(first.missed) <= 3
    assert first.open == (first.stage == "asking")
    assert first.wrong < 2 or not first.open
