"""Whether a test's names can be had where tests run.

A test runs apart from the student's process. Its names are those that it binds itself, those of
the set-up cells above it, and those of the answers above it. A set-up cell that shows what the
student answered cannot run there, so its names are not to be had.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nbformat import NotebookNode

from coursekit.build.text import Text
from coursekit.grading.trusted.names import names_bound, names_read
from coursekit.notebooks import Role, role


@dataclass(slots=True)
class _Names:
    """Where each name is bound, as far as a notebook has been read."""

    given: set[str] = field(default_factory=set)  # by a cell that runs beside the tests
    answered: set[str] = field(default_factory=set)  # by an answer: its value crosses
    shown: dict[str, str] = field(default_factory=dict)  # by a cell that shows an answer

    def read(self, cell: NotebookNode) -> None:
        """Take up what a cell that is no test binds."""
        bound = names_bound(cell.source)
        if role(cell) in (Role.ANSWER, Role.MANUAL):
            self.answered |= bound
        elif names_read(cell.source) & self.answered:
            self.shown |= dict.fromkeys(bound, cell.id)
        else:
            self.given |= bound
            self.answered -= bound


def check_names(text: Text) -> None:
    """Check that every name a test reads can be had where it runs.

    Raises
    ------
    UnitError
        If a cell is not Python, or a test reads a name that no cell binds, that only a later cell
        binds, or that only a cell which shows an answer binds.
    """
    cells = [cell if cell.cell_type == "code" else None for cell in text.notebook.cells]
    names = _Names()
    for index, cell in enumerate(cells):
        if cell is None:
            continue
        try:
            if role(cell) is Role.TEST:
                _check_test(text, index, names)
            else:
                names.read(cell)
        except SyntaxError as error:
            what = f"it is not Python: {error.msg}, in its line {error.lineno}"
            raise text.fault(index, what, error.text) from None


def _check_test(text: Text, index: int, names: _Names) -> None:
    needed = names_read(text.notebook.cells[index].source)
    for name in sorted(needed - names.given - names.answered):
        raise text.fault(
            index, f"the test reads `{name}`, {_why_not(text, index, name, names)}", name
        )


def _why_not(text: Text, index: int, name: str, names: _Names) -> str:
    if name in names.shown:
        cell = names.shown[name]
        return f"which cell {cell} binds, but that cell reads an answer and runs beside no test"
    for cell in text.notebook.cells[index + 1 :]:
        if cell.cell_type == "code" and role(cell) is not Role.TEST and _binds(cell, name):
            return f"which only the later cell {cell.id} binds"
    return "which no answer and no set-up cell binds"


def _binds(cell: NotebookNode, name: str) -> bool:
    try:
        return name in names_bound(cell.source)
    except SyntaxError:
        return False  # reported when that cell's turn comes
