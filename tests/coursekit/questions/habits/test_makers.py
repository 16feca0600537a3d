"""Annotations, sizes, sides, costs and comparisons, held against the libraries they are about."""

import ml_dtypes
import numpy as np
import pytest
from beartype import beartype
from beartype.roar import BeartypeException
from jaxtyping import Float, Float16, TypeCheckError, jaxtyped

from coursekit.errors import CourseError
from coursekit.questions import habits, judge
from coursekit.questions.habits.annotations import GUARDS
from coursekit.questions.habits.model import LOSSES, model_case, model_loss
from tensorlib.noticing import Watcher

DECORATORS = {
    "nothing": lambda function: function,
    "@jaxtyped(typechecker=None)": jaxtyped(typechecker=None),
    "@beartype": beartype,
    "@jaxtyped(typechecker=beartype)": jaxtyped(typechecker=beartype),
}


def wrong_axis(
    x: Float[np.ndarray, "B T d"], mask: Float[np.ndarray, "B T"]
) -> Float[np.ndarray, "B d"]:
    return x.mean(axis=0)


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize(
    ("x", "mask"),
    [
        ((3, 5, 7), (3, 4)),
        ((3, 5, 7), (3, 5, 1)),
        ((3, 5, 7), (3, 5)),
        ((4, 4, 7), (4, 4)),
        ((3, 5), (3, 5)),
    ],
)
def test_a_call_ends_as_the_libraries_end_it(guard, x, mask):
    try:
        DECORATORS[guard](wrong_axis)(np.zeros(x), np.zeros(mask))
    except (TypeCheckError, BeartypeException):
        expected = "REFUSED"
    else:
        expected = "PASSES"

    assert habits.guarded_call_of(guard, x, mask).answer == expected


@pytest.mark.parametrize(("annotation", "words"), [(Float, "Float"), (Float16, "Float16")])
def test_a_format_ends_as_the_libraries_end_it(annotation, words):
    @jaxtyped(typechecker=beartype)
    def product(x: annotation[np.ndarray, "B"]) -> annotation[np.ndarray, "B"]:
        return x * np.ones(1, np.float32)

    question = habits.widened_format_of("float16", "float32", (words, words))
    if question.answer == "REFUSED":
        with pytest.raises(TypeCheckError):
            product(np.ones(1, np.float16))
    else:
        assert product(np.ones(1, np.float16)).dtype == question.answer


def test_bf16_becomes_32_bits_and_passes_as_well():
    @jaxtyped(typechecker=beartype)
    def product(x: Float[np.ndarray, "B"]) -> Float[np.ndarray, "B"]:
        return x * np.ones(1, np.float32)

    assert product(np.ones(1, ml_dtypes.bfloat16)).dtype == np.float32


def test_the_demo_judge_names_what_is_believed():
    class State:
        bug, annotated, sizes = "keepdims", True, {"B": 3, "T": 5, "d": 7}

    assert habits.judge_noticing(State(), Watcher.VALUES).correct
    assert habits.judge_noticing(State(), Watcher.RUNTIME).misconception == "M20"
    assert habits.judge_noticing(State(), Watcher.NOBODY).misconception == "M81"


def test_a_batch_that_is_not_refused_is_no_question():
    with pytest.raises(CourseError, match=r"nothing is refused$"):
        habits.refused_side_of([(5, "right"), (3, "right")], "right")


def test_sides_make_no_difference_without_padding():
    with pytest.raises(CourseError, match="gives the same answer as the right one"):
        habits.either_side_of((5, 5, 5))


def test_the_belief_about_closeness_is_told():
    question = habits.closeness_of("np.allclose", (3,), (3, 1))

    assert judge(question, "TRUE").correct
    assert judge(question, "FALSE").misconception == "M56"
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(np.ones(3), np.ones((3, 1)))
    assert habits.closeness_of("np.testing.assert_allclose", (3,), (3, 1)).answer == "RAISES"


def test_a_comparison_looks_at_shapes():
    assert habits.agrees(np.ones((2, 3)), np.ones((2, 3)) + 1e-12)
    assert not habits.agrees(np.ones(3), np.ones((1, 3)))
    assert habits.AGREES_FUNCTIONS["M56"](np.ones(3), np.ones((1, 3)))


def test_the_right_loss_by_hand():
    """Two tokens 0 and 2, scores of query 2: (0, 4), weights 1 and e^4 over 1 + e^4; centre 1."""
    x = np.array([[[0.0], [2.0]]])
    share = np.exp(4) / (1 + np.exp(4))
    loss = model_loss(x, np.array([[True, True]]), np.array([3.0]), np.array([1.0]))

    assert loss == round((3 * (2 * share - 1) - 1) ** 2, 9)


@pytest.mark.parametrize("belief", LOSSES)
def test_a_loss_with_a_bug_is_right_for_one_token_alone_and_not_for_all(belief):
    alone, left = model_case((1, 1, 7)), model_case((4, 4, 7), side="left")
    right = model_case((4, 4, 7))

    assert LOSSES[belief](*alone) == model_loss(*alone)
    assert any(LOSSES[belief](*case) != model_loss(*case) for case in (left, right))


def test_the_listing_stops_where_the_mask_meets_the_scores():
    assert habits.first_stop_of((3, 5, 7)).answer == 3
    assert habits.model_verdict_of((3, 5, 7)).answer == "RAISES"


def test_right_pools_agree_and_wrong_ones_do_not():
    x = np.random.default_rng(0).normal(size=(3, 5, 7))
    mask = np.arange(5) >= [[0], [2], [4]]
    first, *others = (pool(x, mask) for pool in habits.RIGHT_POOLS)

    assert all(np.allclose(first, other) for other in others)
    for wrong in habits.WRONG_POOLS:
        result = wrong.function(x, mask)
        assert result.shape != first.shape or not np.allclose(result, first), wrong.name
