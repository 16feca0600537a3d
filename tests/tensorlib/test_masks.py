"""Padding masks: what they say, what follows from them, and what is none."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import (
    InvalidData,
    InvalidSize,
    MaskError,
    PaddingSideError,
    Tensor,
    attention_mask,
    check_mask,
    last_index,
    padding_mask,
    padding_share,
    padding_side,
)

LENGTHS = [5, 3, 1]
RIGHT = [[1, 1, 1, 1, 1], [1, 1, 1, 0, 0], [1, 0, 0, 0, 0]]
LEFT = [[1, 1, 1, 1, 1], [0, 0, 1, 1, 1], [0, 0, 0, 0, 1]]


@st.composite
def batches(draw):
    """Draw lengths, the width of a batch that holds them, and a side."""
    width = draw(st.integers(1, 7))
    lengths = draw(st.lists(st.integers(1, width), max_size=5))
    return lengths, width, draw(st.sampled_from(["left", "right"]))


@pytest.mark.parametrize(("side", "expected"), [("right", RIGHT), ("left", LEFT)])
def test_three_sequences_of_lengths_5_3_1(side, expected):
    mask = padding_mask(LENGTHS, 5, side)

    assert mask.dtype == np.bool_
    assert mask.astype(int).tolist() == expected
    assert padding_share(mask) == 0.4  # 6 of 15
    assert padding_side(mask) == side


def test_the_last_index_comes_from_the_mask_and_not_from_t():
    assert last_index(padding_mask(LENGTHS, 5, "right")).tolist() == [4, 2, 0]
    assert last_index(padding_mask(LENGTHS, 5, "left")).tolist() == [4, 4, 4]
    assert last_index(padding_mask(LENGTHS, 9, "right")).tolist() == [4, 2, 0]


@given(batches())
def test_a_mask_says_what_its_lengths_and_side_say(batch):
    lengths, width, side = batch
    mask = padding_mask(lengths, width, side)

    assert mask.shape == (len(lengths), width)
    assert mask.sum(axis=1).tolist() == lengths
    assert np.array_equal(check_mask(mask, side), mask)
    rows = [np.flatnonzero(row).tolist() for row in mask]
    assert last_index(mask, side).tolist() == [row[-1] for row in rows]
    assert all(row == list(range(row[0], row[-1] + 1)) for row in rows)
    padded = [length < width for length in lengths]
    assert padding_side(mask) == (side if any(padded) else None)


@given(batches())
def test_the_share_of_padding_is_counted(batch):
    lengths, width, side = batch
    places = width * len(lengths)

    share = padding_share(padding_mask(lengths, width, side))
    assert share == ((places - sum(lengths)) / places if places else 0.0)


@pytest.mark.parametrize(
    "mask",
    [
        RIGHT,
        np.array(RIGHT),
        np.array(RIGHT, dtype=bool),
        np.array(RIGHT, dtype=np.float32),
        Tensor.from_array(RIGHT),
        Tensor.from_array(RIGHT).view(),
        [[value == 1 for value in row] for row in RIGHT],
    ],
    ids=lambda mask: type(mask).__name__,
)
def test_zeros_and_ones_of_any_kind_are_taken(mask):
    assert check_mask(mask).tolist() == (np.array(RIGHT) == 1).tolist()


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(
            st.lists(st.booleans(), min_size=width, max_size=width), min_size=1, max_size=4
        )
    )
)
def test_a_mask_is_accepted_just_when_every_row_is_real_on_one_side(rows):
    """Written as text, rows are 1+0* with padding on the right, 0*1+ with padding on the left."""
    texts = ["".join("01"[value] for value in row) for row in rows]
    fits = {
        side: all(re.fullmatch(pattern, text) for text in texts)
        for side, pattern in (("right", "1+0*"), ("left", "0*1+"))
    }

    for side in ("right", "left", None):
        try:
            check_mask(rows, side)
            accepted = True
        except (MaskError, PaddingSideError):
            accepted = False
        assert accepted == (any(fits.values()) if side is None else fits[side])


REFUSED_MASKS = {
    "a hole": (
        [[1, 1, 1], [1, 0, 1]],
        None,
        MaskError("the real positions (0, 2) of 3 are not its first or last", 1),
    ),
    "padding on both sides": (
        [[0, 1, 0]],
        None,
        MaskError("the real positions (1,) of 3 are not its first or last", 0),
    ),
    "an empty row": (
        [[1, 1], [0, 0]],
        None,
        MaskError("none of 2 positions is real (True marks what is real)", 1),
    ),
    "no position at all": (
        np.ones((2, 0)),
        None,
        MaskError("none of 0 positions is real (True marks what is real)", 0),
    ),
    "the other side": (
        [[1, 1], [0, 1]],
        "right",
        PaddingSideError("right", 1, "left"),
    ),
    "two sides": ([[1, 1, 0], [1, 1, 1], [0, 1, 1]], None, PaddingSideError("right", 2, "left")),
    "polarity turned": (
        1 - np.array(RIGHT),
        "right",
        MaskError("none of 5 positions is real (True marks what is real)", 0),
    ),
    "polarity turned, no full row": (
        [[0, 0, 1], [0, 1, 1]],
        "right",
        PaddingSideError("right", 0, "left"),
    ),
    "half": (
        [[1.0, 1.0], [1.0, 0.5]],
        None,
        MaskError("value 0.5 at position 1 is neither 0 nor 1", 1),
    ),
    "additive": (
        [[0.0, -math.inf]],
        None,
        MaskError("value -inf at position 1 is neither 0 nor 1", 0),
    ),
    "NaN": ([[math.nan]], None, MaskError("value nan at position 0 is neither 0 nor 1", 0)),
    "one axis": ([1, 1, 0], None, MaskError("a mask has the 2 axes (B, T), not the shape (3,)")),
    "already for attention": (
        np.ones((2, 1, 3)),
        None,
        MaskError("a mask has the 2 axes (B, T), not the shape (2, 1, 3)"),
    ),
    "ragged": ([[1, 1], [1]], None, InvalidData("the data is ragged")),
    "text": (
        [["1", "0"]],
        None,
        InvalidData("value '1' at position 0 is a str, not a real number"),
    ),
    "no such side": ([[1]], "middle", PaddingSideError("middle")),
    "a side that is no text": ([[1]], 0, PaddingSideError(0)),
}


@pytest.mark.parametrize(("mask", "side", "error"), REFUSED_MASKS.values(), ids=REFUSED_MASKS)
def test_what_is_no_mask_is_refused_by_every_function(mask, side, error):
    functions = [check_mask, last_index, padding_share, attention_mask]
    for function in functions:
        with pytest.raises(type(error)) as caught:
            function(mask, side=side)
        assert caught.value == error
        name = "mask" if function is check_mask else function.__name__
        assert str(caught.value) == f"{name}: {error}"
    if side is None:
        with pytest.raises(type(error), match=r"^padding_side: "):
            padding_side(mask)


@pytest.mark.parametrize(
    ("lengths", "error"),
    [
        ([5, 0], MaskError("length 0 leaves no real position", 1)),
        ([-1], MaskError("length -1 leaves no real position", 0)),
        ([5, 3, 6], MaskError("length 6 is more than T = 5", 2)),
        ([2.0], MaskError("length 2.0 is a float, not an integer", 0)),
        ([True], MaskError("length True is a bool, not an integer", 0)),
        (3, MaskError("lengths 3 are an int, not a sequence of integers")),
        ("531", MaskError("lengths '531' are a str, not a sequence of integers")),
    ],
)
def test_lengths_that_are_refused(lengths, error):
    with pytest.raises(MaskError) as caught:
        padding_mask(lengths, 5)
    assert caught.value == error
    assert str(caught.value) == f"padding_mask: {error}"


def test_widths_and_sides_that_are_refused():
    with pytest.raises(InvalidSize, match=r"^padding_mask: T = -1 is less than 0$"):
        padding_mask([], -1)
    with pytest.raises(
        PaddingSideError, match=r"^padding_mask: side 'up' is neither 'left' nor 'right'$"
    ):
        padding_mask([1], 1, "up")


def test_lengths_may_be_numpys():
    assert padding_mask(np.array([2, 1]), np.int64(2)).tolist() == [[True, True], [True, False]]


def test_a_batch_without_rows():
    mask = padding_mask([], 3)

    assert mask.shape == (0, 3)
    assert last_index(mask).shape == (0,)
    assert (padding_share(mask), padding_side(mask)) == (0.0, None)
    assert attention_mask(mask).shape == (0, 1, 3)
    assert last_index(padding_mask([], 0)).shape == (0,)


def test_the_additive_mask_of_each_rank():
    mask = padding_mask([2, 1], 2)

    assert attention_mask(mask) == Tensor((2, 1, 2), [0, 0, 0, -math.inf])
    assert attention_mask(mask, heads=True) == Tensor((2, 1, 1, 2), [0, 0, 0, -math.inf])
    assert attention_mask(mask, fill=-1e4) == Tensor((2, 1, 2), [0, 0, 0, -1e4])


def softmax(scores):
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize("heads", [False, True])
@given(batches())
def test_no_query_looks_at_padding_and_all_look_at_something(heads, batch):
    lengths, width, side = batch
    mask = padding_mask(lengths, width, side)
    shape = (len(lengths), 3, width, width) if heads else (len(lengths), width, width)
    scores = np.random.default_rng(0).normal(size=shape)
    weights = softmax(scores + np.asarray(attention_mask(mask, heads=heads)))
    keys = np.broadcast_to(mask[:, None, None, :] if heads else mask[:, None, :], shape)

    assert (weights[~keys] == 0).all()
    assert (weights[keys] > 0).all()
    assert np.allclose(weights.sum(axis=-1), 1)


def test_without_the_inserted_axis_a_third_is_masked_wrongly():
    """Row q of every sequence gets the mask of sequence q.

    Position (b, q, k) is wrong if k lies between the lengths of b and q. For two lengths drawn
    from 1..16 the expected distance is (16**2 - 1) / (3 * 16), and for b = q it is 0.
    """
    side = 16
    expected = (side**2 - 1) / (3 * side) / side * (1 - 1 / side)
    rng = np.random.default_rng(0)
    shares, leaks = [], []
    for _ in range(200):
        mask = padding_mask(rng.integers(1, side + 1, size=side), side)
        additive = np.where(mask, 0.0, -np.inf)
        wrong = np.broadcast_to(additive, (side, side, side))  # what scores + additive gives
        right = np.broadcast_to(np.asarray(attention_mask(mask)), (side, side, side))
        shares.append(np.mean(wrong != right))
        leaks.append(softmax(wrong)[np.isinf(right)].sum() / side**2)

    assert np.mean(shares) == pytest.approx(expected, abs=0.01)
    assert round(expected, 2) == 0.31
    assert np.mean(leaks) == pytest.approx(0.22, abs=0.01)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"fill": 0.0}, "attention_mask: fill 0.0 is not below 0"),
        ({"fill": math.nan}, "attention_mask: fill nan is not below 0"),
        ({"fill": math.inf}, "attention_mask: fill inf is not below 0"),
        ({"fill": "-inf"}, "attention_mask: value '-inf' is a str, not a real number"),
        ({"heads": 8}, "attention_mask: heads is 8, not True or False"),
    ],
)
def test_options_of_the_additive_mask_that_are_refused(arguments, message):
    with pytest.raises(InvalidData) as caught:
        attention_mask(RIGHT, **arguments)
    assert str(caught.value) == message
