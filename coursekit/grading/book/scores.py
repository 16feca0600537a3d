"""Scores of one submission into nbgrader's tables, with respect for what an instructor gave."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from coursekit.grading.book.cells import UnitCells, keyed
from coursekit.grading.book.stored import storable
from coursekit.grading.book.submissions import complete
from coursekit.grading.book.tables import nbgraders, new_key
from coursekit.grading.results import Status, SubmissionResult


def write_scores(
    connection: Connection,
    result: SubmissionResult,
    assignment: str,
    cells: UnitCells,
    *,
    changed: bool,
) -> None:
    """Write the scores of a result where nbgrader and its formgrader look for them.

    Scores, extra credit and comments that a person gave stay. Without scores, as of a refused
    submission, the automatic ones of an earlier submission go, and the cells wait for a person.

    Parameters
    ----------
    connection : Connection
        Within a transaction.
    result : SubmissionResult
        How the submission went.
    assignment : str
        nbgrader's key of the unit.
    cells : UnitCells
        The unit's graded cells.
    changed : bool
        Whether something else was handed in than when a person last looked at it.
    """
    submission = _submission_id(connection, result, assignment)
    if submission is None:
        return
    scores = {key: question.score for key, question in keyed(result.questions)}
    rows = [
        _updated(grade, scores.get(key), changed)
        for grade in _grades(connection, submission)
        if (key := cells.keys.get((grade["notebook"], grade["cell"]))) is not None
    ]
    if rows:
        table = nbgraders("grade")
        connection.execute(
            update(table)
            .where(table.c.id == bindparam("key"))
            .values(auto_score=bindparam("auto"), needs_manual_grade=bindparam("waits")),
            rows,
        )


def _updated(grade: dict[str, Any], score: float | None, changed: bool) -> dict[str, Any]:
    """Return the new values of a grade; it waits for a person who has not seen this answer."""
    if grade["manual_score"] is None:
        waits = score is None
    else:
        waits = changed or bool(grade["needs_manual_grade"])
    return {"key": grade["id"], "auto": score, "waits": waits}


def _grades(connection: Connection, submission: str) -> list[dict[str, Any]]:
    grade, cell = nbgraders("grade"), nbgraders("base_cell")
    kept, notebook = nbgraders("submitted_notebook"), nbgraders("notebook")
    chosen = (
        select(
            grade.c.id,
            grade.c.manual_score,
            grade.c.needs_manual_grade,
            cell.c.name.label("cell"),
            notebook.c.name.label("notebook"),
        )
        .join_from(kept, grade, grade.c.notebook_id == kept.c.id)
        .join(cell, cell.c.id == grade.c.cell_id)
        .join(notebook, notebook.c.id == kept.c.notebook_id)
        .where(kept.c.assignment_id == submission)
    )
    return [dict(row) for row in connection.execute(chosen).mappings()]


def _submission_id(connection: Connection, result: SubmissionResult, assignment: str) -> str | None:
    """Return nbgrader's key of a submission, made if it has scores and is not there yet."""
    table, student = nbgraders("submitted_assignment"), storable(result.student)
    mine = (table.c.assignment_id == assignment, table.c.student_id == student)
    handed = _naive_utc(result.timestamp)
    found = connection.execute(select(table.c.id).where(*mine)).scalar()
    if found is not None:
        connection.execute(update(table).where(table.c.id == found).values(timestamp=handed))
    elif result.status is Status.GRADED:
        _enrol(connection, student)
        found = new_key()
        row = {"assignment_id": assignment, "student_id": student, "timestamp": handed}
        connection.execute(insert(table).values(id=found, **row))
    else:
        return None
    complete(connection, assignment, str(found))
    return str(found)


def _enrol(connection: Connection, student: str) -> None:
    table = nbgraders("student")
    if connection.execute(select(table.c.id).where(table.c.id == student)).first() is None:
        connection.execute(insert(table).values(id=student))


def _naive_utc(moment: str | None) -> datetime | None:
    """Return a moment as nbgrader keeps it."""
    if moment is None:
        return None
    return datetime.fromisoformat(moment).astimezone(UTC).replace(tzinfo=None)
