"""A measured command is accounted for with all that it starts, and nothing of it is left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.machine import this_machine
from bench.usage import descendants, measure, memory_held

MIB = 2**20

# The command's child leaves it, works for a while, says so, and would then stay for an hour.
LEAVES_A_WORKER = """
import os, time
reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while time.process_time() < 0.5:
            pass
        os.write(writing, str(os.getpid()).encode())
        time.sleep(3600)
    os._exit(0)
print(os.read(reading, 20).decode())
"""
HOLDS_MEMORY = f"""
import sys
held = bytes(range(256)) * ({40 * MIB} // 256)
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def measured(tmp_path):
    """Return a function that measures a program and returns its usage and what it wrote."""

    def run(program: str):
        log = tmp_path / "log"
        usage = measure(
            [sys.executable, "-c", program], folder=tmp_path, environment={"X": "1"}, log=log
        )
        return usage, log.read_text(encoding="utf-8")

    return run


def test_exit_code_output_folder_and_environment_are_the_commands(measured, tmp_path):
    usage, said = measured("import os, sys; print(os.getcwd(), os.environ['X']); sys.exit(7)")

    assert usage.exit_code == 7
    assert said == f"{tmp_path} 1\n"


def test_time_on_the_clock_is_the_commands(measured):
    usage, _ = measured("import time; time.sleep(0.3)")

    assert usage.seconds >= 0.3


def test_a_process_that_left_the_command_counts_and_is_ended(measured):
    """The half second of processor time was used by a process that is nobody's child any more."""
    usage, left = measured(LEAVES_A_WORKER)

    assert usage.cpu_seconds >= 0.5
    assert not Path("/proc", left.strip()).exists()


def test_the_tree_and_its_memory_are_seen():
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS_MEMORY], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"

        assert process.pid in descendants(os.getpid())
        assert memory_held(process.pid) >= 40 * MIB


def test_a_process_that_has_ended_holds_nothing():
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()

    assert memory_held(ended.pid) == 0
    assert descendants(ended.pid) == []


def test_the_machine_is_named_without_its_host():
    machine = this_machine()

    assert machine.cores >= 1
    assert machine.memory_bytes > 2**28
    assert os.uname().nodename not in str(machine).split()
