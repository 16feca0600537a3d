"""Writes in place, names, and bugs at sizes that cannot coincide."""

from __future__ import annotations

import numpy as np
import pytest

from coursekit.questions.broadcasting.bugs import BUGS, Fate
from coursekit.questions.broadcasting.fits import (
    in_place_among,
    loud_among,
    named_sum_of,
    product_by_name_of,
)
from coursekit.questions.judging import judge
from tensorlib import AxisMismatch

PAIRS = [((2, 3), (3,)), ((3,), (2, 3)), ((2, 3), (2, 1)), ((2, 1), (2, 3)), ((2, 3), (2,))]


def test_target_of_a_write_keeps_its_shape() -> None:
    question = in_place_among(PAIRS)

    assert judge(question, (1, 3)).correct
    assert judge(question, (1, 2, 3, 4)).misconception == "M15"


@pytest.mark.parametrize(("number", "pair"), list(enumerate(PAIRS, start=1)))
def test_in_place_is_as_numpy_has_it(number, pair) -> None:
    target, operand = map(np.zeros, pair)
    try:
        target += operand
    except ValueError:
        assert number not in in_place_among(PAIRS).answer
    else:
        assert number in in_place_among(PAIRS).answer


def test_names_alone_make_an_outer_product() -> None:
    question = product_by_name_of(("x", 3), ("y", 4))

    assert judge(question, (3, 4)).correct
    assert judge(question, AxisMismatch(("x",), ("y",))).misconception == "M23"


def test_named_sum_is_refused_here() -> None:
    question = named_sum_of(("T", 16), ("B", 16))

    assert judge(question, AxisMismatch(("T",), ("B",))).correct
    assert judge(question, (16,)).misconception == "M81"
    assert judge(question, (16, 16)).misconception == "M23"


def test_only_two_bugs_need_sizes_that_coincide() -> None:
    question = loud_among(BUGS, (3, 5, 7))

    assert judge(question, (1, 2)).correct
    assert judge(question, (1, 2, 3, 4, 5, 6)).misconception == "M20"


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_every_bug_is_silently_wrong_where_sizes_coincide(bug) -> None:
    assert bug.fate((5, 5, 5)) is Fate.SILENT


@pytest.mark.parametrize("bug", BUGS[2:], ids=lambda bug: bug.name)
def test_the_others_are_silently_wrong_at_distinct_sizes(bug) -> None:
    assert bug.fate((3, 5, 7)) is Fate.SILENT


def test_a_batch_of_one_token_hides_every_bug() -> None:
    assert {bug.fate((1, 1, 7)) for bug in BUGS} == {Fate.UNSEEN}
