"""The pages on speed and capacity, made from one record of measurements and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.capacity.model import Costs
from bench.capacity.points import SANDBOX, costs_of, points_of
from bench.grading.graders import nbgrader
from bench.grading.record import Record, StageTimes
from bench.grading.rounds import Run
from bench.grading.tables import grading_table, ratios

SUBMISSIONS = (100, 1_000, 5_000, 10_000, 30_000, 100_000)
CORES = (2, 4, 8, 16, 32)
MADE = "<!-- Made by `python -m bench.capacity` from bench/measured.json. -->"

_SPEED = """\
{made}

# What grading costs

Measured on {machine}.

Each round grades every class with every grader, beginning with another one each time; a figure is
the median of {rounds} {rounds_word}, and a ratio is taken within one round, with the smallest and
the largest beside its median. A class is half right and half wrong submissions to the first unit;
one file in twenty is broken. Every grader begins with an empty
gradebook, and the bench stops unless every student has a score afterwards, and the right one: this
kit's for everyone, the peers' for right submissions.

{runs}

- `nbgrader autograde` is the released nbgrader with its default configuration. It grades one
  notebook at a time, has no sandbox, and writes no feedback pages; `coursekit grade` writes them
  as well.
- otter-grader has no time limit outside its containers, so it is given no endless loop. It runs all
  tests after the last cell and gives a question's points in full or not at all.
- An endless loop costs its time limit, {limit:g} seconds by nbgrader's default, whoever grades.
  With one loop in a class, one worker cannot end sooner; the other workers go on meanwhile.
- Memory is the most that the whole tree of processes held at once, shared pages counted once.

How many times plain nbgrader's throughput, round by round:

{ratios}

## The stages of one submission

Medians in milliseconds, one submission at a time.

{stages}

{own}

## What is left

The student's cells and the calls of the student's functions are the physical limit: they have to
run, once, whoever grades. {limit_words}
"""

_CAPACITY = """\
{made}

# How large a class

What a run takes follows from what one submission takes, in the sandbox. Measured on {machine}.

| | |
|---|--:|
| a run, whatever its size | {costs.start:.1f} s |
| a worker, for one submission | {grade:.0f} ms |
| the one writer, for one submission | {write:.1f} ms |
| an endless loop, until it is stopped | {costs.limit:.0f} s |
| memory of a run, and of each worker | {base:.0f} MB, {worker:.0f} MB |
| the gradebook, for one submission | {book:.1f} KB |
| notebook as it ran and feedback page | {files:.0f} KB |

With `n` submissions, `e` of them endless, and one worker on each of `c` cores, a run takes

    start + max(((n - e) * worker + e * limit + n * writer) / c, n * writer, ceil(e / c) * limit)

so more than {bound:.0f} cores of this speed would wait for the one writer.

## Minutes for a class

{minutes}

A hundred endless loops add {loops:.0f} minutes on {few} cores.

## Memory and disk

{space}

## How the gradebook grows

{growth}

## Checked

The costs of a submission come from its stages, and the fixed part of a run from the first line
below. The formula and a simulation of workers, one writer and shared cores foretell the others;
in seconds:

{points}
"""


def speed_page(record: Record) -> str:
    """Return the page on what grading costs and where the time goes."""
    rounds = 1 + max(run.round for run in record.runs)
    return _SPEED.format(
        made=MADE,
        machine=record.machine,
        rounds=rounds,
        rounds_word="round" if rounds == 1 else "rounds",
        runs=grading_table(record.runs, nbgrader().name),
        ratios=_ratios(record, rounds),
        limit=costs_of(record).limit,
        stages=_stages(record.stages),
        own=_own(record.stages),
        limit_words=_limit(record),
    )


def capacity_page(record: Record) -> str:
    """Return the page on submissions, cores, minutes, memory and disk."""
    costs = costs_of(record)
    few = CORES[0]
    return _CAPACITY.format(
        made=MADE,
        machine=record.machine,
        costs=costs,
        grade=costs.grade * 1000,
        write=costs.write * 1000,
        base=costs.base_bytes / 1e6,
        worker=costs.worker_bytes / 1e6,
        book=costs.book_bytes / 1e3,
        files=costs.file_bytes / 1e3,
        bound=costs.writer_bound_cores,
        minutes=_minutes(costs),
        loops=100 * costs.limit / few / 60,
        few=few,
        space=_space(costs),
        growth=_growth(record),
        points=_points(record),
    )


def _stages(stages: Sequence[StageTimes]) -> str:
    names = list(stages[0].milliseconds)
    rows = [[name, *(f"{one.milliseconds[name]:.1f}" for one in stages)] for name in names]
    rows.append(["all", *(f"{one.total:.1f}" for one in stages)])
    rows.append(["the student's cells alone", *(f"{one.alone:.1f}" for one in stages)])
    return _table(["stage", *(f"sandbox {one.sandbox}" for one in stages)], rows)


def _own(stages: Sequence[StageTimes]) -> str:
    own = [f"{one.total - one.alone:.0f} ms with sandbox {one.sandbox}" for one in stages]
    return (
        "The last line is what the same cells take when they just run in a process that has "
        f"imported everything: the grader's own share is {', '.join(own)}."
    )


def _limit(record: Record) -> str:
    (walled,) = (one for one in record.stages if one.sandbox == SANDBOX)
    most = 60_000 / walled.alone
    return (
        f"Here they are {walled.alone:.1f} of {walled.total:.0f} milliseconds: a core could run "
        f"{most:,.0f} such submissions a minute if nobody graded them."
    )


def _ratios(record: Record, rounds: int) -> str:
    peer = nbgrader().name
    plain = [run for run in record.runs if run.grader == peer]
    rows = []
    for grader, size, endless in dict.fromkeys((r.grader, r.size, r.endless) for r in record.runs):
        mine = [r for r in record.runs if (r.grader, r.size, r.endless) == (grader, size, endless)]
        times = [f"{ratio:.1f}" for ratio in ratios(sorted(mine, key=_round), plain)]
        if grader != peer and times:
            rows.append([grader, f"{size}, {endless} endless", *times])
    return _table(["grader", "class", *map(str, range(1, rounds + 1))], rows)


def _round(run: Run) -> int:
    return run.round


def _minutes(costs: Costs) -> str:
    rows = [
        [f"{n:,}", *(f"{costs.seconds(n, cores) / 60:,.1f}" for cores in CORES)]
        for n in SUBMISSIONS
    ]
    return _table(["submissions", *(f"{cores} cores" for cores in CORES)], rows)


def _space(costs: Costs) -> str:
    memory = [["memory, MB", *(f"{costs.memory_bytes(cores) / 1e6:,.0f}" for cores in CORES)]]
    disk = [
        [f"{n:,}", f"{n * costs.book_bytes / 1e6:,.0f}", f"{n * costs.file_bytes / 1e6:,.0f}"]
        for n in SUBMISSIONS
    ]
    first = _table(["", *(f"{cores} cores" for cores in CORES)], memory)
    return f"{first}\n\n{_table(['submissions', 'gradebook, MB', 'files, MB'], disk)}"


def _growth(record: Record) -> str:
    rows = [
        [f"{p.submissions:,}", f"{p.write:.1f}", f"{p.read:.2f}", f"{p.size / 1e6:.1f}"]
        for p in record.growth
    ]
    return _table(["submissions in it", "one more, ms", "read all, s", "size, MB"], rows)


def _points(record: Record) -> str:
    rows = [
        [f"{p.submissions}", f"{p.endless}", f"{p.workers}"]
        + [f"{seconds:.1f}" for seconds in (p.measured, p.formula, p.simulated)]
        for p in points_of(record)
    ]
    head = ["submissions", "endless", "workers", "measured", "formula", "simulation"]
    return _table(head, rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    rule = ["---", *["--:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))
