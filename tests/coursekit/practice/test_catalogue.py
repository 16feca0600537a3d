"""The topics as a whole: each can be found by name, and each gives exercises without end."""

from __future__ import annotations

import itertools
import re
from random import Random

import pytest

from coursekit.errors import CourseError
from coursekit.practice.catalogue import TOPICS, TopicTable, topic_named
from coursekit.practice.reading import read_answer
from coursekit.questions import CATALOGUE, OneOf, judge

LEVELS = [
    pytest.param(level, id=f"{topic.name}-{number}")
    for topic in TOPICS.values()
    for number, level in enumerate(topic.levels, start=1)
]
DRAWS = 60


def exercises(level):
    return [level(Random(f"{seed}")) for seed in range(DRAWS)]


def test_a_topic_is_found_by_its_name():
    assert [topic_named(name).name for name in TOPICS] == list(TOPICS)


def test_an_unknown_topic_is_refused_with_those_there_are():
    expected = f"practice: no topic 'stride': there are {', '.join(TOPICS)}"

    with pytest.raises(CourseError, match=f"^{re.escape(expected)}$"):
        topic_named("stride")


def test_the_table_shows_every_topic():
    lines, html = repr(TopicTable()).splitlines(), TopicTable()._repr_html_()

    assert lines == [f"{name}: {topic.title}" for name, topic in TOPICS.items()]
    assert all(topic.title in html for topic in TOPICS.values())


@pytest.mark.parametrize("level", LEVELS)
def test_equal_chances_give_equal_exercises(level):
    assert exercises(level) == exercises(level)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_has_many_questions(level):
    assert len({exercise.question.id for exercise in exercises(level)}) >= 10


@pytest.mark.parametrize("level", LEVELS)
def test_every_exercise_is_asked_and_explained(level):
    for exercise in exercises(level):
        assert exercise.question.prompt
        assert exercise.explanation


@pytest.mark.parametrize("level", LEVELS)
def test_the_right_answer_can_be_typed(level):
    for exercise in exercises(level):
        question = exercise.question
        assert judge(question, read_answer(repr(question.answer), question.form)).correct


@pytest.mark.parametrize("level", LEVELS)
def test_each_belief_is_named(level):
    for exercise in exercises(level):
        question = exercise.question
        for id_, believed in question.beliefs.items():
            answers = believed.answers if isinstance(believed, OneOf) else (believed,)
            verdicts = [judge(question, answer) for answer in answers]
            assert {verdict.misconception for verdict in verdicts} == {id_}
            assert all(CATALOGUE[id_].message in verdict.message for verdict in verdicts)


@pytest.mark.parametrize("topic", TOPICS.values(), ids=lambda topic: topic.name)
def test_a_topic_shows_beliefs_at_some_level(topic):
    shown = itertools.chain.from_iterable(
        exercise.question.beliefs for level in topic.levels for exercise in exercises(level)
    )

    assert set(shown)
