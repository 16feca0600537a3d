import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import IndexOutOfBounds, frozen_tensor
from tensorlib.demos.offset_state import (
    INDICES,
    SIZES,
    Committed,
    Moved,
    OffsetState,
    demo_tensor,
    first_state,
    next_state,
    refusal,
)

ASKING = OffsetState((2, 2, 3), (1, 0, 2))
SHAPES = st.tuples(*[st.sampled_from(SIZES)] * 3)
COORDINATES = st.tuples(*[st.sampled_from(INDICES)] * 3)
PREDICTIONS = st.integers(-70, 70) | st.builds(
    IndexOutOfBounds, st.integers(0, 2), st.sampled_from(INDICES), st.sampled_from(SIZES)
)
STATES = st.builds(OffsetState, SHAPES, COORDINATES, st.none() | PREDICTIONS)


def test_the_demo_opens_with_the_studied_coordinate_of_the_frozen_tensor():
    state = first_state()

    assert state == ASKING
    assert not state.revealed
    assert state.tensor == frozen_tensor()
    assert state.explanation.offset == 8
    assert state.explanation.value == 32.0


def test_a_committed_prediction_reveals_the_answer():
    assert next_state(ASKING, Committed(8)) == OffsetState((2, 2, 3), (1, 0, 2), 8)
    assert next_state(ASKING, Committed(8)).revealed


def test_an_offset_of_zero_is_a_prediction():
    """0 is falsy and must still count as committed."""
    assert next_state(ASKING, Committed(0)).revealed


@given(STATES, PREDICTIONS, PREDICTIONS)
def test_the_first_prediction_counts(state, first, second):
    once = next_state(state, Committed(first))

    assert once.prediction == (state.prediction if state.revealed else first)
    assert next_state(once, Committed(second)) == once


@given(STATES, SHAPES, COORDINATES)
def test_a_moved_slider_asks_anew(state, shape, coordinate):
    """Only a slider that stands where it stood changes nothing."""
    after = next_state(state, Moved(shape, coordinate))

    assert (after.shape, after.coordinate) == (shape, coordinate)
    if (shape, coordinate) == (state.shape, state.coordinate):
        assert after == state
    else:
        assert not after.revealed


def test_a_refusal_is_read_off_the_sliders():
    state = OffsetState((2, 2, 3), (1, 2, 0))

    assert refusal(state, 1) == IndexOutOfBounds(axis=1, index=2, dimension=2)
    assert refusal(state, 0) == IndexOutOfBounds(axis=0, index=1, dimension=2)


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
