"""The trusted side's handle on a student's process, and the session that survives its death.

A `StudentProcess` is one process; a `StudentSession` is one submission: when its process dies
or has to be killed, the session starts another and runs again the cells that had ended well.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from coursekit.grading.channel import Channel, ChannelClosedError, ChannelTimeoutError
from coursekit.grading.limits import Limits
from coursekit.plain import (
    NotPlainError,
    Refused,
    error_from_plain,
    from_plain,
    to_plain,
)

START_SECONDS = 60.0
GRACE_SECONDS = 1.0


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

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a request and wait for its answer.

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
            reply = self._reply(time.monotonic() + seconds)
        except ChannelTimeoutError:
            self._interrupt()
            raise OutOfTimeError(f"it did not end within {seconds:g} seconds") from None
        except ChannelClosedError:
            self.kill()
            raise StudentEndedError("the process ended") from None
        return reply

    def _reply(self, deadline: float) -> dict[str, Any]:
        while True:
            reply = self._channel.receive(deadline)
            if reply.get("id") == self._asked:  # an answer that came too late has an older id
                return reply

    def _interrupt(self) -> None:
        """Interrupt what runs now; kill the process if it does not obey."""
        os.kill(self._process.pid, signal.SIGINT)
        try:
            self._reply(time.monotonic() + GRACE_SECONDS)
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


class StudentSession:
    """The student's side of one submission.

    Parameters
    ----------
    limits : Limits
        What the submission may use.
    files : Sequence of Path
        The files that were handed in beside the notebook; copied into the scratch folder.
    """

    def __init__(self, limits: Limits, files: Sequence[Path] = ()) -> None:
        self._limits = limits
        self._ends = time.monotonic() + limits.total_seconds
        self._scratch = tempfile.TemporaryDirectory(prefix="submission-")
        self._process: StudentProcess | None = None
        self._ran_well: list[str] = []
        for file in files:
            (Path(self._scratch.name) / file.name).write_bytes(file.read_bytes())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self._process.kill()
        self._scratch.cleanup()

    def run(self, code: str) -> tuple[list[dict[str, Any]], int | None]:
        """Run a cell; return its outputs and its execution count.

        Time and death are outputs too: an error that names them stands last.
        """
        try:
            reply = self._ask({"ask": "run", "code": code}, self._limits.cell_seconds)
        except (OutOfTimeError, StudentEndedError) as error:
            return [_error_output(error)], None
        if reply.get("interrupted"):
            return [_error_output(OutOfTimeError("it was interrupted"))], None
        if reply.get("good"):
            self._ran_well.append(code)
        return list(reply["outputs"]), reply["count"]

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the student's values of some names: plain data, `Refused` or a function.

        A name that the student did not define is left out.

        Raises
        ------
        OutOfTimeError, StudentEndedError
            If the student's process does not answer.
        """
        if not names:
            return {}
        reply = self._ask({"ask": "names", "names": list(names)}, self._limits.cell_seconds)
        calls = Calls(self, self._limits.question_seconds)
        found = {name: _received(name, reply, calls) for name in names}
        return {name: value for name, value in found.items() if value is not _MISSING}

    def _ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        process = self._living()
        left = self._ends - time.monotonic()
        if left <= 0:
            raise OutOfTimeError(
                f"the whole submission did not end within {self._limits.total_seconds:g} seconds"
            )
        return process.ask(request, min(seconds, left))

    def _living(self) -> StudentProcess:
        if self._process is not None and self._process.alive:
            return self._process
        if self._process is not None:
            self._process.kill()
        self._process = StudentProcess(Path(self._scratch.name), self._limits)
        for code in self._ran_well:
            self._process.ask({"ask": "run", "code": code}, self._limits.cell_seconds)
        return self._process

    def call(self, name: str, args: list[Any], kwargs: dict[str, Any], seconds: float) -> Any:
        """Send one call to the student's function `name`; return the raw reply."""
        return self._ask({"ask": "call", "name": name, "args": args, "kwargs": kwargs}, seconds)


class Calls:
    """The time that all calls of one question share.

    Parameters
    ----------
    session : StudentSession
        Whose functions are called.
    seconds : float
        For all calls together.
    """

    def __init__(self, session: StudentSession, seconds: float) -> None:
        self._session, self._allowed = session, seconds
        self._left = seconds

    def make(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call the student's function with plain arguments.

        Lists, dicts and arrays among the arguments are left as the call left them.

        Raises
        ------
        OutOfTimeError, StudentEndedError
            If the call does not end well.
        NotPlainError
            If an argument is not plain data: the test's own fault.
        Exception
            What the student's function raised, by class and fields.
        """
        if self._left <= 0:
            raise OutOfTimeError(f"its calls did not end within {self._allowed:g} seconds")
        sent = [to_plain(arg) for arg in args]
        named = {key: to_plain(arg) for key, arg in kwargs.items()}
        started = time.monotonic()
        try:
            reply = self._session.call(name, sent, named, self._left)
        finally:
            self._left -= time.monotonic() - started
        if reply.get("interrupted"):
            self._left = 0.0
            raise OutOfTimeError(f"its calls did not end within {self._allowed:g} seconds")
        _update(args, reply.get("args"))
        return _outcome(reply)


_MISSING = object()


def _received(name: str, reply: dict[str, Any], calls: Calls) -> Any:
    answers = reply.get("names")
    answer = answers.get(name) if isinstance(answers, dict) else None
    match answer:
        case {"kind": "value", "value": data}:
            try:
                return from_plain(data)
            except NotPlainError as error:
                return Refused(str(error))
        case {"kind": "function"}:
            return _proxy(name, calls)
        case {"kind": "refused", "reason": str(reason)}:
            return Refused(reason[:200])
    return _MISSING


def _proxy(name: str, calls: Calls) -> Callable[..., Any]:
    """Return a function that looks like the student's and calls across."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return calls.make(name, args, kwargs)

    call.__name__ = call.__qualname__ = name
    return call


def _outcome(reply: dict[str, Any]) -> Any:
    """Return what a call gave, or raise what it raised."""
    match reply:
        case {"result": data}:
            try:
                return from_plain(data)
            except NotPlainError as error:
                return Refused(str(error))
        case {"refused": str(reason)}:
            return Refused(reason[:200])
        case {"raised": data}:
            raised = _error_or_refusal(data)
            if isinstance(raised, Refused):
                return raised
            raise raised
    return Refused("a damaged message")


def _error_or_refusal(data: object) -> Exception | Refused:
    try:
        return error_from_plain(data)
    except NotPlainError as error:
        return Refused(str(error))


def _update(args: tuple[Any, ...], changed: Any) -> None:
    """Bring what a call did to its list, dict and array arguments over to the caller's own."""
    if not isinstance(changed, list) or len(changed) != len(args):
        return
    for own, data in zip(args, changed, strict=True):
        if data is None:
            continue
        try:
            now = from_plain(data)
        except NotPlainError:
            continue
        if type(now) is not type(own):
            continue
        if isinstance(own, list):
            own[:] = now
        elif isinstance(own, dict):
            own.clear()
            own.update(now)
        elif hasattr(own, "dtype") and own.shape == now.shape and own.flags.writeable:
            own[...] = now


def _error_output(error: Exception) -> dict[str, Any]:
    name = "TimeoutError" if isinstance(error, OutOfTimeError) else "ProcessEnded"
    return {"output_type": "error", "ename": name, "evalue": str(error),
            "traceback": [f"{name}: {error}"]}  # fmt: skip
