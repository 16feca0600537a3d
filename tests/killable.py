"""Run ``coursekit grade`` in forks of a warm process, each killed at a moment told beforehand.

Started as ``python -P killable.py``. Each line of its input is ``ROOT EVENT MICROSECONDS``: a fork
grades the course in ROOT and is killed that long after that event; event 0 never comes. An event is
a file opened to be written, moved, linked or removed, a statement to the database, or a commit. It
answers each line with ``killed`` or the exit code, and how many events there were.

Submissions are graded by reading them, so that nearly all of a run is what must not be torn.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from coursekit import cli
from coursekit.grading import classroom
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.grading.worker import Job
from coursekit.notebooks import read_notebook

CHANGES = {"os.rename", "os.link", "os.remove", "os.mkdir"}


def read_all(jobs: Sequence[Job], workers: int) -> Iterator[SubmissionResult]:
    """Give the points for the answer ``a = 1``."""
    for job in jobs:
        notebook = read_notebook(job.handed.folder / "assignment.ipynb")
        score = 1.0 if notebook.cells[0].source == "a = 1" else 0.0
        question = QuestionResult("t", score, 1.0, None if score else "not right")
        yield SubmissionResult(
            job.handed.student, job.handed.unit, Status.GRADED, questions=(question,),
            notebooks={"assignment": notebook},
        )  # fmt: skip


def run(root: str, wanted: int, ready: int) -> None:
    """Grade; write a byte to `ready` at the event wanted, and the number of events at the end."""
    count = 0

    def tick(*_: Any) -> None:
        nonlocal count
        count += 1
        if count == wanted:
            os.write(ready, b"!")

    def audit(name: str, facts: tuple[Any, ...]) -> None:
        if name in CHANGES or (name == "open" and facts[2] & (os.O_WRONLY | os.O_RDWR)):
            tick()

    log = os.open(Path(root, "log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    sys.addaudithook(audit)
    event.listen(Engine, "before_cursor_execute", tick)
    event.listen(Engine, "commit", tick)
    try:
        cli.app(["--root", root, "grade", "--sandbox", "none"])
    except SystemExit as ending:
        os.write(ready, f" {count}".encode())
        os._exit(int(ending.code or 0))


def main() -> None:
    """Serve the lines."""
    classroom.grade_all = read_all
    for line in sys.stdin:
        root, wanted, delay = line.rsplit(maxsplit=2)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            try:
                run(root, int(wanted), writing)
            finally:
                os._exit(99)
        os.close(writing)
        said = os.read(reading, 1)
        if said == b"!":
            time.sleep(int(delay) / 1e6)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        rest = os.read(reading, 100).decode()
        os.close(reading)
        ended = "killed" if os.WIFSIGNALED(status) else str(os.waitstatus_to_exitcode(status))
        print(ended, rest.strip() or 0, flush=True)


if __name__ == "__main__":
    main()
