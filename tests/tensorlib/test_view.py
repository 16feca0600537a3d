"""Views: other readings of one buffer, which write through and never copy or leave it."""

from __future__ import annotations

import copy
import gc
import operator
import pickle
from collections.abc import Iterable
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import NOTABLE_BITS, bits_of, float_of, selections, shapes, views

from tensorlib import (
    AliasedWriteError,
    AxisError,
    BroadcastError,
    DataLengthMismatch,
    IndexOutOfBounds,
    InvalidData,
    InvalidIndex,
    InvalidSlice,
    Layout,
    NotViewableError,
    OffsetOutOfBounds,
    OutOfMemory,
    RankMismatch,
    ShapeOverflow,
    SpentTensorError,
    Tensor,
    TensorView,
)

VALUES = [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42]


@pytest.fixture
def tensor() -> Tensor:
    return Tensor((2, 2, 3), VALUES)


@pytest.fixture
def block() -> Tensor:
    return Tensor((4, 8, 16), range(512))


def test_a_transposed_block_is_the_same_memory(block):
    # Row-major strides of (4, 8, 16) are (8*16, 16, 1); the first two change places.
    view = block.view().transpose(0, 1)

    assert (view.shape, view.strides, view.base_offset) == ((8, 4, 16), (16, 128, 1), 0)
    assert np.asarray(view).ctypes.data == np.asarray(block).ctypes.data
    assert view[7, 3, 15] == block[3, 7, 15] == 511.0
    assert not view.is_contiguous
    assert block.view().is_contiguous


def test_flattening_the_transposed_block_is_refused_and_reshape_copies(block):
    view = block.view().transpose(0, 1)

    with pytest.raises(
        NotViewableError,
        match=r"^view_as: shape \(8, 4, 16\) with strides \(16, 128, 1\) cannot be seen as "
        r"\(512,\) without a copy: axes 1 and 2 cannot merge, because stride 128 is not "
        r"16 \* 1 = 16$",
    ):
        view.view_as((512,))
    copied = view.reshape((-1,))
    assert type(copied) is Tensor
    assert not copied.shares_buffer(block)
    assert (
        copied.buffer.tolist() == np.arange(512.0).reshape(4, 8, 16).swapaxes(0, 1).ravel().tolist()
    )


def test_an_axis_of_size_one_does_not_keep_the_block_from_being_flat():
    tensor = Tensor((4, 1, 16), range(64))
    view = tensor.view().transpose(0, 1)

    assert view.strides == (16, 16, 1)
    assert view.is_contiguous
    assert view.view_as((64,)).strides == (1,)
    assert type(view.reshape((64,))) is TensorView
    assert view.reshape((64,)).shares_buffer(tensor)


def test_a_sliced_view_by_hand(tensor):
    # Rows from 1 on, every other position: 20 and 22 of the first slice, 40 and 42 of the second.
    view = tensor.view()[:, 1:, ::2]

    assert (view.shape, view.strides, view.base_offset) == ((2, 1, 2), (6, 3, 2), 3)
    assert [view[index] for index in product(*map(range, view.shape))] == [20, 22, 40, 42]
    assert list(view.offsets()) == [3, 5, 9, 11]
    assert view.offset((1, 0, 1)) == 11
    assert (view.rank, view.size, view.dtype) == (3, 4, "float64")


def test_a_slice_of_a_wider_table_is_not_contiguous():
    view = Tensor((3, 6), range(18)).view()[:, :5]

    assert (view.shape, view.strides) == ((3, 5), (6, 1))
    assert not view.is_contiguous
    with pytest.raises(NotViewableError, match="stride 6 is not 5"):
        view.view_as((15,))


def test_a_reversed_view_has_negative_strides(tensor):
    view = tensor.view()[::-1, :, ::-1]

    assert (view.strides, view.base_offset) == ((-6, 3, -1), 8)
    assert view[0, 0, 0] == 32.0
    assert np.asarray(view)[1, 1].tolist() == [22, 21, 20]


def test_a_stretched_column_stores_three_values():
    # 3*4 coordinates of 8 bytes are named, 3 values stand in memory.
    tensor = Tensor((3, 1), [1, 2, 3])
    view = tensor.view().expand((3, 4))

    assert (view.shape, view.strides) == ((3, 4), (1, 0))
    assert (view.logical_bytes, view.stored_bytes, view.buffer_bytes) == (96, 24, 24)
    assert view.aliases_itself
    tensor[1, 0] = 9
    assert [view[1, column] for column in range(4)] == [9.0] * 4


def test_a_small_slice_keeps_a_large_buffer():
    view = Tensor((1000, 100), range(100_000)).view()[3, :2]

    assert (view.logical_bytes, view.stored_bytes, view.buffer_bytes) == (16, 16, 800_000)
    assert not view.aliases_itself


def test_a_tensor_stores_what_its_shape_says(tensor):
    assert (tensor.logical_bytes, tensor.stored_bytes, tensor.buffer_bytes) == (96, 96, 96)
    assert (tensor.base_offset, tensor.is_contiguous, tensor.aliases_itself) == (0, True, False)


@pytest.mark.parametrize("key", [(1, 2), (slice(None), 0), slice(1, 2), ...])
def test_a_stretched_view_cannot_be_written(key):
    tensor = Tensor((3, 1), [1, 2, 3])
    view = tensor.view().expand((3, 4))

    with pytest.raises(AliasedWriteError) as caught:
        view[key] = 7
    assert caught.value == AliasedWriteError((3, 4), (1, 0))
    assert str(caught.value) == (
        "setitem: shape (3, 4) with strides (1, 0) has rows that are the same memory, a write "
        "would change them all: write to a copy, to_tensor()"
    )
    assert tensor.buffer.tolist() == [1, 2, 3]
    written = view.to_tensor()
    written[1, 2] = 7
    assert tensor.buffer.tolist() == [1, 2, 3]


def test_overlapping_windows_can_be_read_and_not_written():
    tensor = Tensor((6,), range(6))
    windows = TensorView(tensor, Layout((4, 3), (1, 1)))

    assert np.asarray(windows).tolist() == [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]]
    with pytest.raises(AliasedWriteError):
        windows[0, 0] = 7


def test_one_element_of_a_stretched_axis_is_no_alias():
    view = Tensor((3, 1), [1, 2, 3]).view().expand((3, 4))[:, 2]
    view[0] = 7

    assert view.buffer.tolist() == [7, 2, 3]


def test_a_layout_that_would_leave_the_buffer_is_refused():
    # 2*5 + 4*1 = 14 is the last offset; 14 values have offsets 0 to 13.
    layout = Layout((3, 5), (5, 1))

    with pytest.raises(
        OffsetOutOfBounds, match=r"^TensorView: offset 14 is out of bounds for size 14$"
    ):
        TensorView(Tensor.zeros((14,)), layout)
    assert TensorView(Tensor.zeros((15,)), layout).shape == (3, 5)


def test_a_view_may_be_empty_at_the_very_end_and_no_further(tensor):
    assert TensorView(tensor, Layout((0,), (1,), 12)).size == 0
    with pytest.raises(OffsetOutOfBounds, match="offset 13 is out of bounds for size 12"):
        TensorView(tensor, Layout((0,), (1,), 13))


REFUSED_KEYS = {
    "a negative index in a coordinate": ((0, 0, -1), IndexOutOfBounds(2, -1, 3)),
    "past the end in a coordinate": ((0, 2, 0), IndexOutOfBounds(1, 2, 2)),
    "past the end in a selection": ((0, 2, ...), IndexOutOfBounds(1, 2, 2)),
    "too many": ((0, 0, 0, 0), RankMismatch(3, 4)),
    "too many slices": ((slice(None),) * 4, RankMismatch(3, 4)),
    "a truth value in a coordinate": ((True, 0, 0), InvalidIndex(0, True)),
    "a truth value in a selection": ((True, ...), InvalidIndex(0, True)),
    "a float": ((0, 0, 1.0), InvalidIndex(2, 1.0)),
    "text": ("axis", InvalidIndex(0, "axis")),
    "a list of rows": ([0, 1], InvalidIndex(0, [0, 1])),
    "a step of nought": (slice(None, None, 0), InvalidSlice(0, None, None, 0)),
}


@pytest.mark.parametrize(("key", "error"), REFUSED_KEYS.values(), ids=REFUSED_KEYS)
def test_a_refused_key_is_neither_read_nor_written(tensor, key, error):
    view = tensor.view()
    with pytest.raises(type(error), match=r"^getitem: ") as caught:
        view[key]
    assert caught.value == error
    with pytest.raises(type(error), match=r"^setitem: ") as caught:
        view[key] = 99
    assert caught.value == error
    assert tensor.buffer.tolist() == VALUES


def test_one_integer_an_axis_is_a_coordinate_and_all_else_selects(tensor):
    view = tensor.view()

    assert view[1, 0, 2] == 32.0
    assert type(view[1, 0, 2]) is float
    assert view[-1].shape == (2, 3)
    assert view[1, 0, 2, ...].shape == ()
    assert view[1, 0, 2, ...][()] == 32.0
    assert view[()].layout == view[...].layout == view.layout
    with pytest.raises(IndexOutOfBounds, match="index -1 is out of bounds for axis 0 with size 3"):
        view[0, 0][-1]


def test_a_wrong_coordinate_is_explained_with_the_base_offset(tensor):
    view = tensor.view()[1:, :, 1:]

    assert str(view.explain((0, 1, 1))) == (
        "coordinate (0, 1, 1), shape (1, 2, 2), strides (6, 3, 1)\n"
        "axis 0: index 0 * stride 6 = 0\n"
        "axis 1: index 1 * stride 3 = 3\n"
        "axis 2: index 1 * stride 1 = 1\n"
        "offset = 7 + 0 + 3 + 1 = 11\n"
        "value = 42.0"
    )
    assert view.explain((0, 2, 0)).error == IndexOutOfBounds(1, 2, 2)


def test_the_layout_is_explained_with_bytes_and_order(tensor):
    assert str(tensor.view()[:, ::2, 0].explain_layout()) == (
        "axis               0  1\n"
        "size               2  1\n"
        "stride             6  6\n"
        "contiguous stride  1  1\n"
        "base offset 0, not contiguous\n"
        "16 bytes by its shape, 16 bytes stored for it, 96 bytes kept alive by it\n"
        "offsets in logical order: 0, 6"
    )


@given(views())
def test_a_view_reads_what_numpy_reads(drawn):
    tensor, view, array = drawn

    assert view.shape == array.shape
    assert np.array_equal(np.asarray(view), array)
    assert view.size == array.size
    assert view.is_contiguous == array.flags.c_contiguous
    for coordinate in product(*map(range, view.shape)):
        assert view[coordinate] == array[coordinate] == tensor.buffer[view.offset(coordinate)]
    for size, stride, step in zip(view.shape, view.strides, array.strides, strict=True):
        assert stride * array.itemsize == step or size == 1 or array.size == 0


@given(views())
def test_asarray_shares_the_buffer_read_only(drawn):
    tensor, view, _ = drawn
    array = np.asarray(view)

    assert np.shares_memory(array, tensor.buffer) or view.size == 0
    assert array.dtype == np.float64
    assert array.strides == tuple(8 * stride for stride in view.strides) or view.size == 0
    with pytest.raises(ValueError, match="cannot set WRITEABLE flag to True"):
        array.setflags(write=True)
    assert not np.shares_memory(np.array(view), tensor.buffer)
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        np.array(view, dtype=np.float32, copy=False)


@given(st.data(), views(expand=False))
def test_what_is_written_shows_in_the_buffer_as_it_does_for_numpy(data, drawn):
    tensor, view, array = drawn
    key = data.draw(selections(view.shape))
    part = array[key].shape
    stretching = tuple(data.draw(st.sampled_from([size, 1])) for size in part)
    skipped = data.draw(st.integers(0, len(part)))
    values = -1.0 - np.arange(np.prod(stretching[skipped:])).reshape(stretching[skipped:])

    view[key] = values
    array[key] = values
    assert np.array_equal(tensor.buffer, _base(array))


def _base(array):
    while array.base is not None:
        array = array.base
    return array.reshape(-1)


@given(st.data(), views(expand=False, min_side=1))
def test_one_value_written_changes_one_offset(data, drawn):
    tensor, view, _ = drawn
    coordinate = tuple(data.draw(st.integers(0, size - 1)) for size in view.shape)
    view[coordinate] = -1

    assert np.flatnonzero(tensor.buffer == -1).tolist() == [view.offset(coordinate)]
    assert view[coordinate] == -1.0


@given(st.data(), views())
def test_selecting_from_any_view_is_numpys(data, drawn):
    tensor, view, array = drawn
    key = data.draw(selections(view.shape))

    assert np.array_equal(np.asarray(view[key]), array[key])
    assert view[key].shares_buffer(tensor)


@given(st.data(), views())
def test_a_permutation_and_its_inverse_are_nothing(data, drawn):
    _, view, _ = drawn
    axes = data.draw(st.permutations(range(view.rank)))

    assert view.permute(*axes).permute(*np.argsort(axes)).layout == view.layout


@given(views())
def test_reshape_gives_numpys_values_and_tells_whether_it_copied(drawn):
    tensor, view, array = drawn
    flat = view.reshape((array.size,))

    assert np.array_equal(np.asarray(flat), array.ravel())
    assert flat.shares_buffer(tensor) == isinstance(flat, TensorView)
    try:
        view.view_as((array.size,))
    except NotViewableError:
        assert type(flat) is Tensor
    else:
        assert type(flat) is TensorView


@given(views())
def test_a_tensor_of_a_view_is_a_row_major_copy(drawn):
    tensor, view, array = drawn
    made = view.to_tensor()

    assert type(made) is Tensor
    assert made.layout == Layout.row_major(array.shape)
    assert made.buffer.tolist() == array.ravel().tolist()
    assert made == view
    assert not made.shares_buffer(tensor)
    assert not np.shares_memory(made.buffer, tensor.buffer)


@given(shapes())
def test_a_tensor_is_reshaped_without_a_copy(shape):
    tensor = Tensor(shape, range(int(np.prod(shape))))
    flat = tensor.reshape((tensor.size,))

    assert flat.layout == Layout((tensor.size,), (1,))
    assert flat.shares_buffer(tensor)
    assert flat.view_as(shape) == tensor


@pytest.mark.parametrize("shape", [(5,), (4, 4)])
def test_reshape_names_itself_in_its_errors(tensor, shape):
    count = int(np.prod(shape))
    for reshape in (tensor.reshape, tensor.view().reshape):
        with pytest.raises(
            DataLengthMismatch,
            match=rf"^reshape: the shape needs data of length {count}, not 12$",
        ):
            reshape(shape)


def test_what_is_written_may_be_read_from_the_same_memory():
    tensor = Tensor((5,), range(5))
    view = tensor.view()
    view[1:] = view[:-1]

    assert tensor.buffer.tolist() == [0, 0, 1, 2, 3]
    view[...] = view[::-1]
    assert tensor.buffer.tolist() == [3, 2, 1, 0, 0]


@pytest.mark.parametrize("value", [7, 7.0, np.float32(7), [7], [[7], [7]], np.full((2, 3), 7)])
def test_numbers_lists_and_arrays_stretch_to_what_they_are_written_to(tensor, value):
    tensor.view()[0] = value

    assert tensor.buffer.tolist() == [7] * 6 + VALUES[6:]


def test_what_does_not_stretch_is_not_written(tensor):
    with pytest.raises(BroadcastError) as caught:
        tensor.view()[0] = [1, 2]
    assert str(caught.value) == (
        "setitem: shape (2,) does not stretch to (2, 3): axis -1 has sizes 2 and 3"
    )
    with pytest.raises(BroadcastError, match="axis -3 with size 2 would be lost"):
        tensor.view()[0] = np.zeros((2, 2, 3))
    assert tensor.buffer.tolist() == VALUES


@pytest.mark.parametrize("value", ["1", None, 1j])
def test_only_real_numbers_are_written(tensor, value):
    for key in ((0, 0, 0), 0):
        with pytest.raises(InvalidData, match=r"^setitem: value "):
            tensor.view()[key] = value
    with pytest.raises(InvalidData, match="is a tuple, not a real number"):
        tensor.view()[0, 0, 0] = [1]
    assert tensor.buffer.tolist() == VALUES


@pytest.mark.parametrize("bits", NOTABLE_BITS.values(), ids=NOTABLE_BITS)
def test_every_bit_pattern_passes_through_views(bits):
    tensor = Tensor((2, 2), [float_of(bits), 0, 0, 0])
    view = tensor.view().transpose(0, 1)
    view[1, 1] = view[0, 0]
    view[0, 1:] = view[0, :1]

    kept = [view[0, 0], view[1, 1], view[0, 1], tensor[1, 0], view.to_tensor()[0, 0]]
    assert {bits_of(value) for value in kept} == {bits}
    assert np.array(view).view(np.uint64)[1, 1] == bits


def test_equality_is_of_shape_and_bits_whatever_the_memory(tensor):
    view = tensor.view()

    assert view == tensor
    assert tensor == view
    assert view.permute(2, 0, 1).permute(1, 2, 0) == tensor
    assert view.permute(2, 0, 1) == view.permute(2, 0, 1).to_tensor()
    assert view != view.view_as((12,))
    assert Tensor((1,), [float("nan")]).view() == Tensor((1,), [float("nan")])
    assert Tensor((1,), [0.0]).view() != Tensor((1,), [-0.0]).view()
    assert view != VALUES
    assert Tensor.zeros((2**63, 0)).view() == Tensor.zeros((2**63, 0))
    with pytest.raises(TypeError, match="unhashable type: 'TensorView'"):
        hash(view)


def test_a_view_has_no_length_and_no_loop(tensor):
    assert not isinstance(tensor.view(), Iterable)
    with pytest.raises(TypeError, match="'TensorView' object is not iterable"):
        list(tensor.view())
    with pytest.raises(TypeError, match="has no len"):
        len(tensor.view())


def test_the_buffer_of_a_view_is_its_tensors_whole(tensor):
    view = tensor.view()[1, 1, 1:]

    assert np.shares_memory(view.buffer, tensor.buffer)
    assert view.buffer.tolist() == VALUES
    assert view.buffer[view.base_offset] == view[0] == 41.0
    assert not view.buffer.flags.writeable


def test_a_view_keeps_its_tensor_and_its_buffer(tensor):
    view = Tensor((2,), [5, 6]).view()
    gc.collect()

    assert [view[0], view[1]] == [5.0, 6.0]
    array = np.asarray(tensor.view()[0])
    del tensor
    gc.collect()
    assert array.tolist() == [[10, 11, 12], [20, 21, 22]]


USES = {
    "layout": lambda v: v.layout,
    "shape": lambda v: v.shape,
    "strides": lambda v: v.strides,
    "base_offset": lambda v: v.base_offset,
    "rank": lambda v: v.rank,
    "size": lambda v: v.size,
    "dtype": lambda v: v.dtype,
    "is_contiguous": lambda v: v.is_contiguous,
    "aliases_itself": lambda v: v.aliases_itself,
    "logical_bytes": lambda v: v.logical_bytes,
    "stored_bytes": lambda v: v.stored_bytes,
    "buffer_bytes": lambda v: v.buffer_bytes,
    "buffer": lambda v: v.buffer,
    "shares_buffer": lambda v: v.shares_buffer(v),
    "offset": lambda v: v.offset((0, 0)),
    "offsets": lambda v: v.offsets(),
    "explain": lambda v: v.explain((0, 0)),
    "explain_layout": lambda v: v.explain_layout(),
    "to_tensor": lambda v: v.to_tensor(),
    "view": lambda v: v.view(),
    "permute": lambda v: v.permute(1, 0),
    "transpose": lambda v: v.transpose(0, 1),
    "expand": lambda v: v.expand((2, 2)),
    "view_as": lambda v: v.view_as((4,)),
    "reshape": lambda v: v.reshape((4,)),
    "getitem": lambda v: v[0, 0],
    "getitem of a part": lambda v: v[0],
    "setitem": lambda v: operator.setitem(v, (0, 0), 1.0),
    "setitem of a part": lambda v: operator.setitem(v, 0, 1.0),
    "asarray": np.asarray,
    "copy": copy.copy,
    "==": lambda v: v == v,
}


@pytest.mark.parametrize(("operation", "use"), USES.items(), ids=USES)
def test_the_views_of_a_spent_tensor_are_spent(operation, use):
    tensor = Tensor((2, 2), [1, 2, 3, 4])
    view = tensor.view()
    use(view)
    tensor.into_buffer()

    name = operation.removesuffix(" of a part")
    with pytest.raises(SpentTensorError) as caught:
        use(view)
    assert str(caught.value) == (
        f"{name}: the tensor gave its buffer up with into_buffer() and cannot be used any more"
    )
    assert repr(view) == "<TensorView whose buffer was given up>"
    with pytest.raises(SpentTensorError, match=r"^TensorView: "):
        TensorView(tensor, Layout((2,), (1,)))


NUMERIC = {"sum", "mean", "max", "softmax"}
"""What views can compute; it has tests of its own."""


def test_every_public_name_of_a_view_is_among_these_uses():
    names = {name for name in dir(TensorView) if not name.startswith("_")}

    assert names - NUMERIC == {name for name in USES if name.isidentifier()} - {
        "getitem",
        "setitem",
        "asarray",
        "copy",
    }


@pytest.mark.parametrize("name", ["shape", "strides", "base_offset", "layout", "buffer"])
def test_nothing_of_a_view_can_be_replaced(tensor, name):
    view = tensor.view()
    with pytest.raises(AttributeError, match=name):
        setattr(view, name, getattr(view, name))


def test_a_view_prints_its_layout_and_first_values(tensor):
    view = tensor.view()

    assert repr(view[:, 1:, ::2]) == (
        "<TensorView (2, 1, 2), strides (6, 3, 2), offset 3: [20.0, 22.0, 40.0, 42.0]>"
    )
    assert repr(view[:0]) == "<TensorView (0, 2, 3), strides (6, 3, 1), offset 0: []>"
    assert repr(view[0, 0, 0, ...].expand((10**12,))) == (
        f"<TensorView (1000000000000,), strides (0,), offset 0: "
        f"[{'10.0, ' * 12}… 1000000000000 values]>"
    )


def test_a_stretched_view_may_name_more_than_fits_in_memory():
    view = Tensor((), [5]).view().expand((2**63,))

    assert view[2**62] == 5.0
    assert (view.logical_bytes, view.stored_bytes) == (2**66, 8)
    with pytest.raises(OutOfMemory, match=r"^to_tensor: 9223372036854775808 values of 8 bytes"):
        view.to_tensor()
    with pytest.raises(ShapeOverflow, match=r"^expand: "):
        view.expand((2, 2**63))


def test_errors_of_the_axes_name_the_operation(tensor):
    scalar = Tensor((), [1]).view()

    assert scalar.permute()[()] == 1.0
    with pytest.raises(AxisError, match=r"^transpose: axis 0 is out of bounds for rank 0$"):
        scalar.transpose(0, 0)
    with pytest.raises(AxisError, match=r"^permute: axes \(0, 0\) name axis 0 twice$"):
        tensor.view().permute(0, 0)
    with pytest.raises(AxisError, match=r"^permute: axes \(0, 1\) leave out axis 2 of rank 3$"):
        tensor.view().permute(0, 1)
    assert tensor.view().permute(-1, 0, 1).shape == (3, 2, 2)


def test_a_copy_is_another_view_and_a_deep_copy_takes_the_tensor_along(tensor):
    view = tensor.view()[1]

    assert copy.copy(view).shares_buffer(tensor)
    for apart in (copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert apart == view
        assert apart.layout == view.layout
        assert not apart.shares_buffer(tensor)
    first, second = pickle.loads(pickle.dumps((view, tensor.view())))
    assert first.shares_buffer(second)


def test_numpy_functions_take_a_view(tensor):
    assert np.stack([tensor.view(), tensor.view()]).shape == (2, 2, 2, 3)
    assert Tensor.from_array(tensor.view().transpose(0, 2)).strides == (4, 2, 1)
