"""What crosses between the two sides, and what does not."""

from __future__ import annotations

import contextlib
import enum
import json
import math
import struct
from collections import Counter, OrderedDict, namedtuple
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from strategies import views

from coursekit.plain import (
    ARRAY_DTYPES,
    MAX_DEPTH,
    MAX_INT_BITS,
    NotPlainError,
    from_plain,
    to_plain,
)
from tensorlib import IndexOutOfBounds, ShapeOverflow, Tensor, TensorError, TensorView

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=2**64 - 2, max_value=2**64 + 2),
    st.floats(),
    st.complex_numbers(),
    st.text(st.characters()),
    st.binary(),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner), st.lists(inner).map(tuple), st.dictionaries(st.text(), inner)
    ),
    max_leaves=20,
)


def crossed(value: object) -> Any:
    """Send a value through JSON text, as it goes over the pipe."""
    return from_plain(json.loads(json.dumps(to_plain(value))))


def alike(one: Any, other: Any) -> bool:
    """Whether two values are the same, type by type and bit by bit."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return struct.pack("d", one) == struct.pack("d", other)
    if isinstance(one, complex):
        return alike(one.real, other.real) and alike(one.imag, other.imag)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict):
        return alike(list(one), list(other)) and alike(list(one.values()), list(other.values()))
    return bool(one == other)


@given(values)
def test_plain_data_crosses_unchanged(value: object) -> None:
    assert alike(value, crossed(value))


@pytest.mark.parametrize("bits", [0x7FF8000000000001, 0x7FF0000000000001, 0xFFF8DEADBEEF0001])
def test_the_payload_of_a_nan_crosses(bits: int) -> None:
    """A NaN's 52 low bits are the program's own; an array holds even a signalling one."""
    array = np.array([bits], dtype=np.uint64).view(np.float64)
    assert crossed(array).view(np.uint64)[0] == bits


def test_zeros_keep_their_signs() -> None:
    assert math.copysign(1, crossed(-0.0)) == -1


@given(npst.arrays(st.sampled_from(ARRAY_DTYPES), npst.array_shapes(min_dims=0, min_side=0)))
def test_arrays_cross_with_dtype_shape_and_bytes(array: np.ndarray) -> None:
    back = crossed(array)
    assert (type(back), back.dtype, back.shape) == (np.ndarray, array.dtype, array.shape)
    assert back.tobytes() == array.tobytes()
    assert back.flags.writeable


@given(npst.arrays(np.float64, (3, 5)))
def test_a_view_crosses_as_what_it_shows(array: np.ndarray) -> None:
    view = array.T[::2, ::-1]
    assert crossed(view).tobytes() == np.ascontiguousarray(view).tobytes()


@pytest.mark.parametrize("dtype", ARRAY_DTYPES, ids=str)
def test_numpy_scalars_keep_their_type(dtype: np.dtype) -> None:
    value = dtype.type(1)
    assert type(crossed(value)) is dtype.type
    assert crossed(value) == value


def test_a_foreign_byte_order_becomes_the_own() -> None:
    assert crossed(np.array([1, 2], dtype=">i4")).tolist() == [1, 2]


def test_a_tensor_crosses_as_shape_and_buffer() -> None:
    tensor = Tensor((2, 0, 3), [])
    assert crossed(tensor).shape == (2, 0, 3)
    assert crossed(Tensor((), [math.pi]))[()] == math.pi


@given(views())
def test_a_view_of_a_tensor_crosses_with_its_buffer(drawn: tuple[Tensor, TensorView, Any]) -> None:
    _, view, expected = drawn
    back = crossed(view)
    assert (type(back), back.layout) == (TensorView, view.layout)
    assert back.buffer.tobytes() == view.buffer.tobytes()
    assert np.asarray(back).tobytes() == np.ascontiguousarray(expected).tobytes()


@pytest.mark.parametrize(
    "error", [IndexOutOfBounds(axis=1, index=2, dimension=2), ShapeOverflow()], ids=repr
)
def test_tensor_errors_cross_by_class_and_fields(error: TensorError) -> None:
    assert crossed(error) == error


class Everything(list):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None


class Colour(enum.IntEnum):
    RED = 1


class Sly(np.ndarray):
    pass


class Disguised(IndexOutOfBounds):
    pass


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (Everything(), "an Everything, which is not plain data"),
        (Colour.RED, "a Colour, which is not plain data"),
        (np.zeros(3).view(Sly), "a Sly, which is not plain data"),
        (Disguised(1, 2, 2), "a Disguised, which is not plain data"),
        (OrderedDict(), "an OrderedDict, which is not plain data"),
        (Counter("a"), "a Counter, which is not plain data"),
        (namedtuple("Point", "x")(1), "a Point, which is not plain data"),
        ({1, 2}, "a set, which is not plain data"),
        (range(3), "a range, which is not plain data"),
        ((i for i in ()), "a generator, which is not plain data"),
        ([object()], "an object, which is not plain data"),
        (int, "a type, which is not plain data"),
        (np.array([None]), "an array of dtype object, which is not plain data"),
        (np.array(["a"]), "an array of dtype <U1, which is not plain data"),
        (2**MAX_INT_BITS, f"an integer of more than {MAX_INT_BITS} bits"),
    ],
    ids=lambda v: v[:24] if isinstance(v, str) else "",
)
def test_what_is_not_plain_is_refused_by_name(value: object, reason: str) -> None:
    with pytest.raises(NotPlainError) as caught:
        to_plain(value)
    assert str(caught.value) == reason


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def test_depth_is_bounded() -> None:
    assert crossed(nested(MAX_DEPTH)) == nested(MAX_DEPTH)
    with pytest.raises(NotPlainError, match="data nested more than 40 levels deep"):
        to_plain(nested(MAX_DEPTH + 1))


def test_a_list_that_holds_itself_ends() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(NotPlainError, match="data nested more than 40 levels deep"):
        to_plain(endless)


@pytest.mark.parametrize(
    "message",
    [
        None, 7, "int", [], ["int"], ["int", 7], ["int", "seven"], ["int", "0x" + "f" * 5000],
        ["float", "00"], ["float", "zz"], ["bool", 1], ["bytes", "?"], ["tuple", {}],
        ["dict", [[["list", []], ["none"]]]], ["dict", [["none"]]],
        ["array", "<f8", [2], "AAAA"], ["array", "O", [1], "AAAAAAAAAAA="],
        ["array", "<f8", [-1], ""], ["array", "<f8", [True], "AAAAAAAAAAA="],
        ["array", "<f8", [2**62, 8], ""], ["scalar", "<f8", ""], ["tensor", [1.0], ""],
        ["view", [2], [1], 0, ""], ["view", [2], [1], 7, "AAAAAAAAAAA="],
        ["view", [1], ["x"], 0, ""],
        ["error", "SystemExit", []], ["error", "RankMismatch", []],
        ["error", "RankMismatch", [["expected", ["int", "0x1"]]]], ["pickle", "gASVAAAA"],
    ],
    ids=str,
)  # fmt: skip
def test_a_forged_message_is_refused(message: object) -> None:
    with pytest.raises(NotPlainError, match=r"^a damaged message \(\w+\)$"):
        from_plain(message)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
                    lambda x: st.lists(x), max_leaves=30))  # fmt: skip
def test_any_json_is_data_or_refused(message: object) -> None:
    with contextlib.suppress(NotPlainError):
        from_plain(message)
