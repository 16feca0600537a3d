"""Judging: what a learner is told, and what never."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit.questions.forms import UNANSWERED, ErrorValue, Integer
from coursekit.questions.judging import Verdict, judge
from coursekit.questions.misconceptions import CATALOGUE
from coursekit.questions.question import Question
from tensorlib import IndexOutOfBounds

OFFSET = Question("offset", "Where?", Integer(), 8, {"M30": 64, "M62": 32.0})
REFUSAL = Question(
    "refusal", "Why?", ErrorValue(), IndexOutOfBounds(1, 2, 2), {"M66": 12, "M33": (6,)}
)


@pytest.mark.parametrize("given", [8, np.int64(8)])
def test_right_answer_is_right(given: object) -> None:
    assert judge(OFFSET, given) == Verdict(True, "That is right.")


def test_right_error_is_right_whatever_operation_it_names() -> None:
    assert judge(REFUSAL, IndexOutOfBounds(1, 2, 2, operation="get")).correct


@pytest.mark.parametrize(
    ("question", "given", "belief"),
    [
        (OFFSET, 64, "M30"),
        (OFFSET, np.uint8(64), "M30"),
        (OFFSET, 32.0, "M62"),  # not of the form asked for, and known all the same
        (REFUSAL, 12, "M66"),
        (REFUSAL, np.int64(12), "M66"),
        (REFUSAL, [6], "M33"),
    ],
)
def test_known_belief_is_named_with_its_hint(
    question: Question, given: object, belief: str
) -> None:
    verdict = judge(question, given)

    assert verdict == Verdict(False, f"That is not right. {CATALOGUE[belief].message}", belief)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (9, "That is not right."),
        (8.0, "an integer is expected, this is the float 8.0"),
        (True, "an integer is expected, this is the truth value True"),
        (None, UNANSWERED),
        (..., UNANSWERED),
    ],
)
def test_other_answers_are_wrong_and_no_belief_is_named(given: object, message: str) -> None:
    assert judge(OFFSET, given) == Verdict(False, message)
