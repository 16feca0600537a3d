"""A score that carries its reason."""

from __future__ import annotations

from typing import Self


class Score(float):
    """The points a test gives, with the reason for what is missing.

    As the last value of a test cell it is what nbgrader reads, a number, and what
    ``coursekit grade`` reads, a number with a reason.

    Parameters
    ----------
    points : float
        The points given.
    reason : str, optional
        Why points are missing; fit for the student's eyes.
    misconception : str, optional
        The id of the belief that the answer shows, such as ``"M29"``.

    Examples
    --------
    >>> Score(1.5, "two of three terms", "M29")
    1.5
    >>> Score(1.5, "two of three terms", "M29").misconception
    'M29'
    """

    reason: str | None
    misconception: str | None

    def __new__(
        cls, points: float, reason: str | None = None, misconception: str | None = None
    ) -> Self:
        """Make a float that carries a reason."""
        score = super().__new__(cls, points)
        score.reason, score.misconception = reason, misconception
        return score

    def __repr__(self) -> str:
        return float.__repr__(self)
