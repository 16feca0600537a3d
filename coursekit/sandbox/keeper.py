"""The process between the grader and a student's: it keeps the bounds that the kernel does not.

In a sandbox it is the first of its process namespace, so nothing outlives it. Elsewhere it adopts
what the student's code leaves behind and ends it.
"""

from __future__ import annotations

import enum
import os
import signal
import time
from pathlib import Path

from coursekit.sandbox.bounds import Bounds

LOOK_SECONDS = 0.1
LOOK_OUTSIDE_SECONDS = 0.5  # looking through all processes of the machine takes longer
USUAL_FILES = 64  # descriptors that the kernel makes room for in every process
SOCKET_BYTES = 212_992  # of the kernel's memory that a local socket can hold, sent and unread
_MAX_ROUNDS = 200  # of ending processes that start others meanwhile


class Ended(enum.IntEnum):
    """Why a submission's processes ended; the exit status of their keeper."""

    BY_ITSELF = 0
    NOT_STARTED = 70
    TOO_MUCH_MEMORY = 71


def keep(child: int, bounds: Bounds, *, all_are_ours: bool) -> Ended:
    """Watch over a student's process until it ends, uses too much, or SIGTERM comes.

    Parameters
    ----------
    child : int
        The student's process, started by this one.
    bounds : Bounds
        What it and all that it starts may use together.
    all_are_ours : bool
        Whether every process that ``/proc`` shows is the student's, as in a sandbox.

    Returns
    -------
    Ended
        Why it is over.
    """
    news = {signal.SIGCHLD, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, news)
    # What the keeper holds is shared with each child until one of both changes it.
    inherited = _own_memory(_status(os.getpid()))
    seconds = LOOK_SECONDS if all_are_ours else LOOK_OUTSIDE_SECONDS
    look = time.monotonic() + seconds
    while True:
        came = signal.sigtimedwait(news, max(0.0, look - time.monotonic()))
        if came is not None and came.si_signo == signal.SIGTERM:
            return Ended.BY_ITSELF
        if child in _reaped():
            return Ended.BY_ITSELF
        if time.monotonic() >= look:  # also while children end without pause
            kept = _others() if all_are_ours else descendants(os.getpid())
            used = sum(_used(pid, inherited) for pid in kept)
            if used > bounds.memory_bytes:
                return Ended.TOO_MUCH_MEMORY
            look = time.monotonic() + seconds


def end_descendants(pid: int) -> None:
    """End every process that descends from `pid`, which has to adopt orphans and to reap them."""
    for _ in range(_MAX_ROUNDS):
        found = descendants(pid)
        if not found:
            return
        for descendant in found:
            _kill(descendant)
        if pid == os.getpid():
            _reaped()


def descendants(pid: int) -> list[int]:
    """Return the processes that descend from `pid`, the ended ones left out."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rsplit(") ", 1)[1].split()[:2]
        except (OSError, UnicodeDecodeError):  # it ended meanwhile
            continue
        if state != "Z":
            children.setdefault(int(parent), []).append(int(folder.name))
    found: list[int] = []
    generation = [pid]
    while generation:
        generation = [child for parent in generation for child in children.get(parent, [])]
        found += generation
    return found


def _others() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and name != "1"]  # noqa: PTH208


def _used(pid: int, inherited: int) -> int:
    """Return the bytes that a process holds, those that it shares with its keeper left out.

    What it has sent to itself over sockets is held by the kernel in nobody's name. A process with
    more than the usual room for descriptors counts as if each further one were a full socket.
    """
    parts = _status(pid)
    beyond_usual = max(0, int(parts.get("FDSize", "0")) - USUAL_FILES)
    return max(0, _own_memory(parts) - inherited) + SOCKET_BYTES * beyond_usual


def _own_memory(parts: dict[str, str]) -> int:
    """Return the bytes that a process holds beside the files it has mapped; 0 when it is gone."""
    return 1024 * sum(int(parts.get(name, "0 kB").split()[0]) for name in ("RssAnon", "RssShmem"))


def _status(pid: int) -> dict[str, str]:
    """Return what the kernel says of a process; nothing when it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (OSError, UnicodeDecodeError):
        return {}
    return dict(line.split(":", 1) for line in status.splitlines() if ":" in line)


def _reaped() -> set[int]:
    """Take leave of the children that have ended; return which they were."""
    ended: set[int] = set()
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended.add(pid)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
