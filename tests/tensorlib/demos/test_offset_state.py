import itertools

import numpy as np
import pytest

from tensorlib import IndexOutOfBounds, frozen_tensor
from tensorlib.demos.offset_state import (
    SIZES,
    OffsetState,
    RefusedAt,
    demo_tensor,
    first_state,
    outcome,
)


def test_the_demo_opens_with_the_studied_coordinate_of_the_frozen_tensor():
    state = first_state()

    assert state == OffsetState((2, 2, 3), (1, 0, 2))
    assert state.tensor == frozen_tensor()
    assert state.explanation.offset == 8
    assert state.explanation.value == 32.0


def test_a_refusal_is_read_off_the_question():
    state = OffsetState((2, 2, 3), (1, 2, 0))

    assert outcome(state, RefusedAt(1)) == IndexOutOfBounds(axis=1, index=2, dimension=2)
    assert outcome(state, RefusedAt(0)) == IndexOutOfBounds(axis=0, index=1, dimension=2)


def test_an_offset_stands_for_itself():
    assert outcome(first_state(), 0) == 0


@pytest.mark.parametrize("shape", list(itertools.product(SIZES, repeat=3)))
def test_values_name_their_row_and_position(shape):
    """Oracle: numpy counts the rows and positions of every shape that the sliders reach."""
    rows, positions = shape[0] * shape[1], shape[2]
    expected = 10.0 * np.arange(1, rows + 1)[:, np.newaxis] + np.arange(positions)

    tensor = demo_tensor(shape)

    assert tensor.shape == shape
    np.testing.assert_array_equal(tensor.buffer, expected.ravel(), strict=True)


def test_a_vector_is_one_row():
    assert demo_tensor((3,)).buffer.tolist() == [10.0, 11.0, 12.0]
