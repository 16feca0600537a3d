"""Which misconceptions the topics of practice can tell, found by drawing questions from them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from coursekit.practice.exercise import Topic

DRAWS = 60
"""How many questions are drawn from each level of a topic."""


def beliefs_told(topics: Iterable[Topic]) -> dict[str, frozenset[str]]:
    """Return the topics by name, each with the ids of the misconceptions that it can tell.

    Parameters
    ----------
    topics : iterable of Topic
        What can be practised.

    Examples
    --------
    >>> from coursekit.practice import TOPICS
    >>> "M29" in beliefs_told(TOPICS.values())["strides"]
    True
    """
    return {topic.name: _told(topic) for topic in topics}


def _told(topic: Topic) -> frozenset[str]:
    """Draw always the same questions, so that the same topics give the same table."""
    chance = Random(topic.name)
    drawn = (level(chance).question for level in topic.levels for _ in range(DRAWS))
    return frozenset(belief for question in drawn for belief in question.beliefs)
