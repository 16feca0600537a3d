"""Make a unit's notebooks and cells known to nbgrader's tables, also when they change under way.

nbgrader itself refuses a unit whose cells came or went once somebody has handed in. Here the tables
follow the source: what a removed cell had is removed with it, after a back-up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
)
from nbgrader.utils import is_grade, is_locked, is_solution, is_task
from sqlalchemy import Connection, delete, insert, or_, select, update
from traitlets.config import Config

from coursekit.errors import NotebookError
from coursekit.grading.book.submissions import complete
from coursekit.grading.book.tables import nbgraders

_STEPS = (LockCells, ClearSolutions, ClearOutput, CheckCellMetadata, ComputeChecksums)
_DETAILS = {"GradeCell": "grade_cells", "SolutionCell": "solution_cells", "TaskCell": "task_cells"}
_Cells = dict[tuple[str, str], dict[str, Any]]  # type and id to what else the tables hold


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One notebook as the tables are to have it."""

    kernelspec: str
    cells: _Cells
    sources: dict[str, dict[str, Any]]


def register(
    connection: Connection,
    unit: str,
    course_id: str,
    notebooks: Mapping[str, NotebookNode],
    back_up: Callable[[], Path],
) -> tuple[str, ...]:
    """Make a unit and its cells known.

    Parameters
    ----------
    connection : Connection
        Within a transaction that has changed nothing yet.
    unit, course_id : str
        The unit, and what nbgrader calls the course.
    notebooks : mapping of str to NotebookNode
        The instructor's notebooks by name.
    back_up : callable
        Makes a back-up; called before scores are removed.

    Returns
    -------
    tuple of str
        A line for what was removed.

    Raises
    ------
    NotebookError
        If nbgrader does not take one of the notebooks.
    """
    wanted = {name: _wanted(unit, name, notebook) for name, notebook in notebooks.items()}
    assignment = assignment_id(connection, unit, course_id)
    there = _notebook_ids(connection, assignment)
    gone: dict[str, str] = {}
    for name, key in there.items():
        gone |= _gone(connection, key, wanted.get(name))
    notes: tuple[str, ...] = ()
    if scored := _with_scores(connection, gone):
        names = ", ".join(sorted({gone[key] for key in scored}))
        notes = (f"{unit}: scores of {names} went with the cells; as it was: {back_up().name}",)
    _remove_cells(connection, list(gone))
    _remove_notebooks(connection, [key for name, key in there.items() if name not in wanted])
    for name, notebook in wanted.items():
        _save(connection, _saved_notebook(connection, assignment, name, notebook), notebook)
    complete(connection, assignment)
    return notes


def assignment_id(connection: Connection, unit: str, course_id: str) -> str:
    """Return nbgrader's key of a unit, which is made known if it is not."""
    table = nbgraders("assignment")
    found = connection.execute(select(table.c.id).where(table.c.name == unit)).scalar()
    if found is None:
        made = connection.execute(insert(table).values(name=unit, course_id=course_id))
        found = made.inserted_primary_key[0]  # type: ignore[index]
    return str(found)


def _wanted(unit: str, name: str, notebook: NotebookNode) -> _Wanted:
    """Return what the tables are to hold of an instructor's notebook."""
    resources = ResourcesDict(nbgrader={"notebook": name, "assignment": unit})
    try:
        for step in _STEPS:
            notebook, resources = step(config=Config()).preprocess(notebook, resources)
    except Exception as error:  # each step has errors of its own
        fault = " ".join(str(error).split())
        raise NotebookError(
            f"nbgrader does not take {name}.ipynb of {unit}: {fault}", "mend that notebook"
        ) from None
    cells: _Cells = {}
    sources: dict[str, dict[str, Any]] = {}
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader") or {}
        graded = {"max_score": float(marks.get("points") or 0), "cell_type": cell.cell_type}
        if is_grade(cell):
            cells["GradeCell", marks["grade_id"]] = graded
        if is_task(cell):
            cells["TaskCell", marks["grade_id"]] = graded
        if is_solution(cell):
            cells["SolutionCell", marks["grade_id"]] = {}
        if is_grade(cell) or is_task(cell) or is_solution(cell) or is_locked(cell):
            sources[marks["grade_id"]] = {
                "cell_type": cell.cell_type, "locked": bool(is_locked(cell)),
                "source": cell.source, "checksum": marks.get("checksum"),
            }  # fmt: skip
    return _Wanted(json.dumps(notebook.metadata.get("kernelspec", {})), cells, sources)


def _notebook_ids(connection: Connection, assignment: str) -> dict[str, str]:
    table = nbgraders("notebook")
    chosen = select(table.c.name, table.c.id).where(table.c.assignment_id == assignment)
    return {str(name): str(key) for name, key in connection.execute(chosen)}


def _known_cells(connection: Connection, notebook: str) -> dict[tuple[str, str], str]:
    """Return the keys of a notebook's cells by type and id."""
    table = nbgraders("base_cell")
    chosen = select(table.c.type, table.c.name, table.c.id).where(table.c.notebook_id == notebook)
    return {(str(kind), str(name)): str(key) for kind, name, key in connection.execute(chosen)}


def _gone(connection: Connection, notebook: str, wanted: _Wanted | None) -> dict[str, str]:
    """Return key and id of the cells that the tables have and the source has not."""
    kept = wanted.cells if wanted else {}
    known = _known_cells(connection, notebook)
    return {key: name for (kind, name), key in known.items() if (kind, name) not in kept}


def _with_scores(connection: Connection, cells: Iterable[str]) -> set[str]:
    """Return which cells somebody has a score or a comment for."""
    grade, comment = nbgraders("grade"), nbgraders("comment")
    scored = select(grade.c.cell_id).where(
        grade.c.cell_id.in_(cells),
        or_(*(grade.c[c].is_not(None) for c in ("auto_score", "manual_score", "extra_credit"))),
    )
    commented = select(comment.c.cell_id).where(
        comment.c.cell_id.in_(cells), comment.c.manual_comment.is_not(None)
    )
    return {str(key) for (key,) in connection.execute(scored.union(commented))}


def _remove_cells(connection: Connection, cells: list[str]) -> None:
    if not cells:
        return
    for name in ("grade", "comment"):
        table = nbgraders(name)
        connection.execute(delete(table).where(table.c.cell_id.in_(cells)))
    for name in (*_DETAILS.values(), "base_cell"):
        table = nbgraders(name)
        connection.execute(delete(table).where(table.c.id.in_(cells)))


def _remove_notebooks(connection: Connection, notebooks: list[str]) -> None:
    if not notebooks:
        return
    for name in ("submitted_notebook", "source_cell"):
        table = nbgraders(name)
        connection.execute(delete(table).where(table.c.notebook_id.in_(notebooks)))
    table = nbgraders("notebook")
    connection.execute(delete(table).where(table.c.id.in_(notebooks)))


def _saved_notebook(connection: Connection, assignment: str, name: str, wanted: _Wanted) -> str:
    table = nbgraders("notebook")
    mine = (table.c.assignment_id == assignment, table.c.name == name)
    found = connection.execute(select(table.c.id).where(*mine)).scalar()
    if found is None:
        row = {"name": name, "assignment_id": assignment, "kernelspec": wanted.kernelspec}
        made = connection.execute(insert(table).values(**row))
        return str(made.inserted_primary_key[0])  # type: ignore[index]
    connection.execute(update(table).where(*mine).values(kernelspec=wanted.kernelspec))
    return str(found)


def _save(connection: Connection, notebook: str, wanted: _Wanted) -> None:
    """Bring a notebook's cells up to date."""
    known = _known_cells(connection, notebook)
    base = nbgraders("base_cell")
    for (kind, name), facts in wanted.cells.items():
        details = nbgraders(_DETAILS[kind])
        if (kind, name) in known:
            if facts:
                mine = details.c.id == known[kind, name]
                connection.execute(update(details).where(mine).values(**facts))
            continue
        row = {"name": name, "notebook_id": notebook, "type": kind}
        made = connection.execute(insert(base).values(**row)).inserted_primary_key
        connection.execute(insert(details).values(id=made[0], **facts))  # type: ignore[index]
    sources = nbgraders("source_cell")
    mine = sources.c.notebook_id == notebook
    columns = ("name", "cell_type", "locked", "source", "checksum")
    kept = connection.execute(select(*(sources.c[c] for c in columns)).where(mine)).mappings()
    rows = [{"name": name, **facts} for name, facts in wanted.sources.items()]
    if sorted(map(dict, kept), key=_by_name) == sorted(rows, key=_by_name):
        return
    connection.execute(delete(sources).where(mine))
    if rows:
        connection.execute(insert(sources), [{"notebook_id": notebook, **row} for row in rows])


def _by_name(row: Mapping[str, Any]) -> str:
    return str(row["name"])
