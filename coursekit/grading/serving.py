"""A warm process that grades one submission after the other, each in a fork of its own.

Started as ``python -m coursekit.grading.serving FD``. It has everything imported and starts no
thread, so a fork costs milliseconds, and what a test changes in its process is gone with the fork.
"""

from __future__ import annotations

import os
import sys
from multiprocessing.connection import Connection

from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.worker import Job, grade, ungraded
from coursekit.notebooks import read_notebook


def serve(jobs: Connection) -> None:
    """Grade the jobs that come until the other end is closed; send one result for each."""
    while True:
        try:
            job = jobs.recv()
        except EOFError:
            return
        child = os.fork()
        if child == 0:
            _grade_and_end(job, jobs)
        _, status = os.waitpid(child, 0)
        if status != 0:
            jobs.send(failed(job, "its grading process ended without a result"))


def failed(job: Job, reason: str) -> SubmissionResult:
    """Return the result of a job whose grading itself failed."""
    sources = [read_notebook(path) for path in job.sources]
    return ungraded(job.handed, Status.FAILED, reason, sources)


def _grade_and_end(job: Job, results: Connection) -> None:
    try:
        try:
            result = grade(job)
        except Exception as error:
            result = failed(job, f"the grader failed: {type(error).__name__}: {error}")
        results.send(result)
    except BaseException:
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    serve(Connection(int(sys.argv[1])))
