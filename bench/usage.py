"""Run a command and say what it took: time, processor time and memory of its whole tree.

The command runs below a small process of its own, this file as a script, which every orphan of the
tree falls back to, so that no process escapes the account. Memory is the proportional share of each
process, in which a page that several share is counted once; it is sampled, seldom enough to take
no more than a fiftieth of one core.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h
_SHORTEST_PAUSE = 0.05
_PAUSES_TO_A_SAMPLE = 50.0


@dataclass(frozen=True, slots=True)
class Usage:
    """What a command took.

    Parameters
    ----------
    seconds : float
        From its start to its end.
    cpu_seconds : float
        Of all processes that it started, in user and in system mode.
    peak_bytes : int
        The most memory that the tree was seen to hold at once.
    exit_code : int
        What it ended with.
    """

    seconds: float
    cpu_seconds: float
    peak_bytes: int
    exit_code: int


def measure(
    command: Sequence[str | Path], *, folder: Path, environment: Mapping[str, str], log: Path
) -> Usage:
    """Run a command to its end and measure it.

    Parameters
    ----------
    command : Sequence of str or Path
        What is run.
    folder : Path
        Where.
    environment : mapping of str to str
        All of its environment.
    log : Path
        The file that takes what it writes.
    """
    reading, writing = os.pipe()
    arguments = [sys.executable, __file__, str(writing), *map(str, command)]
    with log.open("wb") as output, os.fdopen(reading, "rb") as report:
        try:
            process = subprocess.Popen(
                arguments,
                cwd=folder,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=[writing],
            )
        finally:
            os.close(writing)
        measured = report.read()
        process.wait()
    return Usage(**json.loads(measured))


class _Memory:
    """The most that the tree below this process holds, looked at now and then."""

    def __init__(self) -> None:
        self.peak = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> int:
        self._done.set()
        self._thread.join()
        return self.peak

    def _watch(self) -> None:
        pause = 0.0
        while not self._done.wait(pause):
            started = time.perf_counter()
            self.peak = max(self.peak, sum(map(memory_held, descendants(os.getpid()))))
            took = time.perf_counter() - started
            pause = max(_SHORTEST_PAUSE, _PAUSES_TO_A_SAMPLE * took)


def descendants(ancestor: int) -> list[int]:
    """Return the ids of the processes below one, as far as they can be seen."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (parent := _parent_of(entry)) is not None:
            children.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [ancestor]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _parent_of(process: Path) -> int | None:
    try:
        stat = (process / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has ended meanwhile
        return None
    return int(stat.rpartition(")")[2].split()[1])  # the name before may hold anything


def memory_held(process: int) -> int:
    """Return a process's share of memory; all that it holds where the share may not be read."""
    folder = Path("/proc") / str(process)
    try:
        for line in (folder / "smaps_rollup").read_text(encoding="utf-8").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        pages = int((folder / "statm").read_text(encoding="utf-8").split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def _run(command: Sequence[str]) -> Usage:
    """Run the command as a child of this process and account for all that it starts."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    memory = _Memory()
    started = time.perf_counter()
    process = subprocess.Popen(command, close_fds=True)
    memory.start()
    code = process.wait()
    seconds = time.perf_counter() - started
    peak = memory.stop()
    _reap()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Usage(seconds, used.ru_utime + used.ru_stime, peak, code)


def _reap() -> None:
    """End what the command left running, so that its time counts too."""
    while left := descendants(os.getpid()):
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
        try:
            while os.waitpid(-1, 0):
                pass
        except ChildProcessError:
            continue


def main() -> None:
    """Run the command that the arguments name, and write what it took to the file descriptor."""
    descriptor, *command = sys.argv[1:]
    usage = _run(command)
    with os.fdopen(int(descriptor), "w", encoding="utf-8") as report:
        json.dump(asdict(usage), report)


if __name__ == "__main__":
    main()
