import pytest

from tensorlib.demos.judging import PlainVerdict, comparing


@pytest.mark.parametrize(
    ("prediction", "correct"),
    [(9, True), (3, False), (9.0, False), (True, False), ("9", False), ((9,), False)],
)
def test_comparing_needs_type_and_value(prediction, correct):
    """Three squared is 9; a float of the same size is another kind of answer."""
    assert comparing(lambda size: size * size)(3, prediction) == PlainVerdict(correct)


def test_true_is_not_one():
    assert not comparing(lambda _: 1)(None, True).correct
    assert not comparing(lambda _: True)(None, 1).correct


def test_a_plain_verdict_says_right_or_not_right():
    assert PlainVerdict(True).message == "That is right."
    assert PlainVerdict(False).message == "That is not right."
