"""Answers of a student's process, honest and forged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from coursekit.grading.student.replies import (
    MISSING,
    count_of,
    outcome_of,
    outputs_of,
    update_arguments,
    value_of,
)
from coursekit.plain import Refused, to_plain
from coursekit.raised import error_to_plain

STREAM = {"output_type": "stream", "name": "stdout", "text": "hello"}


@pytest.mark.parametrize(
    "item",
    [None, 7, {}, {"output_type": "stream"}, {**STREAM, "text": 7}, {"output_type": []},
     {"output_type": "display_data", "data": [], "metadata": {}}, {"output_type": "script"}],
    ids=str,
)  # fmt: skip
def test_what_is_no_output_is_left_out(item: object) -> None:
    assert outputs_of({"outputs": [item, STREAM]}, 300) == ([STREAM], 60)


@pytest.mark.parametrize("outputs", [None, "text", {"a": 1}])
def test_no_list_of_outputs_is_none(outputs: object) -> None:
    assert outputs_of({"outputs": outputs}, 300) == ([], 0)


def test_outputs_that_a_process_did_not_cut_are_cut_here() -> None:
    wide = {"output_type": "display_data", "data": {"text/plain": "x" * 1000}, "metadata": {}}
    forged = {"outputs": [STREAM, {**STREAM, "text": "x" * 10**6}, wide]}
    note = {**STREAM, "name": "stderr", "text": "… more was shown here than is kept\n"}
    assert outputs_of(forged, 2000) == ([STREAM, note], 60)
    assert outputs_of({"outputs": [STREAM] * 2000}, 10**6) == ([STREAM] * 1000, 60_000)


@pytest.mark.parametrize(("count", "read"), [(3, 3), (-1, None), (True, None), ("3", None)])
def test_a_count_is_a_count(count: object, read: int | None) -> None:
    assert count_of({"count": count}) == read


@pytest.mark.parametrize(
    ("answers", "value"),
    [
        ({"x": {"kind": "value", "value": ["int", "0x8"]}}, 8),
        ({"x": {"kind": "value", "value": ["pickle", "x"]}},
         Refused("a damaged message (ValueError)")),
        ({"x": {"kind": "refused", "reason": "y" * 500}}, Refused("y" * 200)),
        ({"x": {"kind": "missing"}}, MISSING), ({}, MISSING), (None, MISSING), ([1], MISSING),
    ],
    ids=["value", "forged", "refused", "missing", "empty", "none", "list"],
)  # fmt: skip
def test_a_value_is_plain_data_refused_or_missing(answers: Any, value: object) -> None:
    assert value_of("x", {"names": answers}, lambda name: len) == value


def test_a_call_gives_its_result_or_raises() -> None:
    assert outcome_of({"result": to_plain((1, 2))}) == (1, 2)
    assert outcome_of({"raised": 7}) == Refused("a damaged message (ValueError)")
    assert outcome_of({"raised": ["nothing"]}) == Refused("a damaged message (ValueError)")
    assert outcome_of({}) == Refused("a damaged message")
    with pytest.raises(KeyError, match="axis"):
        outcome_of({"raised": error_to_plain(KeyError("axis"))})


def test_arguments_are_updated_only_by_their_own_kind() -> None:
    items, array, text = [1], np.zeros(2), "fixed"
    fresh = [to_plain([2, 3]), to_plain(np.ones(2)), to_plain("changed")]
    update_arguments((items, array, text), {"args": fresh})
    assert (items, array.tolist(), text) == ([2, 3], [1.0, 1.0], "fixed")
    update_arguments((items, array), {"args": [to_plain({"a": 1}), to_plain(np.ones(3))]})
    update_arguments((items, array), {"args": [["broken"], None]})
    update_arguments((items,), {"args": "nonsense"})
    assert (items, array.tolist()) == ([2, 3], [1.0, 1.0])
