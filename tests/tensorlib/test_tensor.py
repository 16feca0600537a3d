"""One buffer and its layout: what can be read, changed and given up, and what cannot."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    NOTABLE_BITS,
    any_coordinates,
    bit_patterns,
    bits_of,
    coordinates,
    float_of,
    shapes,
)

from tensorlib import (
    DataLengthMismatch,
    IndexOutOfBounds,
    InvalidCoordinate,
    InvalidData,
    InvalidIndex,
    InvalidShape,
    OutOfMemory,
    RankMismatch,
    ShapeOverflow,
    SpentTensorError,
    Tensor,
    TensorError,
)

MAX = 2**64 - 1
VALUES = [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42]


@pytest.fixture
def tensor() -> Tensor:
    return Tensor((2, 2, 3), VALUES)


def test_shape_strides_rank_and_size(tensor):
    assert tensor.shape == (2, 2, 3)
    assert tensor.strides == (6, 3, 1)
    assert tensor.rank == 3
    assert tensor.size == 12
    assert tensor.dtype == "float64"
    assert tensor.layout.offset == 0


def test_offset_and_value_are_two_kinds_of_number(tensor):
    # 1*6 + 0*3 + 2*1 = 8, and the ninth value of the buffer is 32.
    assert tensor.offset((1, 0, 2)) == 8
    assert type(tensor.offset((1, 0, 2))) is int
    assert tensor[1, 0, 2] == 32.0
    assert type(tensor[1, 0, 2]) is float


def test_writing_changes_one_offset_alone(tensor):
    tensor[0, 1, 1] = 99

    assert tensor.offset((0, 1, 1)) == 4
    assert tensor.buffer.tolist() == [10, 11, 12, 20, 99, 22, 30, 31, 32, 40, 41, 42]


def test_a_scalar_is_one_value():
    scalar = Tensor((), [7.0])

    assert (scalar.rank, scalar.strides, scalar.size, scalar.offset(())) == (0, (), 1, 0)
    assert scalar[()] == 7.0
    scalar[()] = 8
    assert scalar[()] == 8.0
    with pytest.raises(
        RankMismatch, match=r"^getitem: the coordinate has length 1, the rank is 0$"
    ):
        scalar[0]


def test_an_empty_tensor_has_strides_and_no_coordinate():
    empty = Tensor((2, 0, 3), [])

    assert (empty.strides, empty.size) == ((0, 3, 1), 0)
    for coordinate in ((0, 0, 0), (1, 0, 2), (1, 5, 9)):
        with pytest.raises(IndexOutOfBounds) as caught:
            empty[coordinate]
        assert caught.value == IndexOutOfBounds(1, coordinate[1], 0)


REFUSED_CONSTRUCTIONS = {
    "three values for four": ((2, 2), [1, 2, 3], DataLengthMismatch(4, 3)),
    "a value too many": ((2, 2), range(5), DataLengthMismatch(4, 5)),
    "no value for a scalar": ((), [], DataLengthMismatch(1, 0)),
    "a value for no element": ((2, 0, 3), [1], DataLengthMismatch(0, 1)),
    "overflow before the length": ((MAX, 2), [], ShapeOverflow()),
    "overflow with a zero on the left": ((0, 2**63, 2), [], ShapeOverflow()),
    "overflow before the data": ((MAX, 2), "no data", ShapeOverflow()),
    "a negative size": ((-1,), [], InvalidShape((-1,))),
    "a negative size beside zero": ((-1, 0), [], InvalidShape((-1, 0))),
    "a size that is no integer": ((2.0,), [1, 2], InvalidShape((2.0,))),
    "a shape that is none": (12, VALUES, InvalidShape(12)),
    "65 axes": ((1,) * 65, [1], InvalidShape((1,) * 65)),
    "no data": (
        (1,),
        None,
        InvalidData("data None is a NoneType, not a sequence of real numbers"),
    ),
}


@pytest.mark.parametrize(
    ("shape", "data", "error"), REFUSED_CONSTRUCTIONS.values(), ids=REFUSED_CONSTRUCTIONS
)
def test_what_cannot_be_made(shape, data, error):
    with pytest.raises(type(error)) as caught:
        Tensor(shape, data)
    assert caught.value == error
    assert str(caught.value).startswith("Tensor: ")


@pytest.mark.parametrize("shape", [(2**63, 2, 0), (2**32, 2**32, 0), (0, MAX)])
def test_an_empty_tensor_may_have_sizes_near_the_limit(shape):
    assert Tensor(shape, []).size == 0
    assert Tensor.zeros(shape).shape == shape


def test_64_axes_work_to_the_end():
    deep = Tensor((1,) * 64, [5])

    assert deep[(0,) * 64] == 5.0
    assert np.asarray(deep).ndim == 64


REFUSED_READINGS = {
    "index past the end": ((1, 2, 0), IndexOutOfBounds(1, 2, 2)),
    "another row if unchecked": ((0, 2, 0), IndexOutOfBounds(1, 2, 2)),
    "first bad axis": ((2, 5, 9), IndexOutOfBounds(0, 2, 2)),
    "negative": ((-1, 0, 0), IndexOutOfBounds(0, -1, 2)),
    "huge": ((0, 0, 2**64), IndexOutOfBounds(2, 2**64, 3)),
    "too few": ((1, 0), RankMismatch(3, 2)),
    "too many": ((1, 0, 0, 0), RankMismatch(3, 4)),
    "none": ((), RankMismatch(3, 0)),
    "one integer": (1, RankMismatch(3, 1)),
    "a list is one index": ([1, 0, 2], RankMismatch(3, 1)),
    "everything": (..., RankMismatch(3, 1)),
    "bool": ((True, 0, 2), InvalidIndex(0, True)),
    "float": ((1.0, 0, 2), InvalidIndex(0, 1.0)),
    "slice": ((0, slice(None), 0), InvalidIndex(1, "<slice>")),
}


@pytest.mark.parametrize(("key", "error"), REFUSED_READINGS.values(), ids=REFUSED_READINGS)
def test_a_refused_coordinate_is_neither_read_nor_written(tensor, key, error):
    with pytest.raises(type(error), match=r"^getitem: ") as caught:
        tensor[key]
    assert caught.value == error
    with pytest.raises(type(error), match=r"^setitem: ") as caught:
        tensor[key] = 99
    assert caught.value == error
    assert tensor.buffer.tolist() == VALUES


def test_the_operation_heads_the_message(tensor):
    with pytest.raises(IndexOutOfBounds) as caught:
        tensor.offset((1, 2, 0))
    assert str(caught.value) == "offset: index 2 is out of bounds for axis 1 with size 2"


def test_a_coordinate_may_be_any_sequence_but_must_be_one(tensor):
    assert tensor.offset([1, 0, 2]) == tensor.offset(np.array([1, 0, 2])) == 8
    assert tensor[np.int64(1), np.uint8(0), 2] == 32.0
    for no_sequence in (5, "102", None):
        with pytest.raises(InvalidCoordinate, match="is not a sequence of indices"):
            tensor.offset(no_sequence)


def test_one_axis_takes_a_bare_index():
    row = Tensor((3,), [1, 2, 3])

    assert [row[0], row[np.int64(1)], row[(2,)]] == [1.0, 2.0, 3.0]
    for key, error in ((3, IndexOutOfBounds(0, 3, 3)), (True, InvalidIndex(0, True))):
        with pytest.raises(type(error)) as caught:
            row[key]
        assert caught.value == error


@given(any_coordinates())
def test_reading_agrees_with_the_layout(drawn):
    shape, coordinate = drawn
    tensor = Tensor(shape, range(int(np.prod(shape))))

    assert _outcome(lambda: tensor[coordinate]) == _outcome(lambda: tensor.offset(coordinate))


def _outcome(call):
    try:
        return call()
    except TensorError as error:
        return error


@given(coordinates())
def test_reading_and_writing_agree_with_numpy(drawn):
    shape, coordinate = drawn
    array = np.arange(float(np.prod(shape))).reshape(shape)
    tensor = Tensor(shape, array.reshape(-1))

    assert tensor[coordinate] == array[coordinate]
    tensor[coordinate] = array[coordinate] = -1.0
    np.testing.assert_array_equal(np.asarray(tensor), array)


@pytest.mark.parametrize("bits", NOTABLE_BITS.values(), ids=NOTABLE_BITS)
def test_each_notable_bit_pattern_survives_everything(bits):
    _every_way_keeps(bits)


@given(bit_patterns)
def test_every_bit_pattern_survives_everything(bits):
    _every_way_keeps(bits)


def _every_way_keeps(bits):
    value = float_of(bits)
    tensor = Tensor((2, 1), [value, 0.0])
    tensor[1, 0] = tensor[0, 0]  # read, written

    assert bits_of(tensor[0, 0]) == bits_of(tensor[1, 0]) == bits
    tensor[1, 0] = np.float64(value)
    assert bits_of(tensor[np.int64(1), 0]) == bits
    tensor.writable_buffer[1] = value
    assert bits_of(tensor.explain((1, 0)).value) == bits
    copies = (
        Tensor((2,), tensor.buffer),
        Tensor.from_array(np.asarray(tensor)),
        copy.copy(tensor),
        copy.deepcopy(tensor),
        pickle.loads(pickle.dumps(tensor)),
    )
    for made in copies:
        assert made.buffer.view(np.uint64).tolist() == [bits, bits]
    assert np.asarray(tensor).view(np.uint64).tolist() == [[bits], [bits]]
    assert np.array(tensor).view(np.uint64).tolist() == [[bits], [bits]]
    assert tensor.into_buffer().view(np.uint64).tolist() == [bits, bits]


def test_data_is_copied():
    array = np.zeros(2)
    made = [Tensor((2,), array), Tensor.from_array(array)]
    array[0] = 5

    assert [tensor[0,] for tensor in made] == [0.0, 0.0]


def test_from_array_is_row_major_whatever_the_array_was():
    made = Tensor.from_array(np.array([[1, 2, 3], [4, 5, 6]]).T)

    assert made.shape == (3, 2)
    assert made.buffer.tolist() == [1, 4, 2, 5, 3, 6]
    assert Tensor.from_array(5).shape == ()
    assert Tensor.from_array([[1, 2], [3, 4]]).shape == (2, 2)
    assert Tensor.from_array(made) == made


@given(shapes())
def test_from_array_and_asarray_are_inverses(shape):
    array = np.arange(float(np.prod(shape))).reshape(shape)

    np.testing.assert_array_equal(np.asarray(Tensor.from_array(array)), array, strict=True)


def test_from_array_refuses_what_is_no_number():
    with pytest.raises(
        InvalidData, match=r"^from_array: value 'a' at position 1 is a str, not a real number$"
    ):
        Tensor.from_array([1, "a"])


def test_zeros_too_large_for_memory_are_refused():
    with pytest.raises(OutOfMemory, match=r"^zeros: 4611686018427387904 values of 8 bytes cannot"):
        Tensor.zeros((2**31, 2**31))
    with pytest.raises(ShapeOverflow, match=r"^zeros: shape"):
        Tensor.zeros((2**32, 2**32))


@given(shapes())
def test_zeros_are_zeros(shape):
    zeros = Tensor.zeros(shape)

    assert zeros.shape == shape
    assert not zeros.buffer.any()


def test_the_buffer_is_the_tensors_memory_read_only(tensor):
    buffer = tensor.buffer

    assert buffer.dtype == np.float64
    assert buffer.shape == (12,)
    tensor[0, 0, 0] = 5
    assert buffer[0] == 5.0
    assert np.shares_memory(buffer, tensor.buffer)
    with pytest.raises(ValueError, match="read-only"):
        buffer[0] = 1
    with pytest.raises(ValueError, match="cannot set WRITEABLE flag to True"):
        buffer.setflags(write=True)


def test_the_writable_buffer_changes_values_and_never_the_length(tensor):
    tensor.writable_buffer[8] = -1

    assert tensor[1, 0, 2] == -1.0
    with pytest.raises(ValueError, match="does not own its data"):
        tensor.writable_buffer.resize(20, refcheck=False)
    reshaped = tensor.writable_buffer.reshape(3, 4)
    assert reshaped.shape == (3, 4)
    assert (tensor.buffer.shape, tensor.shape) == ((12,), (2, 2, 3))


@pytest.mark.parametrize(
    "name", ["shape", "strides", "rank", "size", "dtype", "buffer", "writable_buffer", "layout"]
)
def test_nothing_of_it_can_be_replaced(tensor, name):
    with pytest.raises(AttributeError, match=name):
        setattr(tensor, name, getattr(tensor, name))


def test_asarray_shares_memory_and_is_read_only(tensor):
    array = np.asarray(tensor)

    assert array.shape == (2, 2, 3)
    assert array.dtype == np.dtype(tensor.dtype)
    assert np.shares_memory(array, tensor.buffer)
    tensor[1, 0, 2] = 5
    assert array[1, 0, 2] == 5.0
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0, 0] = 1
    with pytest.raises(ValueError, match="cannot set WRITEABLE flag to True"):
        array.setflags(write=True)


def test_copies_for_numpy_follow_numpys_rules(tensor):
    assert np.shares_memory(np.array(tensor, copy=False), tensor.buffer)
    assert np.shares_memory(np.array(tensor, copy=None), tensor.buffer)
    assert np.shares_memory(np.asarray(tensor, dtype=np.float64), tensor.buffer)
    for copied in (np.array(tensor), np.array(tensor, copy=True), np.asarray(tensor, dtype="f4")):
        assert not np.shares_memory(copied, tensor.buffer)
        copied[0, 0, 0] = 1
        assert tensor[0, 0, 0] == 10.0
    assert np.asarray(tensor, dtype=np.int64).tolist()[1][0] == [30, 31, 32]
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        np.array(tensor, dtype=np.float32, copy=False)


def test_numpy_functions_take_a_tensor(tensor):
    assert np.sum(tensor) == sum(VALUES)
    assert np.stack([tensor, tensor]).shape == (2, 2, 2, 3)


def test_giving_the_buffer_up_moves_it_without_a_copy(tensor):
    before = tensor.buffer
    buffer = tensor.into_buffer()

    assert np.shares_memory(before, buffer)
    buffer[0] = 7
    assert buffer.tolist() == [7, *VALUES[1:]]


USES = {
    "shape": lambda t: t.shape,
    "strides": lambda t: t.strides,
    "rank": lambda t: t.rank,
    "size": lambda t: t.size,
    "dtype": lambda t: t.dtype,
    "layout": lambda t: t.layout,
    "base_offset": lambda t: t.base_offset,
    "is_contiguous": lambda t: t.is_contiguous,
    "aliases_itself": lambda t: t.aliases_itself,
    "logical_bytes": lambda t: t.logical_bytes,
    "stored_bytes": lambda t: t.stored_bytes,
    "buffer_bytes": lambda t: t.buffer_bytes,
    "shares_buffer": lambda t: t.shares_buffer(t),
    "offsets": lambda t: t.offsets(),
    "explain_layout": lambda t: t.explain_layout(),
    "to_tensor": lambda t: t.to_tensor(),
    "view": lambda t: t.view(),
    "reshape": lambda t: t.reshape((12,)),
    "buffer": lambda t: t.buffer,
    "writable_buffer": lambda t: t.writable_buffer,
    "into_buffer": lambda t: t.into_buffer(),
    "offset": lambda t: t.offset((0, 0, 0)),
    "explain": lambda t: t.explain((0, 0, 0)),
    "getitem": lambda t: t[0, 0, 0],
    "setitem": lambda t: t.__setitem__((0, 0, 0), 1.0),
    "asarray": lambda t: np.asarray(t),
    "copy": lambda t: copy.copy(t),
    "==": lambda t: t == t,
}


@pytest.mark.parametrize(("operation", "use"), USES.items(), ids=USES)
def test_a_spent_tensor_says_so_whatever_is_asked(tensor, operation, use):
    use(tensor)
    if operation != "into_buffer":
        tensor.into_buffer()

    with pytest.raises(SpentTensorError) as caught:
        use(tensor)
    assert str(caught.value) == (
        f"{operation}: the tensor gave its buffer up with into_buffer() and cannot be used any more"
    )


NUMERIC = {"sum", "mean", "max", "softmax"}
"""What tensors can compute; it has tests of its own."""


def test_every_public_name_of_a_tensor_is_among_these_uses():
    names = {name for name in dir(Tensor) if not name.startswith("_")}

    assert names - {"zeros", "from_array"} - NUMERIC <= USES.keys()


def test_a_spent_tensor_can_still_be_printed(tensor):
    tensor.into_buffer()

    assert repr(tensor) == "<Tensor whose buffer was given up>"


def test_a_tensor_prints_as_it_is_made(tensor):
    assert repr(Tensor((2, 0), [])) == "Tensor((2, 0), [])"
    assert eval(repr(tensor), {"Tensor": Tensor}) == tensor
    assert repr(Tensor((13,), range(13))).endswith("10.0, 11.0, … 13 values])")


def test_equality_is_of_shape_and_bits(tensor):
    nan = Tensor((1,), [float("nan")])

    assert tensor == Tensor((2, 2, 3), VALUES)
    assert tensor != Tensor((2, 6), VALUES)
    assert tensor != Tensor((2, 2, 3), [*VALUES[:-1], 0])
    assert nan == copy.copy(nan)
    assert Tensor((1,), [0.0]) != Tensor((1,), [-0.0])
    assert tensor != VALUES
    assert (tensor == "text") is False
    with pytest.raises(TypeError, match="unhashable type: 'Tensor'"):
        hash(tensor)


def test_a_tensor_has_no_length_and_no_loop(tensor):
    assert not isinstance(tensor, Iterable)
    with pytest.raises(TypeError, match="'Tensor' object is not iterable"):
        list(tensor)
    with pytest.raises(TypeError, match="has no len"):
        len(tensor)
    with pytest.raises(TypeError, match="is not a container"):
        10.0 in tensor  # noqa: B015 - that it raises is what is tested


@pytest.mark.parametrize("value", ["1", None, 1j, [1], 10**400])
def test_only_real_numbers_can_be_written(tensor, value):
    with pytest.raises(InvalidData, match=r"^setitem: value "):
        tensor[0, 0, 0] = value
    assert tensor.buffer.tolist() == VALUES


def test_a_wrong_coordinate_is_named_before_a_wrong_value(tensor):
    with pytest.raises(IndexOutOfBounds, match="axis 1"):
        tensor[1, 2, 0] = "text"


@given(st.sampled_from([copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))]))
def test_copies_are_independent(duplicate):
    tensor = Tensor((2,), [1, 2])
    other = duplicate(tensor)
    other[0] = 9

    assert tensor[0] == 1.0
    assert not np.shares_memory(tensor.buffer, other.buffer)
