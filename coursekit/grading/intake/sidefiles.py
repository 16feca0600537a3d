"""Files that lie beside a notebook, as the student's side gets them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath


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
