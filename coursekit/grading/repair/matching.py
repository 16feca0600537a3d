"""Match a submitted notebook to the unit's own, before anything runs.

The submission decides only what stands in its answer cells and in cells the student added. Tests
and set-up cells are the unit's own, put at the place where the student has them, or, where they
were deleted or moved, where they belong.
"""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.repair.language import kernel_flags
from coursekit.grading.repair.placing import Placed, Slot, placed
from coursekit.grading.repair.recognising import How, Recognised, recognise, same_text
from coursekit.grading.repair.unit import Unit, UnitCell, untouched_since_release
from coursekit.notebooks import Role

ENOUGH = 1 / 3  # of the unit's questions have to be recognised, where their ids are gone
_MOST_NAMED = 5
_MARKS = ("grade", "solution", "locked", "task")
_REMEDY = "check that the right file was handed in"


@dataclass(frozen=True, slots=True)
class Matched:
    """A submission, ready to run.

    Parameters
    ----------
    notebook : NotebookNode
        The student's cells, with the unit's own tests (visible part) and set-up cells.
    flags : tuple of str
        What was found and mended, one line each.
    untouched : frozenset of str
        The ids of the cells for written answers that are as they were released.
    """

    notebook: NotebookNode
    flags: tuple[str, ...] = ()
    untouched: frozenset[str] = frozenset()


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
        If too little of it is recognised: no cell of the unit at all; less than a third of its
        questions where not one cell has kept its nbgrader id; or less than a third where as many
        cells are there that nothing is known of, since these may be the answers.
    """
    flags = kernel_flags(source, submitted)
    unit = Unit(source)
    found = recognise(unit, submitted.cells)
    _refuse_strangers(unit, found, submitted)
    kept = [
        Slot(place, found.known.get(place))
        for place, cell in enumerate(submitted.cells)
        if not _idle_copy(cell, found.copies.get(place))
    ]
    result = placed(unit, kept)
    notebook = copy.deepcopy(source)
    notebook.cells, notebook.nbformat_minor = list(_cells(result, submitted)), 5
    flags += tuple(_flags(unit, found, result, submitted))
    return Matched(notebook, flags, frozenset(_untouched(result, submitted)))


def _refuse_strangers(unit: Unit, found: Recognised, submitted: NotebookNode) -> None:
    questions = unit.questions()
    if not any(unit.marked()):
        return
    known = [cell for cell in found.known.values() if cell.name]
    if not known:
        raise NotebookError("no cell of this notebook belongs to the unit", _REMEDY)
    seen = [cell for cell in known if cell in questions]
    strange = [
        place
        for place, cell in enumerate(submitted.cells)
        if place not in found.known and cell.cell_type == "code" and cell.source.strip()
    ]
    few = len(seen) < ENOUGH * len(questions)
    named = How.ID in (found.how[place] for place, cell in found.known.items() if cell.name)
    if few and (not named or len(strange) >= ENOUGH * len(questions)):
        raise NotebookError(
            f"only {len(seen)} of the unit's {len(questions)} answer and test cells are recognised"
            " in this notebook",
            _REMEDY,
        )


def _idle_copy(cell: NotebookNode, own: UnitCell | None) -> bool:
    """Return whether a cell is a second copy of the unit's own text, which need not run."""
    return own is not None and own.given and same_text(cell, own)


def _cells(result: Placed, submitted: NotebookNode) -> Iterator[NotebookNode]:
    """Yield the cells to run, each with an id of its own."""
    taken = {slot.own.cell.get("id") for slot in result.slots if slot.own is not None}
    for number, slot in enumerate(result.slots):
        cell = _cell(slot, submitted)
        if (slot.own is None and cell.get("id") in taken) or not cell.get("id"):
            cell.id = next(i for i in _ids(number) if i not in taken)
        taken.add(cell.id)
        yield cell


def _cell(slot: Slot, submitted: NotebookNode) -> NotebookNode:
    """Return the unit's cell, with the student's text where they may write, or their own cell."""
    handed_in = submitted.cells[slot.place] if slot.place is not None else None
    if slot.own is not None:
        cell = slot.own.shown()
        if handed_in is not None and not slot.own.given:
            cell.source = handed_in.source
        return cell
    cell = copy.deepcopy(handed_in) or NotebookNode()
    cell.metadata.pop("nbgrader", None)
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None
    return cell


def _ids(number: int) -> Iterator[str]:
    yield f"own-cell-{number:03}"
    for again in itertools.count(2):
        yield f"own-cell-{number:03}-{again}"


def _untouched(result: Placed, submitted: NotebookNode) -> Iterator[str]:
    """Yield the ids of cells for written answers that hold no answer.

    A cell that was deleted holds none, unless the notebook has cells of the student's own: one of
    them may be the answer, so a person has to look.
    """
    strangers = any(
        slot.own is None and slot.place is not None and submitted.cells[slot.place].source.strip()
        for slot in result.slots
    )
    for slot in result.slots:
        if slot.own is None or slot.own.role is not Role.MANUAL or slot.own.given:
            continue
        if slot.place is not None:
            cell = submitted.cells[slot.place]
            if same_text(cell, slot.own) or untouched_since_release(cell):
                yield slot.own.name
        elif not strangers:
            yield slot.own.name


def _flags(unit: Unit, found: Recognised, result: Placed, submitted: NotebookNode) -> Iterator[str]:
    yield from _lost_marks(found)
    for place, own in found.known.items():
        if own.name:
            yield from _changes(submitted.cells[place], own, found.how[place])
    yield from _copies(found, submitted)
    yield from _listed(result.restored, "was missing and was put back")
    yield from _listed(result.moved, "stood at another place and was put where it belongs")
    there = found.places()
    lost = [c for c in unit.marked() if c.role is Role.ANSWER and c.index not in there]
    yield from _listed(lost, "is missing", "answer cell")


def _listed(cells: Sequence[UnitCell], fate: str, what: str = "cell") -> Iterator[str]:
    """Yield one line that names some cells and says what holds for each of them."""
    names = [cell.name for cell in cells]
    if len(names) == 1:
        yield f"mended: {what} {names[0]} {fate}"
    elif names:
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        yield f"mended: each of the {what}s {', '.join(names[:_MOST_NAMED])}{more} {fate}"


def _lost_marks(found: Recognised) -> Iterator[str]:
    lost = [own.name for place, own in found.known.items() if found.how[place] is not How.ID]
    names = [name for name in lost if name]
    if len(names) == 1:
        yield f"mended: cell {names[0]} had lost its metadata; it was known by its text or place"
    elif names:
        yield (
            f"mended: {len(names)} cells had lost their metadata;"
            " they were known by their text or place"
        )


def _changes(cell: NotebookNode, own: UnitCell, how: How) -> Iterator[str]:
    """Yield what was changed in a cell besides the answer."""
    if cell.cell_type != own.cell.cell_type:
        kind = own.cell.cell_type
        yield f"mended: cell {own.name} was turned into a {cell.cell_type} cell; it is {kind} again"
    older = untouched_since_release(cell)
    if own.given and not same_text(cell, own):
        part = "test cell" if own.role is Role.TEST else "locked cell"
        if older:
            yield f"mended: {part} {own.name} is of another release; the unit's own was used"
        else:
            yield f"tampering: {part} {own.name} was changed; the unit's own was used"
    if how is How.ID and not older:
        yield from _changed_marks(cell.metadata["nbgrader"], own)


def _changed_marks(marks: NotebookNode, own: UnitCell) -> Iterator[str]:
    ours = own.cell.metadata["nbgrader"]
    if "points" in marks and "points" in ours and marks["points"] != ours["points"]:
        yield f"tampering: the points of cell {own.name} were changed; the unit's own count"
    if any(mark in marks and bool(marks[mark]) != bool(ours.get(mark)) for mark in _MARKS):
        yield f"mended: the marks of cell {own.name} were changed; the unit's own count"


def _copies(found: Recognised, submitted: NotebookNode) -> Iterator[str]:
    counts: Counter[tuple[str, bool]] = Counter()
    for place, own in found.copies.items():
        counts[own.name, _idle_copy(submitted.cells[place], own)] += 1
    for (name, idle), number in counts.items():
        copies = "a copy" if number == 1 else f"{number} copies"
        was = "was" if number == 1 else "were"
        fate = "ignored" if idle else "run as the student's own"
        yield f"mended: {copies} of cell {name} {was} {fate}"
