"""A case finds what is wrong with an outcome: nothing of it passes unseen."""

from __future__ import annotations

from typing import Any

import pytest

from bench.hostile.__main__ import faults, spread, table
from coursekit.grading.results import Status
from tests.hostile.case import MENDED, Case, Kind

CASE = Case(
    "looks",
    Kind.READING,
    9,
    flags=MENDED,
    reasons={"lucky_test": "^not answered"},
    scores={"lucky_test": 0.0},
)


def outcome(**other: Any) -> dict[str, Any]:
    question = {"id": "lucky_test", "score": 0.0, "reason": "not answered: lucky"}
    right = {"status": "graded", "score": 9.0, "reason": None, "questions": [question]}
    return {**right, "flags": ["mended: a cell"], **other}


def test_the_right_outcome_has_no_fault() -> None:
    assert CASE.faults(outcome()) == []


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        ({"status": "failed", "reason": "why"}, "failed (why), not graded"),
        ({"score": 8.5}, "8.5 points, not 9"),
        ({"score": None}, "None points, not 9"),
        ({"flags": []}, "no flag like '^mended: ' in []"),
        ({"flags": ["mended: a", "late"]}, "flag 'late'"),
        ({"questions": [{"id": "lucky_test", "score": 1.0, "reason": "not answered"}]}, "1.0"),
        ({"questions": [{"id": "lucky_test", "score": 0.0, "reason": None}]}, "'' is not like"),
    ],
)
def test_each_other_outcome_has_one(other: dict[str, Any], fault: str) -> None:
    (found,) = CASE.faults(outcome(**other))
    assert fault in found


def test_a_refused_case_may_have_no_score() -> None:
    case = Case("is cut", Kind.FILES, None, status=Status.REFUSED)

    assert case.faults(outcome(status="refused", score=None)) == []
    assert len(case.faults(outcome(score=0.0))) == 2


def test_a_range_includes_its_ends() -> None:
    case = Case("speaks", Kind.CHANNEL, (3, 9))

    assert [score for score in (2.9, 3, 5, 9, 9.1, None) if case.is_score(score)] == [3, 5, 9]


def test_plain_nbgrader_is_right_only_without_harm() -> None:
    harmless: dict[str, Any] = {"score": 9.0, "harm": [], "visits": [], "left": [], "secrets": []}

    assert faults(CASE, harmless) == []
    assert faults(CASE, {**harmless, "score": 10.0}) == ["score 10.0, not 9"]
    assert faults(CASE, {**harmless, "secrets": ["HIDDEN"]}) == ["secrets: HIDDEN"]
    assert faults(CASE, {"failed": "no end"}) == ["nothing came out: no end"]


def test_the_table_counts_by_kind() -> None:
    other = Case("shows", Kind.FORGING, 9)
    found = [
        (CASE, []),
        (CASE, ["secrets: HIDDEN"]),
        (CASE, ["harm: a"]),
        (other, ["score 1, not 9"]),
    ]

    assert table(found).splitlines()[2:] == [
        "| reading what is not the student's | 3 | 3 | 2 | 1 |",
        "| forged results and pages | 1 | 0 | 0 | 0 |",
        "| all | 4 | 3 | 2 | 1 |",
    ]


def test_a_part_of_the_cases_is_spread_evenly() -> None:
    cases = [Case(f"{n}", Kind.READING, 9) for n in range(10)]

    assert [case.name for case in spread(cases, 4)] == ["0", "2", "5", "7"]
    assert spread(cases, 10) == spread(cases, 99) == cases
