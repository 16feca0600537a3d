"""What a worker of the cluster does: say what it runs on, take a unit, grade its submissions.

A submission is graded in processes of its own, as on the instructor's machine, and never in a
thread of the worker: whatever a submission does to its grading, the worker answers.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from distributed import get_worker

from coursekit.errors import SandboxError
from coursekit.grading.cluster.letters import as_bytes
from coursekit.grading.cluster.parcels import Kit, Parcel, lay_out, unpacked
from coursekit.grading.fingerprint import environment_digest
from coursekit.grading.graders import Warm, Worker
from coursekit.grading.results import SubmissionResult
from coursekit.grading.serving import failed
from coursekit.grading.student.servers import check_walls
from coursekit.grading.worker import Job
from coursekit.sandbox.kinds import Sandbox


def examine(sandbox: Sandbox) -> tuple[str, str]:
    """Return a hash of what code runs on here, and why the walls cannot be made, if so.

    Parameters
    ----------
    sandbox : Sandbox
        The walls that are asked for.
    """
    try:
        if sandbox is Sandbox.BUBBLEWRAP:
            check_walls()
    except SandboxError as error:
        return environment_digest(), str(error)
    return environment_digest(), ""


def receive(kit: Kit, dask_worker: Any) -> None:
    """Keep what the submissions to a unit share.

    Parameters
    ----------
    kit : Kit
        The unit.
    dask_worker : distributed.Worker
        The worker that runs this; Dask gives it.
    """
    _office(dask_worker.local_directory).receive(kit)


def grade_parcel(digest: str, parcel: Parcel) -> bytes:
    """Grade a submission.

    Parameters
    ----------
    digest : str
        Of the unit's `Kit`, which was received before.
    parcel : Parcel
        The submission.

    Returns
    -------
    bytes
        The result, whatever it is.

    Raises
    ------
    UnknownUnitError
        If the unit was not received, so that what this worker runs on may not have been looked at.
    """
    return as_bytes(_office(get_worker().local_directory).grade(digest, parcel))


class UnknownUnitError(LookupError):
    """A submission came to a worker that does not have its unit."""


@cache
def _office(folder: str) -> _Office:
    return _Office(Path(folder))


class _Office:
    """What one worker of the cluster keeps: units, and grading processes that wait for work."""

    def __init__(self, folder: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="coursekit-", dir=folder))  # for its owner only
        self._jobs: dict[str, Job] = {}
        self._idle: list[Worker] = []
        self._source = _Source()
        self._lock = threading.Lock()

    def receive(self, kit: Kit) -> None:
        with self._lock:
            if kit.digest not in self._jobs:
                place = Path(tempfile.mkdtemp(prefix="unit-", dir=self._folder))
                self._jobs[kit.digest] = lay_out(kit, place)

    def grade(self, digest: str, parcel: Parcel) -> SubmissionResult:
        shared = self._jobs.get(digest)
        if shared is None:
            raise UnknownUnitError("this worker was not given the unit")
        place = Path(tempfile.mkdtemp(prefix="submission-", dir=self._folder))
        try:
            handed = unpacked(parcel, shared.handed.unit, place)
        except OSError as error:
            return failed(shared, f"the worker cannot store what was handed in: {error.strerror}")
        else:
            return self._graded(replace(shared, handed=handed))
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def _graded(self, job: Job) -> SubmissionResult:
        worker = self._worker()
        try:
            result = worker.grade(job)
        except OSError:  # it ended while it had nothing to do
            worker.stop()
            worker = Worker(self._source)
            result = worker.grade(job)
        self._idle.append(worker)
        return result

    def _worker(self) -> Worker:
        try:
            return self._idle.pop()
        except IndexError:
            return Worker(self._source)


class _Source:
    """Forks workers in one thread that never ends: with it, the system would end them."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._warm = self._thread.submit(Warm().__enter__).result()

    def worker(self) -> tuple[int, Connection]:
        return self._thread.submit(self._warm.worker).result()
