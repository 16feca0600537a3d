"""Grade many submissions at once: several warm processes, each with one submission at a time."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait

from coursekit.grading.results import SubmissionResult
from coursekit.grading.serving import failed
from coursekit.grading.worker import Job

MARGIN_SECONDS = 60.0  # for the grader's own work beside the student's code
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # the cores are shared already


def grade_all(jobs: Sequence[Job], workers: int) -> Iterator[SubmissionResult]:
    """Grade submissions with several processes at once.

    Parameters
    ----------
    jobs : Sequence of Job
        The submissions.
    workers : int
        How many are graded at the same time.

    Yields
    ------
    SubmissionResult
        One for each job, as soon as it is there.
    """
    waiting = list(reversed(jobs))
    pool = [_Worker() for _ in range(min(workers, len(jobs)))]
    try:
        for worker in pool:
            worker.take(waiting.pop())
        while busy := [(worker, worker.job) for worker in pool if worker.job]:
            for worker, job in _ready(busy):
                yield worker.result(job)
                if waiting:
                    worker.take(waiting.pop())
    finally:
        for worker in pool:
            worker.stop()


def _ready(busy: Sequence[tuple[_Worker, Job]]) -> list[tuple[_Worker, Job]]:
    """Wait until a worker has a result or ran out of time; return those, each with its job."""
    seconds = min(worker.ends for worker, _ in busy) - time.monotonic()
    speaking = wait([worker.connection for worker, _ in busy], max(0.0, seconds))
    now = time.monotonic()
    return [(w, job) for w, job in busy if w.connection in speaking or now >= w.ends]


class _Worker:
    """One warm process, started again when it has to be killed."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self.ends = 0.0
        self._start()

    def _start(self) -> None:
        self.connection, theirs = multiprocessing.Pipe()
        descriptor = theirs.fileno()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "coursekit.grading.serving", str(descriptor)],
            pass_fds=[descriptor],
            stdin=subprocess.DEVNULL,
            process_group=0,
            env={**os.environ, **_ONE_THREAD},
        )
        theirs.close()

    def take(self, job: Job) -> None:
        self.job = job
        self.ends = time.monotonic() + job.limits.total_seconds + MARGIN_SECONDS
        self.connection.send(job)

    def result(self, job: Job) -> SubmissionResult:
        """Return the result of its job, or say why there is none."""
        self.job = None
        try:
            if self.connection.poll():
                received: SubmissionResult = self.connection.recv()
                return received
            reason = "its grading did not end in time"
        except (EOFError, OSError):
            reason = "its grading process ended without a result"
        self.stop()
        self._start()
        return failed(job, reason)

    def stop(self) -> None:
        """End the process and the fork that is grading."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.connection.close()
