"""Warm processes that grade: one that all others are forked from, and those that do the work."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Protocol, Self

from coursekit.grading.results import SubmissionResult
from coursekit.grading.serving import failed
from coursekit.grading.worker import Job

MARGIN_SECONDS = 60.0  # for the grader's own work beside the student's code
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # the cores are shared already


class Source(Protocol):
    """Where workers come from."""

    def worker(self) -> tuple[int, Connection]:
        """Start a worker; return its process id and the connection to it."""


class Warm:
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


class Worker:
    """One worker, replaced when it has to be killed."""

    def __init__(self, warm: Source) -> None:
        self.job: Job | None = None
        self.ends = 0.0
        self._warm = warm
        self._process, self.connection = warm.worker()

    def grade(self, job: Job) -> SubmissionResult:
        """Grade one submission and wait for its result.

        Raises
        ------
        OSError
            If the process is gone; the submission was not begun then.
        """
        self.take(job)
        wait([self.connection], max(0.0, self.ends - time.monotonic()))
        return self.result(job)

    def take(self, job: Job) -> None:
        """Begin with a submission."""
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
