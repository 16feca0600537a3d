"""Open what a student handed in: regular files only, never through a link, never waiting.

A pipe without a writer would keep a reader waiting for ever, and a link may lead anywhere, so what
a file is gets asked of the opened file itself.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from coursekit.errors import NotebookError
from coursekit.grading.repair.texts import shown_name

_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def kind_of(mode: int) -> str | None:
    """Return what an entry of a folder is, in words; None for a regular file."""
    return None if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "no regular file")


def read_regular(path: Path, limit: int) -> bytes:
    """Return the content of a regular file.

    Parameters
    ----------
    path : Path
        The file.
    limit : int
        How many bytes it may hold.

    Raises
    ------
    NotebookError
        If it is no regular file, cannot be read, or is larger.
    """
    descriptor, name = open_regular(path), shown_name(path.name)
    with os.fdopen(descriptor, "rb") as file:
        size = os.fstat(descriptor).st_size
        try:
            content = file.read(limit + 1)
        except OSError as error:
            raise NotebookError(f"{name} cannot be read: {error.strerror}") from None
    if len(content) > limit:
        raise NotebookError(
            f"{name} is too large: it has {max(size, limit + 1):,} bytes;"
            f" at most {limit:,} are read",
            "clear the notebook's outputs, save it, and hand it in again",
        )
    return content


def open_regular(path: Path) -> int:
    """Open a regular file for reading; return its descriptor.

    Raises
    ------
    NotebookError
        If it is no regular file, or cannot be opened.
    """
    name = shown_name(path.name)
    try:
        kind = kind_of(path.lstat().st_mode)
        if kind is None:
            descriptor = os.open(path, _FLAGS)
            kind = kind_of(os.fstat(descriptor).st_mode)
            if kind is None:
                return descriptor
            os.close(descriptor)
    except OSError as error:
        raise NotebookError(f"{name} cannot be read: {error.strerror}") from None
    raise NotebookError(f"{name} is {kind}; a regular file is expected")
