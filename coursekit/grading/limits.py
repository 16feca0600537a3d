"""How much a submission may use."""

from __future__ import annotations

from dataclasses import dataclass, field

from coursekit.sandbox.bounds import Bounds


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
    notebook_bytes : int
        Of what all cells together may show; the rest is left out.
    bounds : Bounds
        What its processes may use of the machine.
    test_seconds : float
        Of processor time, for the own code of one test.
    test_bytes : int
        Of memory, for the own code of one test.
    """

    cell_seconds: float = 30.0
    question_seconds: float = 10.0
    total_seconds: float = 180.0
    output_bytes: int = 200_000
    notebook_bytes: int = 4_000_000
    bounds: Bounds = field(default_factory=Bounds)
    test_seconds: float = 20.0
    test_bytes: int = 2 << 30


USUAL = Limits()
"""What a submission may use where nobody says otherwise."""
