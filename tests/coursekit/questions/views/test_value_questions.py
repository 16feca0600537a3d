"""Questions about values: in which order they are read, and which changes show where."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions import judge
from coursekit.questions.views import (
    aliased_write_of,
    head_of,
    joined_token_of,
    positions_sharing,
    repeated_values_of,
    reshaped_values_of,
    seen_through_expand,
    seen_through_reshape,
    shape_after_reshape,
    transposed_values_of,
    verdict_of,
)
from coursekit.questions.views.heads import LINES
from tensorlib import AliasedWriteError

FEW = st.integers(2, 4)
SPLIT, SPLIT_RIGHT, JOIN, JOIN_BY_VIEW, JOIN_RIGHT = LINES


def values(array: Any) -> tuple[float, ...]:
    return tuple(array.ravel().astype(float).tolist())


@given(FEW, FEW)
def test_orders_agree_with_numpy(rows: int, columns: int) -> None:
    matrix = np.arange(rows * columns).reshape(rows, columns)

    assert transposed_values_of(rows, columns).answer == values(matrix.T)
    assert reshaped_values_of(rows, columns).answer == values(matrix.reshape(columns, rows))


@given(FEW, FEW, FEW)
def test_heads_agree_with_numpy(tokens: int, heads: int, width: int) -> None:
    x = np.array([[10 * t + f for f in range(heads * width)] for t in range(1, tokens + 1)])
    split = x.reshape(tokens, heads, width).swapaxes(0, 1)

    for head in range(heads):
        assert head_of(tokens, heads, width, head).answer == values(split[head])
    for token in range(tokens):
        assert joined_token_of(tokens, heads, width, token).answer == values(x[token])


@given(FEW, FEW)
def test_repeats_agree_with_numpy(count: int, times: int) -> None:
    row = np.arange(1, count + 1)

    assert repeated_values_of(count, times, each=True).answer == values(np.repeat(row, times))
    assert repeated_values_of(count, times, each=False).answer == values(np.tile(row, times))


@pytest.mark.parametrize(
    ("line", "sizes", "expected"),
    [
        (SPLIT, (3, 2, 2), "SILENTLY_WRONG"),
        (SPLIT, (3, 1, 4), "CORRECT_BY_LUCK"),
        (SPLIT, (1, 2, 2), "CORRECT_BY_LUCK"),  # one token: nobody to take features from
        (SPLIT_RIGHT, (3, 2, 2), "CORRECT"),
        (SPLIT_RIGHT, (1, 1, 1), "CORRECT"),
        (JOIN, (3, 2, 2), "SILENTLY_WRONG"),
        (JOIN, (3, 1, 4), "CORRECT_BY_LUCK"),
        (JOIN_BY_VIEW, (3, 2, 2), "RAISES"),
        (JOIN_BY_VIEW, (3, 1, 4), "CORRECT_BY_LUCK"),
        (JOIN_RIGHT, (3, 2, 2), "CORRECT"),
    ],
)
def test_what_becomes_of_each_line(line: str, sizes: tuple[int, int, int], expected: str) -> None:
    assert verdict_of(line, *sizes).answer == expected


@pytest.mark.parametrize(
    ("line", "sizes", "answer", "belief"),
    [
        (SPLIT, (3, 2, 2), "CORRECT", "M25"),
        (SPLIT, (3, 2, 2), "correct_by_luck", "M25"),
        (SPLIT, (3, 2, 2), "RAISES", None),
        (SPLIT, (3, 1, 4), "CORRECT", "M25"),
        (JOIN_BY_VIEW, (3, 2, 2), "CORRECT", "M27"),
        (JOIN_BY_VIEW, (3, 2, 2), "SILENTLY_WRONG", None),
        (SPLIT_RIGHT, (3, 2, 2), "RAISES", None),
    ],
)
def test_wrong_verdict_shows_its_belief(
    line: str, sizes: tuple[int, int, int], answer: str, belief: str | None
) -> None:
    verdict = judge(verdict_of(line, *sizes), answer)

    assert not verdict.correct
    assert verdict.misconception == belief


def test_unknown_line_is_refused() -> None:
    with pytest.raises(CourseError, match=r"verdict_of: no line 'x\.flip\(\)': there are x\.resh"):
        verdict_of("x.flip()", 3, 2, 2)


@pytest.mark.parametrize(
    ("question", "right", "wrong", "belief"),
    [
        (shape_after_reshape((2, 3), (6,)), (2, 3), (6,), "M35"),
        (seen_through_reshape((3, 2), transposed=False), 99.0, 1.0, "M36"),
        (seen_through_reshape((3, 2), transposed=True), 1.0, 99.0, "M36"),
        (seen_through_reshape((1, 2), transposed=True), 99.0, 1.0, "M36"),  # strides exist
        (seen_through_expand(3, 2, 2), 99.0, 3.0, "M37"),
        (positions_sharing((3, 1), (3, 4), (2, 3)), 4, 1, "M37"),
        (positions_sharing((2,), (5, 2), (0, 1)), 5, 1, "M37"),
        (
            aliased_write_of((3, 1), (3, 2)),
            AliasedWriteError((3, 2), (1, 0)),
            AliasedWriteError((3, 2), (2, 1)),
            "M14",
        ),
    ],
)
def test_changes_by_hand(question: Any, right: Any, wrong: Any, belief: str) -> None:
    assert judge(question, right).correct
    assert judge(question, wrong).misconception == belief


def test_reshape_to_the_same_shape_tells_nothing() -> None:
    with pytest.raises(CourseError, match="M35 gives the same answer as the right one"):
        shape_after_reshape((2, 3), (2, 3))


def test_nothing_is_shared_where_nothing_stretches() -> None:
    with pytest.raises(CourseError, match="M37 gives the same answer as the right one"):
        positions_sharing((2, 3), (2, 3), (0, 0))
