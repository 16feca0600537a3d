"""Time a piece of work against a peer that does the same.

Both sides run in turn, round after round, so that a busy machine slows both; the figure that
counts is the median of the rounds' ratios. Absolute times depend on the machine. The memory that
a side reserves at most, beyond what there was before, is taken from one more call.
"""

from __future__ import annotations

import gc
import operator
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass

ROUNDS = 15
ROUND_SECONDS = 0.01  # long against the clock's resolution, short against a scheduler's whims


@dataclass(frozen=True, slots=True)
class Case:
    """A piece of work, and a peer that gives the same.

    Parameters
    ----------
    name, peer_name : str
        What is timed, and against what.
    ours, peer : callable
        The two sides; they take nothing and return equal values.
    same : callable, optional
        Tells whether two values are equal.
    """

    name: str
    ours: Callable[[], object]
    peer_name: str
    peer: Callable[[], object]
    same: Callable[[object, object], object] = operator.eq


@dataclass(frozen=True, slots=True)
class Timing:
    """What was measured of a case.

    Parameters
    ----------
    name, peer_name : str
        As of the case.
    ours_ns, peer_ns : float
        The medians, in nanoseconds a call.
    ratio : float
        The median of the rounds' ratios, ours to the peer's.
    ours_bytes, peer_bytes : int
        What one call reserves at most, its result included.
    """

    name: str
    peer_name: str
    ours_ns: float
    peer_ns: float
    ratio: float
    ours_bytes: int = 0
    peer_bytes: int = 0


def time_case(case: Case, rounds: int = ROUNDS, seconds: float = ROUND_SECONDS) -> Timing:
    """Time both sides of a case.

    Parameters
    ----------
    case : Case
        What to time.
    rounds : int
        How often each side is timed.
    seconds : float
        About how long one side runs in one round.

    Raises
    ------
    ValueError
        If the two sides do not return equal values: then they do not do the same work.

    Examples
    --------
    >>> timing = time_case(Case("sum", lambda: sum([1, 2]), "plus", lambda: 1 + 2), 3, 1e-4)
    >>> timing.ours_ns > 0 and timing.peer_ns > 0 and timing.ratio > 0
    True
    """
    ours, peer = case.ours(), case.peer()
    if not case.same(ours, peer):
        raise ValueError(f"{case.name}: {ours!r}, but {case.peer_name}: {peer!r}")
    del ours, peer
    loops = {side: _loops(side, seconds) for side in (case.ours, case.peer)}
    pairs = [
        (_call_ns(case.ours, loops[case.ours]), _call_ns(case.peer, loops[case.peer]))
        for _ in range(rounds)
    ]
    return Timing(
        case.name,
        case.peer_name,
        statistics.median(mine for mine, _ in pairs),
        statistics.median(other for _, other in pairs),
        statistics.median(mine / other for mine, other in pairs),
        _peak_bytes(case.ours),
        _peak_bytes(case.peer),
    )


def table(timings: Sequence[Timing]) -> str:
    """Return the timings as a text table.

    Examples
    --------
    >>> print(table([Timing("read", "numpy", 1500.0, 100.0, 15.0, 8_000_000, 0)]))
    what  against     ours, ns      peer, ns   ratio  ours, MB  peer, MB
    read  numpy        1,500.0         100.0   15.00       8.0       0.0
    """
    what = max(len("what"), *(len(timing.name) for timing in timings))
    against = max(len("against"), *(len(timing.peer_name) for timing in timings))
    head = (
        f"{'what':{what}}  {'against':{against}}  {'ours, ns':>11}  {'peer, ns':>12}"
        f"  {'ratio':>6}  {'ours, MB':>8}  {'peer, MB':>8}"
    )
    rows = [
        f"{timing.name:{what}}  {timing.peer_name:{against}}"
        f"  {timing.ours_ns:11,.1f}  {timing.peer_ns:12,.1f}  {timing.ratio:6.2f}"
        f"  {timing.ours_bytes / 1e6:8.1f}  {timing.peer_bytes / 1e6:8.1f}"
        for timing in timings
    ]
    return "\n".join([head, *rows])


def _loops(side: Callable[[], object], seconds: float) -> int:
    """Return how many calls take about `seconds`, by doubling."""
    loops = 1
    while _call_ns(side, loops) * loops < seconds * 1e9:
        loops *= 2
    return loops


def _call_ns(side: Callable[[], object], loops: int) -> float:
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        start = time.perf_counter_ns()
        for _ in range(loops):
            side()
        return (time.perf_counter_ns() - start) / loops
    finally:
        if was_collecting:
            gc.enable()


def _peak_bytes(side: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        side()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
