"""What the batch buys and what it costs: one matrix product, timed at several batch sizes.

The larger the batch, the more rows a second, since the matrix is read once for all of them;
and the longer each request waits, since it waits for the whole call. What counts are the two
ratios. The times themselves belong to one machine on one day, and so none is kept here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import numpy as np

from tensorlib.errors import InvalidSize
from tensorlib.namedsizes import as_size
from tensorlib.tables import html_table, text_table

_COLUMNS = ("batch", "a call, ms", "a row, µs", "rows a second, times", "wait, times")


@dataclass(frozen=True, slots=True)
class BatchTime:
    """Keep the time of one batch size.

    Parameters
    ----------
    batch : int
        Rows in one call.
    seconds : float
        The median time of a call, which is how long each of its rows waits.
    """

    batch: int
    seconds: float

    @property
    def seconds_a_row(self) -> float:
        """What of it falls to one row."""
        return self.seconds / self.batch


@dataclass(frozen=True, slots=True)
class BatchMeasurement:
    """Compare the times of several batch sizes, each with the first.

    Parameters
    ----------
    width : int
        The matrix product is ``[batch, width] @ [width, width]``.
    repeats : int
        How many calls each median is of.
    times : tuple of BatchTime
        In the order in which the batch sizes were given.

    Examples
    --------
    >>> print(BatchMeasurement(4096, 5, (BatchTime(1, 0.0004), BatchTime(100, 0.002))))
    [batch, 4096] @ [4096, 4096] in fp32, medians of 5 calls
    batch  a call, ms  a row, µs  rows a second, times  wait, times
    1           0.400      400.0                   1.0          1.0
    100         2.000       20.0                  20.0          5.0
    20.0 times the throughput for 5.0 times the wait
    """

    width: int
    repeats: int
    times: tuple[BatchTime, ...]

    @property
    def throughput_gain(self) -> float:
        """How many times the rows a second of the first batch size the last one has."""
        return self._gain(self.times[-1])

    @property
    def wait_growth(self) -> float:
        """How many times as long as a call of the first batch size one of the last takes."""
        return self._growth(self.times[-1])

    def _gain(self, time: BatchTime) -> float:
        return self.times[0].seconds_a_row / time.seconds_a_row

    def _growth(self, time: BatchTime) -> float:
        return time.seconds / self.times[0].seconds

    def __str__(self) -> str:
        return "\n".join([self._title, text_table([_COLUMNS, *self._cells()]), self._outcome])

    def _repr_html_(self) -> str:
        """Return the times as a table for a notebook."""
        return html_table(self._title, _COLUMNS, self._cells(), [self._outcome])

    @property
    def _title(self) -> str:
        product = f"[batch, {self.width}] @ [{self.width}, {self.width}]"
        return f"{product} in fp32, medians of {self.repeats} calls"

    @property
    def _outcome(self) -> str:
        gain, growth = self.throughput_gain, self.wait_growth
        return f"{gain:.1f} times the throughput for {growth:.1f} times the wait"

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (
                str(time.batch),
                f"{time.seconds * 1e3:.3f}",
                f"{time.seconds_a_row * 1e6:.1f}",
                f"{self._gain(time):.1f}",
                f"{self._growth(time):.1f}",
            )
            for time in self.times
        ]


def measure_batches(
    batches: Iterable[int] = (1, 8, 64),
    *,
    width: int = 512,
    repeats: int = 7,
    clock: Callable[[], float] = perf_counter,
) -> BatchMeasurement:
    """Time ``[batch, width] @ [width, width]`` in fp32 at several batch sizes.

    Parameters
    ----------
    batches : iterable of int, optional
        The batch sizes; the first is what the others are compared with.
    width : int, optional
        The side of the matrix.
    repeats : int, optional
        Calls per batch size; one more before them is not timed.
    clock : callable, optional
        Returns seconds; read before and after each timed call.

    Raises
    ------
    InvalidSize
        If a size is no integer of at least 1, or no batch size is given; or if the clock
        stood still, so that there is nothing to compare.

    Examples
    --------
    >>> measured = measure_batches((1, 4), width=16, repeats=3)
    >>> [time.batch for time in measured.times], measured.throughput_gain > 0
    ([1, 4], True)
    """
    operation = "measure_batches"
    side, calls = (
        as_size("width", width, operation=operation),
        as_size("repeats", repeats, operation=operation),
    )
    sizes = [as_size("batch", batch, operation=operation) for batch in batches]
    if not sizes:
        raise InvalidSize("batches", (), "holds no batch size", operation=operation)
    draw = np.random.default_rng(seed=0)
    matrix = draw.standard_normal((side, side), dtype=np.float32)
    times = []
    for batch in sizes:
        rows = draw.standard_normal((batch, side), dtype=np.float32)
        seconds = median(_seconds_of_calls(rows, matrix, calls, clock))
        if seconds <= 0:
            raise InvalidSize("seconds", seconds, "is not greater than 0", operation=operation)
        times.append(BatchTime(batch, seconds))
    return BatchMeasurement(side, calls, tuple(times))


def _seconds_of_calls(
    rows: np.ndarray, matrix: np.ndarray, calls: int, clock: Callable[[], float]
) -> list[float]:
    rows @ matrix  # the first call pays for what the others find ready
    seconds = []
    for _ in range(calls):
        start = clock()
        rows @ matrix
        seconds.append(clock() - start)
    return seconds
