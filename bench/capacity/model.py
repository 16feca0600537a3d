"""What a run costs, as a formula over measured costs of one submission.

A run's time has a fixed part and the longer of two others: what all cores take for all the work,
and what the one writer takes for its own.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Costs:
    """What was measured of one run and of one submission.

    Whatever a submission needs is called a second of a core, also where it waits for a disk.

    Parameters
    ----------
    start : float
        Seconds before the first submission is begun and after the last result is kept.
    grade : float
        Seconds of a core that a worker needs for one submission.
    write : float
        Seconds of a core that the one writer needs to keep its result.
    limit : float
        Seconds after which an endless loop is stopped.
    base_bytes, worker_bytes : float
        Memory of a run, and of each worker besides.
    book_bytes : float
        What one submission adds to the gradebook.
    file_bytes : float
        What it adds to the course's folder: the notebook as it ran, and the feedback page.
    """

    start: float
    grade: float
    write: float
    limit: float
    base_bytes: float
    worker_bytes: float
    book_bytes: float
    file_bytes: float

    def seconds(self, submissions: int, cores: int, workers: int = 0, endless: int = 0) -> float:
        """Return how long a run takes.

        The writer works beside the workers. An endless loop keeps a worker and a core busy until
        its time is up; the others go on meanwhile, as long as there is work for them.

        Parameters
        ----------
        submissions : int
            How many, those with an endless loop among them.
        cores : int
            How many there are.
        workers : int
            How many submissions are graded at the same time; one on each core when left out.
        endless : int
            How many submissions have an endless loop.

        Examples
        --------
        >>> costs = Costs(2.0, 0.1, 0.02, 30.0, 0, 0, 0, 0)
        >>> round(costs.seconds(1000, cores=2), 1), round(costs.seconds(1000, cores=50), 1)
        (62.0, 22.0)
        >>> round(costs.seconds(1000, cores=2, workers=1), 1)
        102.0
        >>> round(costs.seconds(1000, cores=2, endless=1), 2)
        76.95
        """
        workers = workers or cores
        grading = (submissions - endless) * self.grade + endless * self.limit
        writing = submissions * self.write
        loops = -(-endless // workers) * self.limit
        return self.start + max(grading / workers, (grading + writing) / cores, writing, loops)

    def memory_bytes(self, cores: int) -> float:
        """Return the most memory that a run holds with one worker for each core.

        Examples
        --------
        >>> Costs(0, 0, 0, 0, 100e6, 50e6, 0, 0).memory_bytes(4)
        300000000.0
        """
        return self.base_bytes + cores * self.worker_bytes

    @property
    def writer_bound_cores(self) -> float:
        """How many cores keep the one writer busy all the time; more are of no use.

        Examples
        --------
        >>> round(Costs(0, 0.1, 0.02, 0, 0, 0, 0, 0).writer_bound_cores, 1)
        6.0
        """
        return (self.grade + self.write) / self.write
