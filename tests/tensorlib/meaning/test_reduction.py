"""Reductions over the axis that is meant, and over another one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import (
    CORRECT,
    CORRECT_BY_LUCK,
    RAISES,
    SILENTLY_WRONG,
    AxisError,
    AxisNameError,
    BroadcastError,
    InvalidSize,
    check_reduction,
)

SQUARE, APART = {"B": 16, "T": 16, "d": 64}, {"B": 3, "T": 5, "d": 7}


# Over (16, 16, 64) both means have shape (16, 64); over (3, 5, 7) they have (5, 7) and (3, 7).
# With keepdims they have (1, 5, 7) and (3, 1, 7), which broadcast. x - x.mean(0) meets (3, 5, 7)
# itself, to which (5, 7) stretches.
@pytest.mark.parametrize(
    ("options", "sizes", "kind"),
    [
        ({"axis": 1}, SQUARE, CORRECT),
        ({"axis": -2}, APART, CORRECT),
        ({"axis": (1,), "keepdims": True}, APART, CORRECT),
        ({"axis": 0}, SQUARE, SILENTLY_WRONG),
        ({"axis": 0}, APART, RAISES),
        ({"axis": 0}, {"B": 1, "T": 5, "d": 7}, SILENTLY_WRONG),
        ({"axis": 0}, {"B": 1, "T": 1, "d": 7}, CORRECT_BY_LUCK),
        ({"axis": 0, "keepdims": True}, APART, SILENTLY_WRONG),
        ({"axis": 0, "beside": "B T d"}, APART, SILENTLY_WRONG),
        ({"axis": None}, APART, SILENTLY_WRONG),
        ({"axis": ()}, APART, RAISES),
        ({"axis": ()}, {"B": 3, "T": 1, "d": 3}, SILENTLY_WRONG),
        ({"axis": (0, 1)}, APART, SILENTLY_WRONG),
        ({"axis": (0, 1)}, {"B": 1, "T": 5, "d": 7}, CORRECT_BY_LUCK),
        ({"axis": 1, "beside": "B T d"}, SQUARE, SILENTLY_WRONG),
        ({"axis": 1, "beside": "B T d"}, APART, RAISES),
        ({"axis": 1, "beside": "B T d", "keepdims": True}, SQUARE, CORRECT),
    ],
)
def test_a_mean_over_tokens(options, sizes, kind):
    assert check_reduction("B T d", drops="T", **options, **sizes) == kind


def test_a_mean_over_the_batch_that_nobody_notices():
    verdict = check_reduction("B T d", axis=0, drops="T", **SQUARE)

    assert (verdict.axis, verdict.onto) == ("T", "B")
    assert (verdict.result, verdict.shape) == (("T", "d"), (16, 64))
    assert verdict.raises_at == {"B": 3, "T": 5, "d": 7}
    assert verdict.right == ("axis=1",)
    assert str(verdict) == (
        "SILENTLY_WRONG: axis=0 drops B, T was meant to go; the result (16, 64) fits (16, 64) "
        "all the same\n"
        "axis      -3         -2    -1\n"
        "input   B=16       T=16  d=64\n"
        "beside     –       B=16  d=64\n"
        "result     –  T=16 on B  d=64\n"
        "raises at sizes B=3, T=5, d=7\n"
        "right at every size: axis=1"
    )


def test_a_mean_over_the_batch_that_the_next_line_refuses():
    verdict = check_reduction("B T d", axis=0, drops="T", **APART)

    assert verdict.error == BroadcastError(((3, 7), (5, 7)), -2, (3, 5))
    assert verdict.reason == (
        "axis=0 drops B, T was meant to go; the result (5, 7) does not fit (3, 7)"
    )
    assert verdict.silent_at == {"B": 3, "T": 3, "d": 5}


def test_keepdims_hides_the_wrong_axis_at_every_size():
    verdict = check_reduction("B T d", axis=0, drops="T", keepdims=True, **APART)

    assert verdict.raises_at is None
    assert verdict.right == ("axis=1, keepdims=True",)
    assert verdict.advice()[0] == "raises at no sizes: only names or a test of values can tell"


def test_a_mean_that_is_taken_off_again():
    verdict = check_reduction("B T d", axis=0, drops="T", beside="B T d", **APART)

    assert verdict.raises_at is None
    assert verdict.right == ("axis=1, keepdims=True",)


@pytest.mark.parametrize(
    ("axis", "sizes", "reason"),
    [
        (1, APART, "axis=1 drops T, as is meant"),
        (
            0,
            {"B": 1, "T": 1, "d": 7},
            "axis=0 drops B, T was meant to go; right only because B and T have size 1",
        ),
        (
            (0, 1),
            {"B": 1, "T": 5, "d": 7},
            "axis=(0, 1) drops B and T, T was meant to go; right only because B has size 1",
        ),
        (
            (),
            APART,
            "axis=() drops no axis, T was meant to go; the result (3, 5, 7) does not fit (3, 7)",
        ),
        (3, APART, "check_reduction: axis 3 is out of bounds for rank 3"),
    ],
)
def test_the_reason(axis, sizes, reason):
    assert check_reduction("B T d", axis=axis, drops="T", **sizes).reason == reason


def test_an_axis_that_there_is_not():
    verdict = check_reduction("B T d", axis=3, drops="T", **APART)

    assert (verdict, verdict.error, verdict.shape) == (RAISES, AxisError(3, 3), None)


def test_nothing_is_meant_to_go():
    verdict = check_reduction("B T", axis=1, drops="", B=4, T=4)

    assert verdict == SILENTLY_WRONG
    assert verdict.reason.startswith("axis=1 drops T, no axis was meant to go")
    assert verdict.right == ("axis=()",)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"drops": "h", "B": 1, "T": 1},
            AxisNameError,
            "check_reduction: axes ('B', 'T'): there is no axis h to drop",
        ),
        (
            {"drops": "T", "B": 1},
            AxisNameError,
            "check_reduction: axes ('B', 'T'): axis T has no size",
        ),
        ({"drops": "T", "B": 1, "T": -1}, InvalidSize, "check_reduction: T = -1 is less than 0"),
    ],
)
def test_what_is_no_question(arguments, error, message):
    with pytest.raises(error) as caught:
        check_reduction("B T", axis=0, **arguments)

    assert str(caught.value) == message


some_axes = st.sets(st.integers(0, 2)).map(lambda axes: tuple(sorted(axes)))


# Two reductions are told apart by their sums over powers of two, unless what one has too many of
# has size 1.
@given(some_axes, some_axes, st.tuples(*[st.integers(1, 3)] * 3), st.booleans())
def test_the_verdict_is_what_the_sums_say(axis, meant, shape, keepdims):
    x = 2.0 ** np.arange(np.prod(shape)).reshape(shape)
    wrong, right = (np.sum(x, axis=axes, keepdims=keepdims) for axes in (axis, meant))
    names = "abc"
    verdict = check_reduction(
        "a b c",
        axis=axis,
        drops=[names[place] for place in meant],
        keepdims=keepdims,
        **dict(zip(names, shape, strict=True)),
    )

    if axis == meant:
        assert verdict == CORRECT
        return
    try:
        met = np.broadcast_shapes(wrong.shape, right.shape)
    except ValueError:
        assert verdict == RAISES
        return
    same = met == right.shape and np.array_equal(np.broadcast_to(wrong, met), right)
    if verdict == CORRECT_BY_LUCK:
        assert np.array_equal(wrong.ravel(), right.ravel())
    else:
        assert verdict == SILENTLY_WRONG
        assert not same
