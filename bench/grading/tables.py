"""The figures of all runs as one table in Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence

from bench.grading.rounds import Run

_HEAD = (
    "| grader | class | wall, s | processor, s | a minute | times {peer} | memory, MB |\n"
    "|---|---|--:|--:|--:|--:|--:|"
)


def grading_table(runs: Sequence[Run], peer: str) -> str:
    """Return the medians of the runs, and how many times a peer's throughput each reaches.

    Parameters
    ----------
    runs : Sequence of Run
        What was measured.
    peer : str
        The grader that the ratios are taken to, each within one round.

    Examples
    --------
    >>> from bench.usage import Usage
    >>> slow, fast = Usage(120.0, 100.0, 3 * 10**8, 0), Usage(10.0, 19.0, 2 * 10**8, 0)
    >>> runs = [Run("plain", 40, 0, 0, slow, 0), Run("ours", 40, 0, 0, fast, 0)]
    >>> print(grading_table(runs, "plain"))
    | grader | class | wall, s | processor, s | a minute | times plain | memory, MB |
    |---|---|--:|--:|--:|--:|--:|
    | plain | 40 | 120.0 | 100.0 | 20 | 1.0 | 300 |
    | ours | 40 | 10.0 | 19.0 | 240 | 12.0 | 200 |
    """
    rows = []
    for grader, size, endless in dict.fromkeys((r.grader, r.size, r.endless) for r in runs):
        mine = [r for r in runs if (r.grader, r.size, r.endless) == (grader, size, endless)]
        times = ratios(mine, [r for r in runs if r.grader == peer])
        cells = (
            grader,
            f"{size}, {endless} endless" if endless else f"{size}",
            f"{_median(mine, lambda r: r.usage.seconds):.1f}",
            f"{_median(mine, lambda r: r.usage.cpu_seconds):.1f}",
            f"{_median(mine, lambda r: r.per_minute):.0f}",
            spread(times),
            f"{_median(mine, lambda r: r.usage.peak_bytes / 1e6):.0f}",
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join([_HEAD.format(peer=peer), *rows])


def ratios(runs: Iterable[Run], peers: Iterable[Run]) -> list[float]:
    """Return how many times a peer's throughput was reached, round by round, in their order.

    Parameters
    ----------
    runs, peers : iterable of Run
        Those of one grader on one class, and those of the peer on any class.

    Examples
    --------
    >>> from bench.usage import Usage
    >>> quick, slow = Usage(2.0, 2.0, 0, 0), Usage(10.0, 9.0, 0, 0)
    >>> ratios([Run("ours", 4, 0, 1, quick, 0)], [Run("plain", 4, 0, 1, slow, 0)])
    [5.0]
    """
    slow = {(r.size, r.endless, r.round): r.usage.seconds for r in peers}
    known = ((r, slow.get((r.size, r.endless, r.round))) for r in runs)
    return [seconds / r.usage.seconds for r, seconds in known if seconds is not None]


def spread(values: Sequence[float]) -> str:
    """Return a median, with the smallest and the largest value where there are several.

    Examples
    --------
    >>> spread([10.0, 12.0, 11.0]), spread([3.0]), spread([])
    ('11.0 (10.0–12.0)', '3.0', '–')
    """
    if not values:
        return "–"
    middle = f"{statistics.median(values):.1f}"
    if len(values) == 1:
        return middle
    return f"{middle} ({min(values):.1f}–{max(values):.1f})"


def _median(runs: Sequence[Run], figure: Callable[[Run], float]) -> float:
    return statistics.median(map(figure, runs))
