"""nbgrader's gradebook, written one submission at a time, each whole or not at all.

Scores stand where nbgrader and its formgrader look for them. Reasons, misconceptions and flags, for
which nbgrader has no place, stand in a table beside its own, written in the same transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from sqlalchemy import Engine, delete, insert, select, update

from coursekit.course import Course
from coursekit.grading.book.backups import back_up
from coursekit.grading.book.byhand import ByHand
from coursekit.grading.book.cells import UnitCells, unit_cells
from coursekit.grading.book.database import reading
from coursekit.grading.book.opening import database_of
from coursekit.grading.book.registering import assignment_id, register
from coursekit.grading.book.scores import write_scores
from coursekit.grading.book.soundness import fitting, sound
from coursekit.grading.book.stored import as_text, from_text, storable
from coursekit.grading.book.tables import RESULTS, nbgraders
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.results import Status, SubmissionResult
from coursekit.notebooks import read_notebook


class Gradebook:
    """The gradebook of a course; use `opened`.

    Parameters
    ----------
    course : Course
        The course.
    engine : Engine
        Its database.
    notes : tuple of str
        What was changed in it when it was opened, one line each.
    """

    def __init__(self, course: Course, engine: Engine, notes: tuple[str, ...] = ()) -> None:
        self._course, self._engine = course, engine
        self._cells: dict[str, UnitCells] = {}
        self.notes = notes

    def register(self, unit: str) -> tuple[str, ...]:
        """Make the unit and its graded cells known to the gradebook.

        Returns
        -------
        tuple of str
            One line for what left the unit together with its scores.

        Raises
        ------
        NotebookError
            If a notebook of the unit cannot be read or graded.
        """
        notebooks = {p.stem: read_notebook(p) for p in self._course.notebooks(unit)}
        self._cells[unit] = unit_cells(notebooks)
        with self._engine.begin() as connection:
            return register(
                connection,
                unit,
                self._course.course_id,
                notebooks,
                lambda: back_up(connection, self._course.root),
            )

    def due(self, unit: str) -> datetime | None:
        """Return when the unit is due, in UTC, or None."""
        table = nbgraders("assignment")
        with reading(self._engine) as connection:
            due = connection.execute(select(table.c.duedate).where(table.c.name == unit)).scalar()
        return None if due is None else due.replace(tzinfo=UTC)

    def set_due(self, unit: str, due: datetime) -> None:
        """Set when the unit is due."""
        table, moment = nbgraders("assignment"), due.astimezone(UTC).replace(tzinfo=None)
        with self._engine.begin() as connection:
            assignment = assignment_id(connection, unit, self._course.course_id)
            connection.execute(update(table).where(table.c.id == assignment).values(duedate=moment))

    def students(self) -> list[str]:
        """Return the ids of the students that are known, in order."""
        table = nbgraders("student")
        with reading(self._engine) as connection:
            return sorted(str(name) for name in connection.execute(select(table.c.id)).scalars())

    def fingerprints(self, unit: str) -> dict[str, Fingerprint]:
        """Return what the recorded results of a unit depend on, by the student's stored id."""
        table = RESULTS.c
        columns = (table.student, table.submission, table.tests, table.environment)
        with reading(self._engine) as connection:
            rows = connection.execute(select(*columns).where(table.unit == unit)).all()
        return {student: Fingerprint(*parts) for student, *parts in rows}

    def failed(self, unit: str) -> set[str]:
        """Return the stored ids of the students whose grading failed by no fault of theirs."""
        failed = RESULTS.c.status == Status.FAILED.value
        chosen = select(RESULTS.c.student).where(RESULTS.c.unit == unit, failed)
        with reading(self._engine) as connection:
            return set(connection.execute(chosen).scalars())

    def seen(self, result: SubmissionResult) -> SubmissionResult:
        """Return a fresh result as it may be recorded, with what was given by hand over it."""
        whole = self._recordable(result)
        return self._by_hand(whole.unit, whole.student).over(whole)

    def record(self, result: SubmissionResult, fingerprint: Fingerprint) -> None:
        """Write one result: all of it, or nothing.

        Parameters
        ----------
        result : SubmissionResult
            As the grader gave it. What must not be recorded is recorded as a failure.
        fingerprint : Fingerprint
            What it depends on.
        """
        cells = self._unit_cells(result.unit)
        whole = self._recordable(result)
        student = storable(whole.student)
        mine = (RESULTS.c.student == student, RESULTS.c.unit == whole.unit)
        row = {
            "student": student, "unit": whole.unit, "submission": fingerprint.submission,
            "tests": fingerprint.tests, "environment": fingerprint.environment,
            "status": whole.status.value, "result": as_text(whole),
        }  # fmt: skip
        with self._engine.begin() as connection:
            before = connection.execute(select(RESULTS.c.submission).where(*mine)).scalar()
            assignment = assignment_id(connection, whole.unit, self._course.course_id)
            changed = bool(before) and before != fingerprint.submission
            write_scores(connection, whole, assignment, cells, changed=changed)
            connection.execute(delete(RESULTS).where(*mine))
            connection.execute(insert(RESULTS).values(**row))

    def results(self, unit: str) -> list[SubmissionResult]:
        """Return the recorded results of a unit in order of the students, without notebooks.

        Scores, extra credit and comments that were given by hand are in them.
        """
        by_hand = self._by_hand(unit)
        with reading(self._engine) as connection:
            chosen = select(RESULTS.c.result).where(RESULTS.c.unit == unit)
            rows = connection.execute(chosen.order_by(RESULTS.c.student)).scalars().all()
        return [by_hand.over(from_text(row)) for row in rows]

    def _recordable(self, result: SubmissionResult) -> SubmissionResult:
        """Return a result as it may be recorded, where need be as the failure that it is."""
        whole = sound(result, self._unit_cells(result.unit).points)
        if self._engine.dialect.name == "sqlite":  # which holds a name of any length
            return whole
        return fitting(whole, nbgraders("student").c.id.type.length)  # type: ignore[attr-defined]

    def _by_hand(self, unit: str, student: str | None = None) -> ByHand:
        with reading(self._engine) as connection:
            return ByHand(connection, unit, self._unit_cells(unit), student)

    def _unit_cells(self, unit: str) -> UnitCells:
        if unit not in self._cells:
            sources = {p.stem: read_notebook(p) for p in self._course.notebooks(unit)}
            self._cells[unit] = unit_cells(sources)
        return self._cells[unit]


@contextmanager
def opened(course: Course) -> Iterator[Gradebook]:
    """Open the course's gradebook; it is made when there is none, and mended when it is old.

    Raises
    ------
    StorageError
        If the database cannot be read or written.
    """
    logging.getLogger("nbgrader").setLevel(logging.ERROR)
    with database_of(course.gradebook_url, course.root, course.course_id) as (engine, notes):
        yield Gradebook(course, engine, notes)
