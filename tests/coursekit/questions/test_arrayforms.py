"""Arrays of computed numbers as answers."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit.questions.arrayforms import RoundedArray, rounded
from coursekit.questions.equality import same
from tensorlib import Tensor


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (None, "not answered yet"),
        ([0.5], "an array of numbers is expected, this is a list"),
        (0.5, "an array of numbers is expected, this is the float 0.5"),
        (np.array([True]), "an array of numbers is expected, this is an array of something else"),
        (np.array([1j]), "an array of numbers is expected, this is an array of something else"),
        (np.array([1, 2]), None),
        (np.float32([1.5]), None),
        (Tensor((2,), [1, 2]), None),
    ],
)
def test_fault(value, fault) -> None:
    assert RoundedArray().fault(value) == fault


def test_tensor_and_array_read_alike() -> None:
    read = RoundedArray().read

    assert same(read(Tensor((2,), [1, 2])), read(np.array([1, 2])))


def test_two_ways_to_a_number_read_alike() -> None:
    """0.1 + 0.2 is not 0.3, and a NaN may have any sign: neither is a difference here."""
    one = np.array([0.1 + 0.2, np.nan, -0.0])
    other = np.array([0.3, -np.nan, 0.0])

    assert not same(one, other)
    assert same(rounded(one), rounded(other))


def test_what_differs_in_a_decimal_that_counts_reads_apart() -> None:
    assert not same(rounded([0.3]), rounded([0.3 + 1e-8]))
