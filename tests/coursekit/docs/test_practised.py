"""Which beliefs the topics of practice can tell."""

from __future__ import annotations

from random import Random

import pytest

from coursekit.docs.practised import DRAWS, beliefs_told
from coursekit.practice.catalogue import TOPICS
from coursekit.practice.exercise import Exercise, Topic
from coursekit.questions.forms import Integer
from coursekit.questions.misconceptions import CATALOGUE
from coursekit.questions.question import Question


def _rarely(chance: Random) -> Exercise:
    """Ask a question that can tell M29 always, and M58 one time in six."""
    beliefs = {"M29": 1} | ({"M58": 2} if chance.randrange(6) == 0 else {})
    return Exercise(Question("q", "?", Integer(), 0, beliefs), "")


def _never(chance: Random) -> Exercise:
    return Exercise(Question("q", "?", Integer(), chance.randrange(9), {}), "")


def test_beliefs_of_all_levels_and_of_rare_parameters_are_found() -> None:
    topics = [
        Topic("easy", "a title", (_never, _rarely), "8"),
        Topic("none", "a title", (_never,), "8"),
    ]

    assert beliefs_told(topics) == {"easy": {"M29", "M58"}, "none": frozenset()}
    assert DRAWS >= 60


def test_same_topics_always_give_the_same() -> None:
    assert beliefs_told(TOPICS.values()) == beliefs_told(TOPICS.values())


@pytest.mark.parametrize("name", TOPICS)
def test_every_topic_of_the_course_tells_known_beliefs(name: str) -> None:
    told = beliefs_told([TOPICS[name]])[name]

    assert told
    assert told <= CATALOGUE.keys()
