"""The graded cells of a unit as its source has them, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from nbformat import NotebookNode

from coursekit.grading.results import QuestionResult
from coursekit.notebooks import Role, grade_id, points, role

Key = tuple[str, int]
"""A graded cell: its id, and how many notebooks before its own have a cell of that id."""


@dataclass(frozen=True, slots=True)
class UnitCells:
    """Which graded cells a unit has.

    Parameters
    ----------
    points : tuple of tuple of str and float
        The id of each graded cell, in order, and what it gives.
    keys : dict
        Notebook and id of a graded cell to its key.
    commented : dict
        Notebook and id of a cell that can have a comment to the key of the question it belongs to:
        an answer belongs to the graded cell after it.
    """

    points: tuple[tuple[str, float], ...]
    keys: dict[tuple[str, str], Key] = field(repr=False)
    commented: dict[tuple[str, str], Key] = field(repr=False)


def unit_cells(sources: Mapping[str, NotebookNode]) -> UnitCells:
    """Return the graded cells of a unit.

    Parameters
    ----------
    sources : mapping of str to NotebookNode
        The instructor's notebooks by name, in order.
    """
    graded: list[tuple[str, float]] = []
    keys: dict[tuple[str, str], Key] = {}
    commented: dict[tuple[str, str], Key] = {}
    for notebook, source in sources.items():
        waiting: list[str] = []
        key = None
        for cell in source.cells:
            name, part = grade_id(cell) or cell.get("id", ""), role(cell)
            if part in (Role.ANSWER, Role.MANUAL):
                waiting.append(name)
            if part in (Role.TEST, Role.MANUAL):
                key = (name, sum(other == name for other, _ in graded))
                graded.append((name, points(cell)))
                keys[notebook, name] = key
                commented |= {(notebook, answer): key for answer in waiting}
                waiting = []
        if key is not None:  # answers after the last test
            commented |= {(notebook, answer): key for answer in waiting}
    return UnitCells(tuple(graded), keys, commented)


def keyed(questions: tuple[QuestionResult, ...]) -> Iterator[tuple[Key, QuestionResult]]:
    """Yield each question with its key.

    Examples
    --------
    >>> [key for key, _ in keyed((QuestionResult("q", 1, 1), QuestionResult("q", 1, 1)))]
    [('q', 0), ('q', 1)]
    """
    seen: dict[str, int] = {}
    for question in questions:
        count = seen.get(question.id, 0)
        seen[question.id] = count + 1
        yield (question.id, count), question
