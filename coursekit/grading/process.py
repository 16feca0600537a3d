"""One process that runs a student's cells, as the trusted side holds it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from coursekit.grading.channel import Channel, ChannelClosedError, ChannelTimeoutError
from coursekit.grading.limits import Limits

START_SECONDS = 60.0
GRACE_SECONDS = 1.0
_TIME_IS_UP = {"raised": ["raised", "TimeoutError", "the time is up"]}  # to what it asks back
Serve = Callable[[dict[str, Any]], dict[str, Any]]


class StudentEndedError(ConnectionError):
    """The student's process ended by itself."""


class OutOfTimeError(TimeoutError):
    """The student's code did not end within its time."""


class StudentProcess:
    """One process that runs a student's cells.

    Parameters
    ----------
    folder : Path
        The folder it starts in.
    limits : Limits
        What it may use.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        to_read, to_student = os.pipe()
        from_student, to_write = os.pipe()
        side = [sys.executable, "-P", "-m", "coursekit.grading.student_side"]
        try:
            self._process = subprocess.Popen(
                [*side, str(to_read), str(to_write), str(limits.output_bytes)],
                cwd=folder,
                env=_environment(folder),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(to_read, to_write),
                start_new_session=True,
            )
        finally:
            os.close(to_read)
            os.close(to_write)
        self._channel = Channel(from_student, to_student)
        self._asked = 0
        try:
            self._channel.receive(time.monotonic() + START_SECONDS)
        except (ChannelClosedError, ChannelTimeoutError):
            self.kill()
            raise StudentEndedError("the student's process did not start") from None

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
            If the answer takes longer than `seconds`; the process may have been killed.
        StudentEndedError
            If the process ended.
        """
        self._asked += 1
        try:
            self._channel.send({"id": self._asked, **request})
            reply = self._reply(time.monotonic() + seconds, serve)
        except ChannelTimeoutError:
            self._interrupt()
            raise OutOfTimeError(f"it did not end within {seconds:g} seconds") from None
        except ChannelClosedError:
            self.kill()
            raise StudentEndedError("the process ended") from None
        return reply

    def _reply(self, deadline: float, serve: Serve | None = None) -> dict[str, Any]:
        while True:
            reply = self._channel.receive(deadline)
            if "lent" in reply and serve is not None:
                self._channel.send({"number": reply.get("number"), **serve(reply)})
            elif reply.get("id") == self._asked:  # an answer that came too late has an older id
                return reply

    def _interrupt(self) -> None:
        """Interrupt what runs now; kill the process if it does not obey."""
        os.kill(self._process.pid, signal.SIGINT)
        try:
            self._reply(time.monotonic() + GRACE_SECONDS, lambda _: dict(_TIME_IS_UP))
        except (ChannelTimeoutError, ChannelClosedError):
            self.kill()

    @property
    def alive(self) -> bool:
        """Whether the process can be asked."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End the process and what it started in its group; a second call does nothing."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._channel.close()


def _environment(home: Path) -> dict[str, str]:
    """Return a clean environment: nothing of the instructor's crosses."""
    folder = str(home)
    return {
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": folder,
        "TMPDIR": folder,
        "IPYTHONDIR": f"{folder}/.ipython",
        "MPLCONFIGDIR": f"{folder}/.matplotlib",
        "NBGRADER_EXECUTION": "autograde",
    }
