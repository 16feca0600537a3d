"""The fifth unit's exercises: what each level draws, and that explanations lead to the answer."""

from __future__ import annotations

import re
from math import isinf, prod
from random import Random

import pytest

from coursekit.practice.topics_memory import TOPICS

BY_NAME = {topic.name: topic for topic in TOPICS}


def exercises(name, level, draws=200):
    return [BY_NAME[name].levels[level](Random(f"{seed}")) for seed in range(draws)]


def factors(text):
    return [int(number) for number in re.findall(r"\d+", text.replace(",", ""))]


@pytest.mark.parametrize("level", [0, 1])
def test_bytes_are_explained_by_sizes_and_width(level):
    for exercise in exercises("bytes", level):
        sizes, width = re.search(r"([\d ·]+) numbers of (\d) bytes", exercise.explanation).groups()

        assert prod(factors(sizes)) * int(width) == exercise.question.answer


def test_whole_blocks_are_explained_by_eight_units_and_two_squares():
    pattern = r"Eight times ([\d ·]+) numbers .* twice ([\d ·]+) for .* of (\d) bytes"
    for exercise in exercises("bytes", 2):
        unit, square, width = re.search(pattern, exercise.explanation).groups()
        numbers = 8 * prod(factors(unit)) + 2 * prod(factors(square))

        assert numbers * int(width) == exercise.question.answer


@pytest.mark.parametrize("level", [0, 1, 2])
def test_numbers_are_explained_by_the_step_around_them(level):
    pattern = r"Between (\d+) and (\d+) the step is ([\d.e-]+), .* is (-?[\d.]+)\."
    for exercise in exercises("formats", level):
        answer = exercise.question.answer
        if isinf(answer):
            assert "beyond it lies infinity" in exercise.explanation
        elif "nearer to 0" in exercise.explanation:
            assert answer == 0
        else:
            low, high, step, nearest = re.search(pattern, exercise.explanation).groups()
            assert float(low) <= abs(answer) <= float(high)
            assert (answer / float(step)).is_integer()
            assert float(nearest) == pytest.approx(answer)


def test_the_last_level_of_formats_shows_all_that_fp16_does():
    answers = [exercise.question.answer for exercise in exercises("formats", 2)]

    assert any(map(isinf, answers))
    assert 0.0 in answers
    assert any(1 < abs(answer) < 65_504 for answer in answers)


@pytest.mark.parametrize("level", [0, 1])
def test_sums_are_explained_by_turns(level):
    for exercise in exercises("int8", level):
        total, turns = re.search(r"sum is (-?\d+)\. (\d+) times", exercise.explanation).groups()
        sign = 1 if int(total) > 0 else -1

        assert int(total) - sign * 256 * int(turns) == exercise.question.answer


def test_conversions_are_explained_by_the_limits():
    for exercise in exercises("int8", 2):
        steps = int(re.search(r" = (-?\d+);", exercise.explanation)[1])

        assert min(max(steps, -128), 127) == exercise.question.answer
