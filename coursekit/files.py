"""Files that are written whole or not at all, and a lock that one run at a time holds."""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from coursekit.errors import BusyError, StorageError


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that a reader, or a crash, sees the old content or the new, never a part.

    Raises
    ------
    StorageError
        If the folder cannot be written.
    """
    write_together({path: content})


def write_together(contents: Mapping[Path, str | bytes]) -> None:
    """Write several files, each whole, and none at all if one of them cannot be written.

    Parameters
    ----------
    contents : mapping of Path to str or bytes
        The files and what they are to hold.

    Raises
    ------
    StorageError
        If a folder cannot be written.
    """
    ready: list[tuple[Path, Path]] = []
    try:
        for path, content in contents.items():
            ready.append((_written_aside(path, content), path))
        for aside, path in ready:
            try:
                aside.replace(path)
            except OSError as error:
                raise unwritable(path.parent, error) from None
    finally:
        for aside, _ in ready:
            aside.unlink(missing_ok=True)


def _written_aside(path: Path, content: str | bytes) -> Path:
    """Write a file's content beside it, under a temporary name."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    aside = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}-")
        aside = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        aside.chmod(0o644)
    except OSError as error:
        if aside is not None:
            aside.unlink(missing_ok=True)
        raise unwritable(path.parent, error) from None
    return aside


def unwritable(folder: Path, error: OSError) -> StorageError:
    """Return the error for a folder that cannot be written."""
    return StorageError(
        f"cannot write in {folder}: {error.strerror}",
        "give this user the right to write there, or free some space",
    )


@contextlib.contextmanager
def held(lock: Path, work: str) -> Iterator[None]:
    """Hold a lock file for as long as `work` goes on; the system frees it when the process ends.

    Raises
    ------
    BusyError
        If another process holds it.
    """
    try:
        file = lock.open("a")
    except OSError as error:
        raise unwritable(lock.parent, error) from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BusyError(
                f"cannot {work}: another run is at work on this course",
                "wait until it has finished, then run the same command again",
            ) from None
        yield
