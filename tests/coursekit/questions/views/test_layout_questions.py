"""Questions about permuted, sliced, expanded and merged layouts, held against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import CourseError
from coursekit.questions import judge
from coursekit.questions.views import (
    array_strides_of,
    base_offset_of,
    contiguous_among,
    contiguous_transposes,
    expanded_strides_of,
    flat_among,
    flat_refusal_of,
    kept_bytes_of,
    logical_bytes_of,
    moved_by_permuting,
    permuted_offset_of,
    permuted_shape_of,
    permuted_strides_of,
    sliced_shape_of,
    sliced_strides_of,
    squeezed_shape_of,
    stored_bytes_of,
    transposed_vector_of,
    viewed_strides_of,
)
from coursekit.questions.views.slices import key_text, sliced_view

SIDES = st.integers(1, 5)
SHAPES = st.lists(SIDES, min_size=1, max_size=3).map(tuple)
PERMUTED = SHAPES.flatmap(lambda s: st.tuples(st.just(s), st.permutations(range(len(s)))))
PARTS = st.one_of(
    st.integers(0, 0),
    st.builds(slice, st.sampled_from((None, 0, 1)), st.none(), st.sampled_from((None, 2))),
    st.builds(slice, st.none(), st.none(), st.sampled_from((-1, -2))),
)


def numbers(shape: Any) -> Any:
    """Return an array whose values are their offsets."""
    return np.arange(np.prod(shape, dtype=int)).reshape(shape)


def steps(strides: Any, shape: Any) -> list[int]:
    """Return the strides of the axes along which a step can be taken; else numpy has its own."""
    taken = zip(strides, shape, strict=True) if 0 not in shape else ()
    return [stride for stride, size in taken if size > 1]


def in_elements(array: Any) -> list[int]:
    return steps([step // array.itemsize for step in array.strides], array.shape)


@given(PERMUTED)
def test_permutations_agree_with_numpy(case: Any) -> None:
    shape, axes = case[0], tuple(case[1])
    array = numbers(shape).transpose(axes)
    last = tuple(size - 1 for size in array.shape)

    assert permuted_shape_of(shape, axes, drop_ambiguous=True).answer == array.shape
    strides = permuted_strides_of(shape, axes, drop_ambiguous=True).answer
    assert steps(strides, array.shape) == in_elements(array)
    assert permuted_offset_of(shape, axes, last, drop_ambiguous=True).answer == array[last]


@given(SHAPES.flatmap(lambda s: st.tuples(st.just(s), st.tuples(*[PARTS for _ in s]))))
def test_slices_agree_with_numpy(case: Any) -> None:
    shape, key = case
    array = numbers(shape)[key]
    if not isinstance(array, np.ndarray):
        with pytest.raises(CourseError, match="is a value of shape"):
            sliced_view(shape, key)
        return

    assert sliced_shape_of(shape, key).answer == array.shape
    strides = sliced_strides_of(shape, key, drop_ambiguous=True).answer
    assert steps(strides, array.shape) == in_elements(array)
    if array.size:
        start = array[(0,) * array.ndim]
        assert base_offset_of(shape, key, drop_ambiguous=True).answer == start


@given(SHAPES, st.integers(2, 4))
def test_expanding_agrees_with_numpy(shape: Any, times: int) -> None:
    """A new axis on the left stores nothing more, and multiplies what the shape says."""
    target = (times, *shape)
    array = np.broadcast_to(np.zeros(shape), target)
    strides = expanded_strides_of(shape, target, drop_ambiguous=True).answer

    assert steps(strides, target) == in_elements(array)
    assert logical_bytes_of(shape, target, drop_ambiguous=True).answer == array.nbytes
    assert stored_bytes_of(shape, target, drop_ambiguous=True).answer == array.nbytes // times


def test_keys_are_written_as_in_code() -> None:
    key = (slice(1, None), 0, slice(None, 3, 2), slice(None, None, -1), slice(None))

    assert key_text(key) == "1:, 0, :3:2, ::-1, :"


def test_swap_reads_alike_backwards_so_that_belief_is_not_asked_for() -> None:
    assert "M74" not in permuted_strides_of((3, 5, 7), (1, 0, 2)).beliefs
    assert "M74" in permuted_strides_of((2, 3, 4), (2, 0, 1)).beliefs


def test_slice_without_steps_cannot_show_a_belief_about_steps() -> None:
    assert "M76" not in sliced_strides_of((4, 6), (slice(1, None), slice(1, None))).beliefs


def test_question_that_cannot_tell_a_belief_is_refused() -> None:
    with pytest.raises(CourseError, match="M28 gives the same answer as the right one"):
        permuted_strides_of((3, 5), (0, 1))
    with pytest.raises(CourseError, match="M28 gives the same answer as the right one"):
        moved_by_permuting((1, 5), (1, 0))
    with pytest.raises(CourseError, match="M21 gives the same answer as the right one"):
        squeezed_shape_of((8, 7, 1), 2)


def test_permutation_with_a_flat_view_is_not_asked_for_a_refusal() -> None:
    message = r"flat_refusal_of: shape \(1, 5\) permuted by \(1, 0\) has a flat view"
    with pytest.raises(CourseError, match=message):
        flat_refusal_of((1, 5), (1, 0))


@pytest.mark.parametrize(
    ("question", "answer", "belief"),
    [
        (contiguous_transposes([(2, 3), (1, 3), (3, 1)]), (2, 3), None),
        (contiguous_transposes([(2, 3), (1, 3), (3, 1)]), (1, 2, 3), "M28"),
        (contiguous_among([((2, 3), (3, 1)), ((1, 3), (0, 1))]), (1, 2), None),
        (contiguous_among([((2, 3), (3, 1)), ((1, 3), (0, 1))]), (1,), "M77"),
        (flat_among([((2, 2), (2, 1)), ((2, 2), (4, 2)), ((2, 2), (1, 2))]), (1, 2), None),
        (flat_among([((2, 2), (2, 1)), ((2, 2), (4, 2)), ((2, 2), (1, 2))]), (1,), "M27"),
        (viewed_strides_of((4, 3, 2), (12, 2, 1), (4, 6)), (12, 1), None),
        (viewed_strides_of((4, 3, 2), (12, 2, 1), (4, 6)), (4, 6), "M29"),
        (kept_bytes_of((10, 10), (0, slice(0, 3))), 800, None),
        (kept_bytes_of((10, 10), (0, slice(0, 3))), 24, "M51"),
        (kept_bytes_of((10, 10), (0, slice(0, 3))), 100, "M78"),
        (array_strides_of((2, 3), "int16"), (6, 2), None),
        (array_strides_of((2, 3), "int16"), (3, 1), "M78"),
        (squeezed_shape_of((1, 7, 1), 2), (7,), None),
        (squeezed_shape_of((1, 7, 1), 2), (1, 7), "M21"),
        (transposed_vector_of(3), (3,), None),
        (transposed_vector_of(3), (1, 3), "M34"),
    ],
)
def test_answers_by_hand(question: Any, answer: Any, belief: str | None) -> None:
    verdict = judge(question, answer)

    assert verdict.correct == (belief is None)
    assert verdict.misconception == belief
