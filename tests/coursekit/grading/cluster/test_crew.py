"""Which workers of a cluster get work, and what is said of the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from distributed import Client

from coursekit.grading.cluster.crew import MISSING, OTHER, Crew
from coursekit.grading.cluster.office import examine, receive
from coursekit.grading.cluster.parcels import kit_of
from coursekit.grading.fingerprint import environment_digest
from coursekit.grading.worker import Job


class Cluster:
    """A connection to workers that answer as they are told."""

    def __init__(self, answers: dict[str, Any]) -> None:
        self.answers, self.folder = answers, "a"
        self.received: list[str] = []

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        about = {"nthreads": 2, "local_directory": self.folder}
        return {"workers": dict.fromkeys(self.answers, about)}

    def run(self, function: Any, *_: Any, workers: list[str]) -> dict[str, Any]:
        (address,) = workers
        if function is receive:
            self.received.append(address)
            return {address: None}
        assert function is examine
        if isinstance(self.answers[address], Exception):
            raise self.answers[address]
        return {address: self.answers[address]}


def crew_of(cluster: Cluster, job: Job) -> tuple[Crew, list[str]]:
    told: list[str] = []
    return Crew(cast(Client, cluster), kit_of(job), told.append), told


def test_only_a_worker_that_is_the_same_gets_the_unit(job_of: Callable[..., Job]) -> None:
    own = environment_digest()
    cluster = Cluster({
        "tcp://good": (own, ""),
        "tcp://other": ("?", ""),
        "tcp://open": (own, "bubblewrap is missing"),
        "tcp://bare": Exception("ModuleNotFoundError(\"No module named 'coursekit'\")"),
        "tcp://gone": OSError("lost"),
    })  # fmt: skip
    crew, told = crew_of(cluster, job_of("student-01"))
    assert crew.survey() == ["tcp://bare", "tcp://gone", "tcp://open", "tcp://other"]
    assert crew.threads == {"tcp://good": 2}
    assert cluster.received == ["tcp://good"]
    assert told == [
        f"worker tcp://other gets no work: {OTHER}",
        "worker tcp://open gets no work: bubblewrap is missing",
        f"worker tcp://bare gets no work: {MISSING}",
        "worker tcp://gone gets no work: OSError: lost",
    ]


def test_a_worker_is_looked_at_once(job_of: Callable[..., Job]) -> None:
    cluster = Cluster({"tcp://good": (environment_digest(), ""), "tcp://other": ("?", "")})
    crew, told = crew_of(cluster, job_of("student-01"))
    crew.survey()
    crew.survey()
    assert (len(told), cluster.received) == (1, ["tcp://good"])


def test_a_worker_that_was_started_again_is_looked_at_again(job_of: Callable[..., Job]) -> None:
    cluster = Cluster({"tcp://good": (environment_digest(), "")})
    crew, _ = crew_of(cluster, job_of("student-01"))
    crew.survey()
    cluster.answers["tcp://good"], cluster.folder = ("?", ""), "b"
    assert crew.survey() == ["tcp://good"]
    assert crew.threads == {}
