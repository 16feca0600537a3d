"""The memory: who can write it, and what becomes of data of other types."""

from __future__ import annotations

from array import array
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import bit_patterns, bits_of, float_of

from tensorlib import InvalidData, OutOfMemory
from tensorlib.buffers import (
    array_of,
    buffer_of,
    read_only_array,
    real_number,
    writable_array,
    zero_buffer,
)


@given(bit_patterns)
def test_a_python_float_carries_any_64_bits(bits):
    assert bits_of(float_of(bits)) == bits


FLAT_DATA = {
    "a list": [1, 2.5, 3],
    "a tuple": (1, 2.5, 3),
    "a generator": (value for value in (1, 2.5, 3)),
    "an array of the standard library": array("d", [1, 2.5, 3]),
    "a memoryview": memoryview(array("f", [1, 2.5, 3])),
    "a numpy array": np.array([1, 2.5, 3]),
    "32-bit floats": np.array([1, 2.5, 3], dtype=np.float32),
    "the other byte order": np.array([1, 2.5, 3], dtype=">f8"),
    "a strided view": np.array([1, 0, 2.5, 0, 3, 0])[::2],
    "fractions": [1, Fraction(5, 2), np.float32(3)],
}


@pytest.mark.parametrize("values", FLAT_DATA.values(), ids=FLAT_DATA)
def test_flat_data_of_many_types(values):
    assert buffer_of(values, "test").tolist() == [1.0, 2.5, 3.0]


@pytest.mark.parametrize(
    ("values", "floats"),
    [
        ([True, False], [1.0, 0.0]),
        (np.array([True, False]), [1.0, 0.0]),
        (np.array([-1, 2], dtype=np.int8), [-1.0, 2.0]),
        ([2**53 + 1, -(2**70)], [9007199254740992.0, -(2.0**70)]),
        ([2**64 - 1], [2.0**64]),
        (np.array([0.1], dtype=np.float16), [0.0999755859375]),
        ([], []),
    ],
)
def test_numbers_of_other_types_become_the_nearest_float(values, floats):
    assert buffer_of(values, "test").tolist() == floats


NO_DATA = {
    "text": ("12", "data '12' is a str, not a sequence of real numbers"),
    "bytes": (b"12", "data <bytes> is a bytes, not a sequence of real numbers"),
    "a set": ({1, 2}, "data <set> is a set, not a sequence of real numbers"),
    "a mapping": ({1: 2}, "data <dict> is a dict, not a sequence of real numbers"),
    "a number": (5, "data 5 is an int, not a sequence of real numbers"),
    "nothing": (None, "data None is a NoneType, not a sequence of real numbers"),
    "a 2-D array": (np.zeros((2, 3)), "the data has 2 axes, a flat sequence has 1"),
    "a 0-D array": (np.array(1.0), "the data has 0 axes, a flat sequence has 1"),
    "nested lists": ([[1, 2], [3, 4]], "the data has 2 axes, a flat sequence has 1"),
    "ragged lists": ([[1, 2], [3]], "the data is ragged"),
    "a word": ([1, "a"], "value 'a' at position 1 is a str, not a real number"),
    "a numeral": (["1.5"], "value '1.5' at position 0 is a str, not a real number"),
    "a gap": ([1, 2, None], "value None at position 2 is a NoneType, not a real number"),
    "complex": ([1j], "value 1j at position 0 is a complex, not a real number"),
    "complex array": (np.array([1j]), "value 1j at position 0 is a complex, not a real number"),
    "dates": (
        np.array(["2020"], dtype="datetime64[Y]"),
        "value <date> at position 0 is a date, not a real number",
    ),
    "too large": (
        [1.0, 10**400],
        "value <integer of 1329 bits> at position 1 exceeds every 64-bit float",
    ),
}


@pytest.mark.parametrize(("values", "reason"), NO_DATA.values(), ids=NO_DATA)
def test_what_is_no_flat_data(values, reason):
    with pytest.raises(InvalidData) as caught:
        buffer_of(values, "Tensor")
    assert str(caught.value) == f"Tensor: {reason}"
    assert caught.value == InvalidData(reason)


def test_arrays_of_any_rank_become_row_major_copies():
    given_array = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    made = array_of(given_array, "test")

    assert made.flags.c_contiguous
    assert not np.shares_memory(made, given_array)
    np.testing.assert_array_equal(made, given_array)


@given(st.lists(bit_patterns, max_size=6))
def test_64_bit_floats_keep_their_bits_whatever_holds_them(patterns):
    floats = [float_of(bits) for bits in patterns]
    native = np.array(patterns, dtype=np.uint64).view(np.float64)
    sources = [floats, iter(floats), array("d", floats), native, native[::-1][::-1], list(native)]
    swapped = native.view(np.uint64).byteswap().view(">f8")

    for source in (*sources, swapped):
        assert writable_array(buffer_of(source, "test")).view(np.uint64).tolist() == patterns


@pytest.mark.parametrize("size", [2**60, 2**62, 2**64 - 1])
def test_what_memory_cannot_hold_is_refused(size):
    with pytest.raises(OutOfMemory) as caught:
        zero_buffer(size, "zeros")
    assert str(caught.value) == f"zeros: {size} values of 8 bytes cannot be reserved"


def test_zeros_are_positive():
    assert [bits_of(value) for value in zero_buffer(3, "test")] == [0, 0, 0]


def test_a_read_only_array_cannot_be_made_writable():
    cells = zero_buffer(3, "test")
    shared = read_only_array(cells)

    for view in (shared, shared[1:], shared.reshape(3, 1).T, shared.view(np.uint64)):
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag to True"):
            view.setflags(write=True)
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag to True"):
            view.flags.writeable = True
    with pytest.raises(ValueError, match="assignment destination is read-only"):
        shared[0] = 1.0
    with pytest.raises(TypeError, match="read-only memory"):
        memoryview(shared)[0] = 1.0
    cells[0] = 5.0
    assert shared.tolist() == [5.0, 0.0, 0.0]


def test_a_writable_array_cannot_be_resized():
    cells = zero_buffer(3, "test")
    shared = writable_array(cells)
    shared[2] = 7.0

    with pytest.raises(ValueError, match="does not own its data"):
        shared.resize(5, refcheck=False)
    assert cells.tolist() == [0.0, 0.0, 7.0]


def test_empty_buffers_have_arrays_too():
    cells = zero_buffer(0, "test")

    assert read_only_array(cells).shape == writable_array(cells).shape == (0,)
    with pytest.raises(ValueError, match="cannot set WRITEABLE flag to True"):
        read_only_array(cells).setflags(write=True)


@pytest.mark.parametrize("value", [3, 3.0, True, np.True_, np.int8(3), np.float32(3), Fraction(3)])
def test_real_numbers(value):
    assert real_number(value, "test") == float(value)
    assert type(real_number(value, "test")) is float


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("3", "setitem: value '3' is a str, not a real number"),
        (None, "setitem: value None is a NoneType, not a real number"),
        (3j, "setitem: value 3j is a complex, not a real number"),
        ([3], "setitem: value (3,) is a tuple, not a real number"),
        (10**400, "setitem: value <integer of 1329 bits> exceeds every 64-bit float"),
    ],
)
def test_what_is_no_real_number(value, message):
    with pytest.raises(InvalidData) as caught:
        real_number(value, "setitem")
    assert str(caught.value) == message
