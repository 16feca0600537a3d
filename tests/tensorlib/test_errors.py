"""Errors as values, and the text of each."""

from __future__ import annotations

import copy
import pickle
import re
from contextlib import contextmanager
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import errors
from tensorlib.errors import (
    AliasedWriteError,
    AxisError,
    AxisMismatch,
    AxisNameError,
    AxisSizeMismatch,
    BroadcastError,
    DataLengthMismatch,
    EmptyReduction,
    FormatMismatch,
    IndexOutOfBounds,
    InferredSizeError,
    InvalidCoordinate,
    InvalidData,
    InvalidIndex,
    InvalidShape,
    InvalidSize,
    InvalidSlice,
    LayoutError,
    MaskError,
    MatmulError,
    NotViewableError,
    OffsetOutOfBounds,
    OutOfMemory,
    PaddingSideError,
    RankMismatch,
    RankPromotionError,
    ShapeOverflow,
    SpentTensorError,
    SuspiciousBroadcast,
    TensorError,
    UnknownFormat,
)

MESSAGES = [
    (ShapeOverflow(), "a product of sizes is more than 18446744073709551615"),
    (
        ShapeOverflow(shape=(2**63, 3), factors=(2**63, 3)),
        "shape (9223372036854775808, 3): 9223372036854775808 * 3 is more than 18446744073709551615",
    ),
    (InvalidShape(5), "shape 5 is not a sequence of sizes"),
    (InvalidShape((2, -1)), "size -1 on axis 1 is less than 0"),
    (InvalidShape((2, 1.5)), "size 1.5 on axis 1 is a float, not an integer"),
    (InvalidShape((True,)), "size True on axis 0 is a bool, not an integer"),
    (InvalidShape((1,) * 65), "a shape of 65 axes has more than 64"),
    (InvalidShape((2, 3)), "shape (2, 3) is not possible here"),
    (DataLengthMismatch(4, 3), "the shape needs data of length 4, not 3"),
    (InvalidData("the data is ragged"), "the data is ragged"),
    (OutOfMemory(2**62), "4611686018427387904 values of 8 bytes cannot be reserved"),
    (RankMismatch(3, 2), "the coordinate has length 2, the rank is 3"),
    (IndexOutOfBounds(1, 2, 2), "index 2 is out of bounds for axis 1 with size 2"),
    (InvalidIndex(0, 1.0), "index 1.0 on axis 0 is a float, not an integer"),
    (InvalidIndex(1, slice(2)), "index <slice> on axis 1 is a slice, not an integer"),
    (InvalidIndex(None, True), "offset True is a bool, not an integer"),
    (InvalidCoordinate("10"), "coordinate '10' is not a sequence of indices"),
    (OffsetOutOfBounds(12, 12), "offset 12 is out of bounds for size 12"),
    (
        LayoutError((2,), (-1,), 0),
        "shape (2,) with strides (-1,) from offset 0 reaches an offset below 0",
    ),
    (
        LayoutError((2, 3), (1,), 0),
        "shape (2, 3) with strides (1,) from offset 0 has not one integer stride an axis "
        "and an integer offset",
    ),
    (AxisError(3, 2), "axis 3 is out of bounds for rank 2"),
    (AxisError(1.5, 2), "axis 1.5 is a float, not an integer"),
    (AxisError(1, 2, axes=(1, -1)), "axes (1, -1) name axis 1 twice"),
    (AxisError(1, 2, axes=(0,)), "axes (0,) leave out axis 1 of rank 2"),
    (InvalidSlice(1, 0, 2, 0), "step 0 on axis 1 does not move"),
    (InvalidSlice(1, None, 2.0, 1), "stop 2.0 on axis 1 is a float, not an integer"),
    (
        InferredSizeError(6, (4, -1)),
        "no size follows for -1 in shape (4, -1) from 6 elements",
    ),
    (
        AliasedWriteError((3, 4), (1, 0)),
        "shape (3, 4) with strides (1, 0) has rows that are the same memory, a write would "
        "change them all: write to a copy, to_tensor()",
    ),
    (
        BroadcastError(((3, 2), (3, 4)), -1, (2, 4), one_way=True),
        "shape (3, 2) does not stretch to (3, 4): axis -1 has sizes 2 and 4",
    ),
    (
        BroadcastError(((2, 3), (3,)), -2, (2,), one_way=True),
        "shape (2, 3) does not stretch to (3,): axis -2 with size 2 would be lost",
    ),
    (
        NotViewableError((8, 4), (1, 8), (32,), axes=(0, 1)),
        "shape (8, 4) with strides (1, 8) cannot be seen as (32,) without a copy: axes 0 and 1 "
        "cannot merge, because stride 1 is not 4 * 8 = 32",
    ),
    (
        BroadcastError(((3, 5, 7), (3, 5)), -1, (7, 5)),
        "shapes (3, 5, 7) and (3, 5) do not broadcast: axis -1 has sizes 7 and 5",
    ),
    (
        NotViewableError((8, 4), (1, 8), (32,)),
        "shape (8, 4) with strides (1, 8) cannot be seen as (32,) without a copy",
    ),
    (
        EmptyReduction((2, 0, 3), (1,)),
        "shape (2, 0, 3) has no value along axes (1,) to choose from",
    ),
    (
        MatmulError(((2, 3), (4, 5))),
        "shapes (2, 3) and (4, 5) do not multiply: size 3 on axis -1 of the left, "
        "4 on axis -2 of the right",
    ),
    (
        MatmulError(((2, 3), (4,))),
        "shapes (2, 3) and (4,) do not multiply: size 3 on axis -1 of the left, "
        "4 on axis -1 of the right",
    ),
    (
        MatmulError(((2, 3), ())),
        "shapes (2, 3) and () do not multiply: a scalar has no axis to sum over",
    ),
    (
        AxisNameError("B T T", "the name T stands for two axes"),
        "axes 'B T T': the name T stands for two axes",
    ),
    (AxisNameError(("B", "T"), "there is no axis d"), "axes ('B', 'T'): there is no axis d"),
    (
        AxisMismatch(("B", "T"), ("T", "d", "h")),
        "axes B T and T d h: the left operand has no d, h, the right operand has no B",
    ),
    (AxisSizeMismatch("T", (5, 1)), "axis T has sizes 5 and 1"),
    (
        RankPromotionError(((3, 5, 7), (5, 7))),
        "shapes (3, 5, 7) and (5, 7) have ranks 3 and 2: strict broadcasting wants every missing "
        "axis written as a size 1",
    ),
    (
        SuspiciousBroadcast(((9,), (9, 1)), "both operands stretch"),
        "shapes (9,) and (9, 1): both operands stretch",
    ),
    (MaskError("the sequence is empty", 1), "row 1: the sequence is empty"),
    (MaskError("lengths 3 are an int"), "lengths 3 are an int"),
    (PaddingSideError("up"), "side 'up' is neither 'left' nor 'right'"),
    (
        PaddingSideError("left", 1, "right"),
        "row 1 is padded on the right, the side of the batch is 'left' (True marks what is real)",
    ),
    (InvalidSize("T", 0, "is less than 1"), "T = 0 is less than 1"),
    (UnknownFormat("fp23", ("fp32", "bf16")), "format 'fp23' is none of 'fp32', 'bf16'"),
    (
        FormatMismatch(("int8", "fp8_e5m2")),
        "formats 'int8' and 'fp8_e5m2' have no common format: convert one first",
    ),
    (
        SpentTensorError(),
        "the tensor gave its buffer up with into_buffer() and cannot be used any more",
    ),
]

CLASSES = sorted(
    {type(error) for error, _ in MESSAGES}, key=lambda error_class: error_class.__name__
)


def test_every_error_has_a_message_here():
    defined = {value for value in vars(errors).values() if isinstance(value, type)}

    assert {
        value for value in defined if issubclass(value, TensorError) and value is not TensorError
    } == set(CLASSES)


@pytest.mark.parametrize(("error", "message"), MESSAGES, ids=lambda value: repr(value)[:40])
def test_the_message_is_one_line_built_from_the_fields(error, message):
    assert str(error) == message
    assert "\n" not in message
    values = {field.name: getattr(error, field.name) for field in fields(error)}
    assert str(type(error)(**values | {"operation": "zeros"})) == f"zeros: {message}"


@pytest.mark.parametrize("error", [error for error, _ in MESSAGES], ids=repr)
def test_an_error_is_a_value(error):
    again = pickle.loads(pickle.dumps(error))

    assert again == error
    assert hash(again) == hash(error)
    assert str(again) == str(error)
    assert copy.copy(error) == copy.deepcopy(error) == error
    assert type(again) is type(error)
    assert eval(repr(error), vars(errors)) == error


def test_the_tree_in_the_docstring_is_the_tree():
    drawn = {
        name: set(parents.split(", "))
        for name, parents in re.findall(r"^      (\w+) +\(([\w, ]+)\)", errors.__doc__, re.M)
    }

    assert drawn == {
        error_class.__name__: {base.__name__ for base in error_class.__bases__} - {"TensorError"}
        for error_class in CLASSES
    }
    assert all(error_class.__bases__[0] is TensorError for error_class in CLASSES)


def test_errors_differ_by_class_and_by_field():
    error = IndexOutOfBounds(axis=1, index=2, dimension=2)

    assert error == IndexOutOfBounds(1, 2, 2)
    assert error != IndexOutOfBounds(1, 2, 3)
    assert error != RankMismatch(1, 2)
    assert RankMismatch(1, 2) != DataLengthMismatch(1, 2)
    assert error != "IndexOutOfBounds(axis=1, index=2, dimension=2)"
    assert len({error, IndexOutOfBounds(1, 2, 2), IndexOutOfBounds(1, 2, 3)}) == 2


def test_another_class_of_the_same_name_is_another_class():
    namesake = type("RankMismatch", (RankMismatch,), {})

    assert repr(namesake(3, 2)) == repr(RankMismatch(3, 2))
    assert namesake(3, 2) != RankMismatch(3, 2)


def test_true_is_not_one_and_eight_point_nought_is_not_eight():
    assert InvalidIndex(0, True) != InvalidIndex(0, 1)
    assert InvalidIndex(0, 8.0) != InvalidIndex(0, 8)
    assert InvalidIndex(0, float("nan")) == InvalidIndex(0, float("nan"))


def test_lists_and_tuples_are_the_same_shape():
    assert BroadcastError([[3], (4,)], -1, [3, 4]) == BroadcastError(((3,), (4,)), -1, (3, 4))


def test_what_the_operation_and_the_factors_are_does_not_count():
    assert RankMismatch(3, 2, operation="offset") == RankMismatch(3, 2, operation="getitem")
    assert ShapeOverflow(shape=(2**64,), factors=(2**64,)) == ShapeOverflow()
    assert repr(ShapeOverflow(shape=(2**64,), operation="zeros")) == "ShapeOverflow()"


def test_fields_can_be_matched_and_not_changed():
    error = IndexOutOfBounds(1, 2, 3)

    match error:
        case IndexOutOfBounds(axis, index, dimension):
            assert (axis, index, dimension) == (1, 2, 3)
    with pytest.raises(AttributeError, match=r"^IndexOutOfBounds\.index cannot be changed$"):
        error.index = 5
    assert error.args == (1, 2, 3)


@pytest.mark.parametrize("arguments", [(), (1,), (1, 2, 3, 4)])
def test_wrong_numbers_of_fields_are_refused(arguments):
    with pytest.raises(TypeError, match="argument"):
        IndexOutOfBounds(*arguments)


def test_notes_survive_pickle():
    error = RankMismatch(3, 2)
    error.add_note("in row 7")

    assert pickle.loads(pickle.dumps(error)).__notes__ == ["in row 7"]


def test_an_error_passes_through_a_context_manager():
    @contextmanager
    def block():
        yield

    with pytest.raises(RankMismatch, match="length 2"), block():
        raise RankMismatch(3, 2)


@given(
    st.sampled_from(CLASSES),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just({}),
        lambda inner: st.lists(inner, max_size=3),
        max_leaves=5,
    ),
)
def test_whatever_the_fields_hold_the_error_can_be_printed_compared_and_sent(error_class, value):
    compared = [field.name for field in fields(error_class) if field.compare]
    error = error_class(**dict.fromkeys(compared, value))

    assert isinstance(str(error), str)
    assert pickle.loads(pickle.dumps(error)) == error
    assert hash(error) == hash(copy.copy(error))
