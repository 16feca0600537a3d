"""The fourth unit's exercises: what each level draws, and that explanations fit the answer."""

from __future__ import annotations

from random import Random

import pytest

from coursekit.practice.topics_padding import TOPICS
from coursekit.questions import judge

BY_NAME = {topic.name: topic for topic in TOPICS}
LEVELS = [(topic.name, level) for topic in TOPICS for level in range(len(topic.levels))]


def exercises(name, level, draws=150):
    return [BY_NAME[name].levels[level](Random(f"{seed}")) for seed in range(draws)]


@pytest.mark.parametrize(
    ("name", "beliefs"),
    [
        ("padding masks", {"M10", "M85", "M86"}),
        ("last tokens", {"M43", "M44", "M45", "M63", "M86", "M87"}),
        ("pooling", {"M40", "M41", "M42", "M46", "M86"}),
    ],
)
def test_every_belief_of_a_topic_can_be_missed_and_asked_again(name, beliefs):
    shown = {
        belief
        for level in range(len(BY_NAME[name].levels))
        for exercise in exercises(name, level)
        for belief in exercise.question.beliefs
    }

    assert shown == beliefs


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_levels_have_variety_and_know_their_answers(name, level):
    drawn = exercises(name, level)

    assert len({one.question.id for one in drawn}) >= 10
    assert all(judge(one.question, one.question.answer).correct for one in drawn)
    assert all(one.explanation for one in drawn)


@pytest.mark.parametrize("name", ["padding masks", "pooling"])
def test_answers_are_short_enough_to_be_typed(name):
    """Shares and means end after a few decimals."""
    for level in range(3):
        for exercise in exercises(name, level):
            answer = exercise.question.answer
            numbers = answer if isinstance(answer, tuple) else (answer,)
            assert all(len(f"{number!r}") <= 7 for number in numbers)


def test_search_and_count_are_told_apart_in_words():
    texts = {exercise.explanation for exercise in exercises("last tokens", 1)}

    assert len(texts) == 3
    assert sum("argmax says 0" in text for text in texts) == 1
