"""Bounds for a test's own code, so that a student's value cannot make a test run for ever.

``range(answer)`` ends or not as the student likes. A test has a budget of processor time, which
waiting for the student's calls does not use up, a longer one of time on the wall, and a bound on
memory. Past them the test is at fault: its author can say what a value may be.
"""

from __future__ import annotations

import contextlib
import io
import os
import resource
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

_STATM = Path("/proc/self/statm")
_WALL = 2  # a test that waits for others may take so many times its budget


class TestEndlessError(BaseException):
    """A test's own code used up its time; no handler for errors in it should stop this."""

    __test__ = False  # for pytest: not a class of tests


class _Dropped(io.TextIOBase):
    """A stream that forgets what is written to it."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return len(text)


@contextlib.contextmanager
def bounded(seconds: float, extra_bytes: int, waiting: float = 0.0) -> Iterator[None]:
    """Bound the time and the memory of what runs within; it must run in the main thread.

    Parameters
    ----------
    seconds : float
        Of processor time; of time on the wall, twice that.
    extra_bytes : int
        Of memory, beyond what the process has now.
    waiting : float
        How many seconds more on the wall it may wait for others.

    Raises
    ------
    TestEndlessError
        Within, when the time is up.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals reach the main thread alone
        return
    clocks = {signal.ITIMER_PROF: (signal.SIGPROF, seconds),
              signal.ITIMER_REAL: (signal.SIGALRM, _WALL * seconds + waiting)}  # fmt: skip
    before = {number: signal.signal(number, _time_is_up) for number, _ in clocks.values()}
    try:
        with _less_memory(extra_bytes):
            for clock, (_, time) in clocks.items():
                signal.setitimer(clock, time, 1.0)  # again, where something swallows the first
            try:
                yield
            finally:
                for clock in clocks:
                    signal.setitimer(clock, 0)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Drop what is printed within: it decides nothing, and standard output is not a test's."""
    stream = _Dropped()
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        yield


def _time_is_up(number: int, frame: FrameType | None) -> None:
    raise TestEndlessError


@contextlib.contextmanager
def _less_memory(extra: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = _mapped() + extra
    if most < extra or (soft != resource.RLIM_INFINITY and soft <= most):
        yield
        return
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _mapped() -> int:
    """Return how many bytes of address space the process has."""
    pages = int(_STATM.read_text().split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")
