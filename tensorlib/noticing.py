"""Who notices a bug of shape at given sizes, and who notices it first.

Four can: an annotation at the boundary of the function, the runtime's rule for sizes, a test
that looks at the shape of the result, and a test that looks at its values. They are asked one by
one. In a run the annotation sees the arguments before the body runs and the result after it, and
the tests come last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tensorlib.meaning.names import bindings_text
from tensorlib.shapebugs import Array, ShapeBug
from tensorlib.signing import Signed, signature_misfit


class Watcher(StrEnum):
    """Name who can notice a bug."""

    ANNOTATION = "the annotation"
    RUNTIME = "the runtime"
    SHAPES = "a test of shapes"
    VALUES = "a test of values"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Sighting:
    """Say whether one of them notices, and what it sees.

    Parameters
    ----------
    watcher : Watcher
        Who.
    noticed : bool
        Whether it fails, refuses or raises.
    words : str
        What it sees.
    """

    watcher: Watcher
    noticed: bool
    words: str


@dataclass(frozen=True, slots=True)
class BugRun:
    """One run of a wrong function beside the right one.

    Parameters
    ----------
    bug : ShapeBug
        What runs.
    sizes : mapping of str to int
        The sizes of B, T and d.
    annotated : bool
        Whether the function has its annotation and a checker that binds the names.
    at_call, at_return : str or None
        What the annotation objects to in the arguments, and in the result.
    error : str or None
        What the runtime raised, in its own words.
    actual, expected : ndarray or None
        The result of the wrong function, None if it raised; that of the right one.
    """

    bug: ShapeBug
    sizes: Mapping[str, int]
    annotated: bool
    at_call: str | None
    error: str | None
    at_return: str | None
    actual: Array | None
    expected: Array

    @property
    def first(self) -> Watcher:
        """Who notices first in the course of a run; `Watcher.NOBODY` if it is right by luck."""
        if self.annotated and self.at_call:
            return Watcher.ANNOTATION
        if self.error:
            return Watcher.RUNTIME
        return next((one.watcher for one in self.sightings if one.noticed), Watcher.NOBODY)

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """What each of the four sees, asked by itself."""
        return (self._annotation(), self._runtime(), self._shapes(), self._values())

    def _annotation(self) -> Sighting:
        if not self.annotated:
            return Sighting(Watcher.ANNOTATION, False, "there is none, or nobody who reads it")
        if self.at_call:
            return Sighting(Watcher.ANNOTATION, True, f"at the call: {self.at_call}")
        if self.error:
            words = "the arguments fit, and no result ever comes to be checked"
            return Sighting(Watcher.ANNOTATION, False, words)
        if self.at_return:
            return Sighting(Watcher.ANNOTATION, True, f"at the return: {self.at_return}")
        bound = bindings_text({name: self.sizes[name] for name in self.bug.names})
        return Sighting(Watcher.ANNOTATION, False, f"every name fits: {bound}")

    def _runtime(self) -> Sighting:
        words = f"raises: {self.error}" if self.error else "every size fits, or stretches from 1"
        return Sighting(Watcher.RUNTIME, self.error is not None, words)

    def _shapes(self) -> Sighting:
        if self.actual is None:
            return Sighting(Watcher.SHAPES, True, "the error fails the test")
        is_, should = np.shape(self.actual), np.shape(self.expected)
        if is_ != should:
            return Sighting(Watcher.SHAPES, True, f"the result is {is_}, not {should}")
        return Sighting(Watcher.SHAPES, False, f"the result is {is_}, as it should be")

    def _values(self) -> Sighting:
        if self.actual is None:
            return Sighting(Watcher.VALUES, True, "the error fails the test")
        if np.shape(self.actual) != np.shape(self.expected):
            return Sighting(Watcher.VALUES, True, "numbers of another shape are other numbers")
        wrong = int(np.sum(~np.isclose(self.actual, self.expected)))
        count = int(np.size(self.expected))
        if wrong:
            return Sighting(Watcher.VALUES, True, f"{wrong} of {count} numbers differ")
        return Sighting(Watcher.VALUES, False, f"all numbers agree, {count} in all")


def run_bug(bug: ShapeBug, *, annotated: bool = True, **sizes: int) -> BugRun:
    """Run a function with a bug, and the same without it.

    Parameters
    ----------
    bug : ShapeBug
        One of `tensorlib.shapebugs.SHAPE_BUGS`.
    annotated : bool, optional
        Whether its signature is checked at every call.
    **sizes : int
        B, T and d, each at least 1.

    Examples
    --------
    >>> from tensorlib.shapebugs import SHAPE_BUGS
    >>> for sizes in ({"B": 3, "T": 5}, {"B": 4, "T": 4}, {"B": 1, "T": 1}):
    ...     print(run_bug(SHAPE_BUGS["axis"], d=7, **sizes).first)
    the annotation
    a test of values
    nobody
    """
    arguments = bug.arguments(sizes)
    taken = [
        Signed(name, axes, np.shape(argument))
        for (name, axes), argument in zip(bug.takes, arguments, strict=True)
    ]
    actual, error, at_return = None, None, None
    try:
        actual = bug.wrong(*arguments)
    except ValueError as raised:
        error = str(raised).strip()
    else:
        at_return = signature_misfit([*taken, Signed("the result", bug.returns, np.shape(actual))])
    return BugRun(
        bug,
        sizes,
        annotated,
        signature_misfit(taken),
        error,
        at_return,
        actual,
        bug.right(*arguments),
    )
