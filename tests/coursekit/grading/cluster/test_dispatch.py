"""A class on a cluster: the same results as here, whatever is lost on the way."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from distributed import Client, LocalCluster

from coursekit.errors import ClusterError
from coursekit.grading.cluster import crew, dispatch
from coursekit.grading.cluster.crew import OTHER
from coursekit.grading.cluster.dispatch import KEPT, LOST, grade_on_cluster
from coursekit.grading.cluster.letters import as_bytes
from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.student.housing import open_house
from coursekit.grading.worker import Job, Workbench, grade
from coursekit.notebooks import notebook_text
from coursekit.sandbox.kinds import Sandbox

pytestmark = pytest.mark.slow

WAIT_SECONDS = 300.0  # for what a busy machine does in the end


def graded(jobs: list[Job], cluster: LocalCluster) -> list[SubmissionResult]:
    told: list[str] = []
    results = list(grade_on_cluster(jobs, cluster.scheduler_address, told.append))
    assert told == []
    return sorted(results, key=lambda r: r.student)


def as_files(results: list[SubmissionResult]) -> list[str]:
    return [notebook_text(notebook) for r in results for notebook in r.notebooks.values()]


@pytest.mark.slow
def test_a_cluster_gives_what_this_machine_gives(
    everything: list[Job], cluster: LocalCluster
) -> None:
    bench = Workbench(everything[0], open_house())
    alone = [grade(job, bench) for job in everything]
    together = graded(everything, cluster)
    assert together == alone
    assert as_files(together) == as_files(alone)
    assert {r.status for r in alone} == {Status.GRADED, Status.REFUSED}


def test_the_walls_stand_on_the_workers(
    job_of: Callable[..., Job], cluster: LocalCluster, root: Path
) -> None:
    look = f"import os; x = int(not os.path.exists({str(root)!r}))"
    jobs = [job_of("student-01", look, Sandbox.BUBBLEWRAP), job_of("student-02", look)]
    walled, free = (graded([job], cluster)[0] for job in jobs)
    assert (walled.score, walled.flags) == (1, ())
    assert (free.score, free.flags) == (0, ("sandbox none",))


@pytest.mark.slow
def test_what_a_killed_worker_had_is_done_elsewhere(
    job_of: Callable[..., Job], cluster: LocalCluster, tmp_path: Path
) -> None:
    began = tmp_path / "began"
    waits = f"""
import os, time
first = not os.path.exists({str(began)!r})
if first:
    with open({str(tmp_path / "pid")!r}, "w") as file:
        file.write(str(os.getpid()))
    os.rename({str(tmp_path / "pid")!r}, {str(began)!r})
while first:
    time.sleep(0.1)
x = 1
"""
    jobs = [job_of(f"student-{n:02}", waits if n == 3 else "x = 1") for n in range(6)]
    killer = threading.Thread(target=lambda: kill_worker_above(began, cluster))
    killer.start()
    results = graded(jobs, cluster)
    killer.join()
    assert [(r.student, r.score) for r in results] == [(f"student-{n:02}", 1) for n in range(6)]


def kill_worker_above(began: Path, cluster: LocalCluster) -> None:
    """Kill the worker of the cluster that the process named in a file descends from."""
    end = time.monotonic() + WAIT_SECONDS
    while not began.exists() and time.monotonic() < end:
        time.sleep(0.1)
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        workers = set(client.run(os.getpid).values())
    process = int(began.read_text())
    while process not in workers:
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(process, signal.SIGKILL)


ENDS_ITS_WORKER = """
import os, signal, time
process = os.getpid()
while b"multiprocessing.spawn" not in open(f"/proc/{process}/cmdline", "rb").read():
    process = int(open(f"/proc/{process}/stat").read().rpartition(")")[2].split()[1])
os.kill(process, signal.SIGKILL)
time.sleep(3600)
"""


@pytest.mark.slow
def test_a_submission_that_ends_every_worker_is_given_up(
    job_of: Callable[..., Job], cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 0)
    jobs = [job_of(f"student-{n:02}", ENDS_ITS_WORKER if n == 1 else "x = 1") for n in range(5)]
    results = graded(jobs, cluster)
    (given_up,) = (r for r in results if r.student == "student-01")
    assert (given_up.status, given_up.reason) == (Status.FAILED, LOST)
    assert [r.score for r in results if r is not given_up] == [1] * 4


def test_a_worker_with_other_packages_gets_no_work(
    job_of: Callable[..., Job], cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "environment_digest", lambda: "another")
    told: list[str] = []
    with pytest.raises(ClusterError) as caught:
        list(grade_on_cluster([job_of("student-01")], cluster.scheduler_address, told.append))
    count = len(told)
    assert count >= 1
    assert all(line.endswith(f"gets no work: {OTHER}") for line in told)
    address = cluster.scheduler_address
    assert str(caught.value) == f"none of the {count} workers at {address} can be given work"
    assert caught.value.remedy == ("install there what is installed here, as docs/cluster.md says")


def test_stopping_early_cancels_what_is_queued(
    job_of: Callable[..., Job], cluster: LocalCluster
) -> None:
    jobs = [job_of(f"student-{n:02}") for n in range(8)]
    results = grade_on_cluster(jobs, cluster.scheduler_address, print)
    next(results)
    cast(Any, results).close()
    end = time.monotonic() + WAIT_SECONDS
    while cluster.scheduler.tasks and time.monotonic() < end:
        time.sleep(0.1)
    assert dict(cluster.scheduler.tasks) == {}


def test_a_scheduler_that_does_not_answer_is_named(
    job_of: Callable[..., Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "CONNECT_SECONDS", 0.5)
    with pytest.raises(ClusterError) as caught:
        list(grade_on_cluster([job_of("student-01")], "tcp://127.0.0.1:9", print))
    assert str(caught.value) == "no Dask scheduler answers at tcp://127.0.0.1:9 within 0.5 s"
    assert caught.value.remedy == "start one with: dask scheduler"


@pytest.mark.parametrize("address", ["127.0.0.1:8786", "http://127.0.0.1:8786", "", "inproc://a"])
def test_what_is_no_address_is_said(job_of: Callable[..., Job], address: str) -> None:
    with pytest.raises(ClusterError) as caught:
        list(grade_on_cluster([job_of("student-01")], address, print))
    assert str(caught.value) == (
        f"{address!r} is not the address of a scheduler;"
        " tcp://HOST:PORT or tls://HOST:PORT is expected"
    )


def test_an_address_that_cannot_be_read_is_an_error_too(job_of: Callable[..., Job]) -> None:
    with pytest.raises(ClusterError, match=r"^no Dask scheduler answers at tcp://:port within "):
        list(grade_on_cluster([job_of("student-01")], "tcp://:port", print))


def test_no_jobs_need_no_cluster() -> None:
    assert list(grade_on_cluster([], "tcp://127.0.0.1:9", print)) == []


class Missing:
    """A future whose result never comes, with its reason."""

    def __init__(self, error: Exception) -> None:
        self.key, self._error = object(), error

    def add_done_callback(self, tell: Callable[[Missing], None]) -> None:
        tell(self)

    def result(self, timeout: float) -> bytes:
        raise self._error


def in_vain(submit: Callable[[], Any], status: str = "running") -> dispatch._Dispatch:
    """Return a dispatch to a cluster of one worker that is not there."""
    client = SimpleNamespace(
        status=status, submit=lambda *words, **more: submit(), cancel=lambda *words, **more: None
    )
    staff = SimpleNamespace(digest="unit", threads={"tcp://1": 1}, survey=list)
    return dispatch._Dispatch(cast(Client, client), cast(crew.Crew, staff), "tcp://0")


def test_what_fails_again_and_again_fails(job_of: Callable[..., Job]) -> None:
    tries: list[int] = []

    def submit() -> Missing:
        tries.append(1)
        return Missing(OSError("lost"))

    (result,) = in_vain(submit).results([job_of("student-01")])
    assert (result.status, result.reason) == (
        Status.FAILED,
        "the cluster gave no result: OSError: lost",
    )
    assert len(tries) == 3


def restaffed(futures: list[SimpleNamespace], workers: list[str]) -> dispatch._Dispatch:
    """Return a dispatch to a cluster whose only worker is another at each look."""
    lost = in_vain(lambda: futures.pop(0))

    def survey() -> list[str]:
        lost._crew.threads = {workers.pop(0): 1}
        return []

    cast(Any, lost._crew).survey = survey
    return lost


def silent(key: int) -> SimpleNamespace:
    return SimpleNamespace(key=key, add_done_callback=lambda tell: None)


def test_what_waits_for_workers_that_are_gone_is_sent_to_others(
    job_of: Callable[..., Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "_SURVEY_SECONDS", 0.0)
    letter = as_bytes(SubmissionResult("student", "unit", Status.GRADED))
    answered = SimpleNamespace(
        key=2, add_done_callback=lambda tell: tell(answered), result=lambda timeout: letter
    )
    futures, workers = [silent(1), answered], ["tcp://1", "tcp://2", "tcp://2"]
    (result,) = restaffed(futures, workers).results([job_of("student-01")])
    assert (result.student, result.status, futures) == ("student-01", Status.GRADED, [])


def test_what_loses_all_workers_twice_is_given_up(
    job_of: Callable[..., Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "_SURVEY_SECONDS", 0.0)
    futures, workers = [silent(1), silent(2)], [f"tcp://{n}" for n in range(1, 5)]
    (result,) = restaffed(futures, workers).results([job_of("student-01")])
    assert (result.status, result.reason, futures) == (Status.FAILED, LOST, [])


def test_what_is_answered_twice_has_one_result(job_of: Callable[..., Job]) -> None:
    letter = as_bytes(SubmissionResult("student", "unit", Status.GRADED))

    def submit() -> SimpleNamespace:
        def tell_twice(tell: Callable[[SimpleNamespace], None]) -> None:
            tell(future)
            tell(future)

        future = SimpleNamespace(
            key=object(), add_done_callback=tell_twice, result=lambda timeout: letter
        )
        return future

    results = list(in_vain(submit).results([job_of("student-01"), job_of("student-02")]))
    assert sorted(r.student for r in results) == ["student-01", "student-02"]


def test_a_letter_that_is_no_result_fails(job_of: Callable[..., Job]) -> None:
    letter = SimpleNamespace(
        key=1, add_done_callback=lambda tell: tell(letter), result=lambda timeout: b"?"
    )
    (result,) = in_vain(lambda: letter).results([job_of("student-01")])
    assert (result.status, result.reason) == (
        Status.FAILED,
        "what the cluster sent is no result: it cannot be read: JSONDecodeError",
    )


def test_a_scheduler_that_is_gone_ends_the_run(job_of: Callable[..., Job]) -> None:
    with pytest.raises(ClusterError) as caught:
        list(in_vain(lambda: None, status="connecting").results([job_of("student-01")]))
    assert str(caught.value) == "the scheduler at tcp://0 is gone"
    assert caught.value.remedy == KEPT


def test_a_cluster_without_workers_ends_the_run(
    job_of: Callable[..., Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "PATIENCE_SECONDS", 0.0)
    nobody = in_vain(lambda: None)
    nobody._crew.threads.clear()
    with pytest.raises(ClusterError, match=r"^the scheduler at tcp://0 has no worker$"):
        list(nobody.results([job_of("student-01")]))


def test_the_terms_of_a_job_reach_the_worker(
    job_of: Callable[..., Job], cluster: LocalCluster
) -> None:
    job = job_of("student-01", "while True: pass")
    short = replace(job, limits=replace(job.limits, cell_seconds=0.5))
    (result,) = graded([short], cluster)
    assert (result.status, result.score) == (Status.GRADED, 0)
