"""Messages between the two sides: JSON with a length before it, over a stream socket."""

from __future__ import annotations

import json
import select
import socket
import time
from typing import Any

MAX_BYTES = 32 * 1024 * 1024
_HEAD = 4
_CHUNK = 1 << 20


class ChannelClosedError(Exception):
    """The other side is gone, or what it sends is not a message."""


class ChannelTimeoutError(Exception):
    """The other side did not answer, or did not listen, in time."""


class Channel:
    """One end of a stream socket.

    Parameters
    ----------
    end : socket.socket
        It belongs to the channel from now on.
    """

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._end.setblocking(False)

    def send(self, message: dict[str, Any], deadline: float | None = None) -> None:
        """Send one message.

        Parameters
        ----------
        message : dict
            What JSON can hold.
        deadline : float, optional
            On the clock of `time.monotonic`; without it, wait for ever.

        Raises
        ------
        ChannelTimeoutError
            If the deadline passes while the other side does not listen.
        ChannelClosedError
            If the other side is gone.
        """
        body = json.dumps(message, ensure_ascii=True).encode("ascii")
        if len(body) > MAX_BYTES:
            raise ChannelClosedError(f"a message of more than {MAX_BYTES} bytes")
        data = memoryview(len(body).to_bytes(_HEAD, "big") + body)
        while data:
            try:
                data = data[self._end.send(data[:_CHUNK]) :]
            except BlockingIOError:
                self._wait(deadline, to_send=True)
            except OSError:
                raise ChannelClosedError("the other side is gone") from None

    def receive(self, deadline: float | None = None) -> dict[str, Any]:
        """Wait for one message.

        Parameters
        ----------
        deadline : float, optional
            On the clock of `time.monotonic`; without it, wait for ever.

        Raises
        ------
        ChannelTimeoutError
            If the deadline passes first; what came of a message is lost, so the channel is of no
            more use.
        ChannelClosedError
            If the other side is gone or sends something else.
        """
        length = int.from_bytes(self._received(_HEAD, deadline), "big")
        if length > MAX_BYTES:
            raise ChannelClosedError(f"a message of more than {MAX_BYTES} bytes")
        try:
            message = json.loads(self._received(length, deadline))
        except (ValueError, RecursionError):
            raise ChannelClosedError("not a message") from None
        if not isinstance(message, dict):
            raise ChannelClosedError("not a message")
        return message

    def _received(self, length: int, deadline: float | None) -> bytes:
        """Wait until so many bytes are there, and read none beyond them."""
        data = bytearray()
        while len(data) < length:
            try:
                chunk = self._end.recv(min(length - len(data), _CHUNK))
            except BlockingIOError:
                self._wait(deadline, to_send=False)
                continue
            except OSError:
                chunk = b""
            if not chunk:
                raise ChannelClosedError("the other side is gone")
            data += chunk
            if deadline is not None and time.monotonic() > deadline:  # also where it trickles
                raise ChannelTimeoutError
        return bytes(data)

    def _wait(self, deadline: float | None, *, to_send: bool) -> None:
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise ChannelTimeoutError
        reading, writing = ([], [self._end]) if to_send else ([self._end], [])
        if not any(select.select(reading, writing, [], left)):
            raise ChannelTimeoutError

    def close(self) -> None:
        """Close the socket; a second call does nothing."""
        self._end.close()
