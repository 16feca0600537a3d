"""A unit and its submissions, packed here and unpacked elsewhere, are what they were."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from coursekit.grading.cluster import parcels
from coursekit.grading.cluster.parcels import Parcel, kit_of, lay_out, parcel_of, unpacked
from coursekit.grading.worker import Job
from coursekit.sandbox.kinds import Sandbox


def test_what_travels_arrives_as_it_was(everything: list[Job], tmp_path: Path) -> None:
    stays = []
    for number, job in enumerate(everything):
        parcel = parcel_of(job.handed)
        if parcel is None:
            stays.append(number)
            continue
        there = unpacked(parcel, "unit", tmp_path / f"there-{number}")
        assert there.digest() == job.handed.digest()
        assert there.student == "student"
    assert stays == [5, 6, 9, 13]  # a link, a pipe, a folder as a time, a link as a folder


def test_what_cannot_be_read_stays(job_of: Callable[..., Job], monkeypatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    handed = job_of("student-01").handed
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert parcel_of(handed) is None


def test_what_is_too_large_stays(job_of: Callable[..., Job], monkeypatch) -> None:
    handed = job_of("student-01").handed
    monkeypatch.setattr(parcels, "MOST_BYTES", 10)
    assert parcel_of(handed) is None


def test_a_unit_is_laid_out_beside_the_others(job_of: Callable[..., Job], tmp_path: Path) -> None:
    there = tmp_path / "there"
    job = lay_out(kit_of(job_of("student-01")), there)
    files = sorted(str(path.relative_to(there)) for path in there.rglob("*") if path.is_file())
    assert files == ["other/assignment.ipynb", "unit/assignment.ipynb", "unit/given.txt"]
    assert job.sources == (there / "unit" / "assignment.ipynb",)
    assert job.secret == (there,)


def test_the_kit_tells_nothing_of_this_machine_or_the_student(
    job_of: Callable[..., Job], root: Path
) -> None:
    kit = kit_of(job_of("student-77"))
    for telling in (str(root), "student-77"):
        assert telling not in repr(kit.job)
        assert telling.encode() not in kit.archive


def test_whatever_decides_a_result_changes_the_digest(
    job_of: Callable[..., Job], root: Path
) -> None:
    job = job_of("student-01")
    before = kit_of(job).digest
    assert kit_of(job_of("student-02", "x = 2")).digest == before
    other = [
        replace(job, sandbox=Sandbox.BUBBLEWRAP),
        replace(job, limits=replace(job.limits, cell_seconds=1.0)),
        replace(job, candid=True),
    ]
    digests = {kit_of(one).digest for one in other}
    (root / "source" / "unit" / "given.txt").write_text("2")
    assert len({before, *digests, kit_of(job).digest}) == 5


def test_an_archive_that_leads_outside_is_refused(tmp_path: Path) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:") as packed:
        packed.addfile(tarfile.TarInfo("../outside"), io.BytesIO())
    with pytest.raises(tarfile.OutsideDestinationError):
        unpacked(Parcel("unit", made.getvalue()), "unit", tmp_path / "there")
