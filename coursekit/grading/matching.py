"""Match a submitted notebook to the unit's own, before anything runs.

The submission decides only what stands in its answer cells and in cells the student added. Tests
and set-up cells are the unit's own, put at the place where the student has them, or, where they
were deleted, where they belong.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.hidden import visible_part
from coursekit.notebooks import Role, grade_id, role


@dataclass(frozen=True, slots=True)
class Matched:
    """A submission, ready to run.

    Parameters
    ----------
    notebook : NotebookNode
        The student's cells, with the unit's own tests (visible part) and set-up cells.
    flags : tuple of str
        What was found and mended, one line each.
    """

    notebook: NotebookNode
    flags: tuple[str, ...] = ()


def match(source: NotebookNode, submitted: NotebookNode) -> Matched:
    """Match a submission to the instructor's notebook.

    Parameters
    ----------
    source : NotebookNode
        The instructor's notebook, hidden tests included.
    submitted : NotebookNode
        What the student handed in; it is not changed.

    Raises
    ------
    NotebookError
        If no cell of it is recognised.
    """
    return _Matching(source, submitted).result()


def released(cell: NotebookNode) -> NotebookNode:
    """Return an instructor's test or set-up cell as students see it."""
    shown = copy.deepcopy(cell)
    if cell.cell_type == "code":
        shown.outputs, shown.execution_count = [], None
        if role(cell) is Role.TEST:
            shown.source = visible_part(cell.source)
    return shown


@dataclass(slots=True)
class _Matching:
    source: NotebookNode
    submitted: NotebookNode
    flags: list[str] = field(default_factory=list)

    def result(self) -> Matched:
        graded = {name: cell for cell in self.source.cells if (name := grade_id(cell))}
        matched = self._by_id(graded) or self._by_content(graded)
        if not matched:
            raise NotebookError(
                "no cell of this notebook belongs to the unit",
                "check that the right file was handed in",
            )
        cells = self._placed(graded, matched)
        self._restore(graded, cells)
        notebook = copy.deepcopy(self.submitted)
        notebook.cells = cells
        return Matched(notebook, tuple(self.flags))

    def _by_id(self, graded: dict[str, NotebookNode]) -> dict[int, str]:
        """Return position -> id of the cells whose nbgrader id is one of the unit's."""
        matched: dict[int, str] = {}
        for position, cell in enumerate(self.submitted.cells):
            name = grade_id(cell)
            if name is None or name not in graded:
                continue
            if name in matched.values() and role(graded[name]) is not Role.ANSWER:
                self.flags.append(f"a copy of cell {name} was ignored")
                matched[position] = ""
            else:
                matched[position] = name
        return matched

    def _by_content(self, graded: dict[str, NotebookNode]) -> dict[int, str]:
        """Match tests and set-up cells by their text, and the cell before a test as its answer."""
        shown = {released(c).source.strip(): name for name, c in graded.items()}
        matched = {
            position: shown[cell.source.strip()]
            for position, cell in enumerate(self.submitted.cells)
            if cell.source.strip() in shown
        }
        order = list(graded)
        for position, name in list(matched.items()):
            before = order[order.index(name) - 1] if order.index(name) else None
            if (
                before
                and position
                and position - 1 not in matched
                and before not in matched.values()
            ):
                matched[position - 1] = before
        if matched:
            self.flags.append("the cells had lost their metadata; they were known by their text")
        return matched

    def _placed(
        self, graded: dict[str, NotebookNode], matched: dict[int, str]
    ) -> list[NotebookNode]:
        cells = []
        for position, cell in enumerate(self.submitted.cells):
            name = matched.get(position)
            if name is None:
                cells.append(_plain(cell))
            elif name:
                cells.append(self._own(cell, graded[name]))
        return cells

    def _own(self, cell: NotebookNode, original: NotebookNode) -> NotebookNode:
        """Return the unit's cell, with the student's text where the student may write."""
        shown = released(original)
        if role(original) in (Role.ANSWER, Role.MANUAL):
            shown.source = cell.source
        elif cell.source.strip() != shown.source.strip():
            self.flags.append(f"cell {grade_id(original)} was changed; the unit's own was used")
        return shown

    def _restore(self, graded: dict[str, NotebookNode], cells: list[NotebookNode]) -> None:
        """Put cells that the student deleted back to where they belong."""
        previous = None
        for name, original in graded.items():
            here = next((i for i, c in enumerate(cells) if grade_id(c) == name), None)
            if here is None and role(original) is not Role.ANSWER:
                here = 0 if previous is None else previous + 1
                cells.insert(here, released(original))
                self.flags.append(f"cell {name} was missing and was put back")
            previous = previous if here is None else here


def _plain(cell: NotebookNode) -> NotebookNode:
    """Return a cell of the student's own, without marks that would make it count."""
    own = copy.deepcopy(cell)
    own.metadata.pop("nbgrader", None)
    if own.cell_type == "code":
        own.outputs, own.execution_count = [], None
    return own
