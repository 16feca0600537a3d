"""Servers that must never be reached: each counts who comes, and gives a secret away."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from pathlib import Path
from typing import Self

_HELLO_SECONDS = 5.0
_HELLO_BYTES = 10_000


class Listeners:
    """A TCP, a UDP, a Unix and an abstract Unix server of this process.

    Parameters
    ----------
    folder : Path
        Where the socket file lies.
    secret : str
        What each visitor is told.
    """

    def __init__(self, folder: Path, secret: str) -> None:
        self._secret = secret.encode()
        self._path = folder / "service.sock"
        self.abstract = f"{folder.name}-service"
        self.visits: list[str] = []
        self._stop, self._stopped = socket.socketpair()
        self._sockets = {
            "tcp": _bound(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            "udp": _bound(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            "unix": _bound(socket.AF_UNIX, socket.SOCK_STREAM, str(self._path)),
            "abstract": _bound(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{self.abstract}"),
        }
        self._thread = threading.Thread(target=self._serve)

    @property
    def values(self) -> dict[str, str]:
        """What attacks must know to come here."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            free = probe.getsockname()[1]
        return {
            "TCP": str(self._sockets["tcp"].getsockname()[1]),
            "UDP": str(self._sockets["udp"].getsockname()[1]),
            "UNIX": str(self._path),
            "ABSTRACT": self.abstract,
            "FREE": str(free),
        }

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.send(b".")
        self._thread.join()
        for each in (*self._sockets.values(), self._stop, self._stopped):
            each.close()

    def _serve(self) -> None:
        with selectors.DefaultSelector() as ready:
            ready.register(self._stopped, selectors.EVENT_READ, None)
            for name, each in self._sockets.items():
                ready.register(each, selectors.EVENT_READ, name)
            while True:
                names = [key.data for key, _ in ready.select()]
                if None in names:
                    return
                for name in names:
                    self._answer(name)

    def _answer(self, name: str) -> None:
        self.visits.append(name)
        with contextlib.suppress(OSError):
            if name == "udp":
                _, sender = self._sockets[name].recvfrom(1000)
                self._sockets[name].sendto(self._secret, sender)
                return
            visitor, _ = self._sockets[name].accept()
            with visitor:
                visitor.settimeout(_HELLO_SECONDS)
                with contextlib.suppress(TimeoutError):
                    visitor.recv(_HELLO_BYTES)  # what is left unread makes the end an error
                visitor.sendall(self._secret)


def _bound(family: int, kind: int, address: tuple[str, int] | str) -> socket.socket:
    made = socket.socket(family, kind)
    made.bind(address)
    if kind == socket.SOCK_STREAM:
        made.listen()
    return made
