"""Time what named functions take, without a line about time in them.

While `timing` is on, each function named is replaced by one that calls it between two looks at the
clock. A stage's time is its own: what a stage inside it takes is not counted twice.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any


class Stopwatch:
    """The seconds that each stage took since they were last asked for.

    Parameters
    ----------
    stages : Sequence of str
        The names of the stages.
    """

    def __init__(self, stages: Sequence[str]) -> None:
        self._stages = tuple(stages)
        self._seconds = dict.fromkeys(self._stages, 0.0)
        self._running: list[str] = []
        self._since = 0.0

    def taken(self) -> dict[str, float]:
        """Return the seconds of each stage, and begin anew."""
        seconds, self._seconds = self._seconds, dict.fromkeys(self._stages, 0.0)
        return seconds

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with its own time added to a stage."""

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            self._turn_to([*self._running, stage])
            try:
                return function(*args, **kwargs)
            finally:
                self._turn_to(self._running[:-1])

        return call

    def _turn_to(self, running: list[str]) -> None:
        now = time.perf_counter()
        if self._running:
            self._seconds[self._running[-1]] += now - self._since
        self._running, self._since = running, now


@contextmanager
def timing(stages: Mapping[str, Sequence[str]]) -> Iterator[Stopwatch]:
    """Time functions by stage, as long as the block runs.

    Parameters
    ----------
    stages : mapping of str to Sequence of str
        Stage to functions, each named as ``module:function`` or ``module:Class.method`` where it
        is looked up when it is called.

    Raises
    ------
    LookupError
        If there is no such function.

    Examples
    --------
    >>> import json
    >>> with timing({"reading": ["json:loads"], "rest": []}) as watch:
    ...     value = json.loads("[1]")
    >>> {stage: seconds > 0 for stage, seconds in watch.taken().items()}
    {'reading': True, 'rest': False}
    """
    watch = Stopwatch(list(stages))
    replaced: list[tuple[Any, str, Any]] = []
    try:
        for stage, targets in stages.items():
            for target in targets:
                owner, name = _found(target)
                original = inspect.getattr_static(owner, name)
                replaced.append((owner, name, original))
                setattr(owner, name, watch.timed(stage, original))
        yield watch
    finally:
        for owner, name, original in reversed(replaced):
            setattr(owner, name, original)


def _found(target: str) -> tuple[Any, str]:
    """Return what holds a function, and its name there."""
    module, _, path = target.partition(":")
    *outer, name = path.split(".")
    try:
        owner = functools.reduce(getattr, outer, importlib.import_module(module))
        function = inspect.getattr_static(owner, name)
    except (ImportError, AttributeError):
        raise LookupError(f"no function {target} to time") from None
    if not inspect.isfunction(function) or inspect.isgeneratorfunction(function):
        raise LookupError(f"{target} is not a plain function")
    return owner, name
