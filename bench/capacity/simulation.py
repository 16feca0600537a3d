"""A run of the grader as a simulation: workers, one writer, and cores that they share.

The writer takes a worker's result, gives it the next submission, and keeps the result; a worker
whose result is not yet taken waits. Whoever is busy gets an equal share of the cores. A submission
with an endless loop ends when its time is up, whatever share it gets.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Task:
    """What one submission needs of a worker.

    Parameters
    ----------
    work : float
        Seconds of a core that it has for itself.
    limit : float
        Seconds that it waits for a time limit, on the clock.
    """

    work: float
    limit: float = 0.0


@dataclass(frozen=True, slots=True)
class Crew:
    """Who does the work.

    Parameters
    ----------
    workers, cores : int
        How many workers, and how many cores they and the writer share.
    write : float
        Seconds of a core that the writer needs for one result.
    """

    workers: int
    cores: int
    write: float


def simulated_seconds(tasks: Sequence[Task], crew: Crew) -> float:
    """Return how long a crew takes from the first submission to the last result.

    Parameters
    ----------
    tasks : Sequence of Task
        The submissions, in their order.
    crew : Crew
        Who does them.

    Examples
    --------
    Two workers on two cores take two seconds for four submissions of a second each, and the writer
    is done a little later.

    >>> simulated_seconds([Task(1.0)] * 4, Crew(workers=2, cores=2, write=0.0))
    2.0

    With nothing but the writer to wait for, it takes what the writer takes.

    >>> simulated_seconds([Task(0.0)] * 4, Crew(workers=8, cores=8, write=0.5))
    2.0
    """
    run = _Run(deque(tasks), crew)
    for _ in range(crew.workers):
        run.next_task()
    while run.busy:
        run.step()
    return run.now


@dataclass(slots=True)
class _Run:
    """The state of a run.

    `shared` is the work that everyone busy has got since the start, so that a task which needs
    `work` more is done when it has grown by as much; `now` is the clock.
    """

    waiting: deque[Task]
    crew: Crew
    now: float = 0.0
    shared: float = 0.0
    working: list[float] = field(default_factory=list)
    limited: list[float] = field(default_factory=list)
    writing_until: float | None = None
    unwritten: int = 0

    @property
    def busy(self) -> bool:
        return bool(self.working or self.limited or self.writing_until is not None)

    def next_task(self) -> None:
        """Give a worker that has nothing to do the next submission."""
        if not self.waiting:
            return
        task = self.waiting.popleft()
        if task.limit:
            heapq.heappush(self.limited, self.now + task.limit)
        else:
            heapq.heappush(self.working, self.shared + task.work)

    def step(self) -> None:
        """Go on to the moment at which somebody is done."""
        share = self._share()
        moments = dict(self._moments(share))
        who = min(moments, key=lambda name: moments[name])
        self.shared += (moments[who] - self.now) * share
        self.now = moments[who]
        if who == "writer":
            self.writing_until = None
        else:
            heapq.heappop(self.working if who == "worker" else self.limited)
            self.unwritten += 1
        if self.writing_until is None and self.unwritten:
            self.unwritten -= 1
            self.next_task()
            self.writing_until = self.shared + self.crew.write

    def _share(self) -> float:
        """Return which part of a core everyone busy has."""
        busy = len(self.working) + len(self.limited) + (self.writing_until is not None)
        return min(1.0, self.crew.cores / busy)

    def _moments(self, share: float) -> Iterator[tuple[str, float]]:
        """Yield who will be done next among workers, endless loops and the writer, and when."""
        if self.writing_until is not None:
            yield "writer", self.now + max(0.0, self.writing_until - self.shared) / share
        if self.working:
            yield "worker", self.now + max(0.0, self.working[0] - self.shared) / share
        if self.limited:
            yield "loop", max(self.now, self.limited[0])
