"""What a student's code may use of the machine; each bound is met by somebody who ignores it."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from dataclasses import replace

import pytest

from coursekit.grading.student.housing import Housing
from coursekit.grading.student.session import StudentSession
from coursekit.sandbox.bounds import MIB, Bounds, hold_to
from coursekit.sandbox.kinds import Sandbox
from tests.coursekit.sandbox.conftest import ROOMY, value_of

TIGHT = Bounds(
    memory_bytes=400 * MIB, address_bytes=3000 * MIB, processes=12, file_bytes=MIB,
    scratch_bytes=4 * MIB, open_files=64, cpu_seconds=60,
)  # fmt: skip
LIMITS = replace(ROOMY, bounds=TIGHT)


@pytest.fixture(scope="module")
def tight(share: bool) -> Iterator[Housing]:
    with Housing(Sandbox.BUBBLEWRAP, TIGHT, share=share) as opened:
        yield opened


@pytest.fixture
def session(tight: Housing) -> Iterator[StudentSession]:
    with StudentSession(LIMITS, housing=tight) as opened:
        yield opened


def last_error(session: StudentSession, code: str) -> str:
    outputs, _ = session.run(code)
    return f"{outputs[-1]['ename']}: {outputs[-1]['evalue']}" if outputs else "no error"


def test_too_much_memory_ends_the_process_and_says_so(session: StudentSession) -> None:
    session.run("x = 1")
    flood = "kept = []\nwhile True: kept.append(b'x' * 20_000_000)"
    assert last_error(session, flood) == (
        "ProcessEnded: the process used more than 400 MiB of memory"
    )
    assert session.values(["x"]) == {"x": 1}


def test_an_allocation_beyond_the_addresses_is_an_error(session: StudentSession) -> None:
    assert last_error(session, "bytes(4_000_000_000)").startswith("MemoryError")
    assert value_of(session, "x = 2") == 2


def test_memory_in_several_processes_counts_together(session: StudentSession) -> None:
    flood = (
        "import os, time\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n"
        "        kept = b'x' * 150_000_000\n"
        "        time.sleep(600)\n"
        "time.sleep(600)"
    )
    assert last_error(session, flood) == (
        "ProcessEnded: the process used more than 400 MiB of memory"
    )


def test_children_that_end_without_pause_hide_no_memory(session: StudentSession) -> None:
    flood = (
        "import os\n"
        "kept = []\n"
        "while True:\n"
        "    if os.fork() == 0:\n"
        "        if os.fork() == 0: os._exit(0)\n"  # an orphan, for the keeper to reap
        "        os._exit(0)\n"
        "    os.wait()\n"
        "    kept.append(b'x' * 4_000_000)"
    )
    assert "400 MiB" in last_error(session, flood)


def test_shared_memory_counts_too(session: StudentSession) -> None:
    flood = "import mmap\nm = mmap.mmap(-1, 600_000_000)\nwhile True: m[:] = b'x' * len(m)"
    assert "400 MiB" in last_error(session, flood)


def test_what_sockets_hold_counts_too(share: bool) -> None:
    """By their number: how full they are, nobody can see."""
    flood = (
        "import os, socket, time\n"
        "for _ in range(9):\n"
        "    if os.fork() == 0:\n"
        "        held = [socket.socketpair() for _ in range(110)]\n"
        "        time.sleep(600)\n"
        "time.sleep(600)"
    )
    bounds = replace(TIGHT, open_files=256, memory_bytes=200 * MIB, processes=32)
    limits = replace(ROOMY, bounds=bounds)
    with (
        Housing(Sandbox.BUBBLEWRAP, limits.bounds, share=share) as housing,
        StudentSession(limits, housing=housing) as session,
    ):
        assert "200 MiB" in last_error(session, flood)
        assert value_of(session, "held = [open('/dev/null') for _ in range(99)]\nx = 2") == 2


def test_processes_are_counted(session: StudentSession) -> None:
    x = value_of(
        session,
        "import os, signal, time\n"
        "children = []\n"
        "try:\n"
        "    while len(children) < 100:\n"
        "        pid = os.fork()\n"
        "        if pid == 0: time.sleep(600)\n"
        "        children.append(pid)\n"
        "except OSError as error:\n"
        "    x = len(children), type(error).__name__\n"
        "for pid in children: os.kill(pid, signal.SIGKILL)",
    )
    assert 1 <= x[0] <= 12
    assert x[1] == "BlockingIOError"


def test_files_have_a_size_and_all_together_too(session: StudentSession) -> None:
    x = value_of(
        session,
        "def fill(name, megabytes):\n"
        "    try:\n"
        "        with open(name, 'wb') as file:\n"
        "            for _ in range(megabytes * 16): file.write(b'x' * 65_536)\n"
        "        return 'written'\n"
        "    except OSError as error:\n"
        "        return error.strerror\n"
        "x = [fill('a', 2)] + [fill(f'b{n}', 1) for n in range(5)] + [fill('/dev/shm/c', 2)]",
    )
    assert x[0] == x[-1] == "File too large"
    assert x[1:4] == ["written"] * 3 or x[1:3] == ["written"] * 2
    assert x[5] == "No space left on device"


def test_open_files_are_counted(session: StudentSession) -> None:
    x = value_of(
        session,
        "import os\n"
        "held = []\n"
        "try:\n"
        "    while len(held) < 1000: held.append(os.dup(1))\n"
        "except OSError as error:\n"
        "    x = error.strerror\n"
        "for one in held: os.close(one)",
    )
    assert x == "Too many open files"


def test_the_processors_time_is_counted(share: bool) -> None:
    limits = replace(ROOMY, bounds=replace(TIGHT, cpu_seconds=1))
    with (
        Housing(Sandbox.BUBBLEWRAP, limits.bounds, share=share) as housing,
        StudentSession(limits, housing=housing) as session,
    ):
        assert last_error(session, "while True: pass") == "ProcessEnded: the process ended"


def test_a_limit_is_never_raised() -> None:
    child = os.fork()
    if child == 0:  # limits cannot be raised again, so a process of its own tries it
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
            hold_to(Bounds(*[1 << 60] * 7), count_processes=False)
            os._exit(resource.getrlimit(resource.RLIMIT_NOFILE) != (100, 100))
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
