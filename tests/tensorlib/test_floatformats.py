"""Floating-point formats against ml_dtypes and numpy, over every bit pattern of 8 and 16 bits."""

from __future__ import annotations

import math
import struct

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from strategies import bit_patterns, float_of

from tensorlib import FORMATS, FloatFormat, InvalidData, InvalidSize

DTYPES = {
    "fp64": np.float64,
    "fp32": np.float32,
    "bf16": ml_dtypes.bfloat16,
    "fp16": np.float16,
    "fp8_e4m3fn": ml_dtypes.float8_e4m3fn,
    "fp8_e5m2": ml_dtypes.float8_e5m2,
}
SMALL = [name for name in DTYPES if name not in ("fp64", "fp32")]


def converted(x, name):
    """Return 32-bit floats as another library rounds them; from 64 bits some round twice."""
    assert np.asarray(x).dtype == np.float32
    with np.errstate(all="ignore"):
        return np.asarray(x).astype(DTYPES[name]).astype(np.float64)


def every_code(name):
    """Return all bit patterns of a format as its own unsigned integers."""
    return np.arange(2 ** FORMATS[name].bits).astype(f"u{FORMATS[name].bytes}")


def same(left, right):
    """Tell whether numbers are the same, the signs of zeros and NaNs included."""
    return np.array_equal(left, right, equal_nan=True) and np.array_equal(
        np.signbit(left), np.signbit(right)
    )


@pytest.mark.parametrize("name", DTYPES)
def test_ranges_are_those_of_the_other_libraries(name):
    known, info = FORMATS[name], ml_dtypes.finfo(DTYPES[name])

    assert known.bits == info.bits == 8 * known.bytes
    assert (known.exponent_bits, known.mantissa_bits) == (info.nexp, info.nmant)
    assert (known.max, known.min) == (float(info.max), float(info.min))
    assert known.smallest_normal == float(info.smallest_normal)
    assert known.smallest_subnormal == float(info.smallest_subnormal)
    assert known.epsilon == float(info.eps)


@pytest.mark.parametrize("name", SMALL)
def test_every_bit_pattern_stands_for_the_same_number(name):
    codes = every_code(name)
    with np.errstate(invalid="ignore"):  # signalling NaNs
        expected = codes.view(DTYPES[name]).astype(np.float64)

    assert same(FORMATS[name].values_of(codes), expected)


@pytest.mark.parametrize("name", SMALL)
def test_every_number_has_its_own_bits_and_rounds_to_itself(name):
    codes, values = every_code(name), FORMATS[name].values_of(every_code(name))
    numbers = ~np.isnan(values)

    assert np.array_equal(FORMATS[name].codes_of(values)[numbers], codes[numbers])
    assert same(FORMATS[name].round(values), values)


@pytest.mark.parametrize(
    ("name", "positive"),
    [
        ("bf16", 0x7FC0),
        ("fp16", 0x7E00),
        ("fp8_e4m3fn", 0x7F),
        ("fp8_e5m2", 0x7E),
        ("fp32", 0x7FC00000),
        ("fp64", 0x7FF8000000000000),
    ],
)
def test_a_nan_becomes_the_quiet_nan_of_its_sign(name, positive):
    sign = 1 << FORMATS[name].bits - 1
    quiet = [positive, positive | sign]

    assert FORMATS[name].codes_of([math.nan, -math.nan]).tolist() == quiet
    assert FORMATS[name].codes_of(float_of(0x7FF0000000000001)) == positive


@pytest.mark.parametrize("name", SMALL)
def test_between_two_neighbours_the_nearer_wins_and_in_the_middle_the_even_one(name):
    """Neighbours have codes n and n + 1, so just one of them ends in a 0 bit."""
    known = FORMATS[name]
    codes = np.arange(int(known.codes_of(known.max)))
    lower, upper = known.values_of(codes), known.values_of(codes + 1)
    middle = (lower + upper) / 2  # exact: a half quantum of 16 bits fits 64
    even = np.where(codes % 2 == 0, lower, upper)

    for sign in (1, -1):
        assert same(known.round(sign * middle), sign * even)
        assert same(known.round(sign * np.nextafter(middle, -1)), sign * lower)
        assert same(known.round(sign * np.nextafter(middle, np.inf)), sign * upper)


@pytest.mark.parametrize("name", [*SMALL, "fp32"])
def test_a_step_beyond_the_largest_number_decides_what_overflows(name):
    """The step after the largest number has its size; half of it still rounds back or away."""
    known = FORMATS[name]
    step = known.max - known.values_of(known.codes_of(known.max) - np.uint64(1))
    limit = known.max + step / 2
    beyond = math.inf if known.infinities else math.nan
    odd = int(known.codes_of(known.max)) % 2

    assert known.round(np.nextafter(limit, 0)) == known.max
    assert same(known.round(np.nextafter(limit, np.inf)), beyond)
    assert same(known.round(limit), beyond if odd else known.max)
    assert same(known.round(-np.nextafter(limit, np.inf)), -beyond)
    assert known.overflows([np.nextafter(limit, 0), np.nextafter(limit, np.inf)]).tolist() == [
        False,
        True,
    ]


@pytest.mark.parametrize("name", SMALL)
@given(data=st.data())
def test_32_bit_floats_round_as_in_the_other_libraries(name, data):
    patterns = data.draw(arrays(np.uint32, st.integers(0, 40), elements=st.integers(0, 2**32 - 1)))
    x = patterns.view(np.float32)

    assert same(FORMATS[name].round(x), converted(x, name))


@pytest.mark.parametrize("name", SMALL)
def test_a_million_32_bit_floats_round_as_in_the_other_libraries(name):
    x = np.arange(0, 2**32, 4099, dtype=np.uint64).astype(np.uint32).view(np.float32)

    assert same(FORMATS[name].round(x), converted(x, name))


@given(st.lists(bit_patterns, max_size=20))
def test_64_bit_floats_round_to_32_as_in_numpy(patterns):
    x = np.array([float_of(pattern) for pattern in patterns])
    with np.errstate(all="ignore"):
        rounded = x.astype(np.float32)

    assert same(FORMATS["fp32"].round(x), rounded.astype(np.float64))
    numbers = ~np.isnan(x)
    codes = FORMATS["fp32"].codes_of(x)
    assert np.array_equal(codes[numbers], rounded.view(np.uint32)[numbers])
    assert same(FORMATS["fp32"].values_of(codes), rounded.astype(np.float64))


@given(bit_patterns)
def test_64_bits_are_kept_as_they_are(pattern):
    x = float_of(pattern)
    fp64 = FORMATS["fp64"]

    assert same(fp64.round(x), x)
    assert same(fp64.values_of(fp64.codes_of(x)), x)
    assert math.isnan(x) or int(fp64.codes_of(x)) == pattern


@pytest.mark.parametrize("name", DTYPES)
@given(x=st.floats(), y=st.floats())
def test_rounding_keeps_order_and_sign_and_is_done_once(name, x, y):
    round_to = FORMATS[name].round

    assert same(round_to(round_to(x)), round_to(x))
    assert same(round_to(-x), -round_to(x))
    if x <= y and not math.isnan(round_to(x) + round_to(y)):
        assert round_to(x) <= round_to(y)


@pytest.mark.parametrize(
    ("name", "x", "rounded"),
    [
        ("bf16", math.pi, 3.140625),  # 1.1001001 in binary, times 2
        ("bf16", 1.004, 1.0078125),  # 1 + 1/128 is nearer than 1
        ("bf16", 1.00390625, 1.0),  # 1 + 1/256, a tie: 1 is even
        ("bf16", 257, 256.0),
        ("bf16", 259, 260.0),
        ("bf16", 65636, 65536.0),  # steps of 512 here
        ("fp16", 65519, 65504.0),
        ("fp16", 65520, math.inf),
        ("fp16", 66246, math.inf),
        ("fp16", 2049, 2048.0),
        ("fp16", -1e9, -math.inf),
        ("fp16", 1e-8, 0.0),
        ("fp32", 16777217, 16777216.0),
        ("fp8_e4m3fn", 464, 448.0),
        ("fp8_e5m2", 61440, math.inf),
    ],
)
def test_numbers_worth_knowing(name, x, rounded):
    assert FORMATS[name].round(x) == rounded
    assert type(FORMATS[name].round(x)) is float


def test_64_bits_are_not_rounded_twice():
    """Just above a tie, going over 32 bits would fall onto the tie and then to the even side."""
    above = np.nextafter(1 + 2**-8, 2)

    assert FORMATS["bf16"].round(above) == 1 + 2**-7
    assert float(np.float32(above).astype(ml_dtypes.bfloat16)) == 1.0


@pytest.mark.parametrize("name", DTYPES)
def test_every_integer_up_to_the_named_one_is_exact_and_the_next_is_not(name):
    known = FORMATS[name]
    below = np.arange(known.exact_integers - min(known.exact_integers, 5000), known.exact_integers)

    assert np.array_equal(known.round(below.astype(np.float64)), below)
    assert known.round(float(known.exact_integers)) == known.exact_integers
    if name != "fp64":  # there the next integer is no 64-bit float to begin with
        assert known.round(float(known.exact_integers + 1)) != known.exact_integers + 1


def test_bits_field_by_field():
    """Pi is 1.5707… * 2**1, and 0.5707 is 1001001 in seven bits; the field is 127 + 1."""
    assert str(FORMATS["bf16"].bits_of(math.pi)) == "0 10000000 1001001"
    assert str(FORMATS["fp16"].bits_of(-1.5)) == "1 01111 1000000000"
    assert str(FORMATS["fp16"].bits_of(65520)) == "0 11111 0000000000"
    assert str(FORMATS["fp8_e4m3fn"].bits_of(2.0**-9)) == "0 0000 001"


@given(bit_patterns.map(float_of))
def test_bits_are_those_of_the_machine(x):
    (expected,) = struct.unpack("<Q", struct.pack("<d", x))
    shown = FORMATS["fp64"].bits_of(x)

    assert (len(shown.sign), len(shown.exponent), len(shown.mantissa)) == (1, 11, 52)
    if not math.isnan(x):
        assert int(shown.sign + shown.exponent + shown.mantissa, 2) == expected


def test_underflow_is_what_was_not_nought_and_becomes_it():
    """Half the smallest number, 2**-25 in fp16, is the tie that goes to the even 0."""
    fp16 = FORMATS["fp16"]
    x = [2.0**-25, np.nextafter(2.0**-25, 1), -1e-8, 0.0, -0.0, math.nan, math.inf]

    assert fp16.smallest_subnormal == 2.0**-24
    assert fp16.underflows(x).tolist() == [True, False, True, False, False, False, False]
    assert fp16.underflows(1e-8) is True
    assert FORMATS["bf16"].underflows(1e-8) is False


def test_an_infinity_overflows_only_where_there_is_none():
    x = [math.inf, -math.inf, math.nan]

    assert FORMATS["fp16"].overflows(x).tolist() == [False] * 3
    assert FORMATS["fp8_e4m3fn"].overflows(x).tolist() == [True, True, False]
    assert np.isnan(FORMATS["fp8_e4m3fn"].round(x)).all()


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (1,), (2, 3)])
def test_shapes_are_kept(shape):
    x = np.full(shape, 1.004)

    for name in DTYPES:
        assert np.shape(FORMATS[name].round(x)) == shape
        assert FORMATS[name].codes_of(x).shape == shape
        assert FORMATS[name].values_of(FORMATS[name].codes_of(x)).shape == shape


def test_a_running_sum_stands_still_where_the_step_is_too_large():
    """256 + 1 is a tie in bf16 and goes back to 256, for ever."""
    ones = np.ones(300)

    assert FORMATS["bf16"].running_sum(ones) == 256.0
    assert FORMATS["fp16"].running_sum(ones) == 300.0
    assert FORMATS["fp16"].running_sum([]) == 0.0
    assert FORMATS["fp16"].running_sum([65504, 16]) == math.inf


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), max_size=12))
def test_a_running_sum_is_that_of_numpy(x):
    with np.errstate(all="ignore"):
        expected = np.float32(0)
        for term in np.array(x, dtype=np.float32):
            expected = expected + term

    assert same(FORMATS["fp32"].running_sum(x), float(expected))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda known: known.round("3"),
            "round: value '3' at position 0 is a str, not a real number",
        ),
        (
            lambda known: known.values_of([0.5]),
            "values_of: codes are unsigned integers, not float64",
        ),
        (lambda known: known.values_of([1, -1]), "values_of: code -1 is not from 0 to 65535"),
        (lambda known: known.values_of(2**16), "values_of: code 65536 is not from 0 to 65535"),
        (
            lambda known: known.bits_of([1.0, 2.0]),
            "bits_of: the bits of one number are shown, not of an array of shape (2,)",
        ),
        (
            lambda known: known.running_sum([[1.0]]),
            "running_sum: numbers to add have 1 axis, not 2",
        ),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(InvalidData) as caught:
        call(FORMATS["bf16"])
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("exponent", "mantissa", "message"),
    [
        (12, 3, "FloatFormat: exponent_bits = 12 is more than 11"),
        (1, 3, "FloatFormat: exponent_bits = 1 is less than 2"),
        (8, 0, "FloatFormat: mantissa_bits = 0 is less than 1"),
        (8, 53, "FloatFormat: mantissa_bits = 53 is more than 52"),
        (8, 7.0, "FloatFormat: mantissa_bits = 7.0 is a float, not an integer"),
    ],
)
def test_formats_that_64_bits_cannot_hold_are_refused(exponent, mantissa, message):
    with pytest.raises(InvalidSize) as caught:
        FloatFormat("odd", exponent, mantissa)
    assert str(caught.value) == message


def test_a_format_of_ones_own():
    """TF32 has fp32's exponent and fp16's mantissa, 19 bits in all, so three bytes."""
    tf32 = FloatFormat("tf32", exponent_bits=8, mantissa_bits=10)

    assert (tf32.bits, tf32.bytes, tf32.exact_integers) == (19, 3, 2048)
    assert tf32.round([65520, 2049]).tolist() == [65536.0, 2048.0]
