"""A student's own check: the visible tests of a notebook, run as they will be when it is graded.

It needs the notebook file and this package, no course around it. In a notebook::

    from coursekit.grading.selfcheck import check_notebook

    print(check_notebook("assignment.ipynb"))  # save the notebook first
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.intake.folders import bounded
from coursekit.grading.limits import USUAL, Limits
from coursekit.grading.repair.choosing import given_files
from coursekit.grading.repair.kinship import AKIN, kinship
from coursekit.grading.repair.reading import read_damaged
from coursekit.grading.results import QuestionResult
from coursekit.grading.submission import Terms, grade_notebook
from coursekit.grading.trusted.names import parsed
from coursekit.grading.trusted.protection import Ruling, Way
from coursekit.notebooks import Role, grade_id, read_notebook, role

HIDDEN_NOTE = (
    "These are the visible tests only. Hidden tests decide the score when the notebook is graded."
)
WHILE_GRADED = "not checked: this notebook is being run by a grader, which checks it itself"
_GRADING = "NBGRADER_EXECUTION"  # set wherever a notebook is run to be graded
_MOST_RELEASED = 200  # notebooks that are looked through for the one that this came from


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

    def __str__(self) -> str:
        return "\n".join(self.lines)


def check_notebook(path: Path | str, limits: Limits = USUAL) -> SelfCheck:
    """Run the visible tests of a student's notebook.

    A test runs apart from the notebook's code, as when it is graded. One that fails so is tried
    beside that code too: where it passes there, the line says what is different.

    Parameters
    ----------
    path : Path or str
        The notebook's file, as it was last saved.
    limits : Limits
        What its code may use.

    Raises
    ------
    NotebookError
        If the file is not a readable notebook, or holds no test and comes from no release that can
        be found around it.
    """
    if os.environ.get(_GRADING):
        return SelfCheck(False, (WHILE_GRADED,))
    path = Path(path)
    if not path.exists():
        raise NotebookError(f"no such file: {path}")
    read = read_damaged(path)
    source = _source(path, read.notebook)
    check = _Check(source, read.notebook, path.absolute().parent, limits)
    return check.found(read.flags)


def _source(path: Path, notebook: NotebookNode) -> NotebookNode:
    """Return the notebook that was given out, where it is at hand, or else the student's own."""
    near = [
        (kinship(released, notebook), released)
        for released in _released_around(path.absolute().parent)
    ]
    best, released = max(near, key=lambda found: found[0], default=(0.0, notebook))
    if best >= AKIN:
        return released
    if not any(role(cell) is Role.TEST for cell in notebook.cells):
        raise NotebookError(
            f"{path.name} holds no test cell, so nothing can be checked",
            "take the notebook from the release again and put your answers into it",
        )
    return notebook


def _released_around(folder: Path) -> Iterator[NotebookNode]:
    for place in (folder, *folder.parents):
        found = sorted(place.glob("release/*/*.ipynb"))[:_MOST_RELEASED]
        for path in found:
            try:
                yield read_notebook(path)
            except NotebookError:
                continue
        if found:
            return


@dataclass(frozen=True, slots=True)
class _Check:
    source: NotebookNode
    notebook: NotebookNode
    folder: Path
    limits: Limits

    def found(self, flags: Iterable[str]) -> SelfCheck:
        empty = {name for name, code in self._tests().items() if not _is_test(code)}
        apart = self._questions({})
        failed = [name for name in self._tests() if name not in empty and not _passed(apart[name])]
        beside = self._questions(dict.fromkeys(failed, Ruling(Way.BESIDE))) if failed else {}
        passed = [name for name in self._tests() if name not in empty and name not in failed] + [
            name for name in failed if _passed(beside[name])
        ]
        ran = len(self._tests()) - len(empty)
        lines = [self._line(question, empty, beside) for question in apart.values()]
        verdict = f"{len(passed)} of {ran} visible tests pass"
        return SelfCheck(0 < ran == len(passed), (*flags, *lines, verdict, HIDDEN_NOTE))

    def _tests(self) -> dict[str, str]:
        return {
            grade_id(cell) or str(cell.id): cell.source
            for cell in self.source.cells
            if role(cell) is Role.TEST and cell.cell_type == "code"
        }

    def _questions(self, plan: Mapping[str, Ruling]) -> dict[str, QuestionResult]:
        files, _ = bounded(given_files(self.folder))
        terms = Terms(self.limits, files, plan, candid=True)
        outcome = grade_notebook(self.source, self.notebook, files=files, terms=terms)
        return {question.id: question for question in outcome.questions}

    def _line(
        self,
        question: QuestionResult,
        empty: Iterable[str],
        beside: Mapping[str, QuestionResult],
    ) -> str:
        name = question.id
        if name in empty:
            return f"– {name}: no visible test"
        if name not in self._tests():
            answered = question.score is None
            return f"… {name}: read by a person" if answered else f"○ {name}: {question.reason}"
        if _passed(question):
            return f"✓ {name}"
        if name in beside and _passed(beside[name]):
            return f"✓ {name}, but only beside your code: {question.reason}"
        return f"✗ {name}: {question.reason}"


def _is_test(code: str) -> bool:
    """Tell whether anything is left of a test where its hidden part is cut out."""
    try:
        return bool(parsed(code))
    except SyntaxError:
        return True


def _passed(question: QuestionResult) -> bool:
    return question.score == question.max_score
