"""Questions about what arithmetic without a check would read."""

from __future__ import annotations

import pytest

from coursekit.questions.flat_buffer.unchecked import unchecked_offset_of, unchecked_value_of
from coursekit.questions.judging import judge
from tensorlib import IndexOutOfBounds, OffsetOutOfBounds, frozen_tensor

FROZEN = (2, 2, 3)
REFUSED = IndexOutOfBounds(axis=1, index=2, dimension=2)


def test_refused_coordinate_would_land_outside() -> None:
    """1·6 + 2·3 + 0·1 = 12, and the twelve places end at 11."""
    question = unchecked_offset_of(FROZEN, (1, 2, 0))

    assert question.answer == 12
    assert judge(question, REFUSED).misconception == "M32"
    assert judge(question, 1 * 2 + 2 * 2 + 0 * 3).misconception == "M29"
    assert judge(question, 1 * 1 + 2 * 2 + 0 * 4).misconception == "M58"
    assert judge(question, 13).misconception == "M63"


def test_silent_coordinate_would_read_the_next_slice() -> None:
    """0·6 + 2·3 + 0·1 = 6, where the first value of slice 1 lies."""
    offset = unchecked_offset_of(FROZEN, (0, 2, 0), drop_ambiguous=True)
    value = unchecked_value_of(frozen_tensor(), (0, 2, 0), drop_ambiguous=True)

    assert offset.answer == 6
    assert value.answer == 30.0
    assert judge(value, REFUSED).misconception == "M32"
    assert judge(value, 6).misconception == "M62"
    assert judge(value, 22).misconception == "M63"


def test_negative_indices_go_back_and_do_not_wrap() -> None:
    """6 − 3 − 2 = 1, where 11 lies; wrapped around it would be (1, 1, 1) at 6 + 3 + 1 = 10."""
    offset = unchecked_offset_of(FROZEN, (1, -1, -2), drop_ambiguous=True)
    value = unchecked_value_of(frozen_tensor(), (1, -1, -2), drop_ambiguous=True)

    assert offset.answer == 1
    assert value.answer == 11.0
    assert judge(offset, 10).misconception == "M33"
    assert judge(offset, IndexOutOfBounds(1, -1, 2)).misconception == "M32"


def test_negative_index_that_believers_wrap_reads_their_value() -> None:
    """Wrapped, (1, −1, −2) is (1, 1, 1), and 41 lies there."""
    value = unchecked_value_of(frozen_tensor(), (1, -1, -2), drop_ambiguous=True)

    assert judge(value, 41).misconception == "M33"


def test_sum_outside_the_buffer_reads_no_value() -> None:
    with pytest.raises(OffsetOutOfBounds, match="offset 12"):
        unchecked_value_of(frozen_tensor(), (1, 2, 0))
