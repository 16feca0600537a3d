import pytest

from tensorlib import IndexOutOfBounds
from tensorlib.demos.judging import judge_plainly

FROZEN = [10.0, 11.0, 12.0, 20.0, 21.0, 22.0, 30.0, 31.0, 32.0, 40.0, 41.0, 42.0]


@pytest.mark.parametrize(
    ("coordinate", "prediction", "correct"),
    [
        ((1, 0, 2), 8, True),  # 1·6 + 0·3 + 2·1
        ((1, 0, 2), 32, False),  # the value, not the offset
        ((1, 0, 2), IndexOutOfBounds(0, 1, 2), False),
        ((0, 0, 0), 0, True),
        ((0, 0, 0), 1, False),
        ((1, 2, 0), IndexOutOfBounds(1, 2, 2), True),
        ((1, 2, 0), IndexOutOfBounds(2, 0, 3), False),
        ((1, 2, 0), 12, False),  # what unchecked arithmetic gives
    ],
)
def test_the_plain_judge_says_right_or_not_right(coordinate, prediction, correct):
    verdict = judge_plainly((2, 2, 3), coordinate, prediction, FROZEN)

    assert verdict.correct is correct
    assert verdict.message == ("That is right." if correct else "That is not right.")
