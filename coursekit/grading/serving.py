"""A warm process that forks workers; each grades one submission after the other, in forks too.

Started as ``python -P -m coursekit.grading.serving DESCRIPTOR``. It has everything imported and
starts no thread, so a fork costs milliseconds, and what a test changes in its process is gone with
the fork.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from multiprocessing.connection import Connection
from typing import NoReturn

from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.worker import Job, Workbench, grade, ungraded
from coursekit.notebooks import read_notebook
from coursekit.sandbox.lifetimes import die_with_parent


def fork_workers(control: socket.socket) -> None:
    """Fork a worker for each connection that is sent, and answer with its process id."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever asked for a worker ends it
    while True:
        packet, descriptors, _, _ = socket.recv_fds(control, 16, 1)
        if not packet:
            return
        (descriptor,) = descriptors
        worker = os.fork()
        if worker == 0:
            control.close()
            _work_and_end(descriptor)
        os.close(descriptor)
        os.setpgid(worker, worker)  # so that it can be ended together with its forks
        control.send(str(worker).encode())


def work(jobs: Connection) -> None:
    """Grade the jobs that come until the other end is closed; send one result for each."""
    bench: Workbench | None = None
    while True:
        try:
            job = jobs.recv()
        except EOFError:
            break
        if bench is None or not bench.fits(job):
            _put_away(bench)
            bench = Workbench(job)
            bench.make_ready()
        bench.warm()
        child = os.fork()
        if child == 0:
            _grade_and_end(job, bench, jobs)
        _, status = os.waitpid(child, 0)
        if status != 0:
            bench.housing.close()  # it may still owe an answer to the process that is gone
            jobs.send(failed(job, "its grading process ended without a result"))
    _put_away(bench)


def failed(job: Job, reason: str) -> SubmissionResult:
    """Return the result of a job whose grading itself failed."""
    sources = [read_notebook(path) for path in job.sources]
    return ungraded(job.handed, Status.FAILED, reason, sources)


def _put_away(bench: Workbench | None) -> None:
    if bench is not None:
        bench.housing.close()


def _work_and_end(descriptor: int) -> NoReturn:
    try:
        die_with_parent(signal.SIGKILL)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        work(Connection(descriptor))
    finally:
        os._exit(0)


def _grade_and_end(job: Job, bench: Workbench, results: Connection) -> NoReturn:
    try:
        die_with_parent(signal.SIGKILL)
        try:
            result = grade(job, bench)
        except Exception as error:
            result = failed(job, f"the grader failed: {type(error).__name__}: {error}")
        results.send(result)
    except BaseException:
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    die_with_parent(signal.SIGKILL)
    fork_workers(socket.socket(fileno=int(sys.argv[1])))
