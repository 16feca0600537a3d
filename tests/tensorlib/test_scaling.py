"""Quantisation with a scale, and what loss scaling saves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from strategies import shapes

from tensorlib import (
    FORMATS,
    InvalidData,
    InvalidSize,
    UnknownFormat,
    largest_scale,
    quantise,
    scale_gradients,
    symmetric_scale,
)

data = arrays(np.float64, shapes(max_rank=3), elements=st.floats(-1e6, 1e6))


def test_a_quantised_example():
    """The largest magnitude 2.54 becomes 127, so a step is 0.02; 0.5 is 25 steps, 0.031 is 1.55."""
    small = quantise([2.54, -2.54, 0.5, 0.031, 0.0])

    assert small.scale == 2.54 / 127
    assert small.integers.tolist() == [127, -127, 25, 2, 0]
    assert small.integers.dtype == np.int8
    assert np.allclose(small.dequantise(), [2.54, -2.54, 0.5, 0.04, 0.0])
    assert not small.saturated.any()


def test_a_scale_that_is_too_small_saturates_and_says_so():
    small = quantise([1.0, 3.0, -3.0, 1e300], scale=0.01)

    assert small.integers.tolist() == [100, 127, -128, 127]
    assert small.saturated.tolist() == [False, True, True, True]


@given(data)
def test_quantising_is_off_by_at_most_half_a_step(x):
    small = quantise(x)

    assert small.integers.shape == x.shape
    assert not small.saturated.any()
    assert (np.abs(small.dequantise() - x) <= small.scale * (0.5 + 1e-9)).all()
    assert (np.abs(small.integers.astype(int)) <= 127).all()


@given(data)
def test_what_is_quantised_quantises_to_itself(x):
    small = quantise(x)

    assert np.array_equal(quantise(small.dequantise(), small.scale).integers, small.integers)


@pytest.mark.parametrize("x", [[], [0.0, -0.0], 0.0, np.zeros((2, 0))])
def test_nothing_but_noughts_has_the_scale_one(x):
    assert symmetric_scale(x) == 1.0
    assert not quantise(x).integers.any()


def test_the_smallest_numbers_have_a_scale_too():
    assert symmetric_scale(5e-324) == 5e-324
    assert quantise(5e-324).integers == 1


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: quantise([1.0, math.inf]),
            InvalidData,
            "symmetric_scale: value inf is not finite",
        ),
        (lambda: quantise(math.nan, 1.0), InvalidData, "quantise: nan is no number of int8"),
        (
            lambda: quantise([1.0], 0.0),
            InvalidSize,
            "quantise: scale = 0.0 is not finite and greater than 0",
        ),
        (
            lambda: quantise([1.0], math.nan),
            InvalidSize,
            "quantise: scale = nan is not finite and greater than 0",
        ),
        (
            lambda: scale_gradients([1.0], -2),
            InvalidSize,
            "scale_gradients: scale = -2 is not finite and greater than 0",
        ),
        (
            lambda: scale_gradients([math.nan]),
            InvalidData,
            "scale_gradients: value nan is not finite",
        ),
        (
            lambda: largest_scale([-math.inf]),
            InvalidData,
            "largest_scale: value -inf is not finite",
        ),
        (
            lambda: largest_scale(["1"]),
            InvalidData,
            "largest_scale: value '1' at position 0 is a str, not a real number",
        ),
    ],
)
def test_what_is_refused(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


def test_an_unknown_format_is_refused():
    with pytest.raises(UnknownFormat, match="'fp23' is none of"):
        scale_gradients([1.0], format="fp23")


def test_an_infinity_saturates_once_there_is_a_scale():
    assert quantise([math.inf, -math.inf], 1.0).integers.tolist() == [127, -128]


def test_loss_scaling_saves_small_gradients():
    """fp16 ends at 2**-24: 2**-26 becomes 0, and times 2**10 it is 2**-16, a number of fp16."""
    report = scale_gradients([2.0**-26, 2.0**-10, 0.0], scale=1024)

    assert report.plain.tolist() == [0.0, 2.0**-10, 0.0]
    assert report.scaled.tolist() == [2.0**-26, 2.0**-10, 0.0]
    assert (report.lost, report.lost_scaled, report.overflowed) == (1, 0, 0)
    assert str(report) == (
        "3 gradients in fp16\nwithout a scale: 1 become 0\nwith scale 1024: 0 become 0, 0 overflow"
    )


def test_too_large_a_scale_overflows():
    report = scale_gradients([1e-3, -100.0, 1e300], scale=1024)

    assert report.overflowed == 2
    assert report.scaled[1:].tolist() == [-math.inf, math.inf]


def test_bf16_needs_no_scale():
    assert scale_gradients([1e-8, 1e-30], scale=1.0, format="bf16").lost == 0
    assert scale_gradients([1e-8, 1e-30], scale=1.0, format="fp16").lost == 2


gradients = arrays(np.float64, st.integers(0, 8), elements=st.floats(-6e4, 6e4))


@given(gradients, st.sampled_from(["fp16", "bf16", "fp8_e5m2", "fp8_e4m3fn"]))
def test_the_largest_scale_is_the_last_power_of_two_without_overflow(x, name):
    scale = largest_scale(x, name)

    assert math.frexp(scale)[0] == 0.5
    assert scale_gradients(x, scale, name).overflowed == 0
    if scale < 2.0**1023 and np.any(x):
        assert np.max(np.abs(x)) * (2 * scale) > FORMATS[name].max


@given(gradients)
def test_by_default_the_largest_scale_is_taken_and_nothing_more_is_lost(x):
    report = scale_gradients(x)

    assert report.scale == largest_scale(x)
    if report.scale >= 1:
        assert report.lost_scaled <= report.lost


def test_noughts_have_the_scale_one():
    assert largest_scale([]) == largest_scale([0.0]) == 1.0
