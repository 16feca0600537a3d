"""Let several graders grade the same classes in turn, round after round.

Each round begins with another grader, so that what else the machine does hits all alike; a figure
is the median over the rounds, and a ratio is taken within one round.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.grading.classes import Plan, write_class
from bench.grading.graders import Grader, environment
from bench.usage import Usage, measure

_LOG_TAIL = 2000


@dataclass(frozen=True, slots=True)
class Run:
    """One class graded once.

    Parameters
    ----------
    grader : str
        Who graded.
    size, endless : int
        The class: how many submissions, and how many of them have an endless loop.
    round : int
        In which round.
    usage : Usage
        What it took.
    disk_bytes : int
        What the run added to the course folder.
    """

    grader: str
    size: int
    endless: int
    round: int
    usage: Usage
    disk_bytes: int

    @property
    def per_minute(self) -> float:
        """How many submissions were graded in a minute, from the start of the command."""
        return self.size / self.usage.seconds * 60


def graded_rounds(graders: Sequence[Grader], plans: Sequence[Plan], rounds: int) -> Iterator[Run]:
    """Grade every class with every grader, `rounds` times, and see that the scores are right.

    A grader without a time limit of its own is left out where a class has an endless loop.

    Parameters
    ----------
    graders : Sequence of Grader
        Who grades.
    plans : Sequence of Plan
        The classes.
    rounds : int
        How often.

    Yields
    ------
    Run
        As soon as it has ended.

    Raises
    ------
    ValueError
        If a grader gives a student another score than the class says.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        benches = [
            _Bench(grader, plan, Path(folder) / f"{number}")
            for number, (plan, grader) in enumerate(
                (plan, grader)
                for plan in plans
                for grader in graders
                if grader.bounded or not plan.endless
            )
        ]
        for turn in range(rounds):
            first = turn % len(benches)
            for bench in benches[first:] + benches[:first]:
                yield bench.run(turn)


class _Bench:
    """One grader before one class, which is handed in anew for each run."""

    def __init__(self, grader: Grader, plan: Plan, folder: Path) -> None:
        self._grader, self._plan, self._folder = grader, plan, folder
        self._handed = write_class(folder / "handed-in", plan)
        grader.prepare(self._handed)

    def run(self, turn: int) -> Run:
        grader, root, log = self._grader, self._folder / "run", self._folder / "log"
        shutil.copytree(self._handed.root, root)
        home = self._folder / "home"
        home.mkdir()
        try:
            before = _size(root)
            usage = measure(
                grader.command(root), folder=root, environment=environment(home), log=log
            )
            added = _size(root) - before
            try:
                grader.check(self._handed, root)
            except Exception as error:
                said = log.read_text(encoding="utf-8", errors="replace")[-_LOG_TAIL:]
                raise ValueError(
                    f"{grader.name} did not grade the class: {error}\n{said}"
                ) from error
        finally:
            shutil.rmtree(root)
            shutil.rmtree(home)
        return Run(grader.name, self._plan.size, self._plan.endless, turn, usage, added)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
