"""Questions about bytes, blocks and views, held against numpy and plain products."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions import judge
from coursekit.questions.memory import (
    Block,
    block_bytes_of,
    bytes_of,
    bytes_of_gib,
    count_of,
    crossover_of,
    expanded_bytes_of,
    fits_of,
    gib_of,
    growth_of,
    largest_batch_of,
    loaded_bytes_of,
    row_bytes_of,
    row_time_of,
    scores_shape_of,
    share_of,
    sliced_bytes_of,
    throughput_gain_of,
    training_bytes_of,
    wait_growth_of,
)
from coursekit.questions.memory.sizes import slips_of_bytes

DTYPES = {"fp64": np.float64, "fp32": np.float32, "fp16": np.float16, "int8": np.int8}
FORMATS = st.sampled_from(sorted(DTYPES))
SHAPES = st.lists(st.integers(0, 5), max_size=3).map(tuple)
FULL_SHAPES = st.lists(st.integers(1, 5), min_size=1, max_size=3).map(tuple)
BLOCKS = st.builds(
    lambda batch, tokens, width, heads, format: Block(batch, tokens, width * heads, heads, format),
    *(st.integers(1, 9) for _ in range(4)),
    FORMATS,
)


@given(SHAPES, FORMATS)
def test_bytes_agree_with_numpy(shape: Any, format: str) -> None:
    size = np.empty(shape, dtype=DTYPES[format]).nbytes

    assert bytes_of(shape, format, drop_ambiguous=True).answer == size


@given(BLOCKS)
def test_blocks_agree_with_plain_products(block: Block) -> None:
    """The input, Q, K, V and a hidden layer of 4d: eight units. Scores and weights: two squares."""
    width = np.dtype(DTYPES[block.format]).itemsize
    unit = block.B * block.T * block.d * width
    square = block.B * block.heads * block.T**2 * width

    assert row_bytes_of(block, "Q", drop_ambiguous=True).answer == unit
    assert row_bytes_of(block, "scores", drop_ambiguous=True).answer == square
    assert block_bytes_of(block, drop_ambiguous=True).answer == 8 * unit + 2 * square
    share = share_of(block, drop_ambiguous=True).answer
    assert share == 2 * square / (8 * unit + 2 * square)
    assert largest_batch_of(block, 1, drop_ambiguous=True).answer == 2**30 // (
        (8 * unit + 2 * square) // block.B
    )


@given(BLOCKS, st.integers(2, 4))
def test_growth_agrees_with_plain_powers(block: Block, times: int) -> None:
    longer, wider = {"T": times * block.T}, {"B": times * block.B}
    grown = [
        growth_of(block, name, change, drop_ambiguous=True).answer
        for name, change in [("scores", longer), ("Q", longer), ("scores", wider), ("Q", wider)]
    ]

    assert grown == [times**2, times, times, times]


@given(FULL_SHAPES, st.integers(2, 4), FORMATS)
def test_expanding_agrees_with_numpy(shape: Any, times: int, format: str) -> None:
    array = np.broadcast_to(np.zeros(shape, dtype=DTYPES[format]), (times, *shape))
    sizes = [
        expanded_bytes_of(size, shape, array.shape, format, drop_ambiguous=True).answer
        for size in ("logical", "stored", "kept")
    ]

    assert sizes == [array.nbytes, array.nbytes // times, array.nbytes // times]


@given(FULL_SHAPES, FORMATS)
def test_slices_agree_with_numpy(shape: Any, format: str) -> None:
    key = (slice(None, None, 2),)
    array = np.zeros(shape, dtype=DTYPES[format])
    sizes = [
        sliced_bytes_of(size, shape, key, format, drop_ambiguous=True).answer
        for size in ("logical", "stored", "kept")
    ]

    assert sizes == [array[key].nbytes, array[key].nbytes, array.nbytes]


@given(st.integers(2, 512), st.floats(0.5, 2000))
def test_gain_times_growth_is_the_batch(batch: int, call: float) -> None:
    """Rows a second grow by the batch over the growth of the call."""
    times = ((1, 1.0), (batch, 1.0 + call))
    try:
        gain, growth = throughput_gain_of(times).answer, wait_growth_of(times).answer
    except CourseError:  # both are the square root of the batch, or the gain is its own inverse
        return

    assert gain * growth == pytest.approx(batch)


@pytest.mark.parametrize(
    ("question", "answer", "belief"),
    [
        (count_of((3, 5)), 15, None),
        (count_of((3, 5)), 60, "M50"),
        (bytes_of((3, 5), "fp32"), 60, None),
        (bytes_of((3, 5), "fp32"), 480, "M90"),
        (bytes_of_gib(3), 3_221_225_472, None),
        (bytes_of_gib(3), 3_000_000_000, "M51"),
        (gib_of((1024, 1024, 512), "bf16"), 1.0, None),
        (gib_of((1024, 1024, 512), "bf16"), 8.0, "M90"),
        (fits_of("8.5", 8), True, None),
        (fits_of("8.5", 8), False, "M51"),
        (scores_shape_of(Block(2, 5, 12, 3)), (2, 3, 5, 5), None),
        (scores_shape_of(Block(2, 5, 12, 3)), (2, 3, 5), "M48"),
        (crossover_of(Block(1, 1, 60, 5)), 48, None),
        (crossover_of(Block(1, 1, 60, 5)), 240, "M49"),
        (crossover_of(Block(1, 1, 60, 5)), 12, "M50"),
        (growth_of(Block(1, 8, 60, 5), "Q", {"heads": 10}), 1, None),
        (growth_of(Block(1, 8, 60, 5), "Q", {"heads": 10}), 2, "M49"),
        (loaded_bytes_of(7, "fp32"), 28, None),
        (loaded_bytes_of(7, "fp32"), 7, "M50"),
        (training_bytes_of(10, ("bf16", "bf16", "fp32")), 80, None),
        (training_bytes_of(10, ("bf16", "bf16", "fp32")), 24, "M51"),
        (row_time_of(4, 10.0), 2.5, None),
        (row_time_of(4, 10.0), 10, "M93"),
        (throughput_gain_of(((1, 10.0), (8, 40.0))), 2, None),
        (wait_growth_of(((1, 10.0), (8, 40.0))), 0.5, "M93"),
    ],
)
def test_answers_by_hand(question: Any, answer: Any, belief: str | None) -> None:
    verdict = judge(question, answer)

    assert verdict.correct == (belief is None)
    assert verdict.misconception == belief


@given(st.integers(1, 100), FORMATS)
def test_slips_are_never_the_right_number_of_bytes(count: int, format: str) -> None:
    right = bytes_of((count,), format, drop_ambiguous=True).answer
    slips = slips_of_bytes(count, format).values()

    assert right not in [answer for slip in slips for answer in slip.answers]
    assert prod((count,)) * np.dtype(DTYPES[format]).itemsize == right


def test_row_that_a_block_has_not_is_refused() -> None:
    message = r"Block.row: no row 'queries' among \['input', 'Q', 'K', 'V', 'scores', 'weights', "
    with pytest.raises(CourseError, match=message):
        row_bytes_of(Block(1, 2, 3, 1), "queries")


def test_question_that_cannot_tell_a_belief_is_refused() -> None:
    with pytest.raises(CourseError, match="M51 gives the same answer as the right one"):
        fits_of("1", 2)
    with pytest.raises(CourseError, match="M49 gives the same answer as M50"):
        row_bytes_of(Block(1, 1000, 256, 4), "scores")  # 4 heads, and 4 bytes a number
