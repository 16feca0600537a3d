"""A watch over plain numpy code: name the axes of what goes in, run it, read what is suspicious.

>>> import numpy as np
>>> from tensorlib import watch_broadcasts
>>> with watch_broadcasts(B=16, Tq=16, Tk=16) as watch:
...     scores = watch(np.zeros((16, 16, 16)), "B Tq Tk")
...     mask = watch(np.zeros((16, 16)), "B Tk")
...     masked = scores + mask
>>> print(watch)
1 suspicious broadcast
line 4: scores + mask
  add of scores (B=16, Tq=16, Tk=16) and mask (B=16, Tk=16)
  two names, one size: axis B of mask lands on axis Tq of scores; both have size 16, so it runs
  raises at sizes B=3, Tq=5, Tk=7
  right at every size: mask[:, None, :]

The arrays that it hands back are numpy's own in all but the names, and so are their results.
What a function does inside numpy is numpy's affair and is not reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from tensorlib.errors import AxisNameError
from tensorlib.meaning.names import STRETCHED, as_names
from tensorlib.tables import html_table
from tensorlib.watch.array import WatchedArray, watched
from tensorlib.watch.recorder import BroadcastEvent, Recorder

_COLUMNS = ("where", "operands", "why")


class BroadcastWatch:
    """Hand out arrays to be watched, and keep what was suspicious while it was open.

    Called with an array and its axes, it returns the array to use instead.

    Parameters
    ----------
    recorder : Recorder
        Who looks at the operations.

    Raises
    ------
    AxisNameError
        When called: if the names are no names, or not one for each axis.
    AxisSizeMismatch
        When called: if a name stands for another size already.

    Examples
    --------
    >>> with watch_broadcasts() as watch:
    ...     loss = ((watch(np.zeros(256), "N") - watch(np.zeros((256, 1)), "N 1")) ** 2).mean()
    >>> [event.verdict.kind.value for event in watch.events]
    ['SILENTLY_WRONG']
    """

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def __enter__(self) -> Self:
        self._recorder.is_open = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._recorder.is_open = False

    def __call__(self, array: ArrayLike, axes: str | Sequence[str] | None = None) -> WatchedArray:
        """Return an array to be watched: the same memory, in a subclass of ndarray.

        Parameters
        ----------
        array : array_like
            Of any shape.
        axes : axes, optional
            One an axis, ``"B 1 Tk"``, as for `tensorlib.check_axes`; without them the array is
            watched by its shape alone.
        """
        plain = np.asarray(array)
        if axes is None:
            return watched(plain, (None,) * plain.ndim, self._recorder)
        names = as_names(axes, "watch")
        if len(names) != plain.ndim:
            reason = f"they are for rank {len(names)}, shape {plain.shape} has rank {plain.ndim}"
            raise AxisNameError(axes, reason, operation="watch")
        for name, size in zip(names, plain.shape, strict=True):
            if name != STRETCHED:
                self._recorder.bind(name, size)
            elif size != 1:
                raise AxisNameError(axes, f"axis 1 has size {size}, not 1", operation="watch")
        return watched(plain, names, self._recorder)

    @property
    def events(self) -> tuple[BroadcastEvent, ...]:
        """What was suspicious, each place of the code once, as it was the first time."""
        return self._recorder.events

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes that the names stand for."""
        return dict(self._recorder.sizes)

    def __str__(self) -> str:
        lines = [_headline(len(self.events))]
        for event in self.events:
            first, *rest = event.lines()
            lines += [first, *(f"  {line}" for line in rest)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return a table with a row an event, in text and borders only, for a notebook."""
        rows = [
            (
                event.lines()[0],
                f"{event.operation} of {event.operands_text()}",
                "; ".join(event.why()),
            )
            for event in self.events
        ]
        return html_table(_headline(len(rows)), _COLUMNS, rows, [])


def _headline(number: int) -> str:
    counted = "no" if number == 0 else str(number)
    return f"{counted} suspicious broadcast{'' if number == 1 else 's'}"


def watch_broadcasts(
    *, on_event: Literal["record", "raise"] = "record", **sizes: int
) -> BroadcastWatch:
    """Watch plain numpy code for broadcasts that run without meaning what they do.

    Reported is a broadcast that stretches both operands; that passes only because two names
    have one size, or because a size is 1; in which an axis misses its own; or that gives an
    operand new axes on its left where the names do not show that they belong there. A scalar,
    or an array of one element, is never the reason.

    Parameters
    ----------
    on_event : {"record", "raise"}, optional
        Whether to go on or to raise an error instead of running the operation. One that the
        names show to be right is only recorded.
    **sizes : int
        What names stand for; others take the size of the first axis that has them.

    Returns
    -------
    BroadcastWatch
        To be entered by ``with``. It records while it is open, and can be read later.

    Raises
    ------
    SuspiciousBroadcast
        In the watched code, with ``on_event="raise"``.
    AxisNameError, AxisSizeMismatch
        When an array is named, as `BroadcastWatch` says.

    Examples
    --------
    >>> with watch_broadcasts(on_event="raise") as watch:
    ...     x = watch(np.zeros((4, 4)), "B T")
    ...     x - x.mean(1)
    Traceback (most recent call last):
    tensorlib.nameerrors.SuspiciousBroadcast: subtract: shapes (4, 4) and (4,): two names, one
    size: axis B of x.mean(1) lands on axis T of x; both have size 4, so it runs
    """
    return BroadcastWatch(Recorder(sizes, raising=on_event == "raise"))
