"""Messages over a pair of pipes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator

import pytest

from coursekit.grading.channel import Channel, ChannelClosedError, ChannelTimeoutError


@pytest.fixture
def ends() -> Iterator[tuple[Channel, Channel]]:
    here_read, there_write = os.pipe()
    there_read, here_write = os.pipe()
    here, there = Channel(here_read, here_write), Channel(there_read, there_write)
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
def from_raw() -> Iterator[Callable[[bytes], Channel]]:
    """Make a channel whose other side has sent some bytes, whatever they are."""
    opened: list[int] = []
    channels: list[Channel] = []

    def make(data: bytes) -> Channel:
        read_fd, write_fd = os.pipe()
        spare, other = os.pipe()
        os.write(write_fd, data)
        opened.extend((write_fd, spare))
        channels.append(Channel(read_fd, other))
        return channels[-1]

    yield make
    for channel in channels:
        channel.close()
    for descriptor in opened:
        os.close(descriptor)


@pytest.mark.parametrize(
    "body", [b"[]", b"{", b"\xff" * 5, b"[" * 50_000], ids=["list", "cut", "bytes", "deep"]
)
def test_what_is_no_message_is_an_error(from_raw: Callable[[bytes], Channel], body: bytes) -> None:
    channel = from_raw(len(body).to_bytes(4, "big") + body)
    with pytest.raises(ChannelClosedError, match="not a message"):
        channel.receive(time.monotonic() + 5)


def test_a_length_beyond_the_limit_is_refused_before_it_is_read(
    from_raw: Callable[[bytes], Channel],
) -> None:
    channel = from_raw(b"\xff\xff\xff\xff")
    with pytest.raises(ChannelClosedError, match="a message of more than 268435456 bytes"):
        channel.receive(time.monotonic() + 5)


def test_half_a_message_is_kept_until_the_rest_comes() -> None:
    read_fd, write_fd = os.pipe()
    spare, other = os.pipe()
    channel = Channel(read_fd, other)
    message = (9).to_bytes(4, "big") + b'{"id": 7}'
    for part in (message[:2], message[2:9]):
        os.write(write_fd, part)
        with pytest.raises(ChannelTimeoutError):
            channel.receive(time.monotonic() + 0.02)
    os.write(write_fd, message[9:])
    assert channel.receive(time.monotonic() + 5) == {"id": 7}
    channel.close()
    os.close(write_fd)
    os.close(spare)
