"""Questions about the axis that a reduction drops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.questions.broadcasting.axes import axis_dropped, axis_of_the_whole, reduced_shape_of
from coursekit.questions.judging import judge

SHAPES = st.lists(st.integers(1, 6), min_size=2, max_size=4).map(tuple)


def test_mean_over_axis_one_by_hand() -> None:
    """Axis 1 of (32, 10, 8) has size 10: it goes, or it stays as a 1."""
    question = reduced_shape_of((32, 10, 8), 1)

    assert judge(question, (32, 8)).correct
    assert judge(question, (10,)).misconception == "M16"
    assert judge(question, (32, 1, 8)).misconception == "M18"


def test_mean_that_keeps_its_axis() -> None:
    question = reduced_shape_of((32, 10, 8), 0, keepdims=True)

    assert judge(question, (1, 10, 8)).correct
    assert judge(question, (32, 1, 1)).misconception == "M16"


@given(SHAPES, st.data(), st.booleans())
def test_shape_is_numpys(shape, data, keepdims) -> None:
    axis = data.draw(st.integers(0, len(shape) - 1))
    question = reduced_shape_of(shape, axis, keepdims=keepdims, drop_ambiguous=True)

    assert question.answer == np.zeros(shape).mean(axis, keepdims=keepdims).shape


@pytest.mark.parametrize(
    ("question", "right", "believed", "belief"),
    [
        (axis_dropped("student exam", "exam"), 1, 0, "M16"),
        (axis_dropped("B T d", "T"), 1, 2, "M16"),
        (axis_of_the_whole("batch query key", "key"), 2, 0, "M17"),
        (axis_of_the_whole("batch query key", "key"), 2, 1, "M17"),
    ],
)
def test_axis_named(question, right, believed, belief) -> None:
    assert judge(question, right).correct
    assert judge(question, believed).misconception == belief
