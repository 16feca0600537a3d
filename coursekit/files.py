"""Files that are written whole or not at all, and a lock that one run at a time holds."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path

from coursekit.errors import BusyError, StorageError

ASIDE = ".coursekit-"  # how the name of a file that is not in its place yet begins


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that a reader, or a crash, sees the old content or the new, never a part.

    Raises
    ------
    StorageError
        If the folder cannot be written.
    """
    write_together({path: content})


def write_together(contents: Mapping[Path, str | bytes | None]) -> None:
    """Write several files, each whole, and none at all if one of them cannot be written.

    Parameters
    ----------
    contents : mapping of Path to str, bytes or None
        The files and what they are to hold; None where there is to be no file.

    Raises
    ------
    StorageError
        If a folder cannot be written.
    """
    with replacing(contents):
        pass


@contextlib.contextmanager
def replacing(contents: Mapping[Path, str | bytes | None]) -> Iterator[None]:
    """Replace files for good if what is done inside succeeds; else put the old ones back.

    The new files stand in their places while the inner part runs.

    Parameters
    ----------
    contents : mapping of Path to str, bytes or None
        The files and what they are to hold; None where there is to be no file.

    Raises
    ------
    StorageError
        If a folder cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     page = Path(folder, "page.html")
    ...     write_atomically(page, "old")
    ...     with contextlib.suppress(KeyError), replacing({page: "new"}):
    ...         raise KeyError
    ...     page.read_text()
    'old'
    """
    with contextlib.ExitStack() as undo:
        ready = {p: undo.enter_context(_written(p, c)) for p, c in contents.items()}
        with contextlib.ExitStack() as old:
            for path, new in ready.items():
                old.enter_context(_in_place(path, new))
            yield


@contextlib.contextmanager
def aside(path: Path) -> Iterator[Path]:
    """Give a new, empty file beside `path`, to be moved there; what is left of it then goes.

    It is locked as long as it is in use, so that `sweep` leaves it alone.

    Raises
    ------
    StorageError
        If the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        name = path.parent / f"{ASIDE}{path.name[:40]}-{secrets.token_hex(8)}"
        handle = os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    except OSError as error:
        raise unwritable(path.parent, error) from None
    with os.fdopen(handle, "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield name
        finally:
            name.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what a run that was killed has left aside in a folder.

    Parameters
    ----------
    folder : Path
        Where to look, not below it; it need not be there.
    """
    for left in folder.glob(f"{ASIDE}*"):
        with contextlib.suppress(OSError), left.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while it is in use
            left.unlink()


@contextlib.contextmanager
def _written(path: Path, content: str | bytes | None) -> Iterator[Path | None]:
    """Write a file's content aside and on the disk; None where there is to be no file."""
    if content is None:
        yield None
        return
    with aside(path) as new:
        try:
            with new.open("wb") as file:
                file.write(content.encode("utf-8") if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise unwritable(path.parent, error) from None
        yield new


@contextlib.contextmanager
def _in_place(path: Path, new: Path | None) -> Iterator[None]:
    """Put a file in its place; put the old one back if what is done inside fails."""
    if new is None and not os.path.lexists(path):
        yield
        return
    with aside(path) as old:
        kept = placed = False
        try:
            kept = _kept(path, old)
            _put(new, path)
            placed = True
            yield
        except BaseException as error:
            if kept:
                old.replace(path)
            elif placed:
                path.unlink(missing_ok=True)
            if isinstance(error, OSError) and not placed:
                raise unwritable(path.parent, error) from None
            raise


def _put(new: Path | None, path: Path) -> None:
    if new is None:
        path.unlink(missing_ok=True)
    else:
        new.replace(path)


def _kept(path: Path, old: Path) -> bool:
    """Keep a file's present content under another name as well; say whether there was one."""
    if not path.is_file():
        return False
    old.unlink()
    try:
        os.link(path, old)
    except OSError:  # not every file system has links, and not every file may be linked to
        path.rename(old)
    return True


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
