"""How each test of a unit is run, and what the instructor chose where it cannot run apart.

A test runs apart from the student's code wherever it can. One that needs an object of the student's
own class, a figure, or what the student's code prints cannot; it then waits for the instructor, who
chooses for that cell, in ``nbgrader_config.py``::

    c.CourseKit.cells = {
        "ps1/plot-test": "beside",   # run it beside the student's code, marked as unprotected
        "ps1/class-test": "manual",  # a person grades it
    }

A key is ``unit/cell``, or ``unit/notebook/cell`` where several notebooks of a unit have the id.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from coursekit.course import CONFIG_NAME, WAYS


class Way(enum.StrEnum):
    """How a test is run."""

    APART = "apart"  # on the trusted side
    BESIDE = "beside"  # in a process of the student's, unprotected
    MANUAL = "manual"  # not at all: a person grades
    WAITS = "waits"  # not at all: the instructor has to choose


@dataclass(frozen=True, slots=True)
class Ruling:
    """How one test is run.

    Parameters
    ----------
    way : Way
        How.
    why : str
        Where it waits: why it cannot run apart, in words for the instructor.
    proven : bool or None
        Whether the reference solution passes it apart; None where that has not been tried. Where
        it passes on no side, as in a notebook without solutions, it is False.
    """

    way: Way = Way.APART
    why: str = ""
    proven: bool | None = None


Plan = Mapping[str, Mapping[str, Ruling]]
"""Notebook name to cell id to ruling; a cell that is not named runs apart."""


def chosen(cells: Mapping[str, str], unit: str, notebook: str, cell: str) -> Way | None:
    """Return what was chosen for a cell, or None.

    Parameters
    ----------
    cells : mapping of str to str
        What the course's configuration chooses.
    unit, notebook, cell : str
        Which cell.

    Examples
    --------
    >>> chosen({"ps1/plot": "manual"}, "ps1", "problem2", "plot")
    <Way.MANUAL: 'manual'>
    """
    way = cells.get(f"{unit}/{notebook}/{cell}") or cells.get(f"{unit}/{cell}")
    return None if way is None else Way(way)


def how_to_choose(unit: str, cell: str) -> str:
    """Return what an instructor has to write to choose for a cell."""
    ways = " or ".join(f'"{way}"' for way in WAYS)
    return f'choose c.CourseKit.cells = {{"{unit}/{cell}": {ways}}} in {CONFIG_NAME}'
