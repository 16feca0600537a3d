"""Batches of sequences of different lengths, and means without the padding."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import (
    InvalidData,
    MaskError,
    PaddedBatch,
    PaddingSideError,
    Tensor,
    masked_mean,
    pad,
    padding_mask,
)

X = np.arange(1, 31).reshape(3, 5, 2)
MASK = padding_mask([5, 3, 1], 5)


def test_three_sequences_become_one_batch():
    batch = pad([[1, 2, 3, 4, 5], [6, 7, 8], [9]])

    assert np.asarray(batch.values).tolist() == [
        [1, 2, 3, 4, 5],
        [6, 7, 8, 0, 0],
        [9, 0, 0, 0, 0],
    ]
    assert batch.mask.tolist() == MASK.tolist()
    assert (batch.side, batch.shape, batch.padding_share) == ("right", (3, 5), 0.4)
    assert batch.lengths.tolist() == [5, 3, 1]
    assert batch.last_index.tolist() == [4, 2, 0]
    assert str(batch) == "batch of shape (3, 5), padded on the right, 40.0% padding"


def test_on_the_left_the_last_token_is_always_at_the_end():
    batch = pad([[1, 2, 3, 4, 5], [6, 7, 8], [9]], side="left")

    assert np.asarray(batch).tolist() == [[1, 2, 3, 4, 5], [0, 0, 6, 7, 8], [0, 0, 0, 0, 9]]
    assert batch.last_index.tolist() == [4, 4, 4]


def test_code_for_the_other_side_reads_padding_or_the_wrong_token():
    """The last tokens are 5, 8 and 9; `length - 1` on the left finds padding twice."""
    left = pad([[1, 2, 3, 4, 5], [6, 7, 8], [9]], side="left")
    rows = np.arange(3)
    values = np.asarray(left.values)

    assert values[rows, left.last_index].tolist() == [5, 8, 9]
    assert values[rows, left.lengths - 1].tolist() == [5, 6, 0]


def test_a_batch_unpacks_into_values_and_mask():
    values, mask = pad([[1, 2], [3]], value=-1)

    assert values == Tensor((2, 2), [1, 2, 3, -1])
    assert mask.tolist() == [[True, True], [True, False]]


@st.composite
def ragged(draw):
    """Draw sequences of one to five rows, all rows of one shape, and a side."""
    trailing = draw(st.sampled_from([(), (2,), (1,), (0,), (2, 3)]))
    lengths = draw(st.lists(st.integers(1, 5), max_size=4))
    start = 0
    sequences = []
    for length in lengths:
        size = length * math.prod(trailing)
        sequences.append(np.arange(start, start + size, dtype=float).reshape(length, *trailing))
        start += size
    return sequences, draw(st.sampled_from(["left", "right"]))


@given(ragged())
def test_the_mask_finds_every_sequence_again(drawn):
    sequences, side = drawn
    batch = pad(sequences, side)
    values = np.asarray(batch.values)

    assert batch.shape[:2] == (len(sequences), max(map(len, sequences), default=0))
    for sequence, row, real in zip(sequences, values, batch.mask, strict=True):
        assert np.array_equal(row[real], sequence)
        assert not row[~real].any()


@given(ragged())
def test_the_mean_of_a_padded_batch_is_the_mean_of_each_sequence(drawn):
    sequences, side = drawn
    means = np.asarray(pad(sequences, side, value=math.nan).mean())

    assert means.shape == (len(sequences), *(sequences[0].shape[1:] if sequences else ()))
    for sequence, mean in zip(sequences, means, strict=True):
        assert np.allclose(mean, sequence.mean(axis=0), rtol=1e-12)


@pytest.mark.parametrize(
    "sequences",
    [
        [np.array([1, 2]), [3]],
        (Tensor((2,), [1, 2]), Tensor((3,), [9, 9, 3]).view()[2:]),
        iter([[1, 2], [3]]),
        [np.array([1, 2], dtype=np.int8), np.array([3], dtype=ml_dtypes.bfloat16)],
    ],
)
def test_sequences_of_any_kind_are_taken(sequences):
    assert pad(sequences).values == Tensor((2, 2), [1, 2, 3, 0])


def test_a_batch_of_no_sequences():
    assert pad([]).shape == (0, 0)
    assert pad([]).mean().shape == (0,)


@pytest.mark.parametrize(
    ("sequences", "error"),
    [
        ([[1], []], MaskError("the sequence is empty", 1)),
        ([[1], 2], InvalidData("sequence 1 is a number alone")),
        (
            [np.ones((2, 3)), np.ones((2, 4))],
            InvalidData("sequence 1 has rows of shape (4,), sequence 0 of shape (3,)"),
        ),
        (
            [[1, 2], [[1], [2]]],
            InvalidData("sequence 1 has rows of shape (1,), sequence 0 of shape ()"),
        ),
        ([["a"]], InvalidData("value 'a' at position 0 is a str, not a real number")),
        ([[[1, 2], [3]]], InvalidData("the data is ragged")),
        (5, InvalidData("sequences 5 are an int, not a sequence of sequences")),
        ("ab", InvalidData("sequences 'ab' are a str, not a sequence of sequences")),
    ],
)
def test_what_cannot_be_padded(sequences, error):
    with pytest.raises(type(error)) as caught:
        pad(sequences)
    assert caught.value == error
    assert str(caught.value) == f"pad: {error}"


def test_a_side_that_is_none():
    with pytest.raises(
        PaddingSideError, match=r"^padding_mask: side 'top' is neither 'left' nor 'right'$"
    ):
        pad([[1]], side="top")


def test_values_mask_and_side_cannot_contradict_one_another():
    values = Tensor.zeros((2, 3))
    right = padding_mask([3, 1], 3)

    with pytest.raises(
        PaddingSideError,
        match=r"^PaddedBatch: row 1 is padded on the right, the side of the batch is 'left' ",
    ):
        PaddedBatch(values, right, "left")
    with pytest.raises(MaskError) as caught:
        PaddedBatch(Tensor.zeros((2, 4)), right, "right")
    assert str(caught.value) == (
        "PaddedBatch: the mask has shape (2, 3), but shape (2, 4) begins with (2, 4)"
    )


def test_the_mask_of_a_batch_cannot_be_changed():
    mask = padding_mask([2, 1], 2)
    batch = PaddedBatch(Tensor.zeros((2, 2)), mask, "right")
    mask[1, 0] = False

    assert batch.mask.tolist() == [[True, True], [True, False]]
    with pytest.raises(ValueError, match="read-only"):
        batch.mask[0, 0] = False


def test_the_mean_with_and_without_the_mask():
    """The third sequence is [21, 22] alone; its other four rows are padding."""
    assert np.asarray(masked_mean(X, MASK)).tolist() == [[5, 6], [13, 14], [21, 22]]
    assert X.mean(axis=1)[2].tolist() == [25, 26]
    zeroed = np.where(MASK[:, :, None], X, 0)
    assert zeroed.mean(axis=1)[2].tolist() == [4.2, 4.4]


def test_what_stands_in_the_padding_does_not_matter():
    for junk in (math.nan, math.inf, 1e308):
        values = np.where(MASK[:, :, None], X, junk)
        assert masked_mean(values, MASK) == masked_mean(X, MASK)


def test_real_infinities_and_nans_are_kept():
    means = np.asarray(masked_mean([[math.inf, -math.inf], [math.inf, 5]], [[1, 1], [1, 0]]))

    assert np.isnan(means[0])
    assert means[1] == math.inf


def test_narrow_formats_are_counted_in_64_bits():
    """In bf16 a running count of 300 ones stops at 256, and the mean would be off by a sixth."""
    for dtype in (ml_dtypes.bfloat16, np.float16, np.int8):
        mean = masked_mean(np.full((1, 300), 100).astype(dtype), np.ones((1, 300), dtype=dtype))
        assert mean == Tensor((1,), [100.0])


def test_values_of_any_rank_and_kind():
    assert masked_mean(X[:, :, 0], MASK) == Tensor((3,), [5, 13, 21])
    assert masked_mean(Tensor.from_array(X), MASK.astype(int)) == masked_mean(X, MASK)
    transposed = Tensor.from_array(X.transpose(1, 0, 2)).view().transpose(0, 1)
    assert masked_mean(transposed, MASK) == masked_mean(X, MASK)
    assert masked_mean(X.reshape(3, 5, 2, 1), MASK).shape == (3, 2, 1)
    assert masked_mean(np.ones((3, 5, 0)), MASK).shape == (3, 0)


@pytest.mark.parametrize(
    ("x", "mask", "side", "error"),
    [
        (
            X,
            np.array([[1] * 5, [1] * 5, [0] * 5]),
            None,
            MaskError("none of 5 positions is real (True marks what is real)", 2),
        ),
        (X, MASK, "left", PaddingSideError("left", 1, "right")),
        (
            X.transpose(1, 0, 2),
            MASK,
            None,
            MaskError("the mask has shape (3, 5), but shape (5, 3, 2) begins with (5, 3)"),
        ),
        (
            X[0],
            MASK,
            None,
            MaskError("the mask has shape (3, 5), but shape (5, 2) begins with (5, 2)"),
        ),
        (5.0, MASK, None, MaskError("the mask has shape (3, 5), but shape () begins with ()")),
        ("x", MASK, None, InvalidData("value 'x' at position 0 is a str, not a real number")),
    ],
)
def test_means_that_are_refused(x, mask, side, error):
    with pytest.raises(type(error)) as caught:
        masked_mean(x, mask, side)
    assert caught.value == error
    assert str(caught.value) == f"masked_mean: {error}"
