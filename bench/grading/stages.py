"""Where a submission's time goes: its stages, from the files to the gradebook.

Each submission is graded in a fork of this warm process, as the grader does it, and the stages are
timed from outside. What no other accounts for, such as the fork and passing the result on, is the
rest; all that the one writer does is the last.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from unittest import mock

from bench.grading.classes import UNIT, Plan, write_class
from bench.grading.record import StageTimes
from bench.grading.timers import Stopwatch, timing
from coursekit.course import Course
from coursekit.errors import NotebookError
from coursekit.grading import classroom
from coursekit.grading.gradebook import opened
from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.worker import Job, Workbench, grade
from coursekit.notebooks import Role, read_notebook, role
from coursekit.sandbox.kinds import Sandbox

_GRADING = "coursekit.grading"
WRITE, REST = "write", "rest"
STAGES: Mapping[str, Sequence[str]] = {
    "repair": (
        f"{_GRADING}.worker:read_notebook",
        f"{_GRADING}.worker:choose",
        f"{_GRADING}.submission:match",
    ),
    "tests made ready": (f"{_GRADING}.trusted.side:TrustedSide.__init__",),
    "student's side started": (f"{_GRADING}.student.process:StudentProcess.__init__",),
    "student's cells": (f"{_GRADING}.student.session:StudentSession.run",),
    "tests": (f"{_GRADING}.trusted.side:TrustedSide.run",),
    "student's side ended": (f"{_GRADING}.student.session:StudentSession.__exit__",),
    "notebook made inert": (f"{_GRADING}.worker:inert_notebook",),
}


def stage_times(plan: Plan, sandbox: Sandbox) -> StageTimes:
    """Grade a class, one submission after the other, and return the medians of the stages.

    Parameters
    ----------
    plan : Plan
        The class, without an endless loop; what cannot be graded is left out of the medians.
    sandbox : Sandbox
        The walls around the student's side.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        course = Course.at(write_class(Path(folder) / "course", plan).root)
        taken = list(_taken(course, sandbox))
        alone = list(_alone(course))
    stages = {stage: statistics.median(one[stage] for one in taken) * 1000 for stage in taken[0]}
    total = statistics.median(sum(one.values()) for one in taken) * 1000
    return StageTimes(sandbox.value, len(taken), stages, total, statistics.median(alone) * 1000)


def _taken(course: Course, sandbox: Sandbox) -> Iterator[dict[str, float]]:
    """Grade a class and yield the seconds of each stage, for each submission that has a score."""
    with timing(STAGES) as watch, opened(course) as book:
        work = classroom.work_of(course, book, UNIT, sandbox=sandbox)
        forks = _Forks(watch)
        with mock.patch.object(classroom, "grade_all", forks.grade_all):
            for result in classroom.grade_class(course, book, work, workers=1):
                write = time.perf_counter() - forks.ended
                if result.status is Status.GRADED:
                    yield {**forks.stages, WRITE: write}


class _Forks:
    """Grades each submission in a fork, which says what its stages took.

    `ended` is when the last submission had its result, and `stages` holds the seconds until then.
    """

    def __init__(self, watch: Stopwatch) -> None:
        self._watch = watch
        self.ended = 0.0
        self.stages: dict[str, float] = {}

    def grade_all(self, jobs: Sequence[Job], workers: int) -> Iterator[SubmissionResult]:
        """Stand in for the function of this name."""
        bench = Workbench(jobs[0])
        with bench.housing:
            bench.make_ready()
            bench.warm()
            for job in jobs:
                self._watch.taken()
                began = time.perf_counter()
                result, seconds = self._graded(job, bench)
                self.ended = time.perf_counter()
                rest = self.ended - began - sum(seconds.values())
                self.stages = {**seconds, REST: rest}
                yield result

    def _graded(self, job: Job, bench: Workbench) -> tuple[SubmissionResult, dict[str, float]]:
        ours, theirs = multiprocessing.Pipe(duplex=False)
        child = os.fork()
        if child == 0:
            try:
                theirs.send((grade(job, bench), self._watch.taken()))
            finally:
                os._exit(0)
        theirs.close()
        received: tuple[SubmissionResult, dict[str, float]] = ours.recv()
        os.waitpid(child, 0)
        return received


def _alone(course: Course) -> Iterator[float]:
    """Yield how long the student's cells of each submission take when they just run here."""
    for path in sorted(course.submitted.glob(f"*/{UNIT}/*.ipynb")):
        try:
            cells = read_notebook(path).cells
        except NotebookError:
            continue
        texts = [c.source for c in cells if c.cell_type == "code" and role(c) is not Role.TEST]
        _run(texts)  # whatever it imports is there the second time
        started = time.perf_counter()
        _run(texts)
        yield time.perf_counter() - started


def _run(texts: Sequence[str]) -> None:
    space: dict[str, object] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for text in texts:
            with contextlib.suppress(Exception):  # a wrong answer may raise; the next cell runs
                exec(text, space)  # of our own making
