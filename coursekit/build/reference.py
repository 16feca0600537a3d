"""Whether a unit's tests and its reference solution agree.

The reference solution is graded as a student's work is, hidden tests included, and must have every
point. The release as handed out must have none.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from nbformat import NotebookNode

from coursekit.build.text import Text
from coursekit.errors import UnitError
from coursekit.grading.faults import TestFaultError
from coursekit.grading.results import QuestionResult
from coursekit.grading.submission import grade_notebook


def check_reference(text: Text, release: NotebookNode, files: Mapping[str, bytes]) -> float:
    """Grade a unit's reference solution and its untouched release.

    Parameters
    ----------
    text : Text
        The assignment.
    release : NotebookNode
        What students get.
    files : mapping of str to bytes
        What stands beside it: path to content.

    Returns
    -------
    float
        How many points the unit gives.

    Raises
    ------
    UnitError
        If a test is at fault, the reference solution misses a point, or the release has one.
    """
    with tempfile.TemporaryDirectory(prefix="coursekit-reference-") as scratch:
        beside = _written(Path(scratch), files)
        for result in _graded(text, text.notebook, beside):
            if result.score is not None and result.score < result.max_score:
                reason = f": {result.reason}" if result.reason else ""
                what = f"gives the reference solution {_of(result)}{reason}"
                raise _fault(text, result.id, what, "mend the solution or the test")
        untouched = _graded(text, release, beside)
    for result in untouched:
        if result.score:
            what = f"gives the untouched release {_of(result)}; it must give none"
            raise _fault(text, result.id, what, "make the test depend on the answer")
    return sum(result.max_score for result in untouched)


def _written(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return sorted(path for path in folder.iterdir() if path.is_file())


def _graded(text: Text, submitted: NotebookNode, beside: list[Path]) -> Iterable[QuestionResult]:
    try:
        return grade_notebook(text.notebook, submitted, files=beside).questions
    except TestFaultError as error:
        raise _fault(text, error.cell, error.fault, error.remedy) from None


def _of(result: QuestionResult) -> str:
    return f"{result.score:g} of {result.max_score:g} points"


def _fault(text: Text, cell: str, what: str, remedy: str) -> UnitError:
    ids = [c.id for c in text.notebook.cells]
    return text.fault(ids.index(cell), what, remedy=remedy)
