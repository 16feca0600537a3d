"""Strict broadcasting: what it refuses, and for whom."""

from __future__ import annotations

import asyncio
import operator
import threading

import pytest
from hypothesis import given
from strategies import broadcastable_shapes

from tensorlib import RankPromotionError, Tensor, strict_broadcasting
from tensorlib.strict import refuse_rank_promotion

SCORES, MASK = Tensor.zeros((2, 2, 2)), Tensor.zeros((2, 2))


@pytest.mark.parametrize(
    ("apply", "name"),
    [
        (operator.add, "add"),
        (operator.sub, "subtract"),
        (operator.mul, "multiply"),
        (operator.truediv, "divide"),
    ],
)
def test_operands_of_different_ranks_are_refused(apply, name):
    with strict_broadcasting(), pytest.raises(RankPromotionError) as caught:
        apply(SCORES, MASK)

    assert caught.value == RankPromotionError(((2, 2, 2), (2, 2)))
    assert str(caught.value) == (
        f"{name}: shapes (2, 2, 2) and (2, 2) have ranks 3 and 2: "
        "strict broadcasting wants every missing axis written as a size 1"
    )


def test_in_place_and_views_are_held_to_it_as_well():
    target = Tensor.zeros((2, 2, 2))
    with strict_broadcasting():
        with pytest.raises(RankPromotionError, match=r"^add in place: shapes"):
            target += MASK
        with pytest.raises(RankPromotionError, match=r"^add: shapes"):
            target.view() + MASK.view()
        target += MASK.view()[:, None]

    assert target.shape == (2, 2, 2)


@pytest.mark.parametrize("other", [2, 2.5, Tensor((), [2]), Tensor.zeros((1, 1, 2))])
def test_scalars_and_written_axes_go(other):
    with strict_broadcasting():
        assert (SCORES + other).shape == (2, 2, 2)


def test_it_ends_with_its_block_also_by_an_error():
    with pytest.raises(KeyError, match="stop"), strict_broadcasting():
        raise KeyError("stop")

    assert (SCORES + MASK).shape == (2, 2, 2)


def test_it_can_be_lifted_within():
    with strict_broadcasting():
        with strict_broadcasting(False):
            assert (SCORES + MASK).shape == (2, 2, 2)
        with pytest.raises(RankPromotionError, match="ranks 3 and 2"):
            SCORES + MASK


def test_it_decorates_a_function():
    @strict_broadcasting()
    def add():
        return SCORES + MASK

    with pytest.raises(RankPromotionError, match="ranks 3 and 2"):
        add()
    with pytest.raises(RankPromotionError, match="ranks 3 and 2"):
        add()


def test_another_thread_has_its_own_mode():
    results = []
    thread = threading.Thread(target=lambda: results.append((SCORES + MASK).shape))
    with strict_broadcasting():
        thread.start()
        thread.join()

    assert results == [(2, 2, 2)]


def test_another_task_has_its_own_mode():
    async def strict(inside, go_on):
        with strict_broadcasting():
            inside.set()
            await go_on.wait()
            with pytest.raises(RankPromotionError, match="ranks 3 and 2"):
                SCORES + MASK

    async def lenient(inside, go_on):
        await inside.wait()
        shape = (SCORES + MASK).shape
        go_on.set()
        return shape

    async def both():
        events = asyncio.Event(), asyncio.Event()
        return await asyncio.gather(strict(*events), lenient(*events))

    assert asyncio.run(both()) == [None, (2, 2, 2)]


@given(broadcastable_shapes())
def test_it_refuses_exactly_what_has_two_ranks(given_shapes):
    shapes = tuple(given_shapes)
    refuse_rank_promotion(shapes, "example")
    with strict_broadcasting():
        if len({len(shape) for shape in shapes} - {0}) > 1:
            with pytest.raises(RankPromotionError) as caught:
                refuse_rank_promotion(shapes, "example")
            assert caught.value == RankPromotionError(shapes)
        else:
            refuse_rank_promotion(shapes, "example")
