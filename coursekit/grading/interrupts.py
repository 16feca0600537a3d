"""When an interrupt may reach the student's side: in the student's code, and at no other time.

An interrupt in the middle of a message would leave half of it in the pipe, and one that comes when
its request has just been answered would hit the next.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class Interrupts:
    """What becomes of the interrupts of this process; make one, in its main thread.

    Outside `allowed` they are dropped. Inside `delayed` they wait for its end.
    """

    def __init__(self) -> None:
        self._allowed = False
        self._missed = False
        signal.signal(signal.SIGINT, self._came)

    def _came(self, *_: object) -> None:
        if self._allowed:
            raise KeyboardInterrupt
        self._missed = True

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Let an interrupt end the code inside, as a `KeyboardInterrupt`."""
        self._allowed = True
        try:
            yield
        finally:
            self._allowed = False

    def forbid(self) -> None:
        """Drop interrupts from now on: after one that came as `allowed` was ending."""
        self._allowed = False

    @contextmanager
    def delayed(self) -> Iterator[None]:
        """Let an interrupt wait while a message is on its way."""
        self._allowed, self._missed = False, False
        try:
            yield
        finally:
            self._allowed = True
        if self._missed:
            raise KeyboardInterrupt
