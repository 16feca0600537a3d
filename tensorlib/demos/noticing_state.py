"""What the noticing demo asks about: one function with a bug, at any small sizes."""

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.noticing import BugRun, run_bug
from tensorlib.shapebugs import SHAPE_BUGS

SIZES = range(1, 9)
"""The sizes an axis can be given."""


@dataclass(frozen=True, slots=True)
class NoticingState:
    """Keep the bug, the sizes, and whether the signature is checked.

    Parameters
    ----------
    bug : str
        The short name of one of `tensorlib.shapebugs.SHAPE_BUGS`.
    batch, tokens, width : int
        B, T and d.
    annotated : bool
        Whether the signature is checked at every call.
    """

    bug: str
    batch: int
    tokens: int
    width: int
    annotated: bool

    @property
    def sizes(self) -> dict[str, int]:
        """The size of each name."""
        return {"B": self.batch, "T": self.tokens, "d": self.width}

    @property
    def run(self) -> BugRun:
        """What becomes of the function, beside the right one."""
        return run_bug(SHAPE_BUGS[self.bug], annotated=self.annotated, **self.sizes)


def first_state() -> NoticingState:
    """Return the question the demo opens with.

    Examples
    --------
    >>> first_state().run.first
    <Watcher.ANNOTATION: 'the annotation'>
    """
    return NoticingState("axis", 3, 5, 7, True)
