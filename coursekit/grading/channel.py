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
        self._received = bytearray()  # what came of a message before its deadline passed

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
        self._wait_for(_HEAD, deadline)
        length = int.from_bytes(self._received[:_HEAD], "big")
        if length > MAX_BYTES:
            raise ChannelClosedError(f"a message of more than {MAX_BYTES} bytes")
        self._wait_for(_HEAD + length, deadline)
        body, self._received = self._received[_HEAD:], bytearray()
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            raise ChannelClosedError("not a message") from None
        if not isinstance(message, dict):
            raise ChannelClosedError("not a message")
        return message

    def _wait_for(self, length: int, deadline: float | None) -> None:
        """Wait until so many bytes of a message are there, and read none beyond them."""
        while (missing := length - len(self._received)) > 0:
            if deadline is not None:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([self._read_fd], [], [], left)[0]:
                    raise ChannelTimeoutError
            try:
                chunk = os.read(self._read_fd, min(missing, 1 << 20))
            except OSError:
                chunk = b""
            if not chunk:
                raise ChannelClosedError("the other side is gone")
            self._received += chunk

    def close(self) -> None:
        """Close both descriptors; a second call does nothing."""
        if not self._closed:
            self._closed = True
            os.close(self._read_fd)
            os.close(self._write_fd)
