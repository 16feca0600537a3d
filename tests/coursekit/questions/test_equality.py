"""When an answer is the same as the right one."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.questions.equality import same
from tensorlib import IndexOutOfBounds, RankMismatch, ShapeOverflow, Tensor

NAN, OTHER_NAN = (struct.unpack("<d", struct.pack("<Q", 0x7FF8000000000000 + n))[0] for n in (0, 1))


class Sly(list):  # type: ignore[type-arg]
    """Equal to everything, if asked."""

    def __eq__(self, other: object) -> bool:
        raise AssertionError("it was asked")

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        (8, 8),
        (True, True),
        (None, None),
        ("a", "a"),
        (32.0, 32.0),
        (NAN, NAN),
        (complex(1, -0.0), complex(1, -0.0)),
        ((), ()),
        ((6, (3, 1.0)), (6, (3, 1.0))),
        ({"a": 1, "b": (2,)}, {"b": (2,), "a": 1}),
        (RankMismatch(3, 2), RankMismatch(3, 2, operation="offset")),
        (ShapeOverflow(), ShapeOverflow(shape=(2,), factors=(2, 3))),
        (ValueError("a"), ValueError("b")),
        (np.array([1, 2]), np.array([1, 2], dtype=np.uint8)),
        (np.array([0.5]), np.array([0.5], dtype=np.float32)),
        (np.zeros((0, 3)), np.zeros((0, 3))),
        (np.array([[1, 2], [3, 4]]).T, np.array([[1, 3], [2, 4]])),
        (Tensor((2,), [1, NAN]), Tensor((2,), [1, NAN])),
    ],
)
def test_same_values_are_same(expected: Any, given: Any) -> None:
    assert same(expected, given) is True


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        (1, True),
        (8, 8.0),
        (8, "8"),
        (8, None),
        (32.0, np.float64(32.0)),
        (0.0, -0.0),
        (NAN, OTHER_NAN),
        ((3,), [3]),
        ((3,), (3, 1)),
        ((3, 1), (3,)),
        ((1,), (True,)),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1}, {"a": 1.0}),
        (RankMismatch(3, 2), RankMismatch(2, 3)),
        (RankMismatch(3, 1), RankMismatch(3, True)),
        (RankMismatch(3, 2), IndexOutOfBounds(3, 2, 0)),
        (ShapeOverflow(), OverflowError()),
        (ShapeOverflow(), ShapeOverflow),
        (np.zeros((3,)), np.zeros((3, 1))),
        (np.zeros((0,)), np.zeros((0, 3))),
        (np.zeros((0,)), np.zeros((5,))),
        (np.array([1]), np.array([1.0])),
        (np.array([1]), np.array([True])),
        (np.array([2**62 + 1]), np.array([2**62], dtype=np.uint64)),
        (np.array([0.1]), np.array([0.1], dtype=np.float32)),
        (np.array(["a"]), np.array(["a"])),
        (Tensor((2,), [1, 2]), Tensor((1, 2), [1, 2])),
        (Tensor((1,), [0.0]), Tensor((1,), [-0.0])),
        ([1], Sly([1])),
        (Sly, Sly([1])),
    ],
)
def test_other_values_are_not_same(expected: Any, given: Any) -> None:
    assert same(expected, given) is False


def test_value_of_an_answer_is_never_asked_whether_it_is_equal() -> None:
    """A subclass of list is of another type, and that ends the comparison."""
    assert not same((1, [2]), (1, Sly([2])))


@given(st.floats(width=64), st.floats(width=64))
def test_floats_are_same_exactly_when_their_bits_are(one: float, other: float) -> None:
    bits = [np.float64(value).tobytes() for value in (one, other)]

    assert same(one, other) == (bits[0] == bits[1])


plain_data = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.one_of(
        st.lists(inner), st.tuples(inner, inner), st.dictionaries(st.text(), inner)
    ),
    max_leaves=8,
)


@given(plain_data)
def test_everything_is_the_same_as_itself(value: Any) -> None:
    assert same(value, value)


@given(plain_data, plain_data)
def test_being_the_same_goes_both_ways(one: Any, other: Any) -> None:
    assert same(one, other) == same(other, one)
