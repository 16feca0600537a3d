"""Grade many submissions at once: several warm processes, each with one submission at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait

from coursekit.grading.graders import Warm, Worker
from coursekit.grading.results import SubmissionResult
from coursekit.grading.worker import Job


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
    if not jobs:  # as on most reruns: then nothing has to be started
        return
    waiting = list(reversed(jobs))
    with Warm() as warm:
        pool = [Worker(warm) for _ in range(min(workers, len(jobs)))]
        try:
            for worker in pool:
                worker.take(waiting.pop())
            while busy := [(worker, worker.job) for worker in pool if worker.job]:
                for worker, job in _ready(busy):
                    result = worker.result(job)
                    if waiting:  # before the result is written, so that nobody waits for that
                        worker.take(waiting.pop())
                    yield result
        finally:
            for worker in pool:
                worker.stop()


def _ready(busy: Sequence[tuple[Worker, Job]]) -> list[tuple[Worker, Job]]:
    """Wait until a worker has a result or ran out of time; return those, each with its job."""
    seconds = min(worker.ends for worker, _ in busy) - time.monotonic()
    speaking = wait([worker.connection for worker, _ in busy], max(0.0, seconds))
    now = time.monotonic()
    return [(w, job) for w, job in busy if w.connection in speaking or now >= w.ends]
