"""A class that holds whatever students hand in, and a cluster of two workers on this machine."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from distributed import LocalCluster
from nbformat import NotebookNode

from coursekit.grading.intake.handed import Handed
from coursekit.grading.limits import Limits
from coursekit.grading.worker import Job
from coursekit.notebooks import read_notebook, write_notebook
from coursekit.sandbox.kinds import Sandbox


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0",
        local_directory=str(tmp_path_factory.mktemp("cluster")),
    ) as started:  # fmt: skip
        yield started


@pytest.fixture
def source(cells: SimpleNamespace) -> NotebookNode:
    return cells.notebook(
        cells.locked("s", ""), cells.answer("a", "x = 1"), cells.graded("t", "assert x == 1")
    )


@pytest.fixture
def root(tmp_path: Path, source: NotebookNode, cells: SimpleNamespace) -> Path:
    """Return the root of a course of two units; a file was given out with one of them."""
    other = cells.notebook(
        cells.answer("b", "distance = 12 * 7"), cells.graded("u", "assert distance == 84")
    )
    write_notebook(tmp_path / "source" / "unit" / "assignment.ipynb", source)
    (tmp_path / "source" / "unit" / "given.txt").write_text("1")
    write_notebook(tmp_path / "source" / "other" / "assignment.ipynb", other)
    return tmp_path


@pytest.fixture
def job_of(root: Path, source: NotebookNode) -> Callable[..., Job]:
    """Hand in an answer and make a job of it."""

    def job_of(student: str, answer: str = "x = 1", sandbox: Sandbox = Sandbox.NONE) -> Job:
        submitted = copy.deepcopy(source)
        submitted.cells[1].source = answer
        folder = root / "submitted" / student / "unit"
        write_notebook(folder / "assignment.ipynb", submitted)
        limits = Limits(cell_seconds=300, question_seconds=300, total_seconds=600)
        path = root / "source" / "unit" / "assignment.ipynb"
        return Job(Handed(student, "unit", folder), (path,), limits, sandbox, (root,))

    return job_of


@pytest.fixture
def everything(root: Path, job_of: Callable[..., Job]) -> list[Job]:
    """Hand in what can travel and what cannot."""
    jobs = [job_of(f"student-{n:02}", f"x = {n % 2}") for n in range(14)]
    folders = [job.handed.folder for job in jobs]
    (folders[2] / "assignment.ipynb").rename(folders[2] / "my work.ipynb")
    (folders[3] / "assignment.ipynb").write_text("{")
    (folders[4] / "data").mkdir()
    (folders[4] / "data" / "with a long näme.txt".replace("long", "long" * 40)).write_text("4")
    (folders[5] / "link").symlink_to("/etc/passwd")
    os.mkfifo(folders[6] / "pipe")
    write_notebook(folders[7] / "assignment.ipynb", _other(root))
    (folders[8] / "timestamp.txt").write_text("2026-02-29 10:00")
    (folders[9] / "timestamp.txt").mkdir()
    (folders[10] / os.fsdecode(b"caf\xe9.txt")).write_text("no UTF-8")
    (folders[11] / "assignment.ipynb").unlink()
    (folders[12] / "numpy.py").write_text("a shadow")
    folders[13].rename(folders[13].with_name("gone"))
    folders[13].symlink_to("gone")
    return jobs


def _other(root: Path) -> NotebookNode:
    return read_notebook(root / "source" / "other" / "assignment.ipynb")
