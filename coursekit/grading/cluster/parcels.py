"""What a machine without the course's folders gets: a unit once, and submissions one by one."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from coursekit.grading.intake.folders import MOST_BYTES
from coursekit.grading.intake.handed import TIMESTAMP, Handed
from coursekit.grading.intake.sidefiles import SideFile, pack
from coursekit.grading.repair.choosing import given_files
from coursekit.grading.worker import Job

_NOBODY = "student"  # whose submission it is, that other machines are not told


@dataclass(frozen=True, slots=True)
class Kit:
    """All that the submissions to a unit share.

    Parameters
    ----------
    job : Job
        Any job of the unit without its submission; its paths are those of the folder of all units.
    archive : bytes
        The instructor's notebooks, the files beside them, and the other units' notebooks.
    """

    job: Job
    archive: bytes

    @property
    def digest(self) -> str:
        """A hash of all of it."""
        return hashlib.sha256(self.archive + repr(self.job).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Parcel:
    """One submission.

    Parameters
    ----------
    folder : str
        What its folder is called.
    archive : bytes
        The files in it.
    """

    folder: str
    archive: bytes


def kit_of(job: Job) -> Kit:
    """Pack what a job shares with the others of its unit."""
    folder = job.sources[0].parent
    own = [SideFile(PurePosixPath(path.name), path) for path in job.sources]
    within = [
        SideFile(PurePosixPath(folder.name) / file.name, file.path)
        for file in (*own, *given_files(folder))
    ]
    others = [  # by which a notebook of another unit is recognised
        SideFile(PurePosixPath(path.relative_to(folder.parent)), path)
        for path in sorted(folder.parent.glob("*/*.ipynb"))
        if path.parent != folder and path.is_file()
    ]
    sources = tuple(Path(folder.name) / path.name for path in job.sources)
    return Kit(replace(job.shared(), sources=sources, secret=()), _archive([*within, *others]))


def lay_out(kit: Kit, folder: Path) -> Job:
    """Unpack what a unit's submissions share; return a job without its submission.

    Parameters
    ----------
    kit : Kit
        What `kit_of` gave.
    folder : Path
        Where to; the students' code must not see it.
    """
    _unpack(kit.archive, folder)
    sources = tuple(folder / path for path in kit.job.sources)
    return replace(kit.job, sources=sources, secret=(folder,))


def parcel_of(handed: Handed) -> Parcel | None:
    """Pack a submission, if it is one that another machine can have as it is.

    Parameters
    ----------
    handed : Handed
        What was handed in.

    Returns
    -------
    Parcel or None
        None where anything in the folder is no regular file, cannot be read, is left out, or is
        larger than all side files may be together: what has to be said of it is told apart here.
    """
    contents = handed.contents()
    files = {str(file.name): file for file in contents.files}
    odd_time = TIMESTAMP not in files and os.path.lexists(handed.folder / TIMESTAMP)
    if handed.refusal() or contents.flags or odd_time:
        return None
    try:
        if sum(file.path.lstat().st_size for file in contents.files) > MOST_BYTES:
            return None
        return Parcel(handed.folder.name, _archive(contents.files))
    except OSError:
        return None


def unpacked(parcel: Parcel, unit: str, folder: Path) -> Handed:
    """Unpack a submission into an empty folder.

    Parameters
    ----------
    parcel : Parcel
        What `parcel_of` gave.
    unit : str
        What it is for.
    folder : Path
        Where to.

    Raises
    ------
    OSError
        If the file system cannot hold it.
    """
    place = folder / _NOBODY / parcel.folder
    place.mkdir(parents=True)
    _unpack(parcel.archive, place)
    return Handed(_NOBODY, unit, place)


def _archive(files: Iterable[SideFile]) -> bytes:
    made = io.BytesIO()
    pack(files, made)
    return made.getvalue()


def _unpack(archive: bytes, folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as packed:
        packed.extractall(folder, filter="data")
