"""Messages over a stream socket."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from coursekit.grading.student.channel import (
    MAX_BYTES,
    Channel,
    ChannelClosedError,
    ChannelTimeoutError,
)


@pytest.fixture
def ends() -> Iterator[tuple[Channel, Channel]]:
    here, there = map(Channel, socket.socketpair())
    yield here, there
    here.close()
    there.close()


def test_a_message_arrives_as_it_was_sent(ends: tuple[Channel, Channel]) -> None:
    here, there = ends
    message = {"text": "ключ \ud800", "number": 2**70, "list": [None, True]}
    here.send(message)
    assert there.receive() == message


def test_two_messages_stay_two(ends: tuple[Channel, Channel]) -> None:
    here, there = ends
    here.send({"id": 1})
    here.send({"id": 2})
    assert [there.receive()["id"], there.receive()["id"]] == [1, 2]


def test_silence_ends_at_the_deadline(ends: tuple[Channel, Channel]) -> None:
    here, _ = ends
    with pytest.raises(ChannelTimeoutError):
        here.receive(time.monotonic() + 0.05)


def test_a_closed_other_side_is_an_error(ends: tuple[Channel, Channel]) -> None:
    here, there = ends
    there.close()
    with pytest.raises(ChannelClosedError, match="the other side is gone"):
        here.receive()
    with pytest.raises(ChannelClosedError, match="the other side is gone"):
        here.send({"id": 1})


@pytest.fixture
def raw() -> Iterator[tuple[Channel, socket.socket]]:
    """Open a channel, and the bare socket at its other end."""
    ours, theirs = socket.socketpair()
    channel = Channel(ours)
    yield channel, theirs
    channel.close()
    theirs.close()


@pytest.mark.parametrize(
    "body", [b"[]", b"{", b"\xff" * 5, b"[" * 50_000], ids=["list", "cut", "bytes", "deep"]
)
def test_what_is_no_message_is_an_error(raw: tuple[Channel, socket.socket], body: bytes) -> None:
    channel, other = raw
    other.sendall(len(body).to_bytes(4, "big") + body)
    with pytest.raises(ChannelClosedError, match="not a message"):
        channel.receive(time.monotonic() + 60)


def test_a_length_beyond_the_limit_is_refused_before_it_is_read(
    raw: tuple[Channel, socket.socket],
) -> None:
    channel, other = raw
    other.sendall(b"\xff\xff\xff\xff")
    with pytest.raises(ChannelClosedError, match="a message of more than 33554432 bytes"):
        channel.receive(time.monotonic() + 60)


def test_a_message_beyond_the_limit_is_not_sent(ends: tuple[Channel, Channel]) -> None:
    here, _ = ends
    with pytest.raises(ChannelClosedError, match="a message of more than 33554432 bytes"):
        here.send({"text": "x" * MAX_BYTES})


def test_who_does_not_listen_costs_no_more_than_the_deadline(
    ends: tuple[Channel, Channel],
) -> None:
    here, _ = ends
    with pytest.raises(ChannelTimeoutError):
        here.send({"text": "x" * 10_000_000}, time.monotonic() + 0.2)


def test_a_trickle_ends_at_the_deadline(raw: tuple[Channel, socket.socket]) -> None:
    channel, other = raw
    other.sendall((1000).to_bytes(4, "big"))
    deadline = time.monotonic() + 0.3

    def trickle() -> None:
        while time.monotonic() < deadline + 60:
            try:
                other.sendall(b" ")
            except OSError:
                return
            time.sleep(0.01)

    trickling = threading.Thread(target=trickle)
    trickling.start()
    with pytest.raises(ChannelTimeoutError):
        channel.receive(deadline)
    channel.close()
    trickling.join()


def test_a_message_larger_than_the_sockets_buffer_arrives(ends: tuple[Channel, Channel]) -> None:
    here, there = ends
    message = {"text": "x" * 5_000_000}
    sending = threading.Thread(target=here.send, args=[message])
    sending.start()
    assert there.receive(time.monotonic() + 60) == message
    sending.join()
