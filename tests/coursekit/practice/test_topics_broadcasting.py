"""The third unit's exercises: what each level draws, and that explanations lead to the answer."""

from __future__ import annotations

from random import Random

import pytest

from coursekit.practice.topics_broadcasting import TOPICS
from coursekit.questions import judge
from tensorlib import BroadcastError

BY_NAME = {topic.name: topic for topic in TOPICS}
LEVELS = [(topic.name, level) for topic in TOPICS for level in range(len(topic.levels))]


def exercises(name, level, draws=150):
    return [BY_NAME[name].levels[level](Random(f"{seed}")) for seed in range(draws)]


@pytest.mark.parametrize(
    ("name", "beliefs"),
    [
        ("broadcasting", {"M01", "M05", "M13"}),
        (
            "verdicts",
            {"M01", "M06", "M07", "M08", "M16", "M18", "M19", "M20", "M80", "M81"},
        ),
        ("reductions", {"M16", "M18"}),
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


@pytest.mark.parametrize("level", range(4))
def test_conflicts_are_explained_and_results_are_not_called_conflicts(level):
    for exercise in exercises("broadcasting", level):
        refused = isinstance(exercise.question.answer, BroadcastError)
        assert ("none of them is 1" in exercise.explanation) == refused


@pytest.mark.parametrize("level", range(4))
def test_every_level_of_verdicts_has_more_than_one_outcome(level):
    assert len({one.question.answer for one in exercises("verdicts", level)}) >= 2


def test_verdicts_have_all_four_outcomes():
    outcomes = {one.question.answer for level in range(4) for one in exercises("verdicts", level)}

    assert outcomes == {"RAISES", "CORRECT", "CORRECT_BY_LUCK", "SILENTLY_WRONG"}


@pytest.mark.parametrize("level", range(3))
def test_reductions_are_explained_by_what_is_left(level):
    for exercise in exercises("reductions", level):
        assert exercise.explanation.endswith(f"{exercise.question.answer}.")
