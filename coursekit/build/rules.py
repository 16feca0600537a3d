"""What a cell of a unit may hold, by the part that it plays.

An assignment's answers, tests and tasks have valid nbgrader metadata and exactly the marked blocks
that belong to them. A lesson has neither.
"""

from __future__ import annotations

import math

from nbformat import NotebookNode
from nbgrader.nbgraderformat import (
    MetadataValidator,
    SchemaTooNewError,
    SchemaTooOldError,
    ValidationError,
)

from coursekit.build.text import Text
from coursekit.errors import UnitError
from coursekit.markers import Block, MarkerError, Secret, blocks, markers, misspelt
from coursekit.notebooks import Role, grade_id, role

ASSIGNMENT_METADATA = frozenset({"nbgrader", "tags"})
LESSON_METADATA = frozenset({"tags", "jupyter", "slideshow"})
_AUTOTEST = "AUTOTEST"  # nbgrader's word for a test that it would write itself


def check_assignment(text: Text) -> None:
    """Check every cell of an assignment.

    Raises
    ------
    UnitError
        If a cell has something that the part it plays does not allow, or lacks what it asks for;
        or if no cell gives points.
    """
    for index, cell in enumerate(text.notebook.cells):
        _check_keys(text, index, ASSIGNMENT_METADATA)
        _check_nbgrader(text, index)
        _check_points(text, index)
        _check_spelling(text, index)
        found = _blocks(text, index)
        _check_places(text, index, found)
        _check_needs(text, index, found)
        if cell.cell_type == "code" and _AUTOTEST in cell.source:
            raise text.fault(index, f"{_AUTOTEST} is not supported: write the test out", _AUTOTEST)
    if not any(_gives_points(cell) for cell in text.notebook.cells):
        raise text.fault(len(text.notebook.cells) - 1, "no cell up to here gives points")


def check_lesson(text: Text) -> None:
    """Check every cell of a lesson.

    Raises
    ------
    UnitError
        If a cell has nbgrader metadata, other unknown metadata, or a marker.
    """
    for index, cell in enumerate(text.notebook.cells):
        _check_keys(text, index, LESSON_METADATA)
        for _, line in markers(cell.source):
            raise text.fault(index, f"{line!r} is or looks like a marker; lessons have none", line)


def _check_keys(text: Text, index: int, allowed: frozenset[str]) -> None:
    metadata = text.notebook.cells[index].metadata
    for key in metadata:
        if key not in allowed:
            names = ", ".join(sorted(allowed))
            raise text.fault(index, f"its metadata has {key!r}; allowed are {names}")
    tags = metadata.get("tags", [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise text.fault(index, f"its tags are {tags!r}; a list of words is expected")


def _check_nbgrader(text: Text, index: int) -> None:
    cell = text.notebook.cells[index]
    if "nbgrader" not in cell.metadata:
        return
    if role(cell) is Role.TEST and cell.cell_type != "code":
        raise text.fault(index, f"a test is a code cell; this is a {cell.cell_type} cell")
    try:
        MetadataValidator().validate_cell(cell)
    except ValidationError as error:
        raise _invalid(text, index, error.message) from None
    except (SchemaTooOldError, SchemaTooNewError) as error:
        raise _invalid(text, index, str(error)) from None
    if role(cell) is not Role.PLAIN and grade_id(cell) is None:
        raise _invalid(text, index, "it has no grade_id")


def _invalid(text: Text, index: int, fault: str) -> UnitError:
    return text.fault(index, f"its nbgrader metadata is not valid: {fault.splitlines()[0]}")


def _check_points(text: Text, index: int) -> None:
    cell = text.notebook.cells[index]
    given = (cell.metadata.get("nbgrader") or {}).get("points")
    if not _gives_points(cell):
        if given is not None:
            raise text.fault(index, f"it has {given!r} points but is neither a test nor graded")
        return
    if given is None:
        raise text.fault(index, "it is graded but has no points")
    if isinstance(given, bool) or not math.isfinite(given) or given < 0:
        raise text.fault(index, f"it gives {given!r} points; a number from 0 on is expected")


def _gives_points(cell: NotebookNode) -> bool:
    marks = cell.metadata.get("nbgrader") or {}
    return bool(marks.get("grade") or marks.get("task"))


def _check_spelling(text: Text, index: int) -> None:
    for _, line in misspelt(text.notebook.cells[index].source):
        what = f"{line!r} looks like a marker but is not spelt like one: nothing would be hidden"
        raise text.fault(index, what, line)


def _blocks(text: Text, index: int) -> tuple[Block, ...]:
    source = text.notebook.cells[index].source
    try:
        return blocks(source)
    except MarkerError as error:
        line = source.split("\n")[error.line - 1]
        raise text.fault(index, f"in its line {error.line}, {error.fault}", line) from None


def _check_places(text: Text, index: int, found: tuple[Block, ...]) -> None:
    cell = text.notebook.cells[index]
    is_task = bool((cell.metadata.get("nbgrader") or {}).get("task"))
    fits = {
        Secret.SOLUTION: role(cell) in (Role.ANSWER, Role.MANUAL) and not is_task,
        Secret.HIDDEN_TESTS: role(cell) is Role.TEST,
        Secret.MARK_SCHEME: is_task,
    }
    homes = {
        Secret.SOLUTION: "a cell that the student answers",
        Secret.HIDDEN_TESTS: "a test cell",
        Secret.MARK_SCHEME: "a task cell",
    }
    for block in found:
        if not fits[block.kind]:
            name = block.kind.value
            what = f"a {name} block belongs in {homes[block.kind]}; this is none"
            raise text.fault(index, what, f"BEGIN {name}")


def _check_needs(text: Text, index: int, found: tuple[Block, ...]) -> None:
    if role(text.notebook.cells[index]) is Role.ANSWER and not found:
        raise text.fault(index, "an answer needs a SOLUTION block; this one has none")
