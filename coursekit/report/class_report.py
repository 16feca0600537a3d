"""The page on which an instructor sees how a class did on a unit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from coursekit.course import Course
from coursekit.files import write_atomically
from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.verdicts import Verdict, is_late, verdict
from coursekit.pages.figure import inline_figure
from coursekit.pages.page import page
from coursekit.pages.text import counted
from coursekit.report.class_table import class_table
from coursekit.report.figures import belief_figure, question_figure, score_figure
from coursekit.report.summary import ClassSummary, in_order, summarise

MOST_LINES = 200  # of one table of students
_Line = tuple[SubmissionResult, list[Verdict], bool]


def class_report(unit: str, results: Sequence[SubmissionResult]) -> str:
    """Return the report of a class on one unit as HTML: plots, a table for each, every student.

    Parameters
    ----------
    unit : str
        The unit.
    results : Sequence of SubmissionResult
        One for each student; none is said so.

    Examples
    --------
    >>> "Nobody has handed in anything" in class_report("unit", [])
    True
    """
    everyone = in_order(results)
    summary = summarise(everyone)
    return page(
        "class_report.html.j2",
        unit=unit,
        everyone=everyone,
        parts=_parts(everyone),
        summary=summary,
        statuses=Status,
        verdicts=tuple(Verdict),
        ungraded=[one for one in everyone if one.status not in (Status.GRADED, Status.MISSING)],
        plots=_plots(summary),
    )


def write_report(
    course: Course, unit: str, results: Sequence[SubmissionResult]
) -> tuple[Path, Path]:
    """Write the report of a class, the page and the table beside it.

    Parameters
    ----------
    course : Course
        The course.
    unit : str
        The unit.
    results : Sequence of SubmissionResult
        One for each student.

    Returns
    -------
    tuple of Path
        ``reports/<unit>.html`` and ``reports/<unit>.csv``.

    Raises
    ------
    StorageError
        If the files cannot be written.
    """
    html, table = course.reports / f"{unit}.html", course.reports / f"{unit}.csv"
    write_atomically(html, class_report(unit, results))
    write_atomically(table, class_table(unit, results))
    return html, table


def _parts(everyone: Sequence[SubmissionResult]) -> list[list[_Line]]:
    """Return the lines of the students' tables, few enough in each that its head is not far."""
    lines = [(one, [verdict(q) for q in one.questions], is_late(one)) for one in everyone]
    return [lines[i : i + MOST_LINES] for i in range(0, len(lines), MOST_LINES)]


def _plots(summary: ClassSummary) -> dict[str, Markup]:
    """Return the plots that there are data for, by name."""
    plots = {}
    if summary.bins:
        plots["scores"] = inline_figure(
            score_figure(summary.bins),
            "plot-scores",
            "How the scores spread",
            f"Histogram of {counted(len(summary.scores), 'score')}; the table says the same.",
        )
    if summary.scores and summary.questions:
        plots["questions"] = inline_figure(
            question_figure(summary.questions),
            "plot-questions",
            "Success rate of each question",
            "One bar a question: the mean share of its points; the table says the same.",
        )
    if summary.beliefs:
        plots["beliefs"] = inline_figure(
            belief_figure(summary.beliefs),
            "plot-beliefs",
            "Misconceptions by frequency",
            "One bar a misconception: how many students hold it; the table says the same.",
        )
    return plots
