"""The unit's own notebook as what a submission is held against."""

from __future__ import annotations

import copy
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from nbformat import NotebookNode

from coursekit.grading.repair.texts import normalised, words
from coursekit.grading.trusted.hidden import visible_part
from coursekit.grading.trusted.names import names_bound
from coursekit.notebooks import Role, grade_id, role

CODE_STUB = "# YOUR CODE HERE\nraise NotImplementedError()"
TEXT_STUB = "YOUR ANSWER HERE"
_LONGEST_PARSED = 20_000  # characters of code that is looked through for names


@dataclass(frozen=True)
class UnitCell:
    """One cell of the unit.

    Parameters
    ----------
    index : int
        Its place in the instructor's notebook.
    cell : NotebookNode
        The instructor's cell.
    """

    index: int
    cell: NotebookNode

    @cached_property
    def role(self) -> Role:
        """The part it plays."""
        return role(self.cell)

    @cached_property
    def name(self) -> str:
        """Its nbgrader id; empty for a cell without one."""
        return grade_id(self.cell) or ""

    @cached_property
    def given(self) -> bool:
        """Whether its text is the unit's, so that a student has nothing to write in it."""
        task = (self.cell.metadata.get("nbgrader") or {}).get("task")
        return self.role in (Role.TEST, Role.LOCKED) or bool(task)

    @cached_property
    def written(self) -> bool:
        """Whether a student writes in it."""
        return self.role in (Role.ANSWER, Role.MANUAL) and not self.given

    @cached_property
    def text(self) -> str:
        """Its text as it was released, normalised."""
        return normalised(released_text(self))

    @cached_property
    def words(self) -> Counter[str]:
        """The words of its released text."""
        return words(self.text)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that its code binds."""
        return bound_names(self.cell)

    def shown(self) -> NotebookNode:
        """Return the cell as students see it, without outputs."""
        shown = copy.deepcopy(self.cell)
        shown.source = released_text(self)
        if shown.cell_type == "code":
            shown.outputs, shown.execution_count = [], None
        return shown


class Unit:
    """The cells of the unit, and which answers each test asks about.

    Parameters
    ----------
    source : NotebookNode
        The instructor's notebook.
    """

    def __init__(self, source: NotebookNode) -> None:
        self.cells = [UnitCell(index, cell) for index, cell in enumerate(source.cells)]
        self.by_name: dict[str, UnitCell] = {}
        for cell in self.cells:
            if cell.name:
                self.by_name.setdefault(cell.name, cell)

    def marked(self) -> Iterator[UnitCell]:
        """Yield the cells that nbgrader knows, in order."""
        yield from self.by_name.values()

    def questions(self) -> list[UnitCell]:
        """Return the cells that ask or answer something."""
        return [c for c in self.marked() if c.role in (Role.ANSWER, Role.MANUAL, Role.TEST)]

    def answers_of(self, test: UnitCell) -> list[UnitCell]:
        """Return the answer cells that a test asks about: the last ones before it in a row.

        Cells of other kinds between them, save other tests, do not end the row.
        """
        found: list[UnitCell] = []
        for cell in reversed(self.cells[: test.index]):
            if cell.role is Role.TEST and found:
                break
            if cell.written:
                found.append(cell)
        return found[::-1]

    def test_after(self, answer: UnitCell) -> UnitCell | None:
        """Return the first test that comes after an answer cell."""
        later = (cell for cell in self.cells[answer.index :] if cell.role is Role.TEST)
        return next(later, None)


def released_text(cell: UnitCell) -> str:
    """Return a cell's text as nbgrader releases it: hidden tests and solutions are cut out."""
    source = str(cell.cell.source)
    if cell.written:
        return _without_solution(source, CODE_STUB if cell.cell.cell_type == "code" else TEXT_STUB)
    if cell.role is Role.TEST:
        return visible_part(source)
    if cell.role is Role.MANUAL:  # a task
        return _cut(source, "BEGIN MARK SCHEME", "END MARK SCHEME", "")[0]
    return source


def _without_solution(source: str, stub: str) -> str:
    text, found = _cut(source, "BEGIN SOLUTION", "END SOLUTION", stub)
    return text if found else stub


def _cut(source: str, begin: str, end: str, stub: str) -> tuple[str, bool]:
    """Put a stub, as deeply indented, where a marked part stood; say whether there was one."""
    kept: list[str] = []
    inside = found = False
    for line in source.split("\n"):
        if begin in line:
            inside = found = True
            indent = line[: len(line) - len(line.lstrip())]
            kept += [indent + part for part in stub.split("\n") if part]
        elif end in line:
            inside = False
        elif not inside:
            kept.append(line)
    return "\n".join(kept), found


def bound_names(cell: NotebookNode) -> frozenset[str]:
    """Return the names that a cell's code binds; none where it cannot be parsed."""
    if cell.cell_type != "code" or len(cell.source) > _LONGEST_PARSED:
        return frozenset()
    try:
        return names_bound(cell.source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()


def untouched_since_release(cell: NotebookNode) -> bool:
    """Return whether a cell is as it was released, by the checksum that nbgrader gave it then.

    A release may be older than the unit. The checksum is in the student's hands, so it may excuse
    a difference and must decide nothing else.
    """
    marks = cell.metadata.get("nbgrader") or {}
    try:
        return bool(marks.get("checksum") == checksum(cell))
    except (KeyError, TypeError, ValueError):
        return False


def checksum(cell: NotebookNode) -> str:
    """Return the checksum that nbgrader gives a cell."""
    marks = cell.metadata["nbgrader"]
    parts = [cell.source, cell.cell_type]
    parts += [str(bool(marks.get(mark, False))) for mark in ("grade", "solution")]
    # what nbgrader takes for locked follows from the other marks, where they say so
    locked = not marks.get("solution") and (marks.get("grade") or marks.get("locked"))
    parts += [str(bool(locked)), str(marks["grade_id"])]
    if marks.get("grade"):
        parts.append(str(float(marks["points"])))
    return hashlib.md5("".join(parts).encode("utf-8"), usedforsecurity=False).hexdigest()
