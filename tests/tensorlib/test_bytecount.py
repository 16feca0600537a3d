"""Numbers of bytes and their two kinds of units."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import Bytes


def test_a_gigabyte_is_no_gibibyte():
    assert Bytes(10**9).GB == 1.0
    assert Bytes(2**30).GiB == 1.0
    assert Bytes(2**30).GB == 1.073741824
    assert Bytes.from_gib(24) == 24 * 2**30


@pytest.mark.parametrize(
    ("count", "decimal", "binary"),
    [
        (0, "0 bytes", "0 bytes"),
        (1, "1 byte", "1 byte"),
        (999, "999 bytes", "999 bytes"),
        (1000, "1.00 kB", "1000 bytes"),
        (1024, "1.02 kB", "1.00 KiB"),
        (999_499, "999 kB", "976 KiB"),
        (999_500, "1.00 MB", "976 KiB"),
        (2**20 - 1, "1.05 MB", "1.00 MiB"),
        (268_435_456, "268 MB", "256 MiB"),
        (536_870_912, "537 MB", "512 MiB"),
        (1_073_741_824, "1.07 GB", "1.00 GiB"),
        (77_309_411_328, "77.3 GB", "72.0 GiB"),
        (99_960_000_000, "100 GB", "93.1 GiB"),
        (10**22, "10000 EB", "8674 EiB"),
        (-1_073_741_824, "-1.07 GB", "-1.00 GiB"),
    ],
)
def test_three_digits_in_the_fitting_unit(count, decimal, binary):
    assert (Bytes(count).decimal_text, Bytes(count).binary_text) == (decimal, binary)


def test_both_units_side_by_side():
    assert Bytes(72 * 2**30).text == "77.3 GB = 72.0 GiB"
    assert Bytes(64).text == "64 bytes"


@given(st.integers(-(10**30), 10**30), st.integers(-1000, 1000))
def test_it_counts_as_an_integer_does(count, factor):
    size = Bytes(count)

    for result, expected in (
        (size + factor, count + factor),
        (factor + size, count + factor),
        (size - factor, count - factor),
        (size * factor, count * factor),
        (factor * size, count * factor),
        (sum([size, size], start=Bytes(0)), 2 * count),
    ):
        assert result == expected
        assert type(result) is Bytes
    assert repr(size) == repr(count)


@given(st.integers(1, 2**63))
def test_a_text_is_within_half_a_percent(count):
    for text, base, units in (
        (Bytes(count).decimal_text, 1000, "kMGTPE"),
        (Bytes(count).binary_text, 1024, "KMGTPE"),
    ):
        number, unit = text.split()
        scale = 1 if unit in ("byte", "bytes") else base ** (units.index(unit[0]) + 1)
        assert abs(float(number) * scale / count - 1) <= 0.005


def test_a_part_is_no_whole_number_of_bytes():
    assert Bytes(3) * 0.5 == 1.5
    assert type(Bytes(3) * 0.5) is float
    assert Bytes(3) / 2 == 1.5
    assert type(Bytes(3) + np.float64(0.5)) is np.float64
