"""Files that lie beside a notebook, as the student's side gets them."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO


@dataclass(frozen=True, slots=True)
class SideFile:
    """One file beside a notebook.

    Parameters
    ----------
    name : PurePosixPath
        Where it lies relative to the notebook, as code in the notebook would open it. It is never
        absolute and holds no ``..``.
    path : Path
        Where its content lies now: a regular file, not a link.
    """

    name: PurePosixPath
    path: Path


def pack(files: Iterable[SideFile], archive: IO[bytes]) -> None:
    """Write files into an archive: their names and contents, and nothing else of them.

    Parameters
    ----------
    files : iterable of SideFile
        The files.
    archive : binary file
        Where to; it is read from its beginning afterwards.
    """
    with tarfile.open(fileobj=archive, mode="w:") as packed:
        for file in files:
            content = file.path.read_bytes()
            member = tarfile.TarInfo(str(file.name))
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    archive.seek(0)
