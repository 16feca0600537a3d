"""Permuting, stretching and reshaping layouts, against numpy and by hand."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SIDES, shapes, views

from tensorlib.errors import (
    AxisError,
    BroadcastError,
    DataLengthMismatch,
    InferredSizeError,
    InvalidShape,
    NotViewableError,
    ShapeOverflow,
)
from tensorlib.layout import Layout
from tensorlib.viewing import expanded, permuted, transposed, viewed_as, with_inferred_size

ROWS = Layout.row_major((4, 8, 16))


def test_a_permutation_reorders_sizes_and_strides_together():
    # (4, 8, 16) has strides (8*16, 16, 1).
    assert permuted(ROWS, (1, 0, 2)) == Layout((8, 4, 16), (16, 128, 1))
    assert permuted(ROWS, (-1, 0, 1)) == Layout((16, 4, 8), (1, 128, 16))
    assert permuted(Layout.row_major(()), ()) == Layout((), ())
    assert permuted(Layout((2, 3), (-3, 1), 3), iter([1, 0])) == Layout((3, 2), (1, -3), 3)


def test_a_transposition_is_a_permutation():
    assert transposed(ROWS, 0, 1) == permuted(ROWS, (1, 0, 2))
    assert transposed(ROWS, -1, 0) == permuted(ROWS, (2, 1, 0))
    assert transposed(ROWS, 1, 1) == ROWS


@pytest.mark.parametrize("axes", list(permutations(range(4))))
def test_the_inverse_permutation_undoes_it(axes):
    layout = Layout((2, 3, 0, 5), (7, -4, 3, 0), offset=50)

    assert permuted(permuted(layout, axes), np.argsort(axes)) == layout


@pytest.mark.parametrize(
    ("axes", "error", "message"),
    [
        ((0, 0, 1), AxisError(0, 3), "permute: axes (0, 0, 1) name axis 0 twice"),
        ((0, 2, -1), AxisError(2, 3), "permute: axes (0, 2, -1) name axis 2 twice"),
        ((0, 1), AxisError(2, 3), "permute: axes (0, 1) leave out axis 2 of rank 3"),
        ((), AxisError(0, 3), "permute: axes () leave out axis 0 of rank 3"),
        ((0, 1, 2, 3), AxisError(3, 3), "permute: axis 3 is out of bounds for rank 3"),
        ((0, 1, -4), AxisError(-4, 3), "permute: axis -4 is out of bounds for rank 3"),
        ((0, 1, 2.0), AxisError(2.0, 3), "permute: axis 2.0 is a float, not an integer"),
    ],
)
def test_what_is_no_permutation(axes, error, message):
    with pytest.raises(AxisError) as caught:
        permuted(ROWS, axes)
    assert caught.value == error
    assert str(caught.value) == message


def test_a_scalar_has_no_axes_to_exchange():
    with pytest.raises(AxisError, match=r"^transpose: axis 0 is out of bounds for rank 0$"):
        transposed(Layout.row_major(()), 0, 0)


STRETCHED = {
    "a column": (Layout.row_major((3, 1)), (3, 4), Layout((3, 4), (1, 0))),
    "new axes on the left": (Layout.row_major((3,)), (2, 5, 3), Layout((2, 5, 3), (0, 0, 1))),
    "a scalar": (Layout((), (), 7), (2, 3), Layout((2, 3), (0, 0), 7)),
    "to nothing": (Layout.row_major((1, 3)), (0, 3), Layout((0, 3), (0, 1))),
    "nothing to nothing": (Layout.row_major((0,)), (2, 0), Layout((2, 0), (0, 1))),
    "a size 1 that stays": (Layout((1, 3), (9, 2)), (1, 3), Layout((1, 3), (9, 2))),
    "sizes kept by -1": (Layout.row_major((3, 1)), (2, -1, 4), Layout((2, 3, 4), (0, 1, 0))),
}


@pytest.mark.parametrize(("layout", "shape", "result"), STRETCHED.values(), ids=STRETCHED)
def test_stretching_gives_stride_nought(layout, shape, result):
    assert expanded(layout, shape) == result


@given(shapes(max_rank=3, max_side=3), shapes(max_rank=4, max_side=3))
def test_stretching_is_numpys(old, new):
    array = np.arange(np.prod(old, dtype=int)).reshape(old)
    layout = Layout.row_major(old)
    try:
        stretched = np.broadcast_to(array, new)
    except ValueError:
        with pytest.raises(BroadcastError, match=r"^expand: shape \(.*\) does not stretch to \("):
            expanded(layout, new)
        return
    result = expanded(layout, new)
    assert result.shape == new
    for size, stride, step in zip(new, result.strides, stretched.strides, strict=True):
        assert stride * array.itemsize == step or size == 1 or stretched.size == 0


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        (
            (3, 2),
            (3, 4),
            BroadcastError(((3, 2), (3, 4)), -1, (2, 4)),
            "expand: shape (3, 2) does not stretch to (3, 4): axis -1 has sizes 2 and 4",
        ),
        (
            (3, 4),
            (1, 4),
            BroadcastError(((3, 4), (1, 4)), -2, (3, 1)),
            "expand: shape (3, 4) does not stretch to (1, 4): axis -2 has sizes 3 and 1",
        ),
        (
            (2, 3),
            (3,),
            BroadcastError(((2, 3), (3,)), -2, (2,)),
            "expand: shape (2, 3) does not stretch to (3,): axis -2 with size 2 would be lost",
        ),
        (
            (1, 3),
            (3,),
            BroadcastError(((1, 3), (3,)), -2, (1,)),
            "expand: shape (1, 3) does not stretch to (3,): axis -2 with size 1 would be lost",
        ),
        ((3,), (-1, 3), InvalidShape((-1, 3)), "expand: size -1 on axis 0 is less than 0"),
        ((3,), (2, -2), InvalidShape((2, -2)), "expand: size -2 on axis 1 is less than 0"),
        ((3,), 3, InvalidShape(3), "expand: shape 3 is not a sequence of sizes"),
        (
            (1,),
            (2**63, 2),
            ShapeOverflow(),
            "expand: shape (9223372036854775808, 2): 9223372036854775808 * 2 is more than "
            "18446744073709551615",
        ),
    ],
)
def test_what_cannot_stretch(old, new, error, message):
    with pytest.raises(type(error)) as caught:
        expanded(Layout.row_major(old), new)
    assert caught.value == error
    assert str(caught.value) == message


VIEWED = {
    "axes merge": (ROWS, (32, 16), Layout((32, 16), (16, 1))),
    "an axis splits": (Layout((6,), (2,), 1), (3, 2), Layout((3, 2), (4, 2), 1)),
    "a reversed axis splits": (Layout((6,), (-1,), 5), (2, 3), Layout((2, 3), (-3, -1), 5)),
    "a transposed one splits": (Layout((4, 6), (1, 4)), (2, 2, 6), Layout((2, 2, 6), (2, 1, 4))),
    "a part of the axes merges": (
        Layout((2, 3, 4), (12, 4, 1)),
        (6, 2, 2),
        Layout((6, 2, 2), (4, 2, 1)),
    ),
    "stretched axes merge": (Layout((5, 4), (0, 0)), (20,), Layout((20,), (0,))),
    "a size 1 does not matter": (Layout((1, 4, 16), (16, 16, 1)), (64,), Layout((64,), (1,))),
    "one element": (Layout((1,), (7,), 3), (), Layout((), (), 3)),
    "a scalar": (Layout((), ()), (1, 1), Layout((1, 1), (1, 1))),
    "nothing": (Layout((0,), (1,)), (-1,), Layout((0,), (1,))),
    "nothing, inferred": (Layout((0, 3), (3, 1)), (3, -1), Layout((3, 0), (0, 1))),
    "nothing on another axis": (Layout((0,), (1,)), (2, -1), Layout((2, 0), (0, 1))),
    "a size inferred": (ROWS, (4, -1), Layout((4, 128), (128, 1))),
}


@pytest.mark.parametrize(("layout", "shape", "result"), VIEWED.values(), ids=VIEWED)
def test_another_shape_of_the_same_memory(layout, shape, result):
    assert viewed_as(layout, shape) == result


def _refusal(shape, strides, target, axes, reason):
    message = f"view_as: shape {shape} with strides {strides} cannot be seen as {target}"
    return (shape, strides, target), axes, f"{message} without a copy: {reason}"


NOT_VIEWABLE = {
    "the transposed block, flat": _refusal(
        (8, 4, 16),
        (16, 128, 1),
        (512,),
        (1, 2),
        "axes 1 and 2 cannot merge, because stride 128 is not 16 * 1 = 16",
    ),
    "heads before tokens, merged": _refusal(
        (8, 4, 16),
        (16, 128, 1),
        (32, 16),
        (0, 1),
        "axes 0 and 1 cannot merge, because stride 16 is not 4 * 128 = 512",
    ),
    "rows with a gap": _refusal(
        (3, 5),
        (6, 1),
        (15,),
        (0, 1),
        "axes 0 and 1 cannot merge, because stride 6 is not 5 * 1 = 5",
    ),
    "stretched rows": _refusal(
        (3, 4),
        (1, 0),
        (12,),
        (0, 1),
        "axes 0 and 1 cannot merge, because stride 1 is not 4 * 0 = 0",
    ),
    "past a size 1": _refusal(
        (3, 1, 5),
        (6, 9, 1),
        (15,),
        (0, 2),
        "axes 0 and 2 cannot merge, because stride 6 is not 5 * 1 = 5",
    ),
    "a cut across the gap": _refusal(
        (2, 6),
        (7, 1),
        (3, 4),
        (0, 1),
        "axes 0 and 1 cannot merge, because stride 7 is not 6 * 1 = 6",
    ),
}


@pytest.mark.parametrize(("fields", "axes", "message"), NOT_VIEWABLE.values(), ids=NOT_VIEWABLE)
def test_the_axes_that_cannot_merge_are_named(fields, axes, message):
    shape, strides, target = fields
    with pytest.raises(NotViewableError) as caught:
        viewed_as(Layout(shape, strides), target)
    assert caught.value == NotViewableError(shape, strides, target)
    assert caught.value.axes == axes
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ((6,), (4,), DataLengthMismatch(4, 6), "the shape needs data of length 4, not 6"),
        ((0,), (), DataLengthMismatch(1, 0), "the shape needs data of length 1, not 0"),
        ((6,), (0,), DataLengthMismatch(0, 6), "the shape needs data of length 0, not 6"),
        (
            (6,),
            (4, -1),
            InferredSizeError(6, (4, -1)),
            "no size follows for -1 in shape (4, -1) from 6 elements",
        ),
        (
            (6,),
            (-1, -1),
            InferredSizeError(6, (-1, -1)),
            "no size follows for -1 in shape (-1, -1) from 6 elements",
        ),
        (
            (0, 3),
            (0, -1),
            InferredSizeError(0, (0, -1)),
            "no size follows for -1 in shape (0, -1) from 0 elements",
        ),
        ((6,), (-2, 3), InvalidShape((-2, 3)), "size -2 on axis 0 is less than 0"),
        ((6,), (-1, 1.5), InvalidShape((1, 1.5)), "size 1.5 on axis 1 is a float, not an integer"),
        ((6,), 6, InvalidShape(6), "shape 6 is not a sequence of sizes"),
        ((6,), "6", InvalidShape("6"), "shape '6' is not a sequence of sizes"),
    ],
)
def test_what_is_no_shape_for_these_elements(old, new, error, message):
    with pytest.raises(type(error)) as caught:
        viewed_as(Layout.row_major(old), new)
    assert caught.value == error
    assert str(caught.value) == f"view_as: {message}"


def test_an_endless_shape_is_refused_and_not_read_to_its_end():
    with pytest.raises(InvalidShape, match="a shape of 65 axes has more than 64"):
        with_inferred_size(6, iter(int, 1), "view_as")


@st.composite
def arrangements(draw: st.DrawFn, size: int) -> tuple[int, ...]:
    """Draw a shape with a number of elements, sizes 1 among them."""
    if size == 0:
        sides = draw(st.lists(st.sampled_from(SIDES), max_size=3))
        return tuple(draw(st.permutations([0, *sides])))
    sides = []
    while size > 1:
        side = draw(st.sampled_from([side for side in range(2, size + 1) if size % side == 0]))
        sides.append(side)
        size //= side
    for _ in range(draw(st.integers(0, 2))):
        sides.insert(draw(st.integers(0, len(sides))), 1)
    return tuple(draw(st.permutations(sides)))


@given(st.data(), views())
def test_a_shape_is_viewable_exactly_when_numpy_needs_no_copy(data, drawn):
    _, view, array = drawn
    target = data.draw(arrangements(array.size))
    try:
        reshaped = np.reshape(array, target, copy=False)
    except ValueError:
        with pytest.raises(NotViewableError):
            viewed_as(view.layout, target)
        return
    layout = viewed_as(view.layout, target)
    assert layout.shape == target
    assert layout.offset == view.base_offset
    for size, stride, step in zip(target, layout.strides, reshaped.strides, strict=True):
        assert stride * array.itemsize == step or size == 1 or array.size == 0


@given(st.data(), views())
def test_the_axes_named_break_the_rule(data, drawn):
    _, view, array = drawn
    target = data.draw(arrangements(array.size))
    try:
        viewed_as(view.layout, target)
    except NotViewableError as error:
        outer, inner = error.axes
        assert set(view.shape[outer + 1 : inner]) <= {1}
        assert view.strides[outer] != view.shape[inner] * view.strides[inner]


@given(st.data(), shapes(max_rank=3))
def test_an_inferred_size_is_numpys(data, shape):
    size = int(np.prod(shape))
    target = tuple(data.draw(st.lists(st.sampled_from([-1, 0, 1, 2, 3, 4]), max_size=3)))
    try:
        expected = np.empty(size).reshape(target).shape
    except ValueError:
        with pytest.raises((InferredSizeError, DataLengthMismatch)):
            viewed_as(Layout.row_major((size,)), target)
    else:
        assert viewed_as(Layout.row_major((size,)), target).shape == expected
