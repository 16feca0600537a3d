from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.practice.exercise import Exercise, Topic, draw
from coursekit.questions import Integer, Question

SEEDS = st.integers(0, 2**32)


def asked(exercise):
    return exercise.question.prompt


@pytest.mark.parametrize(("level", "digits"), [(0, 1), (1, 3), (2, 4)])
def test_a_level_gives_its_exercises(topic, level, digits):
    number = asked(draw(topic, level, Random(1), (), None)).strip("Double .")

    assert len(number) == digits


@given(SEEDS)
def test_the_same_question_is_not_asked_twice_in_a_row(seed):
    topic = Topic("coin", "", (_coin,), "")
    before = draw(topic, 0, Random(seed), (), None).question

    assert draw(topic, 0, Random(seed), (), before).question.id != before.id


def _coin(chance):
    side = chance.choice((0, 1))
    return Exercise(Question(f"coin {side}", "?", Integer(), side, {}), "")


def test_a_topic_of_one_question_asks_it_again():
    only = Exercise(Question("only", "?", Integer(), 1, {}), "")
    topic = Topic("one", "", (lambda _: only,), "")

    assert draw(topic, 0, Random(0), ("M29",), only.question) is only


@pytest.mark.parametrize(
    ("level", "missed", "digits"),
    [
        (0, ("M29",), 1),  # 0 is passed over: doubled by the lazy it is right
        (1, ("M29",), 3),
        (0, ("M30",), 4),  # only the third level shows it
        (0, ("M30", "M29"), 1),  # the later one first
        (2, ("M29",), 3),  # the nearest level that shows it
        (1, ("M70",), 3),  # no level shows it
    ],
)
@pytest.mark.parametrize("seed", range(20))
def test_a_missed_belief_is_asked_about_where_it_shows(topic, level, missed, digits, seed):
    exercise = draw(topic, level, Random(seed), missed, None)

    assert len(str(exercise.question.answer // 2)) == digits
    assert missed[-1] in (*exercise.question.beliefs, "M70")


@given(SEEDS)
def test_equal_chances_give_equal_exercises(seed):
    topic = Topic("coin", "", (_coin,), "")

    first, second = (draw(topic, 0, Random(seed), (), None) for _ in range(2))

    assert first == second
