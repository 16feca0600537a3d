"""Sizes by name: integers in a range, and the text of each refusal."""

from __future__ import annotations

import numpy as np
import pytest

from tensorlib import InvalidSize
from tensorlib.namedsizes import as_size


@pytest.mark.parametrize("value", [1, 5, 2**70, np.int64(5)])
def test_integers_in_the_range_are_taken(value):
    assert as_size("T", value, operation="cost") == value
    assert type(as_size("T", value, operation="cost")) is int


def test_the_ends_of_a_range_belong_to_it():
    for value in (0, 3):
        assert as_size("T", value, operation="cost", least=0, most=3) == value


@pytest.mark.parametrize(
    ("value", "range_", "message"),
    [
        (0, {}, "cost: T = 0 is less than 1"),
        (-1, {"least": 0}, "cost: T = -1 is less than 0"),
        (4, {"most": 3}, "cost: T = 4 is more than 3"),
        (5.0, {}, "cost: T = 5.0 is a float, not an integer"),
        (True, {}, "cost: T = True is a bool, not an integer"),
        ("5", {}, "cost: T = '5' is a str, not an integer"),
        (None, {}, "cost: T = None is a NoneType, not an integer"),
    ],
)
def test_what_is_refused(value, range_, message):
    with pytest.raises(InvalidSize) as caught:
        as_size("T", value, operation="cost", **range_)
    assert str(caught.value) == message
