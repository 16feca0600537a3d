"""A mean meant to drop the tokens, taken over some axis, and what its result meets next."""

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.meaning.reduction import check_reduction
from tensorlib.meaning.verdict import Verdict

AXES = "B T d"
WIDTH = 7


@dataclass(frozen=True, slots=True)
class AxisState:
    """Keep the sizes of x, the axis of the mean, and what follows.

    Parameters
    ----------
    batch, tokens : int
        Sequences and tokens of x, [B, T, d] with d = 7.
    axis : int
        The axis that the mean runs over; 1 is meant.
    keepdims : bool
        Whether the axis stays, with size 1.
    beside_x : bool
        Whether the result next meets x itself, and not something of the shape that is meant.
    """

    batch: int
    tokens: int
    axis: int
    keepdims: bool
    beside_x: bool

    @property
    def sizes(self) -> dict[str, int]:
        """The size of each axis of x."""
        return {"B": self.batch, "T": self.tokens, "d": WIDTH}

    @property
    def beside(self) -> str | None:
        """The axes of what the result meets, where that is x."""
        return AXES if self.beside_x else None

    @property
    def verdict(self) -> Verdict:
        """What becomes of it."""
        return check_reduction(
            AXES,
            axis=self.axis,
            drops="T",
            keepdims=self.keepdims,
            beside=self.beside,
            **self.sizes,
        )


def first_state() -> AxisState:
    """Return the question that the demo opens with."""
    return AxisState(batch=16, tokens=16, axis=0, keepdims=False, beside_x=False)
