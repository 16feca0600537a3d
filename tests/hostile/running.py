"""Run the command line on a world, and see what it leaves running."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.hostile.world import World

WORKERS = 4  # what is endless sleeps or burns one core while the others go on
MISSING = "missing"  # the status of a student who did not hand in
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_GONE_SECONDS = 60.0


@dataclass(frozen=True)
class Run:
    """What one run of the command line gave.

    Parameters
    ----------
    outcomes : dict
        Student's id to the entry of the JSON object, of the unit that was handed in.
    missing : set of (str, str)
        Who did not hand in for which unit.
    code : int
        The exit code.
    errors : str
        What it wrote to standard error.
    seconds : float
        How long it took.
    running : tuple of str
        The command lines of the processes that it left.
    """

    outcomes: dict[str, dict[str, Any]]
    missing: set[tuple[str, str]]
    code: int
    errors: str
    seconds: float
    running: tuple[str, ...]


def grade(world: World, *options: str, workers: int = WORKERS) -> Run:
    """Grade the class of a world with one call of the command line."""
    command = [
        sys.executable,
        "-m",
        "coursekit.cli",
        "--root",
        str(world.course),
        "grade",
        "--json",
    ]
    started = time.monotonic()
    with _adopting() as left:
        done = subprocess.run(
            [*command, "--jobs", str(workers), *options],
            env=world.environment, cwd=world.home, capture_output=True, check=False,
        )  # fmt: skip
        seconds = time.monotonic() - started
        running = tuple(left())
    errors = done.stderr.decode(errors="replace")
    said = done.stdout.decode()
    entries = json.loads(said)["submissions"] if said.startswith("{") else []
    outcomes = {entry["student"]: entry for entry in entries if entry["status"] != MISSING}
    missing = {(e["student"], e["unit"]) for e in entries if e["status"] == MISSING}
    return Run(outcomes, missing, done.returncode, errors, seconds, running)


@contextlib.contextmanager
def _adopting() -> Iterator[Any]:
    """Become the parent of what loses its own; give a function that names what is left of it."""
    before = set(_children())
    prctl = ctypes.CDLL(None).prctl
    prctl(_SUBREAPER, 1)
    try:
        yield lambda: _named(_left(before))
    finally:
        prctl(_SUBREAPER, 0)
        for pid in _left(before, wait=False):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _left(before: set[int], *, wait: bool = True) -> list[int]:
    """Return the children that came and do not go, as soon as that is sure."""
    ends = time.monotonic() + _GONE_SECONDS
    while True:
        new = [pid for pid in _children() if pid not in before]
        living = [pid for pid in new if os.waitpid(pid, os.WNOHANG)[0] == 0]
        if not living or not wait or time.monotonic() > ends:
            return living
        time.sleep(0.05)


def _children() -> list[int]:
    return [int(pid) for each in Path("/proc/self/task").glob("*/children")
            for pid in each.read_text().split()]  # fmt: skip


def _named(pids: Sequence[int]) -> list[str]:
    lines = (Path(f"/proc/{pid}/cmdline").read_bytes() for pid in pids)
    return [line.replace(b"\0", b" ").decode(errors="replace") for line in lines]
