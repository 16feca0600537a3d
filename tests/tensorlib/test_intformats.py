"""Integer formats against numpy: what saturates when converted, and what wraps when computed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import FORMATS, IntFormat, InvalidData, InvalidSize

INT8 = FORMATS["int8"]


def test_the_range_is_numpys():
    info = np.iinfo(np.int8)

    assert (INT8.bits, INT8.bytes) == (8, 1)
    assert (INT8.min, INT8.max, INT8.exact_integers) == (info.min, info.max, info.max)


def test_saturating_and_wrapping_are_two_things():
    """200 - 256 = -56, and 300 - 256 = 44."""
    assert INT8.round(100 + 100) == 127.0
    assert INT8.wrap(100 + 100) == -56.0
    assert INT8.wrap([127, 128, -128, -129, 300]).tolist() == [127, -128, -128, 127, 44]
    assert INT8.round([127, 128, -128, -129, 300]).tolist() == [127, 127, -128, -128, 127]


def test_the_mean_of_300_ones_divided_by_a_wrapped_count_is_wrong():
    assert INT8.running_sum(np.ones(300)) == np.ones(300, dtype=np.int8).sum(dtype=np.int8) == 44


@given(st.lists(st.integers(-(2**53), 2**53), max_size=20))
def test_wrapping_is_numpys_cast(x):
    wrapped = np.array(x, dtype=np.int64).astype(np.int8)

    assert np.array_equal(INT8.wrap(x), wrapped)


@given(st.lists(st.integers(-128, 127), max_size=20))
def test_a_running_sum_is_that_of_numpy(x):
    with np.errstate(over="ignore"):
        expected = np.int8(0)
        for term in np.array(x, dtype=np.int8):
            expected = expected + term

    assert INT8.running_sum(x) == expected


@given(st.floats(allow_nan=False))
def test_rounding_is_to_the_nearest_even_integer_of_the_range(x):
    assert INT8.round(x) == np.clip(np.rint(x), -128, 127)
    assert INT8.overflows(x) == (not -128 <= np.rint(x) <= 127)
    assert INT8.underflows(x) == (x != 0 and abs(x) <= 0.5)


def test_every_bit_pattern_stands_for_the_same_number_as_in_numpy():
    codes = np.arange(256)
    values = codes.astype(np.uint8).view(np.int8)

    assert np.array_equal(INT8.values_of(codes), values)
    assert np.array_equal(INT8.codes_of(values), codes)


def test_bits_are_twos_complement():
    assert str(INT8.bits_of(5)) == "0 0000101"
    assert str(INT8.bits_of(-5)) == "1 1111011"
    assert INT8.bits_of(-128).exponent == ""


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: INT8.round(math.nan), "round: nan is no number of int8"),
        (lambda: INT8.wrap([1.0, 0.5]), "wrap: value 0.5 is no whole number"),
        (lambda: INT8.wrap(math.inf), "wrap: value inf is no whole number"),
        (lambda: INT8.values_of(256), "values_of: code 256 is not from 0 to 255"),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(InvalidData) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("exponent", "mantissa", "message"),
    [
        (1, 7, "IntFormat: exponent_bits = 1 is more than 0"),
        (0, 53, "IntFormat: mantissa_bits = 53 is more than 52"),
        (0, True, "IntFormat: mantissa_bits = True is a bool, not an integer"),
    ],
)
def test_formats_that_are_none_are_refused(exponent, mantissa, message):
    with pytest.raises(InvalidSize) as caught:
        IntFormat("odd", exponent, mantissa)
    assert str(caught.value) == message
