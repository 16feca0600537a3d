"""nbgrader's gradebook, written one submission at a time, each whole or not at all.

Scores stand where nbgrader and its formgrader look for them. Reasons, misconceptions and flags, for
which nbgrader has no place, stand in a table beside its own, written in the same transaction.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nbgrader.api as nbg
from alembic.script import ScriptDirectory
from nbconvert.exporters.exporter import ResourcesDict
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
    SaveCells,
)
from sqlalchemy import (
    Column,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import SQLAlchemyError
from traitlets.config import Config

from coursekit.course import Course
from coursekit.errors import StorageError
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.notebooks import read_notebook

_METADATA = MetaData()
_RESULTS = Table(
    "coursekit_result",
    _METADATA,
    Column("student", String(255), primary_key=True),
    Column("unit", String(128), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("result", Text, nullable=False),
)
_REGISTERING = (
    LockCells,
    ClearSolutions,
    ClearOutput,
    CheckCellMetadata,
    ComputeChecksums,
    SaveCells,
)


class Gradebook:
    """The gradebook of a course; use `opened`.

    Parameters
    ----------
    course : Course
        The course.
    book : nbgrader.api.Gradebook
        The open database.
    """

    def __init__(self, course: Course, book: nbg.Gradebook) -> None:
        self._course, self._book = course, book
        _METADATA.create_all(book.engine)

    def register(self, unit: str) -> None:
        """Make the unit and its graded cells known to the gradebook.

        Raises
        ------
        StorageError
            If cells came or went while there are submissions.
        """
        self._book.update_or_create_assignment(unit)
        config = Config()
        for path in self._course.notebooks(unit):
            notebook = read_notebook(path)
            resources = ResourcesDict(
                nbgrader={"notebook": path.stem, "assignment": unit,
                          "db_url": self._course.gradebook_url}
            )  # fmt: skip
            try:
                for step in _REGISTERING:
                    notebook, resources = step(config=config).preprocess(notebook, resources)
            except RuntimeError:
                raise StorageError(
                    f"the graded cells of {unit} are not those of the gradebook, which has results",
                    "give the changed cells their old ids, or start with a new gradebook",
                ) from None

    def due(self, unit: str) -> datetime | None:
        """Return when the unit is due, in UTC, or None."""
        due = self._book.find_assignment(unit).duedate
        return None if due is None else due.replace(tzinfo=UTC)

    def set_due(self, unit: str, due: datetime) -> None:
        """Set when the unit is due."""
        self._book.update_or_create_assignment(
            unit, duedate=due.astimezone(UTC).replace(tzinfo=None)
        )

    def key(self, student: str, unit: str) -> str | None:
        """Return the key under which a student's result was recorded, or None."""
        row = self._book.db.execute(
            select(_RESULTS.c.key).where(_RESULTS.c.student == student, _RESULTS.c.unit == unit)
        ).first()
        return None if row is None else str(row[0])

    def record(self, result: SubmissionResult, key: str) -> None:
        """Write one result: all of it, or nothing."""
        session = self._book.db
        try:
            if result.status is Status.GRADED:
                self._score(result)
            mine = (_RESULTS.c.student == result.student, _RESULTS.c.unit == result.unit)
            session.execute(delete(_RESULTS).where(*mine))
            session.execute(
                insert(_RESULTS).values(
                    student=result.student, unit=result.unit, key=key, result=_as_json(result)
                )
            )
            session.commit()
        except BaseException:
            session.rollback()
            raise

    def results(self, unit: str) -> list[SubmissionResult]:
        """Return the recorded results of a unit in order of the students, without notebooks."""
        rows = self._book.db.execute(
            select(_RESULTS.c.result).where(_RESULTS.c.unit == unit).order_by(_RESULTS.c.student)
        )
        return [_from_json(row[0]) for row in rows]

    def _score(self, result: SubmissionResult) -> None:
        submission = self._submission(result)
        scores = {q.id: q for q in result.questions}
        for notebook in submission.notebooks:
            for grade in notebook.grades:
                question = scores.get(grade.cell.name)
                if question is None:
                    continue
                grade.auto_score = question.score
                by_hand = question.score is None and grade.manual_score is None
                grade.needs_manual_grade = by_hand

    def _submission(self, result: SubmissionResult) -> nbg.SubmittedAssignment:
        """Return the student's submission in nbgrader's tables, made when it is not there yet."""
        session = self._book.db
        try:
            submission = self._book.find_submission(result.unit, result.student)
        except nbg.MissingEntry:
            with session.no_autoflush:  # half of a submission would be written otherwise
                submission = self._new_submission(result)
            session.add(submission)
            session.flush()
        if result.timestamp is not None:
            handed = datetime.fromisoformat(result.timestamp)
            submission.timestamp = handed.astimezone(UTC).replace(tzinfo=None)
        return submission

    def _new_submission(self, result: SubmissionResult) -> nbg.SubmittedAssignment:
        session = self._book.db
        student = session.get(nbg.Student, result.student)
        if student is None:
            student = nbg.Student(id=result.student)
            session.add(student)
        assignment = self._book.find_assignment(result.unit)
        submission = nbg.SubmittedAssignment(assignment=assignment, student=student)
        for notebook in assignment.notebooks:
            submitted = nbg.SubmittedNotebook(notebook=notebook, assignment=submission)
            for cell in notebook.grade_cells:
                nbg.Grade(cell_id=cell.id, cell=cell, notebook=submitted)
            for cell in notebook.solution_cells:
                nbg.Comment(cell_id=cell.id, cell=cell, notebook=submitted)
        return submission


@contextmanager
def opened(course: Course) -> Iterator[Gradebook]:
    """Open the course's gradebook; it is made when there is none.

    Raises
    ------
    StorageError
        If the database cannot be read or written.
    """
    logging.getLogger("nbgrader").setLevel(logging.ERROR)
    try:
        _make_if_new(course.gradebook_url)
        with nbg.Gradebook(course.gradebook_url, course.course_id) as book:
            yield Gradebook(course, book)
    except SQLAlchemyError as error:
        fault = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise StorageError(
            f"cannot use the gradebook {course.gradebook_url}: {fault}",
            "check that it is a gradebook, that it can be written, and that nothing else holds it",
        ) from None


def _make_if_new(url: str) -> None:
    """Make nbgrader's tables; nbgrader itself would ask a command on PATH first, for seconds."""
    engine = create_engine(url)
    try:
        if inspect(engine).get_table_names():
            return
        nbg.Base.metadata.create_all(engine)
        head = ScriptDirectory(str(Path(nbg.__file__).parent / "alembic")).get_current_head()
        with engine.begin() as connection:
            connection.execute(
                text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
            )
            connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": head})
    finally:
        engine.dispose()


def _as_json(result: SubmissionResult) -> str:
    parts = asdict(result)
    parts.pop("notebooks")  # they stand in autograded/
    return json.dumps(parts, ensure_ascii=False)


def _from_json(stored: str) -> SubmissionResult:
    parts: dict[str, Any] = json.loads(stored)
    parts["status"] = Status(parts["status"])
    parts["flags"] = tuple(parts["flags"])
    parts["questions"] = tuple(QuestionResult(**q) for q in parts["questions"])
    return SubmissionResult(**parts)
