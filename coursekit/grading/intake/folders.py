"""What lies in a folder that was handed in: its regular files, and what else is in it.

No link is followed and nothing is opened, so nothing outside the folder is reached.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from coursekit.grading.intake.sidefiles import SideFile
from coursekit.grading.repair.opening import kind_of
from coursekit.grading.repair.texts import shown_name

MOST_FILES = 1_000
MOST_BYTES = 64_000_000  # of all side files together
DEEPEST = 12
_MOST_ENTRIES = 20_000  # of a folder and all below it that are looked at
LEFT_BY_TOOLS = {".ipynb_checkpoints", "__pycache__", "__MACOSX", ".git", ".DS_Store"}


@dataclass(frozen=True, slots=True)
class Contents:
    """What lies in a folder.

    Parameters
    ----------
    files : tuple of SideFile
        The regular files, also in its subfolders, in order of their names.
    odd : dict of str to str
        Name to kind of what is neither a file nor a folder: ``a link``, ``a pipe`` ….
    flags : tuple of str
        What was left out, one line each.
    """

    files: tuple[SideFile, ...]
    odd: dict[str, str]
    flags: tuple[str, ...] = ()


def contents_of(folder: Path) -> Contents:
    """Return what lies in a folder and in the folders in it.

    What notebooks and systems leave behind unasked, such as checkpoints, is passed over.

    Parameters
    ----------
    folder : Path
        The folder.
    """
    walk = _Walk()
    files = sorted(walk.files(folder), key=lambda file: file.name.parts)
    flags = [
        f"tampering: {shown_name(name)} is {kind}; it was left out"
        for name, kind in sorted(walk.odd.items())[:20]
    ]
    if walk.unread:
        flags.append(f"mended: {walk.unread} entries of the folder could not be read")
    return Contents(tuple(files), walk.odd, tuple(flags))


def bounded(files: tuple[SideFile, ...]) -> tuple[tuple[SideFile, ...], tuple[str, ...]]:
    """Return as many files as a submission may bring along, and a flag if these are not all.

    Parameters
    ----------
    files : tuple of SideFile
        The files, in order of their names.
    """
    kept: list[SideFile] = []
    room = MOST_BYTES
    for file in files:
        size = file.path.lstat().st_size
        if len(kept) < MOST_FILES and size <= room:
            kept.append(file)
            room -= size
    left = len(files) - len(kept)
    if not left:
        return files, ()
    return tuple(kept), (
        f"mended: {left} files beside the notebook were left out:"
        f" at most {MOST_FILES:,} files and {MOST_BYTES:,} bytes are taken",
    )


class _Walk:
    def __init__(self) -> None:
        self.odd: dict[str, str] = {}
        self.unread = 0
        self._left = _MOST_ENTRIES

    def files(self, top: Path) -> Iterator[SideFile]:
        waiting = [PurePosixPath()]
        while waiting:
            inside = waiting.pop()
            for entry, kind in self._entries(top / inside):
                name = inside / entry
                if kind == "a folder":
                    waiting += [name] if len(name.parts) <= DEEPEST else []
                    self.unread += len(name.parts) > DEEPEST
                elif kind is not None:
                    self.odd[str(name)] = kind
                else:
                    yield SideFile(name, top / name)

    def _entries(self, folder: Path) -> Iterator[tuple[str, str | None]]:
        try:
            with os.scandir(folder) as found:
                for entry in found:
                    self._left -= 1
                    if self._left < 0:
                        self.unread += 1
                        return
                    if entry.name not in LEFT_BY_TOOLS:
                        yield entry.name, kind_of(entry.stat(follow_symlinks=False).st_mode)
        except OSError:
            self.unread += 1
