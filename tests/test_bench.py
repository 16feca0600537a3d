"""The harness times what it is given, and refuses to compare two different pieces of work."""

from __future__ import annotations

import time

import pytest

from bench.__main__ import SUITES
from bench.harness import Case, Timing, table, time_case

# The cases on 10**7 numbers are those on 10**6, only ten times as long.
SHORT = {name: cases for name, cases in SUITES.items() if name != "numbers_10_7"}
CASES = [
    pytest.param(case, id=f"{name}: {case.name}") for name, cases in SHORT.items() for case in cases
]


def test_a_slower_side_has_the_larger_ratio():
    """Ours sleeps 4 ms and the peer 1 ms: whatever the machine, the ratio is above 1."""
    case = Case("slow", lambda: time.sleep(0.004), "fast", lambda: time.sleep(0.001))

    timing = time_case(case, rounds=3, seconds=0.002)

    assert timing.ours_ns >= 4e6
    assert timing.peer_ns >= 1e6
    assert timing.ratio > 1


def test_the_memory_that_a_call_reserves_is_measured():
    case = Case("a", lambda: len(bytes(10**6)), "b", lambda: len(bytearray(10**6)))

    timing = time_case(case, rounds=1, seconds=1e-5)

    assert 10**6 <= timing.ours_bytes < 1.1 * 10**6
    assert 10**6 <= timing.peer_bytes < 1.1 * 10**6


def test_different_results_are_refused():
    case = Case("three", lambda: 3, "four", lambda: 4)

    with pytest.raises(ValueError, match=r"^three: 3, but four: 4$"):
        time_case(case)


def test_what_is_the_same_is_for_the_case_to_say():
    case = Case("one", lambda: [1], "another", lambda: (1,), lambda a, b: a == list(b))

    assert time_case(case, rounds=1, seconds=1e-5).name == "one"


def test_the_two_sizes_have_the_same_cases():
    small, large = (
        [case.name for case in SUITES[name]] for name in ("numbers_10_6", "numbers_10_7")
    )
    assert small == large


def test_the_table_is_as_wide_as_its_names():
    timings = [
        Timing("a long piece of work", "x", 2.0, 1.0, 2.0, 8_000_000, 0),
        Timing("b", "y", 4.0, 1.0, 4.0, 0, 16_100_000),
    ]

    head, *rows = table(timings).splitlines()

    assert [row.split()[-3:] for row in rows] == [["2.00", "8.0", "0.0"], ["4.00", "0.0", "16.1"]]
    assert {len(line) for line in (head, *rows)} == {len(head)}


@pytest.mark.parametrize("case", CASES)
def test_every_case_and_its_peer_do_the_same_work(case):
    assert time_case(case, rounds=1, seconds=1e-5).ratio > 0
