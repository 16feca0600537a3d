"""One process that runs a student's cells, as the trusted side holds it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from coursekit.grading.intake.sidefiles import SideFile
from coursekit.grading.limits import Limits
from coursekit.grading.student.channel import ChannelClosedError, ChannelTimeoutError
from coursekit.grading.student.housing import Housing
from coursekit.grading.student.servers import Server, ServerGoneError
from coursekit.sandbox.bounds import MIB
from coursekit.sandbox.keeper import Ended

START_SECONDS = 60.0
Serve = Callable[[dict[str, Any]], dict[str, Any]]


class StudentEndedError(ConnectionError):
    """The student's process ended by itself."""


class OutOfTimeError(TimeoutError):
    """The student's code did not end within its time."""


class StudentProcess:
    """One process that runs a student's cells.

    Parameters
    ----------
    housing : Housing
        Where it comes from.
    limits : Limits
        What it may use.
    files : Sequence of SideFile
        What it finds in its folder.

    Raises
    ------
    SandboxError
        If the walls around it cannot be made.
    StudentEndedError
        If it does not start.
    """

    def __init__(self, housing: Housing, limits: Limits, files: Sequence[SideFile]) -> None:
        self._memory_bytes = limits.bounds.memory_bytes
        self._asked = 0
        self._server: Server = housing.server()
        self.alive = True
        try:
            self._number, self._channel = self._server.start(limits, files)
            self._channel.receive(time.monotonic() + START_SECONDS)
        except (ServerGoneError, ChannelClosedError, ChannelTimeoutError):
            housing.close()
            self.alive = False
            raise StudentEndedError("the process for your code did not start") from None

    def ask(
        self, request: dict[str, Any], seconds: float, serve: Serve | None = None
    ) -> dict[str, Any]:
        """Send a request and wait for its answer.

        Parameters
        ----------
        request : dict
            What is asked.
        seconds : float
            How long the answer may take.
        serve : callable, optional
            Answers what the process asks back meanwhile; without it, that is no message.

        Raises
        ------
        OutOfTimeError
            If the answer takes longer than `seconds`; the process has been ended.
        StudentEndedError
            If the process ended.
        """
        self._asked += 1
        deadline = time.monotonic() + seconds
        try:
            self._channel.send({"id": self._asked, **request}, deadline)
            return self._reply(deadline, serve)
        except ChannelTimeoutError:
            self.end()
            raise OutOfTimeError(f"it did not end within {seconds:g} seconds") from None
        except ChannelClosedError:
            raise StudentEndedError(self._cause(self.end())) from None

    def _reply(self, deadline: float, serve: Serve | None) -> dict[str, Any]:
        while True:
            reply = self._channel.receive(deadline)
            if "lent" in reply and serve is not None:
                self._channel.send({"number": reply.get("number"), **serve(reply)}, deadline)
            elif reply.get("id") == self._asked:
                return reply

    def _cause(self, ended: Ended) -> str:
        if ended is Ended.TOO_MUCH_MEMORY:
            return f"the process used more than {self._memory_bytes // MIB:,} MiB of memory"
        return "the process ended"

    def end(self) -> Ended:
        """End the process and all that it started; a second call does nothing."""
        if not self.alive:
            return Ended.BY_ITSELF
        self.alive = False
        self._channel.close()
        ended = Ended.BY_ITSELF
        with contextlib.suppress(ServerGoneError):
            ended = Ended(self._server.end(self._number))
        if not self._server.serves_many:
            self._server.close()
        return ended
