"""A student's own check: the visible tests of a notebook, run as they will be when it is graded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from coursekit.errors import NotebookError
from coursekit.grading.limits import USUAL, Limits
from coursekit.grading.results import QuestionResult
from coursekit.grading.submission import grade_notebook
from coursekit.notebooks import Role, read_notebook, role

HIDDEN_NOTE = (
    "These are the visible tests only. Hidden tests decide the score when the notebook is graded."
)


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """What a student's own check found.

    Parameters
    ----------
    passed : bool
        Whether at least one visible test ran and none failed.
    lines : tuple of str
        What to tell the student.
    """

    passed: bool
    lines: tuple[str, ...]


def check_notebook(path: Path, limits: Limits = USUAL) -> SelfCheck:
    """Run the visible tests of a student's notebook.

    Parameters
    ----------
    path : Path
        The notebook.
    limits : Limits
        What its code may use.

    Raises
    ------
    NotebookError
        If the file is not a readable notebook, or holds no test.
    """
    notebook = read_notebook(path)
    if not any(role(cell) is Role.TEST for cell in notebook.cells):
        raise NotebookError(
            f"{path.name} holds no test cell, so nothing can be checked",
            "take the notebook from the release again and put your answers into it",
        )
    questions = grade_notebook(notebook, notebook, limits=limits).questions
    ran = [q for q in questions if q.score is not None]
    failed = [q for q in ran if q.score is not None and q.score < q.max_score]
    verdict = f"{len(ran) - len(failed)} of {len(ran)} visible tests pass"
    return SelfCheck(bool(ran) and not failed, (*map(_line, ran), verdict, HIDDEN_NOTE))


def _line(question: QuestionResult) -> str:
    passed = question.score == question.max_score
    return f"✓ {question.id}" if passed else f"✗ {question.id}: {question.reason}"
