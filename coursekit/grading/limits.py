"""How much a submission may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one submission may use before it is cut off.

    Parameters
    ----------
    cell_seconds : float
        For each of the student's cells.
    question_seconds : float
        For all calls into the student's functions by one test cell together.
    total_seconds : float
        For the whole submission; then the remaining questions score 0.
    output_bytes : int
        Of text, images and the rest that one cell may show; the rest is cut.
    """

    cell_seconds: float = 30.0
    question_seconds: float = 10.0
    total_seconds: float = 180.0
    output_bytes: int = 200_000


USUAL = Limits()
"""What a submission may use where nobody says otherwise."""
