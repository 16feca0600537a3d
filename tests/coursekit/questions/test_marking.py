"""Marks of answers and of their parts."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit.questions.forms import UNANSWERED, Integer, Number
from coursekit.questions.marking import MarkedScore, Part, joined_scores, mark, mark_parts
from coursekit.questions.misconceptions import CATALOGUE
from coursekit.questions.question import Question
from coursekit.questions.score import Score

OFFSET = Question("offset", "Where?", Integer(), 8, {"M30": 64, "M62": 32})
VALUE = Question("value", "Which?", Number(), 32.0, {"M62": 8.0})
BYTES = f"That is not right. {CATALOGUE['M30'].message}"
CONFUSED = f"That is not right. {CATALOGUE['M62'].message}"


def told(score: Score) -> tuple[float, str | None, str | None]:
    return float(score), score.reason, score.misconception


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (8, (3.0, None, None)),
        (np.int64(8), (3.0, None, None)),
        (64, (0.0, BYTES, "M30")),
        (9, (0.0, "That is not right.", None)),
        (8.0, (0.0, "an integer is expected, this is the float 8.0", None)),
        (None, (0.0, UNANSWERED, None)),
    ],
)
def test_answer_gives_all_or_nothing_and_the_reason(
    answer: object, expected: tuple[float, str | None, str | None]
) -> None:
    assert told(mark(OFFSET, answer, points=3)) == expected


@pytest.mark.parametrize(
    ("offset", "value", "expected"),
    [
        (8, 32, (3.0, None, None)),
        (8, 33, (1.0, "value: That is not right.", None)),
        (64, 32.0, (2.0, f"offset: {BYTES}", "M30")),
        (64, 8, (0.0, f"offset: {BYTES}; value: {CONFUSED}", "M30")),
        (32, 8, (0.0, f"offset, value: {CONFUSED}", "M62")),
        ("8", 32.0, (2.0, "offset: an integer is expected, this is the text '8'", None)),
        (None, 32.0, (2.0, f"offset: {UNANSWERED}", None)),
        (None, None, (0.0, UNANSWERED, None)),
    ],
)
def test_each_part_gives_its_own_points(
    offset: object, value: object, expected: tuple[float, str | None, str | None]
) -> None:
    """The offset gives one point, the value two; the first belief is the one that is named."""
    score = mark_parts(Part("offset", OFFSET, offset), Part("value", VALUE, value, 2))

    assert told(score) == expected


def test_score_knows_its_parts_and_reads_as_a_number() -> None:
    part = Part("offset", OFFSET, 8)
    score = mark_parts(part)

    assert isinstance(score, MarkedScore)
    assert score.parts == (part,)
    assert score.beliefs == {"M30", "M62"}
    assert repr(score) == "1.0"


def test_scores_that_are_joined_add_up() -> None:
    joined = joined_scores([("a", Score(1.5)), ("b", Score(0, "no", "M29")), ("c", Score(1))])

    assert told(joined) == (2.5, "b: no", "M29")
