"""Matrix products: numpy's numbers, the rule on leading axes only, and what does not multiply."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SIDES, broadcastable_shapes, same_numbers, views_of

from tensorlib import BroadcastError, MatmulError, Tensor


def test_by_hand():
    """Row 0 of (1 2), (3 4) times columns of (5 6), (7 8): 5 + 14 = 19, 6 + 16 = 22; and so on."""
    left, right = Tensor((2, 2), [1, 2, 3, 4]), Tensor((2, 2), [5, 6, 7, 8])

    assert left @ right == Tensor((2, 2), [19, 22, 43, 50])
    assert left @ right.view().transpose(0, 1) == Tensor((2, 2), [17, 23, 39, 53])


def test_vectors_are_a_row_on_the_left_and_a_column_on_the_right():
    vector, matrix = Tensor((2,), [1, 2]), Tensor((2, 3), [1, 2, 3, 4, 5, 6])

    assert vector @ matrix == Tensor((3,), [9, 12, 15])
    assert matrix.view().transpose(0, 1) @ vector == Tensor((3,), [9, 12, 15])
    assert vector @ vector == Tensor((), [5])
    assert (Tensor.zeros((7, 5, 2)) @ vector).shape == (7, 5)
    assert (vector @ Tensor.zeros((7, 2, 3))).shape == (7, 3)


def test_nothing_to_sum_over_is_zero():
    assert Tensor.zeros((2, 0)) @ Tensor.zeros((0, 3)) == Tensor.zeros((2, 3))
    assert (Tensor.zeros((0, 2)) @ Tensor.zeros((2, 3))).shape == (0, 3)
    assert Tensor.zeros((0,)) @ Tensor.zeros((0,)) == Tensor((), [0])


def test_leading_axes_broadcast():
    scores = Tensor.zeros((3, 2, 5, 7)) @ Tensor.zeros((1, 2, 7, 5))

    assert scores.shape == (3, 2, 5, 5)
    assert (Tensor.zeros((3, 2, 5, 7)) @ Tensor.zeros((7, 4))).shape == (3, 2, 5, 4)


@st.composite
def _factors(draw):
    """Draw two views that multiply, of small whole numbers, whose sums are exact in any order."""
    height, depth, width = (draw(st.sampled_from(SIDES)) for _ in range(3))
    left, right = draw(broadcastable_shapes())
    shapes = [(*left, height, depth), (*right, depth, width)]
    if draw(st.integers(0, 3)) == 0:
        shapes[0] = (depth,)
    if draw(st.integers(0, 3)) == 0:
        shapes[1] = (depth,)
    return [_whole(draw(views_of(shape[-4:], special=False))) for shape in shapes]


def _whole(drawn):
    """Return a view of the same shape, its axes stored in the opposite order, of whole numbers."""
    view, _ = drawn
    whole = view.to_tensor()
    whole.writable_buffer[:] = np.round(whole.buffer) % 8 - 4
    order = list(range(view.rank))[::-1]
    tensor = Tensor.from_array(np.asarray(whole).transpose(order))
    return tensor.view().permute(*order), np.asarray(whole)


@given(factors=_factors())
def test_numbers_are_numpys(factors):
    (left, one), (right, other) = factors

    result = left @ right

    assert type(result) is Tensor
    assert same_numbers(result, one @ other)
    assert same_numbers(left @ other, one @ other)
    assert same_numbers(one @ right, one @ other)


@given(data=st.data(), depth=st.sampled_from([1, 2, 3]))
def test_stretched_and_stepped_factors_are_read_where_they_are(data, depth):
    shape = data.draw(st.lists(st.sampled_from(SIDES), min_size=1, max_size=3).map(tuple))
    column, array = _whole(data.draw(views_of((*shape, 1), special=False)))
    weights = Tensor((depth, 2), range(2 * depth)).view()[::-1]

    result = column.expand((*shape, depth)) @ weights

    assert same_numbers(result, np.broadcast_to(array, (*shape, depth)) @ np.asarray(weights))


def test_large_products_are_numpys_to_the_last_bit_where_the_layout_is_the_same():
    one, other = np.random.default_rng(0).standard_normal((2, 70, 70))
    left, right = Tensor.from_array(one), Tensor.from_array(other)

    assert same_numbers(left @ right, one @ other)
    assert same_numbers(left @ right.view().transpose(0, 1), one @ other.T)


REFUSED = {
    "another depth": ((2, 3), (4, 5), "size 3 on axis -1 of the left, 4 on axis -2 of the right"),
    "depth 1 does not stretch": (
        (2, 1),
        (4, 5),
        "size 1 on axis -1 of the left, 4 on axis -2 of the right",
    ),
    "a vector": ((2, 3), (4,), "size 3 on axis -1 of the left, 4 on axis -1 of the right"),
    "two vectors": ((3,), (4,), "size 3 on axis -1 of the left, 4 on axis -1 of the right"),
    "no transposition": (
        (5, 7, 3),
        (5, 7, 3),
        "size 3 on axis -1 of the left, 7 on axis -2 of the right",
    ),
    "a scalar": ((2, 3), (), "a scalar has no axis to sum over"),
    "a scalar on the left": ((), (2, 3), "a scalar has no axis to sum over"),
    "two scalars": ((), (), "a scalar has no axis to sum over"),
}


@pytest.mark.parametrize(("left", "right", "why"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_multiply(left, right, why):
    with pytest.raises(MatmulError) as caught:
        Tensor.zeros(left) @ Tensor.zeros(right)
    assert caught.value == MatmulError((left, right))
    assert str(caught.value) == f"matmul: shapes {left} and {right} do not multiply: {why}"


def test_a_number_is_a_scalar():
    with pytest.raises(MatmulError, match=r"^matmul: shapes \(2,\) and \(\) do not mul"):
        Tensor.zeros((2,)) @ 3
    with pytest.raises(MatmulError, match=r"^matmul: shapes \(\) and \(2,\) do not mul"):
        3 @ Tensor.zeros((2,))


def test_leading_axes_that_do_not_broadcast_are_named_as_axes_of_the_operands():
    with pytest.raises(BroadcastError) as caught:
        Tensor.zeros((2, 6, 3, 4)) @ Tensor.zeros((5, 4, 3))
    assert caught.value == BroadcastError(((2, 6, 3, 4), (5, 4, 3)), -3, (6, 5))
    assert str(caught.value) == (
        "matmul: shapes (2, 6, 3, 4) and (5, 4, 3) do not broadcast: axis -3 has sizes 6 and 5"
    )


def test_in_place_is_a_new_tensor_under_the_old_name():
    t = Tensor((1, 2), [1, 2])
    before = t

    t @= Tensor((2, 3), [1, 0, 0, 0, 1, 0])

    assert t == Tensor((1, 3), [1, 2, 0])
    assert before == Tensor((1, 2), [1, 2])
