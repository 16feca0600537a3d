"""The rows that nbgrader's tables need of a submission, whatever its cells are by now."""

from __future__ import annotations

from sqlalchemy import Connection, and_, exists, insert, select

from coursekit.grading.book.tables import nbgraders, new_key

_SCORED = {"grade": ("GradeCell", "TaskCell"), "comment": ("SolutionCell", "TaskCell")}


def complete(connection: Connection, assignment: str, submission: str | None = None) -> None:
    """Give submissions the notebooks, grades and comments of the unit that they do not have.

    Parameters
    ----------
    connection : Connection
        Within a transaction.
    assignment : str
        nbgrader's key of the unit.
    submission : str, optional
        Only this submission; all when left out.
    """
    handed, notebook = nbgraders("submitted_assignment"), nbgraders("notebook")
    kept, cell = nbgraders("submitted_notebook"), nbgraders("base_cell")
    mine = [handed.c.assignment_id == assignment]
    if submission is not None:
        mine.append(handed.c.id == submission)
    has = exists().where(kept.c.assignment_id == handed.c.id, kept.c.notebook_id == notebook.c.id)
    of_unit = handed.join(notebook, notebook.c.assignment_id == handed.c.assignment_id)
    lacking = select(handed.c.id, notebook.c.id).select_from(of_unit).where(*mine, ~has)
    pairs = connection.execute(lacking).all()
    rows = [{"id": new_key(), "assignment_id": one, "notebook_id": other} for one, other in pairs]
    if rows:
        connection.execute(insert(kept), rows)
    for name, kinds in _SCORED.items():
        table = nbgraders(name)
        own = and_(table.c.cell_id == cell.c.id, table.c.notebook_id == kept.c.id)
        lacking = (
            select(kept.c.id, cell.c.id)
            .select_from(handed)
            .join(kept, kept.c.assignment_id == handed.c.id)
            .join(notebook, notebook.c.id == kept.c.notebook_id)
            .join(cell, cell.c.notebook_id == notebook.c.id)
            .outerjoin(table, own)
            .where(*mine, cell.c.type.in_(kinds), table.c.id.is_(None))
        )
        rows = [
            {"id": new_key(), "notebook_id": one, "cell_id": other}
            for one, other in connection.execute(lacking)
        ]
        if rows:
            connection.execute(insert(table), rows)
