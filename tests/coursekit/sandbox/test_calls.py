"""The filter of the kernel's calls, read by an interpreter of our own."""

from __future__ import annotations

import errno
import struct

import pytest

from coursekit.sandbox.calls import REFUSED, program_for

ALLOW, KILL, ERROR = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
MACHINES = {"x86_64": (0, 0xC000_003E, 56), "aarch64": (1, 0xC000_00B7, 220)}


def verdict(program: bytes, machine: int, number: int, *arguments: int) -> int:
    """Run a filter over one call, as the kernel's rules for these instructions say."""
    data = struct.pack("=IIQ6Q", number, machine, 0, *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    steps = list(struct.iter_unpack("=HBBI", program))
    accumulator = place = 0
    while True:
        code, if_true, if_false, value = steps[place]
        place += 1
        match code:
            case 0x20:
                (accumulator,) = struct.unpack_from("=I", data, value)
            case 0x15:
                place += if_true if accumulator == value else if_false
            case 0x35:
                place += if_true if accumulator >= value else if_false
            case 0x45:
                place += if_true if accumulator & value else if_false
            case 0x06:
                return value


@pytest.mark.parametrize("name", MACHINES)
def test_what_is_named_is_refused_and_the_rest_is_not(name: str) -> None:
    column, audit, clone = MACHINES[name]
    program = program_for(name)
    refused = {numbers[column] for numbers in REFUSED.values()}
    for number in range(500):
        expected = ERROR | errno.EPERM if number in refused else ALLOW
        expected = ERROR | errno.ENOSYS if number == 435 else expected
        assert verdict(program, audit, number) == expected, number
    assert verdict(program, audit, clone, 0x1234_0000_0000_0000 | 0x11) == ALLOW  # a fork


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize(
    "flag", [0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]
)
def test_a_clone_makes_no_namespace(name: str, flag: int) -> None:
    _, audit, clone = MACHINES[name]
    assert verdict(program_for(name), audit, clone, flag | 0x11) == ERROR | errno.EPERM


@pytest.mark.parametrize("name", MACHINES)
def test_a_thread_has_no_files_of_its_own(name: str) -> None:
    _, audit, clone = MACHINES[name]
    program, usual = program_for(name), 0x3D0F00  # what the C library asks for
    assert verdict(program, audit, clone, usual) == ALLOW
    assert verdict(program, audit, clone, usual & ~0x400) == ERROR | errno.EPERM


@pytest.mark.parametrize(("name", "number"), [("x86_64", 54), ("aarch64", 208)])
def test_buffers_of_sockets_keep_their_size(name: str, number: int) -> None:
    program, audit = program_for(name), MACHINES[name][1]
    for option in (7, 8):  # SO_SNDBUF, SO_RCVBUF
        assert verdict(program, audit, number, 3, 1, option) == ERROR | errno.EPERM
    assert verdict(program, audit, number, 3, 1, 2) == ALLOW  # SO_REUSEADDR
    assert verdict(program, audit, number, 3, 6, 7) == ALLOW  # of TCP, not of sockets


def test_calls_of_another_numbering_are_refused() -> None:
    program = program_for("x86_64")
    assert verdict(program, MACHINES["x86_64"][1], 0x4000_0000 | 39) == ERROR | errno.EPERM
    assert verdict(program, 0x4000_0003, 20) == KILL  # the calls of 32-bit programs
