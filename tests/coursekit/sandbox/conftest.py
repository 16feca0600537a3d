"""Sessions behind the walls, made in both ways, and a look at them from outside."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coursekit.grading.limits import Limits
from coursekit.grading.student.housing import Housing
from coursekit.grading.student.session import StudentSession
from coursekit.sandbox.kinds import Sandbox

ROOMY = Limits(cell_seconds=60, question_seconds=60, total_seconds=300)


@pytest.fixture(scope="module", params=["forked", "started"])
def share(request: pytest.FixtureRequest) -> bool:
    """Say whether processes are forked from one warm server, or each is started by itself."""
    return bool(request.param == "forked")


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a course's folder, with a file that nobody inside may see."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "gradebook.db").write_text("CANARY")
    return folder


@pytest.fixture(scope="module")
def housing(share: bool, secret: Path) -> Iterator[Housing]:
    """Make what sessions behind the walls come from."""
    with Housing(Sandbox.BUBBLEWRAP, ROOMY.bounds, [secret], share=share) as opened:
        yield opened


@pytest.fixture
def session(housing: Housing) -> Iterator[StudentSession]:
    """Open a session behind the walls."""
    with StudentSession(ROOMY, housing=housing) as opened:
        yield opened


def value_of(session: StudentSession, code: str) -> Any:
    """Return what `code` leaves in ``x``, run as a student's cell."""
    outputs, _ = session.run(code)
    values = session.values(["x"])
    assert "x" in values, outputs
    return values["x"]


def marked_processes(mark: str) -> list[str]:
    """Return the processes of the whole machine whose command line holds `mark`."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "cmdline").read_bytes():
                found.append(folder.name)
        except OSError:  # it ended meanwhile
            continue
    return [pid for pid in found if pid != str(os.getpid())]


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for what comes in its own time; fail after a minute."""
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "it did not come true within a minute"
        time.sleep(0.05)
