"""The operators: numpy's numbers to the last bit, the rule's shapes, and what they refuse."""

from __future__ import annotations

import operator
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    SIDES,
    broadcastable_shapes,
    outcome,
    same_numbers,
    views,
    views_of,
)

from tensorlib import (
    AliasedWriteError,
    BroadcastError,
    InvalidData,
    OutOfMemory,
    SpentTensorError,
    Tensor,
    TensorView,
    broadcast_shapes,
)

OPERATORS = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
}

IN_PLACE = {
    "add": operator.iadd,
    "subtract": operator.isub,
    "multiply": operator.imul,
    "divide": operator.itruediv,
}

each_operator = pytest.mark.parametrize("apply", OPERATORS.values(), ids=OPERATORS)
_any_operator = st.sampled_from(list(OPERATORS.values()))


@st.composite
def _operands(draw):
    """Draw two views that broadcast, and numpy's."""
    return [draw(views_of(shape)) for shape in draw(broadcastable_shapes())]


def _numpys(apply, *arrays):
    with np.errstate(all="ignore"):
        return apply(*arrays)


def test_a_row_and_a_column_by_hand():
    """Column (1, 2) stands below row (10, 20, 30): 1 + 10, 1 + 20, …, 2 + 30."""
    row, column = Tensor((3,), [10, 20, 30]), Tensor((2, 1), [1, 2])

    assert column + row == Tensor((2, 3), [11, 21, 31, 12, 22, 32])
    assert column - row == Tensor((2, 3), [-9, -19, -29, -8, -18, -28])
    assert column * row == Tensor((2, 3), [10, 20, 30, 20, 40, 60])
    assert row / column == Tensor((2, 3), [10, 20, 30, 5, 10, 15])
    assert column ** row.view()[:1] == Tensor((2, 1), [1, 1024])


@each_operator
@given(operands=_operands())
def test_numbers_are_numpys_whatever_the_layouts(apply, operands):
    (left, one), (right, other) = operands

    result = apply(left, right)

    assert type(result) is Tensor
    assert result.shape == broadcast_shapes(left, right)
    assert same_numbers(result, _numpys(apply, one, other))


@given(drawn=views(), other=views())
def test_views_of_every_kind_give_numpys_numbers_or_are_refused_as_numpy_refuses(drawn, other):
    (_, left, one), (_, right, two) = drawn, other

    result = outcome(operator.add, left, right)

    if isinstance(result, BroadcastError):
        with pytest.raises(ValueError, match="broadcast"):
            np.add(one, two)
    else:
        assert same_numbers(result, one + two)


@given(
    st.lists(st.sampled_from(SIDES), max_size=3).map(tuple),
    st.lists(st.sampled_from(SIDES), max_size=3).map(tuple),
)
def test_operators_fail_exactly_where_the_rule_does(left, right):
    expected = outcome(broadcast_shapes, left, right)

    result = outcome(operator.mul, Tensor.zeros(left), Tensor.zeros(right))

    if isinstance(expected, BroadcastError):
        assert result == expected
        assert str(result) == str(expected).replace("broadcast_shapes", "multiply")
    else:
        assert result.shape == expected


@given(
    apply=_any_operator,
    drawn=views(),
    number=st.floats() | st.integers(-(10**20), 10**20) | st.booleans(),
)
def test_a_number_may_stand_on_either_side(apply, drawn, number):
    _, view, array = drawn

    assert same_numbers(apply(view, number), _numpys(apply, array, np.float64(number)))
    assert same_numbers(apply(number, view), _numpys(apply, np.float64(number), array))


@given(apply=_any_operator, operands=_operands())
def test_an_array_may_stand_on_either_side(apply, operands):
    (left, one), (right, other) = operands

    for result in (apply(left, other), apply(one, right)):
        assert type(result) is Tensor
        assert same_numbers(result, _numpys(apply, one, other))


@pytest.mark.parametrize("dtype", ["f4", ">f8", "i8", "u1", "?", "f2"])
def test_arrays_of_other_real_types_become_64_bit_floats(dtype):
    array = np.array([0, 1, 1]).astype(dtype)

    assert Tensor((3,), [1, 2, 3]) + array == Tensor((3,), [1, 3, 4])
    assert array - Tensor((3,), [1, 2, 3]) == Tensor((3,), [-1, -1, -2])


def test_numpys_scalars_and_0_d_arrays_are_numbers():
    t = Tensor((2,), [1, 2])

    for two in (np.float64(2), np.float32(2), np.int64(2), np.array(2), np.array(2.0)):
        assert t * two == two * t == Tensor((2,), [2, 4])
    assert t + np.True_ == Tensor((2,), [2, 3])


def test_numpys_own_functions_of_the_same_name_give_tensors():
    t = Tensor((2,), [1, 2])

    assert np.add(t, 1) == np.add(np.ones(1), t) == t + 1
    assert np.matmul(t, t) == t @ t
    with pytest.raises(BroadcastError, match=r"^add: shapes \(2,\) and \(3,\) do not broadcast"):
        np.ones(2) + Tensor.zeros((3,))


def test_all_other_functions_of_numpy_see_arrays():
    t = Tensor((2, 2), [1, 2, 3, 4])

    assert type(np.exp(t)) is np.ndarray
    assert np.array_equal(np.add.reduce(t), [4, 6])
    assert np.sum(t) == 10
    assert np.array_equal(np.max(t.view(), axis=1), [2, 4])
    assert np.concatenate([t, (t)]).shape == (4, 2)
    assert np.stack((t, t.view())).shape == (2, 2, 2)
    assert np.array_equal(np.equal(np.ones((2, 2)), t), [[True, False], [False, False]])
    assert np.array_equal(np.add(t, [1, 1]), [[2, 3], [4, 5]])
    target = np.zeros((2, 2))
    target += t
    assert np.array_equal(target, t)


def test_numpy_cannot_write_to_a_tensor():
    t = Tensor((2,), [1, 2])

    with pytest.raises(ValueError, match="read-only"):
        np.add(t, t, out=t)
    with pytest.raises(ValueError, match="read-only"):
        np.copyto(t, 0)
    assert t == Tensor((2,), [1, 2])


def test_a_masked_array_keeps_its_mask():
    masked = np.ma.masked_array([1.0, 2.0], mask=[False, True])

    for result in (Tensor((2,), [1, 1]) + masked, masked + Tensor((2,), [1, 1])):
        assert result.mask.tolist() == [False, True]


@pytest.mark.parametrize("other", [[1, 2], (1, 2), "1", None, 1j, {1}], ids=repr)
@pytest.mark.parametrize("apply", [operator.add, operator.matmul, operator.iadd, operator.pow])
def test_what_is_neither_numbers_nor_a_tensor_is_pythons_type_error(apply, other):
    for operands in ((Tensor.zeros((2,)), other), (other, Tensor.zeros((2,)))):
        with pytest.raises(TypeError, match=r"unsupported operand|only concatenate|not iterable"):
            apply(*operands)


def test_numbers_beyond_every_float_and_complex_arrays_are_refused():
    with pytest.raises(InvalidData, match=r"^add: value <integer of 1329 bits> exceeds every"):
        Tensor.zeros((2,)) + 10**400
    with pytest.raises(InvalidData, match=r"^add: value 1j at position 0 is a complex, not a real"):
        Tensor.zeros((2,)) + np.array([1j])


def test_division_is_ieee_and_warns_of_nothing():
    t = Tensor((4,), [1, -1, 0, float("nan")])

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = t / 0
        Tensor((1,), [1e308]) * 10
        Tensor((1,), [-8]) ** 0.5
    assert [str(value) for value in result.buffer] == ["inf", "-inf", "nan", "nan"]


@each_operator
def test_a_callers_error_state_is_left_alone(apply):
    with np.errstate(all="raise"):
        apply(Tensor((1,), [0]), 0)
        assert np.geterr()["divide"] == "raise"


@pytest.mark.parametrize("exponent", [0, 0.5, 1, 2, 3, -1])
def test_powers(exponent):
    values = [0.5, 1.0, 2.0, 9.0]

    result = Tensor((4,), values) ** exponent

    assert np.allclose(result, np.array(values) ** exponent, rtol=1e-15, atol=0)
    assert 2 ** Tensor((3,), [0, 1, 10]) == Tensor((3,), [1, 2, 1024])


def test_more_than_memory_holds_is_refused_before_anything_is_read():
    huge = Tensor((1,), [1]).view().expand((2**40,))

    with pytest.raises(OutOfMemory, match=r"^add: 1099511627776 values of 8 bytes cannot be res"):
        huge + 1


def test_shapes_without_elements_of_any_size():
    assert (Tensor.zeros((2**63, 0)) + 1).shape == (2**63, 0)
    t = Tensor.zeros((2**63, 0))
    t += Tensor.zeros((1,))
    assert t.shape == (2**63, 0)
    assert (Tensor.zeros((2**63, 1, 0)) * Tensor.zeros((1, 1))).shape == (2**63, 1, 0)


def test_spent_tensors_are_refused():
    t = Tensor.zeros((2,))
    view = t.view()
    t.into_buffer()

    for function in (
        lambda: t + 1,
        lambda: 1 + view,
        lambda: Tensor.zeros((2,)) + view,
    ):
        with pytest.raises(SpentTensorError, match=r"^add: "):
            function()


# In place.


@pytest.mark.parametrize("name", IN_PLACE)
@given(data=st.data())
def test_in_place_gives_what_the_operator_gives_and_keeps_the_buffer(name, data):
    shapes = data.draw(broadcastable_shapes())
    common = broadcast_shapes(*shapes)
    target, _ = data.draw(views_of(common, stretch=False))
    value, _ = data.draw(views_of(shapes[0]))
    expected, whole = OPERATORS[name](target, value), target.buffer.copy()

    result = IN_PLACE[name](target, value)

    assert result is target
    assert same_numbers(target, expected)
    untouched = np.ones(len(whole), dtype=bool)
    untouched[list(target.offsets())] = False
    assert same_numbers(target.buffer[untouched], whole[untouched])


@pytest.mark.parametrize("name", IN_PLACE)
@given(data=st.data())
def test_operands_that_overlap_give_what_the_operator_gives(name, data):
    """Both are parts of one buffer, drawn freely, the value in any order and direction."""
    size = data.draw(st.integers(2, 5))
    whole = Tensor.from_array(data.draw(views_of((size, size), stretch=False))[1])
    target, value = (_part(whole.view(), data, shape) for shape in ((size, size), (size, size)))
    value = data.draw(st.sampled_from([value, value[:, :1], value[:1], value[-1], value[::-1]]))
    expected = OPERATORS[name](target, value)

    IN_PLACE[name](target, value)

    assert same_numbers(target, expected)


def _part(view, data, shape):
    view = view.permute(*data.draw(st.permutations(range(2))))
    step = data.draw(st.sampled_from([1, -1]))
    return view[::step, :: data.draw(st.sampled_from([1, -1]))]


def test_subtracting_the_first_column_in_place():
    """Rows (1, 2), (3, 4) less 1 and less 3; were the column read late, 2 - 0 and 4 - 0."""
    a = Tensor((2, 2), [1, 2, 3, 4])
    expected = a - a.view()[:, :1]

    a -= a.view()[:, :1]

    assert a == expected == Tensor((2, 2), [0, 1, 0, 1])


def test_a_shifted_sum_reads_the_values_before():
    t = Tensor((5,), [1, 1, 1, 1, 1])
    later = t.view()[1:]

    later += t.view()[:-1]

    assert t == Tensor((5,), [1, 2, 2, 2, 2])


def test_an_array_over_the_same_memory_overlaps_too():
    t = Tensor((5,), [1, 1, 1, 1, 1])
    later = t.view()[1:]

    later += t.writable_buffer[:-1]

    assert t == Tensor((5,), [1, 2, 2, 2, 2])


def test_in_place_never_grows_its_target():
    t = Tensor((3,), [1, 2, 3])

    for other in (Tensor.zeros((2, 3)), Tensor.zeros((1, 3)), np.zeros((2, 3))):
        with pytest.raises(BroadcastError, match=r"^add in place: shape .* does not stretch to"):
            t += other
    with pytest.raises(BroadcastError) as caught:
        t += Tensor.zeros((2, 3))
    assert str(caught.value) == (
        "add in place: shape (2, 3) does not stretch to (3,): axis -2 with size 2 would be lost"
    )
    one = Tensor.zeros((1,))
    with pytest.raises(BroadcastError, match="axis -1 has sizes 3 and 1"):
        one += t
    assert t == Tensor((3,), [1, 2, 3])


@pytest.mark.parametrize("name", IN_PLACE)
def test_an_expanded_target_is_refused(name):
    t = Tensor((3, 1), [1, 2, 3])
    target = t.view().expand((3, 4))

    with pytest.raises(AliasedWriteError, match=f"^{name} in place: shape \\(3, 4\\) with strides"):
        IN_PLACE[name](target, 1)
    assert t == Tensor((3, 1), [1, 2, 3])


def test_a_part_in_brackets_is_changed_in_place():
    t = Tensor((2, 3), [1, 2, 3, 4, 5, 6])
    v = t.view()

    v[:, 1:] += 10
    v[0, 0] *= 5

    assert t == Tensor((2, 3), [5, 12, 13, 4, 15, 16])


def test_in_place_on_nothing_changes_nothing():
    t = Tensor.zeros((2, 0))
    t += Tensor.zeros((1,))
    assert t.shape == (2, 0)


def test_a_power_in_place():
    t = Tensor((2,), [2, 3])
    t **= 2
    assert t == Tensor((2,), [4, 9])


def test_a_view_stays_a_view_and_a_tensor_a_tensor():
    t = Tensor((2,), [1, 2])
    v = t.view()
    v += 1
    t += 1
    assert (type(v), type(t)) == (TensorView, Tensor)
    assert v.shares_buffer(t)
    assert t == Tensor((2,), [3, 4])


def test_the_control():
    """The one of the four bugs that is loud, because 7 is not 5; the quiet two have equal sizes."""
    with pytest.raises(BroadcastError) as caught:
        Tensor.zeros((3, 5, 7)) + Tensor.zeros((3, 5))
    assert caught.value == BroadcastError(((3, 5, 7), (3, 5)), -1, (7, 5))
    assert str(caught.value) == (
        "add: shapes (3, 5, 7) and (3, 5) do not broadcast: axis -1 has sizes 7 and 5"
    )
    assert (Tensor.zeros((5, 5, 5)) + Tensor.zeros((5, 5))).shape == (5, 5, 5)
    assert (Tensor.zeros((256,)) - Tensor.zeros((256, 1))).shape == (256, 256)
