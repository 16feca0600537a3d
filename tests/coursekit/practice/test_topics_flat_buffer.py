"""The first unit's exercises: what each level draws, and that explanations lead to the answer."""

from __future__ import annotations

import re
from random import Random

import pytest

from coursekit.practice.topics_flat_buffer import TOPICS
from tensorlib import IndexOutOfBounds, RankMismatch

BY_NAME = {topic.name: topic for topic in TOPICS}


def exercises(name, level, draws=200):
    return [BY_NAME[name].levels[level](Random(f"{seed}")) for seed in range(draws)]


def shape_of(exercise):
    shape = re.search(r"shape (\([^)]*\))", exercise.question.prompt)[1]
    return tuple(int(size) for size in re.findall(r"\d+", shape))


@pytest.mark.parametrize("level", [0, 1])
def test_strides_are_explained_step_by_step(level):
    """Each stride but the last stands at the end of the product that gives it."""
    for exercise in exercises("strides", level):
        *strides, last = exercise.question.answer
        assert f"The last stride is {last}." in exercise.explanation
        assert re.findall(r"= (\d+)", exercise.explanation) == [str(s) for s in reversed(strides)]


def test_the_last_strides_are_of_shapes_at_the_edge():
    shapes = {shape_of(exercise) for exercise in exercises("strides", 2)}

    assert () in shapes
    assert any(0 in shape for shape in shapes)
    assert all(not shape or {0, 1} & set(shape) for shape in shapes)


def test_a_scalar_is_explained_as_well():
    (texts,) = {e.explanation for e in exercises("strides", 2) if not shape_of(e)}

    assert texts == "There is no axis, so there is no stride."


@pytest.mark.parametrize("level", [0, 1, 2])
def test_offsets_are_explained_by_their_terms(level):
    for exercise in exercises("offsets", level):
        sum_, total = re.search(r": (.*) = (\d+)\.", exercise.explanation).groups()
        terms = [term.split(" · ") for term in sum_.split(" + ")]

        assert len(terms) == level + 2
        assert sum(int(i) * int(s) for i, s in terms) == int(total) == exercise.question.answer


@pytest.mark.parametrize("level", [0, 1, 2])
def test_errors_are_explained_by_the_check_that_fails(level):
    kinds = set()
    for exercise in exercises("errors", level):
        error = exercise.question.answer
        kinds.add(type(error))
        if isinstance(error, IndexOutOfBounds):
            fault = f"At axis {error.axis}, 0 <= {error.index} < {error.dimension} does not hold."
            assert exercise.explanation.endswith(fault)
        else:
            assert exercise.explanation.startswith("Before any index is looked at")

    assert kinds == ({IndexOutOfBounds, RankMismatch} if level == 2 else {IndexOutOfBounds})


@pytest.mark.parametrize("level", [0, 1, 2])
def test_the_way_back_is_explained_by_divisions(level):
    for exercise in exercises("inverse", level):
        steps = re.findall(r"into (\d+) the stride (\d+) fits (\d+) ", exercise.explanation)

        assert tuple(int(index) for _, _, index in steps) == exercise.question.answer
        assert all(int(left) // int(stride) == int(index) for left, stride, index in steps)
