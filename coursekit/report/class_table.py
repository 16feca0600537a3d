"""A class's results as a table for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from coursekit.grading.results import SubmissionResult
from coursekit.pages.text import displayable
from coursekit.report.summary import by_question, in_order

COLUMNS = ("student", "unit", "status", "score", "max_score", "handed_in", "flags", "reason")
# What spreadsheets take for a formula, in both widths of the signs.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def class_table(unit: str, results: Sequence[SubmissionResult]) -> str:
    """Return a class's results as CSV, one line a student in order of their ids.

    Each question has two columns, ``<id>`` for the score and ``<id> misconception``. A score that
    is not there yet is an empty cell. A cell that a spreadsheet would take for a formula, such as
    the id ``=1+1``, has an apostrophe before it, which spreadsheets do not show.

    Parameters
    ----------
    unit : str
        The unit.
    results : Sequence of SubmissionResult
        One for each student.

    Examples
    --------
    >>> from coursekit.grading.results import QuestionResult, Status
    >>> question = QuestionResult("q", 1.5, 2.0, "a term is missing", "M29")
    >>> result = SubmissionResult("@one", "unit", Status.GRADED, questions=(question,))
    >>> print(class_table("unit", [result]))
    student,unit,status,score,max_score,handed_in,flags,reason,q,q misconception
    '@one,unit,graded,1.5,2,,,,1.5,M29
    """
    questions = list(by_question(results))
    columns = [name for question in questions for name in (question, f"{question} misconception")]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(cell, (*COLUMNS, *columns)))
    for result in in_order(results):
        writer.writerow(map(cell, (*_fixed(unit, result), *_scores(result, questions))))
    return text.getvalue()


def cell(value: str | float | None) -> str:
    """Return a value as the text of one cell that no spreadsheet runs.

    Examples
    --------
    >>> cell("=SUM(A1)"), cell(2.0), cell(1 / 3), cell(None)
    ("'=SUM(A1)", '2', '0.333333', '')
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return "'" + displayable(value) if value.startswith(_FORMULA) else displayable(value)


def _fixed(unit: str, result: SubmissionResult) -> Iterable[str | float | None]:
    return (
        result.student,
        unit,
        result.status.value,
        result.score,
        result.max_score,
        result.timestamp,
        "; ".join(result.flags),
        result.reason,
    )


def _scores(result: SubmissionResult, questions: Sequence[str]) -> Iterator[str | float | None]:
    answers = {question.id: question for question in result.questions}
    for name in questions:
        answer = answers.get(name)
        yield answer.score if answer else None
        yield answer.misconception if answer else None
