"""Find what grades on a cluster, where it is asked for: nobody else has to have Dask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module

from coursekit.errors import ClusterError
from coursekit.grading.results import SubmissionResult
from coursekit.grading.worker import Job


def on_cluster(
    address: str, tell: Callable[[str], None]
) -> Callable[[Sequence[Job]], Iterator[SubmissionResult]]:
    """Return what grades jobs on the workers of a Dask cluster.

    Parameters
    ----------
    address : str
        Of the scheduler.
    tell : callable
        Takes a line about each worker that gets no work.

    Raises
    ------
    ClusterError
        If Dask is not installed.
    """
    try:
        dispatch = import_module("coursekit.grading.cluster.dispatch")
    except ModuleNotFoundError as error:
        raise ClusterError(
            f"grading on a cluster needs {error.name}, which is not installed",
            'run: pip install "tensor-course[cluster]"',
        ) from None
    return partial(dispatch.grade_on_cluster, address=address, tell=tell)
