"""A warm process that forks one student's process after the other, each behind its walls.

Started as ``python -P -m coursekit.grading.student.server DESCRIPTOR SETTINGS``, in the sandbox
where there is one. It has imported what students use and runs no student's code itself. It is told
over a packet socket to start a process and to end one.
"""

from __future__ import annotations

import builtins
import contextlib
import gc
import importlib
import json
import os
import random
import shutil
import socket
import sys
import tarfile
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from coursekit.grading.student.channel import Channel
from coursekit.grading.student.shell import Shell, make_shell
from coursekit.grading.student.side import serve
from coursekit.sandbox.bounds import Bounds
from coursekit.sandbox.enclosure import Enclosure, Life, can_separate, end

PACKET_BYTES = 1 << 16
USED_BY_STUDENTS = (
    "coursekit.questions", "matplotlib.pyplot", "matplotlib_inline.backend_inline", "ipywidgets",
)  # fmt: skip
QUESTION_ASKED = "input() asks a person, and nobody answers while a notebook is graded"


class Server:
    """Starts and ends students' processes.

    Parameters
    ----------
    shell : Shell
        The shell that each of them has, as it is before any cell.
    walled : bool
        Whether this process is in the sandbox.
    share : bool
        Whether it may serve many; in the sandbox, it then keeps them apart if the system lets it.
    user : int
        The user that they become; 0 for none.
    home : str
        Where each gets its folder; in the sandbox, the place where one is mounted for it.
    """

    def __init__(self, shell: Shell, *, walled: bool, share: bool, user: int, home: str) -> None:
        self._shell, self._walled, self._user, self._home = shell, walled, user, home
        self._apart = walled and share and can_separate()
        self.serves_many = self._apart or (share and not walled)
        self._started: dict[int, tuple[int, str]] = {}  # number: warden, folder
        self._numbers = count(1)

    def start(self, request: dict[str, Any], descriptors: list[int]) -> dict[str, Any]:
        """Start a process: the descriptors are its channel and an archive of its files."""
        channel, archive = descriptors
        folder = self._home if self._walled else tempfile.mkdtemp(dir=self._home)
        bounds = Bounds(**request["bounds"])
        enclosure = Enclosure(folder, bounds, self._walled, self._apart, self._user)
        life = Life(
            prepare=lambda: _unpack(archive),
            work=lambda: _live(self._shell, channel, int(request["output_bytes"])),
            channel=channel,
            archive=archive,
        )
        number = next(self._numbers)
        self._started[number] = enclosure.start(life), folder
        return {"number": number}

    def end(self, number: int) -> dict[str, Any]:
        """End a process and all that it started; say why it ended."""
        warden, folder = self._started.pop(number)
        ended = end(warden)
        if not self._walled:
            shutil.rmtree(folder, ignore_errors=True)
        return {"ended": int(ended)}

    def close(self) -> None:
        """End every process, and leave nothing behind."""
        for number in list(self._started):
            self.end(number)
        if not self._walled:
            shutil.rmtree(self._home, ignore_errors=True)


def _unpack(archive: int) -> None:
    """Put the files that were handed in into the current folder."""
    with open(archive, "rb") as packed, tarfile.open(fileobj=packed, mode="r:") as files:
        for member in files:
            content = files.extractfile(member)
            if content is not None:
                Path(member.name).parent.mkdir(parents=True, exist_ok=True)
                Path(member.name).write_bytes(content.read())


def _live(shell: Shell, channel: int, output_bytes: int) -> None:
    """Be a student's process: serve its channel with a shell that has run no cell yet."""
    gc.unfreeze()
    sys.path.append(str(Path.cwd()))  # last: a file beside the notebook shadows no module
    random.seed()
    np.random.seed()  # noqa: NPY002  (a fork would repeat the numbers of the one before)
    shell.outputs.limit = output_bytes
    end_of_channel = Channel(socket.socket(fileno=channel))
    end_of_channel.send({"ready": True})
    serve(end_of_channel, shell)


def _no_input(*_: object) -> str:
    raise EOFError(QUESTION_ASKED)


def _warm_shell() -> Shell:
    """Import what students use and return a shell for their cells."""
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    sys.argv = [""]
    builtins.input = _no_input
    shell = make_shell(0)
    for name in USED_BY_STUDENTS:  # after the shell, to which pictures attach themselves
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    return shell


def main() -> None:
    """Serve the packet socket whose descriptor the command line names."""
    control = socket.socket(fileno=int(sys.argv[1]))
    settings = json.loads(sys.argv[2])
    server = Server(_warm_shell(), **settings)
    gc.freeze()
    try:
        control.send(json.dumps({"ready": True, "serves_many": server.serves_many}).encode())
        while packet := _served(control, server):
            control.send(packet)
    finally:
        server.close()


def _served(control: socket.socket, server: Server) -> bytes:
    """Do what the next packet asks; return the answer, or nothing when there is no next one."""
    packet, descriptors, _, _ = socket.recv_fds(control, PACKET_BYTES, 2)
    if not packet:
        return b""
    request = json.loads(packet)
    try:
        if "end" in request:
            return json.dumps(server.end(request["end"])).encode()
        return json.dumps(server.start(request, descriptors)).encode()
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


if __name__ == "__main__":
    main()
