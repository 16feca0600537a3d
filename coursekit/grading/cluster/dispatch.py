"""Hand submissions to a Dask cluster and take the results: one for each, whatever is lost."""

from __future__ import annotations

import contextlib
import logging
import queue
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import dask
from distributed import Client, Future, KilledWorker

from coursekit.errors import ClusterError
from coursekit.grading.batch import grade_all
from coursekit.grading.cluster.crew import Crew
from coursekit.grading.cluster.letters import from_bytes
from coursekit.grading.cluster.office import grade_parcel
from coursekit.grading.cluster.parcels import kit_of, parcel_of
from coursekit.grading.results import SubmissionResult
from coursekit.grading.serving import failed
from coursekit.grading.worker import Job

CONNECT_SECONDS = 20.0
PATIENCE_SECONDS = 60.0  # without a worker, before it is an error: lost ones are started again
LOST = "every worker that graded it was lost"
KEPT = "what was graded is kept; start workers and run the same command again"
_SURVEY_SECONDS = 2.0  # between looks at who is there
_FETCH_SECONDS = 60.0
_MOST_TRIES = 3
_QUEUED = 2  # submissions under way for each thread, so that none waits for the next
_START = "start one with: dask scheduler"
_SETTINGS = {"distributed.admin.large-graph-warning-threshold": "1 GB"}  # submissions may be large


def grade_on_cluster(
    jobs: Sequence[Job], address: str, tell: Callable[[str], None]
) -> Iterator[SubmissionResult]:
    """Grade submissions on the workers of a Dask cluster.

    Parameters
    ----------
    jobs : Sequence of Job
        The submissions, all of one unit.
    address : str
        Of the scheduler: ``tcp://HOST:PORT``, or ``tls://HOST:PORT`` with Dask's configuration.
    tell : callable
        Takes a line about each worker that gets no work.

    Yields
    ------
    SubmissionResult
        One for each job, as soon as it is there: the same that `grade_all` gives. What cannot be
        sent as it is, such as a folder with links in it, is graded on this machine at the end.

    Raises
    ------
    ClusterError
        If the scheduler does not answer, or has no worker that can be given work.
    """
    if not jobs:
        return
    at_home: list[Job] = []
    with dask.config.set(_SETTINGS), _quiet(), _connected(address) as client:
        dispatch = _Dispatch(client, Crew(client, kit_of(jobs[0]), tell), address)
        try:
            yield from dispatch.results(jobs)
        finally:
            dispatch.call_back()
        at_home = dispatch.at_home
    yield from grade_all(at_home, 1)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from writing tracebacks to the terminal: whatever fails is told in a line."""
    handlers = [(one, one.level) for one in logging.getLogger("distributed").handlers]
    for handler, _ in handlers:
        handler.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for handler, level in handlers:
            handler.setLevel(level)


def _connected(address: str) -> Client:
    if not address.startswith(("tcp://", "tls://")):
        raise ClusterError(
            f"{address!r} is not the address of a scheduler;"
            " tcp://HOST:PORT or tls://HOST:PORT is expected",
            _START,
        )
    try:
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, RuntimeError, TypeError) as error:
        why = "" if isinstance(error, OSError) else f": {error}"
        raise ClusterError(
            f"no Dask scheduler answers at {address} within {CONNECT_SECONDS:g} s{why}", _START
        ) from None


@dataclass(frozen=True, slots=True)
class _Flight:
    job: Job
    future: Future[bytes]
    workers: frozenset[str]  # that it may go to


class _Dispatch:
    """Submissions under way: few at a time, each known until its result is there."""

    def __init__(self, client: Client, crew: Crew, address: str) -> None:
        self._client, self._crew, self._address = client, crew, address
        self._digest = crew.digest
        self._flying: dict[Any, _Flight] = {}
        self._landed: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._waiting: deque[Job] = deque()
        self._suspects: list[Job] = []
        self._tries: Counter[str] = Counter()
        self._next_survey = 0.0
        self._deserted = time.monotonic()  # since when there is no worker, where there is none
        self._waits_for_lost = False
        self.at_home: list[Job] = []

    def results(self, jobs: Sequence[Job]) -> Iterator[SubmissionResult]:
        """Yield a result for each job but those that stay at home."""
        self._waiting.extend(jobs)
        yield from self._all(alone=False)
        # Dask blames whatever was with a lost worker. Alone, only the one that ends it is blamed.
        self._waiting.extend(self._suspects)
        yield from self._all(alone=True)

    def call_back(self) -> None:
        """Cancel what is under way."""
        futures = [flight.future for flight in self._flying.values()]
        if futures and self._client.status == "running":
            with contextlib.suppress(OSError):
                self._client.cancel(futures, force=True)
        self._flying.clear()

    def _all(self, *, alone: bool) -> Iterator[SubmissionResult]:
        while self._waiting or self._flying:
            self._survey()
            for job in self._recalled():
                yield from self._blamed(job, alone=alone)
            most = 1 if alone else _QUEUED * sum(self._crew.threads.values())
            while self._waiting and self._crew.threads and len(self._flying) < most:
                self._send(self._waiting.popleft())
            if self._flying or self._waiting:
                yield from self._next(alone=alone)

    def _survey(self) -> None:
        """See who is there, now and then."""
        now = time.monotonic()
        if self._client.status != "running":
            raise ClusterError(f"the scheduler at {self._address} is gone", KEPT)
        if now < self._next_survey:
            return
        refused = self._crew.survey()
        self._next_survey = time.monotonic() + _SURVEY_SECONDS
        if self._crew.threads:
            self._deserted, self._waits_for_lost = self._next_survey, True
        elif now - self._deserted > PATIENCE_SECONDS or (refused and not self._waits_for_lost):
            raise _nobody(self._address, refused)

    def _recalled(self) -> list[Job]:
        """Call back and return what waits for workers that are all gone."""
        here = self._crew.threads.keys()
        keys = [key for key, flight in self._flying.items() if not flight.workers & here]
        flights = [self._flying.pop(key) for key in keys]
        if flights:
            self._client.cancel([flight.future for flight in flights], force=True)
        return [flight.job for flight in flights]

    def _blamed(self, job: Job, *, alone: bool) -> Iterator[SubmissionResult]:
        """Keep a submission whose workers were lost for later, or give it up."""
        self._next_survey = 0.0  # the next one must not be sent to who is there no more
        if alone:
            yield failed(job, LOST)
        else:
            self._suspects.append(job)

    def _send(self, job: Job) -> None:
        parcel = parcel_of(job.handed)
        if parcel is None:
            self.at_home.append(job)
            return
        workers = frozenset(self._crew.threads)
        future = self._client.submit(
            grade_parcel, self._digest, parcel, pure=False, workers=sorted(workers)
        )
        self._flying[future.key] = _Flight(job, future, workers)
        future.add_done_callback(lambda done: self._landed.put(done.key))

    def _next(self, *, alone: bool) -> Iterator[SubmissionResult]:
        """Wait a while for something to come back; yield the result, if it is one."""
        try:
            flight = self._flying.pop(self._landed.get(timeout=_SURVEY_SECONDS), None)
        except queue.Empty:
            return
        if flight is None:  # it was sent again meanwhile
            return
        try:
            letter = flight.future.result(timeout=_FETCH_SECONDS)
        except KilledWorker:
            yield from self._blamed(flight.job, alone=alone)
        except Exception as error:  # whatever happened on the way
            yield from self._again(flight.job, f"{type(error).__name__}: {error}")
        else:
            yield _opened(letter, flight.job)

    def _again(self, job: Job, why: str) -> Iterator[SubmissionResult]:
        self._tries[job.handed.student] += 1
        if self._tries[job.handed.student] >= _MOST_TRIES:
            yield failed(job, f"the cluster gave no result: {why}")
        else:
            self._waiting.append(job)
            self._next_survey = 0.0


def _opened(letter: object, job: Job) -> SubmissionResult:
    try:
        return from_bytes(letter, job.handed)
    except ValueError as error:
        return failed(job, f"what the cluster sent is no result: {error}")


def _nobody(address: str, refused: Sequence[str]) -> ClusterError:
    if refused:
        return ClusterError(
            f"none of the {len(refused)} workers at {address} can be given work",
            "install there what is installed here, as docs/cluster.md says",
        )
    return ClusterError(f"the scheduler at {address} has no worker", KEPT)
