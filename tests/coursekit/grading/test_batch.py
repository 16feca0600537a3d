"""Many submissions at once: the same results as one by one, whatever dies."""

from __future__ import annotations

import copy
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from coursekit.grading import graders
from coursekit.grading.batch import grade_all
from coursekit.grading.intake.handed import Handed
from coursekit.grading.limits import Limits
from coursekit.grading.results import Status
from coursekit.grading.student.housing import open_house
from coursekit.grading.worker import Job, Workbench, grade
from coursekit.notebooks import write_notebook


@pytest.fixture(autouse=True)
def marked_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the processes that a test starts be told from those of others."""
    monkeypatch.setenv("BATCH_TEST", str(os.getpid()))


@pytest.fixture
def job_of(tmp_path: Path, cells: SimpleNamespace) -> Callable[..., Job]:
    """Make a job from an answer, and from what the set-up of the tests does."""
    limits = Limits(cell_seconds=60, question_seconds=60, total_seconds=300)

    def make(
        student: str, answer: str = "x = 1", setup: str = "", test: str = "assert x == 1"
    ) -> Job:
        source = cells.notebook(
            cells.locked("s", setup), cells.answer("a", "x = 1"), cells.graded("t", test)
        )
        original = tmp_path / f"{student}.source" / "assignment.ipynb"
        write_notebook(original, source)
        submitted = copy.deepcopy(source)
        submitted.cells[0].source, submitted.cells[1].source = "", answer
        folder = tmp_path / student
        write_notebook(folder / "assignment.ipynb", submitted)
        return Job(Handed(student, "unit", folder), (original,), limits)

    return make


def test_no_jobs_give_no_results_and_start_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graders.subprocess, "Popen", lambda *_, **__: pytest.fail("started"))
    assert list(grade_all([], 2)) == []


def test_many_at_once_are_graded_as_one_by_one(job_of: Callable[..., Job]) -> None:
    jobs = [job_of(f"student-{n:02}", f"x = {n % 3}") for n in range(6)]
    together = sorted(grade_all(jobs, 3), key=lambda r: r.student)
    assert together == [grade(job, Workbench(job, open_house())) for job in jobs]
    assert [r.score for r in together] == [0, 1, 0, 0, 1, 0]


def test_what_a_test_changes_is_gone_with_its_process(job_of: Callable[..., Job]) -> None:
    job = job_of(
        "student-01", test="import math\nassert not vars(math).get('found')\nmath.found = 1"
    )
    assert [r.score for r in grade_all([job, job], 1)] == [1, 1]


def test_a_grading_process_that_dies_costs_that_result_only(job_of: Callable[..., Job]) -> None:
    jobs = [job_of("student-01", setup="import os; os._exit(3)"), job_of("student-02")]
    died, fine = sorted(grade_all(jobs, 1), key=lambda r: r.student)
    assert (died.status, died.reason) == (
        Status.FAILED, "its grading process ended without a result",
    )  # fmt: skip
    assert (fine.status, fine.score) == (Status.GRADED, 1)


def test_a_killed_worker_is_replaced(job_of: Callable[..., Job]) -> None:
    kill = "import os, signal; os.kill(os.getppid(), signal.SIGKILL)"
    jobs = [job_of("student-01", setup=kill), job_of("student-02")]
    died, fine = sorted(grade_all(jobs, 1), key=lambda r: r.student)
    assert (died.status, fine.score) == (Status.FAILED, 1)


def test_a_test_that_never_ends_is_cut_off(
    job_of: Callable[..., Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graders, "MARGIN_SECONDS", 0.0)
    endless = job_of("student-01", setup="while True: pass")
    jobs = [replace(endless, limits=Limits(total_seconds=3)), job_of("student-02")]
    late, fine = sorted(grade_all(jobs, 1), key=lambda r: r.student)
    assert (late.status, late.reason) == (Status.FAILED, "its grading did not end in time")
    assert fine.score == 1
    assert _serving() == []


def test_a_fault_of_the_grader_is_told(job_of: Callable[..., Job]) -> None:
    job = job_of("student-01")
    (job.handed.folder / "data").mkdir()
    unreadable = Handed("student-02", "unit", cast(Path, "no path"))
    fine, failed = sorted(
        grade_all([job, replace(job, handed=unreadable)], 2), key=lambda r: r.student
    )
    assert fine.score == 1
    assert (failed.status, failed.reason) == (
        Status.FAILED,
        "the grader failed: TypeError: unsupported operand type(s) for /: 'str' and 'str'",
    )  # fmt: skip


def test_stopping_early_leaves_no_process(job_of: Callable[..., Job]) -> None:
    jobs = [job_of(f"student-{n:02}") for n in range(4)]
    results = grade_all(jobs, 2)
    next(results)
    results.close()
    assert _serving() == []


def _serving() -> list[str]:
    """Return the processes of this run's batches that stay, forks included."""
    end = time.monotonic() + 10
    while (found := _found()) and time.monotonic() < end:  # a killed process takes its moment
        time.sleep(0.05)
    return found


def _found() -> list[str]:
    mark = f"BATCH_TEST={os.getpid()}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            if (
                b"coursekit.grading.serving" in command
                and mark in (folder / "environ").read_bytes()
            ):
                found.append(folder.name)
        except OSError:  # it ended meanwhile
            continue
    return found
