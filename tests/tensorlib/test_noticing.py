"""Who notices a bug at which sizes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib.noticing import Watcher, run_bug
from tensorlib.shapebugs import SHAPE_BUGS

ANNOTATION, RUNTIME, SHAPES, VALUES, NOBODY = Watcher
SIZES = ((3, 5), (4, 4), (1, 5), (5, 1), (1, 1))

# By hand, for B and T as above and d = 7. The mask [B, T] lands on (T, T): an error, silent, right
# at B = 1, and at T = 1 a result of (B, B, 1). The column has two axes at every size. The mean over
# axis 0 leaves (T, 7) for (B, 7). Kept as 1 it stretches back; it is right where B and T are 1.
# A reshape moves nothing where T is 1. A batch of one has no padding here, nor has T = 1.
FIRST = {
    "mask": (RUNTIME, VALUES, NOBODY, ANNOTATION, NOBODY),
    "target": (ANNOTATION,) * 5,
    "axis": (ANNOTATION, VALUES, ANNOTATION, ANNOTATION, NOBODY),
    "keepdims": (VALUES, VALUES, VALUES, VALUES, NOBODY),
    "reshape": (VALUES, VALUES, VALUES, NOBODY, NOBODY),
    "last": (VALUES, VALUES, NOBODY, NOBODY, NOBODY),
}
FIRST_WITHOUT_ANNOTATION = {
    "mask": (RUNTIME, VALUES, NOBODY, SHAPES, NOBODY),
    "target": (VALUES, VALUES, NOBODY, VALUES, NOBODY),
    "axis": (SHAPES, VALUES, SHAPES, SHAPES, NOBODY),
}


def firsts(bug, *, annotated):
    runs = (run_bug(SHAPE_BUGS[bug], annotated=annotated, B=B, T=T, d=7) for B, T in SIZES)
    return tuple(run.first for run in runs)


@pytest.mark.parametrize("bug", SHAPE_BUGS)
def test_who_is_first(bug):
    assert firsts(bug, annotated=True) == FIRST[bug]


@pytest.mark.parametrize("bug", FIRST_WITHOUT_ANNOTATION)
def test_who_is_first_if_nobody_reads_the_annotation(bug):
    assert firsts(bug, annotated=False) == FIRST_WITHOUT_ANNOTATION[bug]


@pytest.mark.parametrize("bug", SHAPE_BUGS.values(), ids=SHAPE_BUGS)
def test_the_right_line_is_right_and_its_arguments_are_as_signed(bug):
    sizes = {"B": 3, "T": 5, "d": 7}
    arguments = bug.arguments(sizes)
    expected = tuple(sizes[name] for name in bug.returns.split())

    assert np.shape(bug.right(*arguments)) == expected
    if bug is not SHAPE_BUGS["target"]:  # there the argument itself is the bug
        given_shapes = [np.shape(argument) for argument in arguments]
        assert given_shapes == [
            tuple(sizes[name] for name in axes.split()) for _, axes in bug.takes
        ]


@given(
    st.sampled_from(sorted(SHAPE_BUGS)),
    st.fixed_dictionaries(dict.fromkeys("BTd", st.integers(1, 6))),
)
def test_a_test_of_values_notices_what_anybody_notices(bug, sizes):
    """Only the annotation may refuse more, since it looks at arguments."""
    run = run_bug(SHAPE_BUGS[bug], annotated=False, **sizes)
    by_watcher = {one.watcher: one.noticed for one in run.sightings}

    assert by_watcher[VALUES] == any(by_watcher.values())
    assert (run.first is NOBODY) == (not by_watcher[VALUES])


def test_what_each_sees():
    seen = run_bug(SHAPE_BUGS["axis"], B=3, T=5, d=7).sightings

    assert [one.words for one in seen] == [
        "at the return: the result (5, 7) is no [B, d]: B is 3, not 5",
        "every size fits, or stretches from 1",
        "the result is (5, 7), not (3, 7)",
        "numbers of another shape are other numbers",
    ]
