"""What a test's last value is worth: never full by accident."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.grading.trusted.scoring import (
    MAX_REASON,
    NotAScoreError,
    is_quiet,
    readable,
    score_of,
)
from coursekit.questions.score import Score

ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(),
    st.lists(st.integers()), st.dictionaries(st.text(), st.floats()), st.complex_numbers(),
    st.fractions(), st.decimals(),
)  # fmt: skip


@pytest.mark.parametrize(
    ("value", "score"),
    [
        (None, 2.0), (True, 2.0), (np.True_, 2.0), (0, 0.0), (-0.0, 0.0), (2, 2.0), (0.5, 0.5),
        (np.int64(1), 1.0), (np.float32(0.5), 0.5), (Fraction(1, 2), 0.5), (Score(1, "half"), 1.0),
    ],
)  # fmt: skip
def test_scores(value: object, score: float) -> None:
    assert score_of(value, 2) == score


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (False, "False"), (np.False_, "False"), (math.nan, "nan"), (math.inf, "inf"), (-1, "-1"),
        (2.5, "2.5"), (Score(3, "too much"), "3"), (10**400, "1000"), ("2", "of type str"),
        ([2], "of type list"), ({"score": 2}, "of type dict"), ((2, "why"), "of type tuple"),
        (1 + 0j, "of type complex"), (np.array(1.0), "of type ndarray"),
    ],
)  # fmt: skip
def test_what_is_no_score(value: object, shown: str) -> None:
    with pytest.raises(NotAScoreError) as caught:
        score_of(value, 2)
    assert str(caught.value).startswith(f"its last value is {shown}")
    assert str(caught.value).endswith("; nothing, or 0 to 2 points are allowed")
    assert len(str(caught.value)) < 200


def test_a_build_takes_no_true() -> None:
    with pytest.raises(NotAScoreError, match=r"^its last value is True; "):
        score_of(True, 2, strict=True)


@given(ANYTHING, st.floats(0, 1e6))
def test_a_score_is_finite_and_within_bounds(value: object, most: float) -> None:
    try:
        score = score_of(value, most)
    except NotAScoreError:
        return
    assert math.isfinite(score)
    assert 0 <= score <= most
    assert value is None or value is True or float(value) == score


@given(st.text(max_size=3 * MAX_REASON))
def test_a_reason_can_be_written_and_is_bounded(text: str) -> None:
    reason = readable(text + "\ud800\x1b[31m\x00")
    assert reason is not None
    reason.encode("utf-8")
    assert "\x00" not in reason
    assert "\x1b" not in reason
    assert len(reason) <= MAX_REASON + 2


@pytest.mark.parametrize(
    ("code", "quiet"),
    [("x;", True), ("x", False), ("x;  # why", True), ("x\n# ;", False), ("'''\n;'''", False),
     ("plot(x);\n\n", True), ("", False), ("f(", False)],
)  # fmt: skip
def test_a_last_semicolon_silences_the_value(code: str, quiet: bool) -> None:
    assert is_quiet(code) is quiet
