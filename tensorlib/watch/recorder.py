"""The record of a watch: which suspicious broadcasts ran, where, and how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tensorlib.errors import AxisSizeMismatch, SuspiciousBroadcast
from tensorlib.meaning.check import judge
from tensorlib.meaning.landing import NamedShape
from tensorlib.meaning.verdict import RAISES, Verdict
from tensorlib.watch.findings import Finding, Suspicion, finding, product_finding
from tensorlib.watch.source import Place, calling_frame, place_of


@dataclass(frozen=True, slots=True)
class BroadcastEvent:
    """Keep one suspicious broadcast at one place of the user's code.

    Parameters
    ----------
    operation : str
        What numpy calls it, ``"add"``.
    place : Place
        Where it stands.
    operands : tuple of NamedShape
        How they are called there, their axes and sizes.
    suspicions : tuple of Suspicion
        What it is reported for.
    reasons : tuple of str
        One line each.
    verdict : Verdict
        What the names of the axes say, as far as they are known.
    is_right : bool
        Whether the names are all known and every axis lands on its own: then it is reported
        since two axes that no operand has together come together, and that is all.
    count : int
        How often it ran, with whatever sizes.

    Examples
    --------
    >>> import numpy as np
    >>> from tensorlib import watch_broadcasts
    >>> with watch_broadcasts() as watch:
    ...     difference = watch(np.zeros(9)) - watch(np.zeros((9, 1)))
    >>> watch.events[0].operation, watch.events[0].reasons[0]
    ('subtract', 'both operands stretch: (9,) and (9, 1) make (9, 9)')
    """

    operation: str
    place: Place
    operands: tuple[NamedShape, ...]
    suspicions: tuple[Suspicion, ...]
    reasons: tuple[str, ...]
    verdict: Verdict
    is_right: bool
    count: int = field(default=1, compare=False)

    def lines(self) -> list[str]:
        """Return what is to be said about it, the place first."""
        times = f" ({self.count} times)" if self.count > 1 else ""
        return [f"{self.place}{times}", f"{self.operation} of {self.operands_text()}", *self.why()]

    def operands_text(self) -> str:
        """Return the operands that have axes, with the sizes of these."""
        return " and ".join(str(operand) for operand in self.operands if operand.axes)

    def why(self) -> list[str]:
        """Return the reasons, and what to do about them."""
        vouched = ["by the names of its axes it is right"] if self.is_right else []
        return [*self.reasons, *vouched, *self.verdict.advice()]


class Recorder:
    """Look at operations while it is open, and keep what is suspicious.

    Parameters
    ----------
    sizes : mapping of str to int
        What names stand for from the beginning.
    raising : bool
        Whether what is suspicious is an error.

    Examples
    --------
    >>> recorder = Recorder({}, raising=False)
    >>> recorder.is_open = True
    >>> shapes = [NamedShape("", ("N",), (9,)), NamedShape("", ("N", "1"), (9, 1))]
    >>> recorder.look("subtract", shapes)
    >>> [event.verdict.kind.value for event in recorder.events]
    ['SILENTLY_WRONG']
    """

    def __init__(self, sizes: Mapping[str, int], *, raising: bool) -> None:
        self.sizes = dict(sizes)
        self.is_open = False
        self._raising = raising
        self._events: dict[tuple[object, ...], BroadcastEvent] = {}

    @property
    def events(self) -> tuple[BroadcastEvent, ...]:
        """What was found, as it was the first time, in the order of that."""
        return tuple(self._events.values())

    def bind(self, name: str, size: int) -> None:
        """Let a name stand for a size.

        Raises
        ------
        AxisSizeMismatch
            If it stands for another one already.
        """
        if self.sizes.setdefault(name, size) != size:
            raise AxisSizeMismatch(name, (self.sizes[name], size), operation="watch")

    def look(
        self,
        operation: str,
        operands: Sequence[NamedShape],
        cores: Sequence[Sequence[str]] = (),
    ) -> None:
        """Look at an operation that is about to run.

        Parameters
        ----------
        operation : str
            What numpy calls it.
        operands : sequence of NamedShape
            If they have no labels, the source says how they are called, if it can be found.
        cores : sequence of sequences of str
            For a product of matrices: the labels of each operand's last axes.

        Raises
        ------
        SuspiciousBroadcast
            If it is suspicious, the names do not vouch for it, and this recorder raises.
        """
        if not self.is_open or self._find(_labelled(operands, ()), cores) is None:
            return
        frame = calling_frame()
        if frame is None:
            return
        place = place_of(frame, len(operands))
        named = _labelled(operands, place.operands)
        found = self._find(named, cores)
        if found is not None:
            self._keep(operation, place, named, found)

    def explain(self, error: ValueError, operands: Sequence[NamedShape]) -> None:
        """Add to numpy's refusal of an element-wise operation which axis is in the wrong place.

        Parameters
        ----------
        error : ValueError
            What numpy raised.
        operands : sequence of NamedShape
            How they are called does not matter.
        """
        frame = calling_frame()
        if not self.is_open or frame is None:
            return
        written = place_of(frame, len(operands)).operands
        verdict = judge(_labelled(operands, written))
        if verdict.kind == RAISES and verdict.landings:
            error.add_note("; ".join([verdict.reason, *verdict.advice()]))

    def _keep(
        self, operation: str, place: Place, operands: list[NamedShape], found: Finding
    ) -> None:
        if self._raising and not found.is_right:
            shapes = tuple(operand.shape for operand in operands)
            raise SuspiciousBroadcast(shapes, "; ".join(found.reasons), operation=operation)
        event = BroadcastEvent(
            operation,
            place,
            tuple(operands),
            found.suspicions,
            found.reasons,
            found.verdict,
            found.is_right,
        )
        # A loop over batches of many sizes is one line of code, and one event.
        key = (operation, place, found.suspicions)
        before = self._events.get(key)
        self._events[key] = replace(before, count=before.count + 1) if before else event

    def _find(
        self, operands: Sequence[NamedShape], cores: Sequence[Sequence[str]]
    ) -> Finding | None:
        if cores:
            return product_finding(operands, cores, self.sizes)
        return finding(operands, self.sizes)


def _labelled(operands: Sequence[NamedShape], labels: tuple[str, ...]) -> list[NamedShape]:
    if all(operand.label for operand in operands):
        return list(operands)
    given = labels or ("left", "right")
    if len(operands) != len(given):
        given = tuple(f"operand {number}" for number in range(1, len(operands) + 1))
    return [x._replace(label=label) for x, label in zip(operands, given, strict=True)]
