"""The second unit's exercises: what each level draws, and that explanations lead to the answer."""

from __future__ import annotations

import re
from math import prod
from random import Random

import pytest

from coursekit.practice.topics_views import TOPICS

BY_NAME = {topic.name: topic for topic in TOPICS}
LEVELS = [(topic.name, level) for topic in TOPICS for level in range(len(topic.levels))]


def exercises(name, level, draws=150):
    return [BY_NAME[name].levels[level](Random(f"{seed}")) for seed in range(draws)]


def products(text):
    """Return each sum of products that a text states with its value."""
    return [int(a) * int(b) for a, b in re.findall(r"(-?\d+) · (-?\d+)", text)]


@pytest.mark.parametrize(
    ("name", "beliefs"),
    [
        ("permutations", {"M28", "M29", "M30", "M74"}),
        ("slices", {"M29", "M30", "M75", "M76", "M79"}),
        ("merging", {"M27", "M29", "M79"}),
        ("expanding", {"M14", "M29", "M30", "M51", "M78"}),
        ("orders", {"M24", "M25", "M26"}),
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
def test_every_question_can_show_a_belief(name, level):
    assert all(exercise.question.beliefs for exercise in exercises(name, level))


def test_offsets_are_explained_by_their_terms():
    for exercise in exercises("permutations", 2):
        assert sum(products(exercise.explanation)) == exercise.question.answer


def test_layouts_that_can_be_flat_are_those_whose_product_is_the_outer_stride():
    for exercise in exercises("merging", 0):
        rows = re.findall(r"(\d): .*?= (\d+), the outer stride is (\d+)", exercise.explanation)

        assert len(rows) == 3
        flat = tuple(int(number) for number, product, outer in rows if product == outer)
        assert exercise.question.answer == flat


def test_merged_axes_are_walked_with_stride_one():
    for exercise in exercises("merging", 1):
        assert exercise.question.answer[1] == 1


def test_bytes_are_eight_for_each_coordinate_or_element():
    for exercise in exercises("expanding", 1):
        tuples = re.findall(r"\(([^)]*)\)", exercise.explanation)
        target, shape = (prod(int(n) for n in re.findall(r"\d+", text)) for text in tuples)
        stored = "stored" in exercise.question.prompt

        assert exercise.question.answer == 8 * (shape if stored else target)
