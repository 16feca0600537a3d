"""A topic whose questions are easy to foresee: double a number."""

from __future__ import annotations

from random import Random

import pytest

from coursekit.practice.exercise import Exercise, Topic
from coursekit.questions import Integer, Question


def _doubling(numbers: range, belief: str):
    def level(chance: Random) -> Exercise:
        number = chance.choice(numbers)
        beliefs = {belief: number} if number else {}
        question = Question(
            f"double({number})", f"Double {number}.", Integer(), 2 * number, beliefs
        )
        return Exercise(question, f"{number} + {number} = {2 * number}.")

    return level


@pytest.fixture
def topic() -> Topic:
    """Return a topic of three levels; at the first two a lazy answer shows M29, at the last M30."""
    return Topic(
        "doubling",
        "twice a number",
        (
            _doubling(range(0, 10), "M29"),
            _doubling(range(100, 110), "M29"),
            _doubling(range(1000, 1010), "M30"),
        ),
        "8",
    )
