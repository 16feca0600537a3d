"""What an instructor gave by hand, in the formgrader or elsewhere, over what the grader gave."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Select, or_, select

from coursekit.grading.book.cells import Key, UnitCells, keyed
from coursekit.grading.book.stored import storable
from coursekit.grading.book.tables import nbgraders
from coursekit.grading.results import QuestionResult, Status, SubmissionResult

LOOK_AGAIN = "look again: cell {} was scored by hand before the submission changed"


@dataclass(slots=True)
class _Hand:
    """What one student was given by hand: for each question, and as time."""

    manual: dict[Key, float] = field(default_factory=dict)
    extra: dict[Key, float] = field(default_factory=dict)
    again: set[Key] = field(default_factory=set)
    comments: dict[Key, list[str]] = field(default_factory=dict)
    extension: timedelta = timedelta()


class ByHand:
    """What the students of a unit were given by hand.

    Parameters
    ----------
    connection : Connection
        The gradebook.
    unit : str
        The unit.
    cells : UnitCells
        Its graded cells.
    student : str, optional
        Only this one; all when left out.
    """

    def __init__(
        self, connection: Connection, unit: str, cells: UnitCells, student: str | None = None
    ) -> None:
        self._hands: dict[str, _Hand] = {}
        table = nbgraders("assignment")
        unit_row = connection.execute(
            select(table.c.id, table.c.duedate).where(table.c.name == unit)
        ).first()
        self._due: datetime | None = None
        if unit_row is None:
            return
        handed = nbgraders("submitted_assignment")
        mine = [handed.c.assignment_id == unit_row.id]
        if student is not None:
            mine.append(handed.c.student_id == storable(student))
        self._due = unit_row.duedate
        self._read_grades(connection, mine, cells)
        self._read_comments(connection, mine, cells)
        extended = select(handed.c.student_id, handed.c.extension).where(
            *mine, handed.c.extension.is_not(None)
        )
        for name, extension in connection.execute(extended):
            self._hand(name).extension = extension

    def over(self, result: SubmissionResult) -> SubmissionResult:
        """Return a result with scores, extra credit, comments and extension as given by hand."""
        hand = self._hands.get(storable(result.student), _Hand())
        graded = result.status is Status.GRADED
        questions = tuple(
            _question(question, key, hand, graded) for key, question in keyed(result.questions)
        )
        again = tuple(LOOK_AGAIN.format(key[0]) for key, _ in keyed(questions) if key in hand.again)
        late = ("late",) if self._is_late(result, hand) else ()
        return replace(result, questions=questions, flags=(*result.flags, *again, *late))

    def _hand(self, student: str) -> _Hand:
        return self._hands.setdefault(student, _Hand())

    def _is_late(self, result: SubmissionResult, hand: _Hand) -> bool:
        if self._due is None or result.timestamp is None:
            return False
        due = self._due.replace(tzinfo=UTC) + hand.extension
        return datetime.fromisoformat(result.timestamp) > due

    def _read_grades(self, connection: Connection, mine: list[Any], cells: UnitCells) -> None:
        grade = nbgraders("grade")
        rows = _rows(
            "grade",
            [grade.c.manual_score, grade.c.extra_credit, grade.c.needs_manual_grade],
            [*mine, or_(grade.c.manual_score.is_not(None), grade.c.extra_credit.is_not(None))],
        )
        for student, notebook, cell, manual, extra, waits in connection.execute(rows):
            key = cells.keys.get((notebook, cell))
            if key is None:
                continue
            hand = self._hand(student)
            if manual is not None:
                hand.manual[key] = manual
                if waits:
                    hand.again.add(key)
            if extra is not None:
                hand.extra[key] = extra

    def _read_comments(self, connection: Connection, mine: list[Any], cells: UnitCells) -> None:
        comment = nbgraders("comment")
        written = comment.c.manual_comment
        rows = _rows("comment", [written], [*mine, written.is_not(None), written != ""])
        for student, notebook, cell, words in connection.execute(rows):
            key = cells.commented.get((notebook, cell))
            if key is not None:
                self._hand(student).comments.setdefault(key, []).append(words)


def _rows(name: str, columns: list[Any], conditions: list[Any]) -> Select[Any]:
    """Return the query for rows of a table with the student, notebook and cell they belong to."""
    table, cell = nbgraders(name), nbgraders("base_cell")
    handed, kept = nbgraders("submitted_assignment"), nbgraders("submitted_notebook")
    notebook = nbgraders("notebook")
    return (
        select(handed.c.student_id, notebook.c.name, cell.c.name, *columns)
        .join_from(handed, kept, kept.c.assignment_id == handed.c.id)
        .join(table, table.c.notebook_id == kept.c.id)
        .join(cell, cell.c.id == table.c.cell_id)
        .join(notebook, notebook.c.id == kept.c.notebook_id)
        .where(*conditions)
        .order_by(handed.c.student_id, notebook.c.name, cell.c.name)
    )


def _question(question: QuestionResult, key: Key, hand: _Hand, graded: bool) -> QuestionResult:
    comment = "\n\n".join(hand.comments.get(key, ())) or None
    if not graded or (key not in hand.manual and key not in hand.extra):
        return replace(question, comment=comment)
    base = hand.manual.get(key, question.score)
    score = None if base is None else base + hand.extra.get(key, 0.0)
    # A person who gave all points overrules what the grader missed.
    right = key in hand.manual and score is not None and score >= question.max_score
    return replace(
        question,
        score=score,
        reason=None if right else question.reason,
        misconception=None if right else question.misconception,
        comment=comment,
    )
