"""The page on which a student reads how a submission went.

It holds the visible cells, the score, what was wrong, the belief that an answer shows and what the
instructor wrote. It holds no hidden test, no right answer and nothing that can run, load or send.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from coursekit.course import Course
from coursekit.files import write_together
from coursekit.grading.intake.handed import TIMESTAMP
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.grading.shown_cells import ShownCell, shown_cells
from coursekit.grading.verdicts import Verdict, is_late, verdict
from coursekit.pages.page import page
from coursekit.pages.text import amount, counted, counted_points
from coursekit.questions.misconceptions import CATALOGUE, Misconception

# nbgrader's release_feedback asks for both beside the pages, and finds the student by the second.
_RECEIPTS = (TIMESTAMP, "submission_secret.txt")
_MAX_RECEIPT = 10_000


@dataclass(frozen=True, slots=True)
class _Row:
    """One question on the page."""

    number: int
    question: QuestionResult
    title: str
    verdict: Verdict
    misconception: Misconception | None

    @property
    def reason(self) -> str:
        """The reason, without the misconception's words where it repeats them.

        Why a question waits is for the instructor: it may quote what students do not see.
        """
        if self.verdict is Verdict.WAITS:
            return ""
        reason = self.question.reason or ""
        if self.misconception is None:
            return reason
        return reason.replace(self.misconception.message, "").strip()


def feedback_page(result: SubmissionResult, notebook: str | None = None) -> str:
    """Return the page of one submission as HTML.

    Why a grader or a test failed is not said here, since it may quote what students do not see.

    Parameters
    ----------
    result : SubmissionResult
        How the submission went.
    notebook : str, optional
        The name of the notebook whose cells are shown; the first when left out.

    Examples
    --------
    >>> result = SubmissionResult("student-01", "unit", Status.REFUSED, "it is not valid JSON")
    >>> "it is not valid JSON" in feedback_page(result)
    True
    """
    cells = _cells(result, notebook)
    titles = _titles(cells)
    rows = [
        _Row(n, q, titles.get(q.id, q.id), verdict(q), CATALOGUE.get(q.misconception or ""))
        for n, q in enumerate(_asked(result, cells), start=1)
    ]
    return page(
        "feedback.html.j2",
        result=result,
        status=result.status.value,
        summary=_summary(result),
        tally=_tally(rows),
        handed_in=_moment(result.timestamp),
        late=is_late(result),
        rows=rows,
        cells=cells,
        by_id={row.question.id: row for row in rows},
    )


def feedback_files(course: Course, result: SubmissionResult) -> dict[Path, str | bytes | None]:
    """Return what the feedback on one submission is to hold, file by file.

    There is a page for each notebook of the unit, whatever was handed in. Beside the pages goes
    what nbgrader's collecting left with the submission, so that ``nbgrader release_feedback`` can
    hand them out.

    Parameters
    ----------
    course : Course
        The course.
    result : SubmissionResult
        How the submission went.

    Returns
    -------
    dict
        ``feedback/<student>/<unit>/<notebook>.html``, where nbgrader keeps its own, and the rest;
        None where there is to be no file.
    """
    folder = course.feedback / result.student / result.unit
    handed = course.submitted / result.student / result.unit
    names = [path.stem for path in course.notebooks(result.unit)]
    return {
        **{folder / name: _receipt(handed / name) for name in _RECEIPTS},
        **{folder / f"{name}.html": feedback_page(result, name) for name in names},
    }


def write_feedback(course: Course, result: SubmissionResult) -> tuple[Path, ...]:
    """Write the feedback on one submission; return where its pages are.

    Parameters
    ----------
    course : Course
        The course.
    result : SubmissionResult
        How the submission went.

    Raises
    ------
    StorageError
        If a file cannot be written.
    """
    files = feedback_files(course, result)
    write_together(files)
    return tuple(path for path in files if path.suffix == ".html")


def _receipt(path: Path) -> bytes | None:
    """Return what collecting left with a submission; None where it is not there to be read."""
    try:
        if path.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(_MAX_RECEIPT)
    except OSError:
        return None


def _cells(result: SubmissionResult, notebook: str | None) -> list[ShownCell]:
    """Return the cells of a notebook that ran; what an earlier submission left is not shown."""
    name = notebook or next(iter(result.notebooks), "")
    if result.status is not Status.GRADED or name not in result.notebooks:
        return []
    return shown_cells(result.notebooks[name])


def _titles(cells: Sequence[ShownCell]) -> dict[str, str]:
    """Return the heading that each question stands under."""
    titles, heading = {}, ""
    for cell in cells:
        heading = cell.topic or heading
        if cell.graded and heading:
            titles[cell.graded] = heading
    return titles


def _asked(result: SubmissionResult, cells: Sequence[ShownCell]) -> list[QuestionResult]:
    """Return the questions of one page: of several notebooks, those that this one asks."""
    here = {cell.graded for cell in cells}
    asked = [question for question in result.questions if question.id in here]
    return asked if len(result.notebooks) > 1 else list(result.questions)


def _summary(result: SubmissionResult) -> str:
    """Say in one sentence how the submission went."""
    match result.status:
        case Status.REFUSED:
            return "Not graded: your submission cannot be graded as it is."
        case Status.FAILED:
            return "Not graded yet: the grader failed, not you."
        case Status.MISSING:
            return "Not graded: nothing was handed in."
    points = f"{amount(result.score or 0.0)} of {counted_points(result.max_score)}"
    waiting = sum(question.score is None for question in result.questions)
    if not waiting:
        return f"{points}."
    verb = "waits" if waiting == 1 else "wait"
    return f"{points} so far: {counted(waiting, 'question')} {verb} for a person to grade."


def _tally(rows: Sequence[_Row]) -> list[tuple[Verdict, int]]:
    """Return how many questions went which way, ways that none went left out."""
    counts = [(one, sum(row.verdict is one for row in rows)) for one in Verdict]
    return [(one, count) for one, count in counts if count]


def _moment(timestamp: str | None) -> str | None:
    """Return a moment in UTC, to the minute."""
    if timestamp is None:
        return None
    return f"{datetime.fromisoformat(timestamp).astimezone(UTC):%Y-%m-%d %H:%M} UTC"
