"""All that was measured of grading, as one file that plans and pages are made from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.grading.rounds import Run
from bench.machine import Machine
from bench.usage import Usage


@dataclass(frozen=True, slots=True)
class StageTimes:
    """Where a submission's time goes, as medians over right and wrong submissions.

    Parameters
    ----------
    sandbox : str
        Which walls there were.
    submissions : int
        How many were timed.
    milliseconds : mapping of str to float
        Stage to its own time.
    total : float
        Milliseconds in all.
    alone : float
        Milliseconds that the student's cells take when they just run, in a process that has
        imported all that they import: less than this no grader can take.
    """

    sandbox: str
    submissions: int
    milliseconds: Mapping[str, float]
    total: float
    alone: float


@dataclass(frozen=True, slots=True)
class BookPoint:
    """What the gradebook costs when it holds so many submissions.

    Parameters
    ----------
    submissions : int
        How many it holds.
    write : float
        Milliseconds to keep one more result, as a median of the last ones.
    read : float
        Seconds to read all results of a unit.
    size : int
        The file's bytes.
    """

    submissions: int
    write: float
    read: float
    size: int


@dataclass(frozen=True, slots=True)
class Record:
    """What was measured.

    Parameters
    ----------
    machine : Machine
        On what.
    runs : tuple of Run
        Classes that were graded whole.
    stages : tuple of StageTimes
        Where the time goes, for each kind of walls.
    growth : tuple of BookPoint
        The gradebook while it grows.
    """

    machine: Machine
    runs: tuple[Run, ...] = ()
    stages: tuple[StageTimes, ...] = ()
    growth: tuple[BookPoint, ...] = ()

    def write(self, path: Path) -> None:
        """Write the record as JSON."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Record:
        """Read a record that was written."""
        parts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            Machine(**parts["machine"]),
            tuple(Run(**{**run, "usage": Usage(**run["usage"])}) for run in parts["runs"]),
            tuple(StageTimes(**stages) for stages in parts["stages"]),
            tuple(BookPoint(**point) for point in parts["growth"]),
        )
