"""Messages between the two sides: JSON with a length before it, over a pair of pipes."""

from __future__ import annotations

import json
import os
import select
import time
from typing import Any

MAX_BYTES = 256 * 1024 * 1024
_HEAD = 4


class ChannelClosedError(Exception):
    """The other side is gone, or what it sends is not a message."""


class ChannelTimeoutError(Exception):
    """The other side did not answer in time."""


class Channel:
    """One end of a pair of pipes.

    Parameters
    ----------
    read_fd, write_fd : int
        The descriptors; they belong to the channel from now on.
    """

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd, self._write_fd = read_fd, write_fd
        self._closed = False

    def send(self, message: dict[str, Any]) -> None:
        """Send one message.

        Raises
        ------
        ChannelClosedError
            If the other side is gone.
        """
        body = json.dumps(message, ensure_ascii=True).encode("ascii")
        if len(body) > MAX_BYTES:
            raise ChannelClosedError(f"a message of more than {MAX_BYTES} bytes")
        data = memoryview(len(body).to_bytes(_HEAD, "big") + body)
        try:
            while data:
                data = data[os.write(self._write_fd, data) :]
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
            If the deadline passes first.
        ChannelClosedError
            If the other side is gone or sends something else.
        """
        length = int.from_bytes(self._exactly(_HEAD, deadline), "big")
        if length > MAX_BYTES:
            raise ChannelClosedError(f"a message of more than {MAX_BYTES} bytes")
        try:
            message = json.loads(self._exactly(length, deadline))
        except (ValueError, RecursionError):
            raise ChannelClosedError("not a message") from None
        if not isinstance(message, dict):
            raise ChannelClosedError("not a message")
        return message

    def _exactly(self, length: int, deadline: float | None) -> bytes:
        parts = bytearray()
        while len(parts) < length:
            if deadline is not None:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([self._read_fd], [], [], left)[0]:
                    raise ChannelTimeoutError
            try:
                chunk = os.read(self._read_fd, min(length - len(parts), 1 << 20))
            except OSError:
                chunk = b""
            if not chunk:
                raise ChannelClosedError("the other side is gone")
            parts += chunk
        return bytes(parts)

    def close(self) -> None:
        """Close both descriptors; a second call does nothing."""
        if not self._closed:
            self._closed = True
            os.close(self._read_fd)
            os.close(self._write_fd)
