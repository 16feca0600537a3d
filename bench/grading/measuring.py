"""Measure grading: whole classes, the stages of a submission, and the gradebook while it grows."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench.grading.classes import REPOSITORY, Plan
from bench.grading.graders import SANDBOXES, Grader, kit, nbgrader, otter
from bench.grading.growth import SIZES, book_points
from bench.grading.otter_files import otter_python
from bench.grading.record import Record
from bench.grading.rounds import graded_rounds
from bench.grading.stages import stage_times
from bench.grading.tables import grading_table
from bench.machine import this_machine
from coursekit.sandbox.kinds import Sandbox

RESULTS = REPOSITORY / "build" / "bench"
_ABOUT = "Measure grading and write grading.json and grading.md."
_SIZES = (40, 200)
_STAGES_OF = Plan(24)
_ROUNDS = 3


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure everything; what is known is written after each run.

    Parameters
    ----------
    arguments : Sequence of str, optional
        Those of the command line when left out.
    """
    options = _options().parse_args(arguments)
    record = Record(this_machine())
    plans = [Plan(4)] if options.quick else _plans(options.sizes)
    rounds = 1 if options.quick else options.rounds
    graders = _graders(options.without, quick=options.quick)
    for run in graded_rounds(graders, plans, rounds):
        record = _kept(replace(record, runs=(*record.runs, run)), options.into)
        print(f"round {run.round + 1} of {rounds}: {run.grader}, {run.size} submissions, "
              f"{run.endless} endless: {run.usage.seconds:.1f} s", flush=True)  # fmt: skip
    for sandbox in _chosen(options.without):
        times = stage_times(Plan(4) if options.quick else _STAGES_OF, Sandbox(sandbox))
        record = _kept(replace(record, stages=(*record.stages, times)), options.into)
    for point in book_points((2, 4) if options.quick else SIZES):
        record = _kept(replace(record, growth=(*record.growth, point)), options.into)
    print(f"\n{record.machine}\n\n{_table(record)}")


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.grading", description=_ABOUT)
    parser.add_argument("--quick", action="store_true", help="a tiny class, once, by one worker")
    parser.add_argument("--rounds", type=int, default=_ROUNDS, help="how often everything runs")
    parser.add_argument("--sizes", type=int, nargs="+", default=_SIZES, metavar="N",
                        help="how many hand in, with an endless loop and without")  # fmt: skip
    parser.add_argument("--into", type=Path, default=RESULTS, help="the folder to write to")
    parser.add_argument("--without", action="append", default=[], metavar="NAME",
                        help="leave out nbgrader, otter, bubblewrap or none")  # fmt: skip
    return parser


def _plans(sizes: Sequence[int]) -> list[Plan]:
    return [Plan(size, endless) for size in sizes for endless in (0, 1)]


def _chosen(without: Sequence[str]) -> list[str]:
    return [sandbox for sandbox in SANDBOXES if sandbox not in without]


def _graders(without: Sequence[str], *, quick: bool) -> list[Grader]:
    every_core = () if quick else (os.cpu_count() or 1,)
    graders = [] if "nbgrader" in without else [nbgrader()]
    for sandbox in _chosen(without):
        graders += [kit(jobs, sandbox) for jobs in dict.fromkeys((1, *every_core))]
    if not quick and "otter" not in without:
        graders.append(otter(otter_python(RESULTS / "otter")))
    return graders


def _kept(record: Record, folder: Path) -> Record:
    record.write(folder / "grading.json")
    page = f"{record.machine}\n\n{_table(record)}\n"
    (folder / "grading.md").write_text(page, encoding="utf-8")
    return record


def _table(record: Record) -> str:
    return grading_table(record.runs, nbgrader().name)
