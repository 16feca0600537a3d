"""The hostile class, graded once for all tests of this folder."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hostile.case import Case
from tests.hostile.hostile_class import ALL, HONEST
from tests.hostile.listeners import Listeners
from tests.hostile.running import Run, grade
from tests.hostile.world import CANARIES, Seconds, World, hand_in, make_world, remove

# Short, since what has no end costs this much each time; long for the one cell that imports.
SECONDS = Seconds(cell=10, total=60)


@dataclass(frozen=True)
class Graded:
    """A class that was graded, and what its world was like before and after."""

    world: World
    run: Run
    before: dict[str, str]
    after: dict[str, str]
    left: list[Path]
    visits: list[str]


@pytest.fixture(scope="session")
def graded() -> Iterator[Graded]:
    """Grade the whole class in one run."""
    yield from graded_class(ALL)


@pytest.fixture(scope="session")
def alone() -> Iterator[Graded]:
    """Grade the honest ones without the others."""
    yield from graded_class(HONEST)


def graded_class(cases: Sequence[Case], *options: str) -> Iterator[Graded]:
    """Make a world with these submissions, grade them in one run, and clean up."""
    root = Path(tempfile.mkdtemp(prefix="class-")).resolve()  # short: a socket's path has limits
    try:
        with Listeners(root, CANARIES["SERVICE"]) as listeners:
            world = make_world(root, listeners.values, SECONDS)
            hand_in(world, cases)
            before = world.guarded()
            run = grade(world, *options)
            left = world.left_behind()
            yield Graded(world, run, before, world.guarded(), left, listeners.visits)
    finally:
        remove(world.left_behind())
        shutil.rmtree(root, ignore_errors=True)
