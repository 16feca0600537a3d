"""The functions of the second unit, right and as beliefs write them, against numpy."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided

from coursekit.questions.views.layouts import (
    CONTIGUOUS_FUNCTIONS,
    FLAT_FUNCTIONS,
    ORDER_FUNCTIONS,
    flat_stride,
    is_contiguous,
    layout_of,
    offsets_in_order,
)
from tensorlib import NotViewableError

AXES = st.lists(st.tuples(st.sampled_from((0, 1, 2, 3, 5)), st.integers(-7, 7)), max_size=3)


def strided(shape: Any, strides: Any) -> Any:
    """Return an array with these strides whose values are their offsets."""
    layout = layout_of(shape, strides)
    last = layout.offset + sum(max(0, (n - 1) * s) for n, s in zip(shape, strides, strict=True))
    buffer = np.arange(max(1, last + 1), dtype=np.int64)
    steps = [8 * stride for stride in strides]
    return as_strided(buffer[layout.offset :], shape, steps)


@given(AXES)
def test_right_functions_agree_with_numpy(axes: Any) -> None:
    shape, strides = tuple(n for n, _ in axes), tuple(s for _, s in axes)
    array = strided(shape, strides)

    assert is_contiguous(shape, strides) == array.flags.c_contiguous
    start = layout_of(shape, strides).offset
    assert offsets_in_order(shape, strides, start) == tuple(array.ravel().tolist())


@given(AXES)
def test_flat_stride_is_the_distance_of_all_neighbours(axes: Any) -> None:
    shape, strides = tuple(n for n, _ in axes), tuple(s for _, s in axes)
    steps = set(np.diff(strided(shape, strides).ravel()).tolist())

    if len(steps) <= 1:
        assert flat_stride(shape, strides) == (steps.pop() if steps else 1)
    else:
        with pytest.raises(NotViewableError) as caught:
            flat_stride(shape, strides)
        assert caught.value == NotViewableError(shape, strides, (prod(shape),))


@pytest.mark.parametrize(
    ("functions", "belief", "arguments", "outcome"),
    [
        (CONTIGUOUS_FUNCTIONS, "M39", ((2, 0, 3), (0, 3, 1)), False),
        (CONTIGUOUS_FUNCTIONS, "M39", ((1, 3), (9, 1)), True),
        (CONTIGUOUS_FUNCTIONS, "M77", ((1, 3), (9, 1)), False),
        (CONTIGUOUS_FUNCTIONS, "M77", ((2, 3), (3, 1)), True),
        (FLAT_FUNCTIONS, "M27", ((2, 3), (3, 1)), 1),
        (FLAT_FUNCTIONS, "M77", ((2, 3), (6, 2)), 2),
        (FLAT_FUNCTIONS, "M77", ((), ()), 1),
        (ORDER_FUNCTIONS, "M28", ((3, 2), (1, 3), 4), (4, 5, 6, 7, 8, 9)),
        (ORDER_FUNCTIONS, "M39", ((), (), 5), ()),
        (ORDER_FUNCTIONS, "M39", ((2,), (3,), 5), (5, 8)),
        (ORDER_FUNCTIONS, "M58", ((2, 3), (3, 1), 0), (0, 3, 1, 4, 2, 5)),
        (ORDER_FUNCTIONS, "M75", ((2,), (3,), 5), (0, 3)),
    ],
)
def test_each_belief_by_hand(functions: Any, belief: str, arguments: Any, outcome: Any) -> None:
    assert functions[belief](*arguments) == outcome


@pytest.mark.parametrize(
    ("belief", "layout"),
    [("M27", ((2, 3), (6, 2))), ("M77", ((3, 1, 2), (2, 9, 1)))],
)
def test_each_belief_refuses_what_can_be_flat(belief: str, layout: Any) -> None:
    with pytest.raises(NotViewableError, match="cannot be seen as"):
        FLAT_FUNCTIONS[belief](*layout)
    assert flat_stride(*layout) in (1, 2)
