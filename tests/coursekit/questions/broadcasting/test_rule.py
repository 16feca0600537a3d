"""Questions about the broadcasting rule, and what each belief makes of shapes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions.broadcasting.rule import RULES, result_of, rule_outcome
from coursekit.questions.judging import judge
from tensorlib import BroadcastError, broadcast_shapes

SHAPES = st.lists(
    st.lists(st.sampled_from([0, 1, 2, 3, 5]), max_size=3).map(tuple), min_size=1, max_size=3
).map(tuple)


def test_each_belief_by_hand() -> None:
    """(8, 16) and (8,): from the right 16 meets 8, an error; from the left 8 meets 8."""
    question = result_of((8, 16), (8,), drop_ambiguous=True)

    assert question.answer == BroadcastError(((8, 16), (8,)), -1, (16, 8))
    assert judge(question, (8, 16)).misconception == "M05"


@pytest.mark.parametrize(
    ("shapes", "right", "larger"),
    [
        (((1, 3), (0, 1)), (0, 3), (1, 3)),
        (((2, 0), (3,)), BroadcastError(((2, 0), (3,)), -1, (0, 3)), (2, 3)),
        (((0,), (1,)), (0,), (1,)),
    ],
)
def test_zero_wins_over_one_and_not_over_three(shapes, right, larger) -> None:
    question = result_of(*shapes, drop_ambiguous=True)

    assert judge(question, right).correct
    assert judge(question, larger).misconception == "M13"


@pytest.mark.parametrize("answer", [(256,), (256, 1)])
@pytest.mark.parametrize("shapes", [((256,), (256, 1)), ((256, 1), (256,))])
def test_vector_taken_for_a_column(shapes, answer) -> None:
    question = result_of(*shapes, drop_ambiguous=True)

    assert question.answer == (256, 256)
    assert judge(question, answer).misconception == "M01"


@pytest.mark.parametrize("axis", [-2, 0])
def test_error_of_those_who_align_from_the_left_may_count_from_either_end(axis) -> None:
    question = result_of((8, 16), (16,), drop_ambiguous=True)
    believed = BroadcastError(((8, 16), (16,)), axis, (8, 16))

    assert judge(question, believed).misconception == "M05"


def test_shapes_that_cannot_tell_a_belief_are_refused() -> None:
    with pytest.raises(CourseError, match="M05 gives the same answer as the right one"):
        result_of((2, 3), (2, 3))


@given(SHAPES)
def test_answer_is_numpys(shapes) -> None:
    answer = result_of(*shapes, drop_ambiguous=True).answer
    try:
        expected = np.broadcast_shapes(*shapes)
    except ValueError:
        assert isinstance(answer, BroadcastError)
    else:
        assert answer == expected


@given(SHAPES)
def test_believed_errors_name_the_shapes_as_they_are(shapes) -> None:
    outcomes = [rule_outcome(rule, shapes) for rule in RULES.values()]

    assert all(error.shapes == shapes for error in outcomes if isinstance(error, BroadcastError))


@given(SHAPES)
def test_alignment_from_the_left_is_that_from_the_right_in_a_mirror(shapes) -> None:
    mirrored = tuple(shape[::-1] for shape in shapes)
    believed, right = rule_outcome(RULES["M05"], shapes), rule_outcome(broadcast_shapes, mirrored)

    if isinstance(right, BroadcastError):
        assert isinstance(believed, BroadcastError)
    else:
        assert believed == right[::-1]


@given(SHAPES)
def test_larger_size_wins_only_where_there_is_a_zero(shapes) -> None:
    if not any(0 in shape for shape in shapes):
        assert rule_outcome(RULES["M13"], shapes) == rule_outcome(broadcast_shapes, shapes)
