"""The measured points, and what formula and simulation say of the same runs.

The costs of a submission come from its stages, and the fixed part of a run from the smallest class
graded by one worker. All other runs are no source of the costs, so they can be held against what is
foretold.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from bench.capacity.model import Costs
from bench.capacity.simulation import Crew, Task, simulated_seconds
from bench.grading.classes import Plan
from bench.grading.graders import kit
from bench.grading.record import Record
from bench.grading.rounds import Run

SANDBOX = "bubblewrap"
WRITING = "write"  # the stage that the one writer does
LIMIT = 30.0  # nbgrader's default, which the classes are graded with
TOLERANCE = 0.2


@dataclass(frozen=True, slots=True)
class Point:
    """One kind of run, measured and foretold.

    Parameters
    ----------
    submissions, workers, endless : int
        The run: as many cores as workers at least.
    measured, formula, simulated : float
        Its seconds.
    """

    submissions: int
    workers: int
    endless: int
    measured: float
    formula: float
    simulated: float


def costs_of(record: Record) -> Costs:
    """Return the costs that follow from a record.

    Raises
    ------
    ValueError
        If it lacks the runs with one worker, the stages or the growth of the gradebook.
    """
    serial = _runs(record, 1)
    stages = [stages for stages in record.stages if stages.sandbox == SANDBOX]
    if len({run.size for run in serial}) < 2 or not stages or len(record.growth) < 2:
        raise ValueError("one worker's runs on two sizes, stages and two gradebooks are needed")
    small = min(run.size for run in serial)
    write = stages[0].milliseconds[WRITING] / 1000
    graded = 1 - Plan(small).broken / small  # what is refused costs next to nothing
    grade = graded * stages[0].total / 1000 - write
    first, last = record.growth[0], record.growth[-1]
    book = (last.size - first.size) / (last.submissions - first.submissions)
    alone = _median(serial, small, lambda run: run.usage.peak_bytes)
    worker = _worker_bytes(record, small, alone)
    costs = Costs(
        start=0.0,
        grade=grade,
        write=write,
        limit=LIMIT,
        base_bytes=alone - worker,
        worker_bytes=worker,
        book_bytes=book,
        file_bytes=_slope(serial, lambda run: run.disk_bytes) - book,
    )
    measured = _median(serial, small, lambda run: run.usage.seconds)
    return replace(costs, start=measured - costs.seconds(small, record.machine.cores, workers=1))


def points_of(record: Record) -> list[Point]:
    """Return every kind of run of this kit in its sandbox, measured and foretold."""
    costs, cores = costs_of(record), record.machine.cores
    found = []
    for workers in dict.fromkeys((1, cores)):
        mine = [run for run in record.runs if run.grader == kit(workers, SANDBOX).name]
        for size, endless in dict.fromkeys((run.size, run.endless) for run in mine):
            seconds = [r.usage.seconds for r in mine if (r.size, r.endless) == (size, endless)]
            formula = costs.seconds(size, cores, workers, endless)
            simulation = simulated(costs, size, cores, workers, endless)
            measured = statistics.median(seconds)
            found.append(Point(size, workers, endless, measured, formula, simulation))
    return found


def simulated(
    costs: Costs, submissions: int, cores: int, workers: int = 0, endless: int = 0
) -> float:
    """Return how long a simulated run takes, the endless loops spread evenly over the class."""
    tasks = [Task(costs.grade)] * submissions
    for k in range(endless):
        tasks[(2 * k + 1) * submissions // (2 * endless)] = Task(costs.grade, costs.limit)
    return costs.start + simulated_seconds(tasks, Crew(workers or cores, cores, costs.write))


def _runs(record: Record, workers: int) -> list[Run]:
    """Return the runs in the sandbox with so many workers, on classes without an endless loop."""
    name = kit(workers, SANDBOX).name
    return [run for run in record.runs if run.grader == name and not run.endless]


def _median(runs: Iterable[Run], size: int, figure: Callable[[Run], float]) -> float:
    return statistics.median(figure(run) for run in runs if run.size == size)


def _slope(runs: Sequence[Run], figure: Callable[[Run], float]) -> float:
    """Return what one more submission adds to a figure, between the smallest and the largest."""
    small, large = min(run.size for run in runs), max(run.size for run in runs)
    return (_median(runs, large, figure) - _median(runs, small, figure)) / (large - small)


def _worker_bytes(record: Record, size: int, alone: float) -> float:
    """Return the memory that each further worker holds."""
    cores = record.machine.cores
    together = [run for run in _runs(record, cores) if run.size == size]
    if cores == 1 or not together:
        return alone
    return (_median(together, size, lambda run: run.usage.peak_bytes) - alone) / (cores - 1)
