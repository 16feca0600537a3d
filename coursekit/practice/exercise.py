"""A topic to practise: its levels, each of which makes exercises without end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from coursekit.questions import Question

CANDIDATES = 20
"""How many exercises are tried for one that would show a missed belief again."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question, and how its answer is found.

    Parameters
    ----------
    question : Question
        What is asked.
    explanation : str
        Plain text, for those who have answered or given up.
    """

    question: Question
    explanation: str


Level = Callable[[Random], Exercise]
"""Makes an exercise of parameters that it draws from the given source of chance alone."""


@dataclass(frozen=True, slots=True)
class Topic:
    """Something to practise.

    Parameters
    ----------
    name : str
        By which `practice` finds it: ``"strides"``.
    title : str
        What is practised, in a few words.
    levels : tuple of Level
        From easy to hard, at least one.
    example : str
        How an answer is typed: ``"(6, 3, 1)"``.
    """

    name: str
    title: str
    levels: tuple[Level, ...]
    example: str


def draw(
    topic: Topic, level: int, chance: Random, missed: Sequence[str], before: Question | None
) -> Exercise:
    """Return an exercise, if possible one to which a missed belief gives another answer.

    Parameters
    ----------
    topic : Topic
        What is practised.
    level : int
        Which of its levels; where that cannot show a missed belief, another level may.
    chance : Random
        Where the parameters come from.
    missed : sequence of str
        Ids of beliefs; later ones are looked for first.
    before : Question or None
        The question before, which is not asked again at once.
    """
    nearest = sorted(range(len(topic.levels)), key=lambda other: abs(other - level))
    for belief in reversed(missed):
        for other in nearest:
            for _ in range(CANDIDATES):
                exercise = topic.levels[other](chance)
                if belief in exercise.question.beliefs and _is_new(exercise, before):
                    return exercise
    exercises = (topic.levels[level](chance) for _ in range(CANDIDATES))
    return next((one for one in exercises if _is_new(one, before)), topic.levels[level](chance))


def _is_new(exercise: Exercise, before: Question | None) -> bool:
    return before is None or exercise.question.id != before.id
