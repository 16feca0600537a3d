"""All topics that can be practised, by name.

A unit gives its topics in a module of its own and is added to the list below.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from coursekit.errors import CourseError
from coursekit.practice import (
    topics_broadcasting,
    topics_flat_buffer,
    topics_habits,
    topics_memory,
    topics_padding,
    topics_views,
)
from coursekit.practice.exercise import Topic
from tensorlib.tables import html_table

TOPICS: Mapping[str, Topic] = MappingProxyType(
    {
        topic.name: topic
        for topics in (
            topics_flat_buffer.TOPICS,
            topics_views.TOPICS,
            topics_broadcasting.TOPICS,
            topics_padding.TOPICS,
            topics_memory.TOPICS,
            topics_habits.TOPICS,
        )
        for topic in topics
    }
)
"""The topics by name, in the order of the units."""


class TopicTable:
    """Show what can be practised, as text or as a table."""

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {topic.title}" for name, topic in TOPICS.items())

    def _repr_html_(self) -> str:
        rows = [(name, topic.title) for name, topic in TOPICS.items()]
        return html_table("What can be practised", ("name", "topic"), rows, ())


def topic_named(name: str) -> Topic:
    """Return a topic.

    Parameters
    ----------
    name : str
        Its name.

    Raises
    ------
    CourseError
        If there is none of that name; says which there are.

    Examples
    --------
    >>> topic_named("strides").example
    '(6, 3, 1)'
    """
    if name not in TOPICS:
        raise CourseError(f"practice: no topic {name!r}: there are {', '.join(TOPICS)}")
    return TOPICS[name]
