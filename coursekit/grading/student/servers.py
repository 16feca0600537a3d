"""One warm server of students' processes, as the trusted side holds it."""

from __future__ import annotations

import json
import os
import select
import site
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from coursekit.errors import SandboxError
from coursekit.grading.intake.sidefiles import SideFile, pack
from coursekit.grading.limits import Limits
from coursekit.grading.student.channel import Channel
from coursekit.sandbox.bounds import Bounds
from coursekit.sandbox.bubblewrap import STUDENT, cannot_start, walls
from coursekit.sandbox.kinds import Sandbox
from coursekit.sandbox.view import packages_view

START_SECONDS = 120.0
ANSWER_SECONDS = 60.0  # of the server, which only forks and ends processes
_END_SECONDS = 10.0
_PACKET_BYTES = 1 << 16
_FIRST_USER = 2_000_000  # far above the users that a system gives out


class ServerGoneError(ConnectionError):
    """The server does not answer any more."""


class Server:
    """A warm server of students' processes, as the trusted side holds it.

    Parameters
    ----------
    sandbox : Sandbox
        The walls around it.
    bounds : Bounds
        How much room for files the walls leave where each process gets its own.
    secret : Sequence of Path
        Folders that they must not see.
    share : bool
        Whether it may start more than one process.

    Attributes
    ----------
    serves_many : bool
        Whether it can start one process after the other, each out of the others' reach.

    Raises
    ------
    SandboxError
        If the walls cannot be made.
    """

    def __init__(
        self, sandbox: Sandbox, bounds: Bounds, secret: Sequence[Path], *, share: bool
    ) -> None:
        self._walled = sandbox is Sandbox.BUBBLEWRAP
        around = walls(packages_view(secret), bounds) if self._walled else []
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (open as long as it is)
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        home = STUDENT if self._walled else tempfile.mkdtemp(prefix="coursekit-students-")
        user = _FIRST_USER + os.getpid() if self._walled and os.geteuid() == 0 else 0
        settings = {"walled": self._walled, "share": share, "user": user, "home": home}
        with theirs:
            inside = [sys.executable, "-P", "-m", "coursekit.grading.student.server"]
            self._process = subprocess.Popen(
                [*around, *inside, str(theirs.fileno()), json.dumps(settings)],
                env=_environment(home),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        try:
            self.serves_many = bool(self._answer(START_SECONDS)["serves_many"])
        except ServerGoneError:
            fault = self._fault()
            self.close()
            raise fault from None

    def start(self, limits: Limits, files: Sequence[SideFile]) -> tuple[int, Channel]:
        """Start a process that finds these files; return its number and the channel to it.

        Raises
        ------
        ServerGoneError
            If the server does not answer.
        """
        ours, theirs = socket.socketpair()
        with theirs, tempfile.TemporaryFile() as archive:
            pack(files, archive)
            request = {"bounds": asdict(limits.bounds), "output_bytes": limits.output_bytes}
            self._send(request, [theirs.fileno(), archive.fileno()])
            return int(self._answer(ANSWER_SECONDS)["number"]), Channel(ours)

    def end(self, number: int) -> int:
        """End a process and all that it started; return the `Ended` that says why it is over.

        Raises
        ------
        ServerGoneError
            If the server does not answer.
        """
        self._send({"end": number}, [])
        return int(self._answer(ANSWER_SECONDS)["ended"])

    @property
    def ready(self) -> bool:
        """Whether it can be asked: it lives, and owes no answer to somebody who died."""
        return not select.select([self._control], [], [], 0)[0]

    def close(self) -> None:
        """End it and all processes that it started; a second call does nothing."""
        self._control.close()  # which tells it to end
        self._errors.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _send(self, request: dict[str, Any], descriptors: list[int]) -> None:
        try:
            socket.send_fds(self._control, [json.dumps(request).encode()], descriptors)
        except OSError:
            raise ServerGoneError("the server is gone") from None

    def _answer(self, seconds: float) -> dict[str, Any]:
        self._control.settimeout(seconds)
        try:
            packet = self._control.recv(_PACKET_BYTES)
        except OSError:
            packet = b""
        if not packet:
            raise ServerGoneError("the server is gone")
        answer: dict[str, Any] = json.loads(packet)
        return answer

    def _fault(self) -> SandboxError:
        """Say why it did not start: what it said last."""
        self._errors.seek(0)
        last = _last_line(self._errors.read())
        if self._walled:
            return cannot_start(last)
        return SandboxError(f"the process for students' code does not start: {last}")


def check_walls(secret: Sequence[Path] = ()) -> None:
    """See to it that walls can be made here, before anything is done that needs them.

    Raises
    ------
    SandboxError
        If they cannot.
    """
    command = [*walls(packages_view(secret), Bounds()), sys.executable, "-ISc", ""]
    tried = subprocess.run(
        command, env=_environment(STUDENT), stdin=subprocess.DEVNULL, capture_output=True,
        check=False,
    )  # fmt: skip
    if tried.returncode != 0:
        raise cannot_start(_last_line(tried.stderr))


def _last_line(said: bytes) -> str:
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"


def _environment(home: str) -> dict[str, str]:
    """Return a clean environment: nothing of the instructor's crosses."""
    user_site = ({"PYTHONUSERBASE": site.getuserbase()} if site.ENABLE_USER_SITE
                 else {"PYTHONNOUSERSITE": "1"})  # fmt: skip
    return {
        **user_site,
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "PYTHONDONTWRITEBYTECODE": "1",
        "LANG": "C.UTF-8",
        "USER": "student",
        "LOGNAME": "student",
        "HOME": home,
        "TMPDIR": home,
        "IPYTHONDIR": f"{home}/ipython",
        "MPLCONFIGDIR": f"{home}/matplotlib",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "NBGRADER_EXECUTION": "autograde",
    }
