"""Grade many submissions at once: several warm processes, each with one submission at a time."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Self

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
    with _Warm() as warm:
        pool = [_Worker(warm) for _ in range(min(workers, len(jobs)))]
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


def _ready(busy: Sequence[tuple[_Worker, Job]]) -> list[tuple[_Worker, Job]]:
    """Wait until a worker has a result or ran out of time; return those, each with its job."""
    seconds = min(worker.ends for worker, _ in busy) - time.monotonic()
    speaking = wait([worker.connection for worker, _ in busy], max(0.0, seconds))
    now = time.monotonic()
    return [(w, job) for w, job in busy if w.connection in speaking or now >= w.ends]


class _Warm:
    """The warm process that workers are forked from."""

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stop()

    def worker(self) -> tuple[int, Connection]:
        """Fork a worker; return its process id and the connection to it."""
        connection, theirs = multiprocessing.Pipe()
        with theirs:
            try:
                return self._forked(theirs), connection
            except (OSError, ValueError):  # it has ended
                self._stop()
                self._start()
                return self._forked(theirs), connection

    def _forked(self, theirs: Connection) -> int:
        socket.send_fds(self._control, [b"worker"], [theirs.fileno()])
        return int(self._control.recv(16))

    def _start(self) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "coursekit.grading.serving", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                process_group=0,
                env={**os.environ, **_ONE_THREAD},
            )

    def _stop(self) -> None:
        self._control.close()
        self._process.kill()
        self._process.wait()


class _Worker:
    """One worker, replaced when it has to be killed."""

    def __init__(self, warm: _Warm) -> None:
        self.job: Job | None = None
        self.ends = 0.0
        self._warm = warm
        self._process, self.connection = warm.worker()

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
        self._process, self.connection = self._warm.worker()
        return failed(job, reason)

    def stop(self) -> None:
        """End the process and the fork that is grading."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process, signal.SIGKILL)
        self.connection.close()
