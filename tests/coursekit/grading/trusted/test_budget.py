"""A test's own code is bounded in time and memory, and what it prints is dropped."""

from __future__ import annotations

import resource
import signal
import threading
import time

import pytest

from coursekit.grading.trusted.budget import TestEndlessError, bounded, quiet

GIB = 1 << 30


def endless() -> None:
    while True:
        try:
            while True:
                pass
        except Exception:  # what swallows every error does not stop the clock
            continue


def test_a_loop_that_swallows_errors_is_ended() -> None:
    with pytest.raises(TestEndlessError), bounded(0.2, GIB):
        endless()


def test_a_test_that_sleeps_for_ever_is_ended() -> None:
    """It uses no processor time, so only the clock on the wall can end it."""
    with pytest.raises(TestEndlessError), bounded(0.1, GIB):
        time.sleep(10_000)


def test_memory_is_bounded_and_given_back() -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(MemoryError), bounded(60, GIB // 4):
        bytearray(GIB)
    assert resource.getrlimit(resource.RLIMIT_AS) == before
    assert len(bytearray(GIB // 2)) == GIB // 2


def test_clocks_and_handlers_are_as_before() -> None:
    handlers = [signal.getsignal(number) for number in (signal.SIGPROF, signal.SIGALRM)]
    with bounded(60, GIB):
        pass
    assert [signal.getsignal(n) for n in (signal.SIGPROF, signal.SIGALRM)] == handlers
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_outside_the_main_thread_it_does_nothing() -> None:
    done = []

    def work() -> None:
        with bounded(60, GIB):
            done.append(signal.getitimer(signal.ITIMER_REAL))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [(0.0, 0.0)]


def test_what_is_printed_is_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    with quiet():
        print("to nobody")
    assert capsys.readouterr() == ("", "")
