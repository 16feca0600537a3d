"""Where students' processes come from: warm servers, behind the walls that were asked for."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

from coursekit.grading.limits import USUAL
from coursekit.grading.student.servers import Server
from coursekit.sandbox.bounds import Bounds
from coursekit.sandbox.kinds import Sandbox


class Housing:
    """Hands out servers that can start a student's process.

    Parameters
    ----------
    sandbox : Sandbox
        The walls around each process.
    bounds : Bounds
        What each may use of the machine.
    secret : Sequence of Path
        Folders that they must not see, such as the course's.
    share : bool
        Whether one server may start many processes, where the system lets it keep them apart; else
        each process gets walls of its own.

    Attributes
    ----------
    shares : bool
        The same, as far as it is known by now.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        bounds: Bounds = USUAL.bounds,
        secret: Sequence[Path] = (),
        *,
        share: bool = True,
    ) -> None:
        self._sandbox, self._bounds, self._secret = sandbox, bounds, tuple(secret)
        self._server: Server | None = None
        self.shares = share

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def server(self) -> Server:
        """Return a server for the next process; one that serves only one is the caller's to close.

        Raises
        ------
        SandboxError
            If the walls cannot be made.
        """
        if self._server is not None and self._server.ready:
            return self._server
        self.close()
        server = Server(self._sandbox, self._bounds, self._secret, share=self.shares)
        self.shares = server.serves_many
        if self.shares:
            self._server = server
        return server

    def warm(self) -> None:
        """Start a server ahead, for the forks of this process; not where each needs its own.

        Raises
        ------
        SandboxError
            If the walls cannot be made.
        """
        if self.shares:
            server = self.server()
            if not server.serves_many:
                server.close()

    def close(self) -> None:
        """End the server and all its processes; the next process gets a new one."""
        if self._server is not None:
            self._server.close()
            self._server = None


@cache
def open_house() -> Housing:
    """Return the housing without walls that this process shares, for code that it trusts.

    An author's reference solution and a student's check of their own notebook run there.
    """
    housing = Housing(Sandbox.NONE)
    atexit.register(housing.close)
    return housing
