"""Grade one notebook: its cells in order, the student's on one side, the tests on the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from coursekit.grading.limits import USUAL, Limits
from coursekit.grading.matching import match
from coursekit.grading.results import QuestionResult
from coursekit.grading.student import StudentSession
from coursekit.grading.trusted import TrustedSide
from coursekit.notebooks import Role, grade_id, points, role


@dataclass(frozen=True, slots=True)
class NotebookOutcome:
    """What grading one notebook gives.

    Parameters
    ----------
    questions : tuple of QuestionResult
        One for each graded cell, in the order of the instructor's notebook.
    notebook : NotebookNode
        The notebook as it ran, with outputs; tests show their visible part.
    flags : tuple of str
        What was found and mended, one line each.
    """

    questions: tuple[QuestionResult, ...]
    notebook: NotebookNode
    flags: tuple[str, ...]


def grade_notebook(
    source: NotebookNode,
    submitted: NotebookNode,
    *,
    limits: Limits = USUAL,
    files: Sequence[Path] = (),
) -> NotebookOutcome:
    """Grade a submitted notebook against the instructor's.

    Parameters
    ----------
    source : NotebookNode
        The instructor's notebook, with hidden tests.
    submitted : NotebookNode
        What the student handed in.
    limits : Limits
        What the student's code may use.
    files : Sequence of Path
        Files handed in beside the notebook.

    Returns
    -------
    NotebookOutcome

    Raises
    ------
    NotebookError
        If the submission is not one of this notebook.
    TestFaultError
        If a test, or the set-up it rests on, is itself at fault.
    """
    matched = match(source, submitted)
    trusted = TrustedSide(source)
    results: dict[str, QuestionResult] = {}
    with StudentSession(limits, files) as session:
        for cell in matched.notebook.cells:
            if cell.cell_type != "code":
                continue
            test = trusted.tests.get(grade_id(cell) or "")
            if test is None:
                _run(cell, session)
            else:
                results[test.id] = trusted.run(test, session)
                cell.outputs = [_shown(results[test.id])]
    questions = tuple(
        results.get(name) or QuestionResult(name, None, most) for name, most in graded_cells(source)
    )
    return NotebookOutcome(questions, matched.notebook, matched.flags)


def graded_cells(source: NotebookNode) -> list[tuple[str, float]]:
    """Return the id and the points of each graded cell of an instructor's notebook."""
    return [
        (grade_id(cell) or cell.id, points(cell))
        for cell in source.cells
        if role(cell) in (Role.TEST, Role.MANUAL)
    ]


def _run(cell: NotebookNode, session: StudentSession) -> None:
    if not cell.source.strip():
        return
    outputs, cell.execution_count = session.run(cell.source)
    cell.outputs = [nbformat.from_dict(output) for output in outputs]


def _shown(result: QuestionResult) -> Any:
    """Return a test's result as an output of its cell."""
    line = f"{result.score:g} of {result.max_score:g} points"
    text = f"{line}: {result.reason}\n" if result.reason else f"{line}\n"
    return nbformat.v4.new_output("stream", name="stdout", text=text)
