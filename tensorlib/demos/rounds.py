"""One round of a demo: what is asked about, and the prediction once there is one.

The first prediction counts, and whatever changes what is asked about hides the answer again. A
round is a value; the next one follows from it and from what the learner did.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

State = TypeVar("State")
Prediction = TypeVar("Prediction")


@dataclass(frozen=True, slots=True)
class Round(Generic[State, Prediction]):
    """Keep what is asked about, and what was predicted.

    Parameters
    ----------
    state : State
        What the controls show, as a value that can be compared.
    prediction : Prediction or None
        What was predicted; ``None`` as long as the demo asks.
    """

    state: State
    prediction: Prediction | None = None

    @property
    def revealed(self) -> bool:
        """Whether the answer may be seen."""
        return self.prediction is not None

    def moved(self, state: State) -> Round[State, Prediction]:
        """Return the round after controls were set.

        Parameters
        ----------
        state : State
            What they show now.

        Examples
        --------
        >>> Round(3, 9).moved(4), Round(3, 9).moved(3)
        (Round(state=4, prediction=None), Round(state=3, prediction=9))
        """
        return self if state == self.state else Round(state)

    def committed(self, prediction: Prediction) -> Round[State, Prediction]:
        """Return the round after a prediction was committed.

        Parameters
        ----------
        prediction : Prediction
            What is expected, not ``None``.

        Examples
        --------
        >>> Round(3).committed(9).committed(6)
        Round(state=3, prediction=9)
        """
        return self if self.revealed else replace(self, prediction=prediction)
