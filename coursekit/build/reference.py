"""Whether a unit's tests and its reference solution agree.

The reference solution is graded as a student's work is, hidden tests included, and must have every
point. The release as handed out must have none.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from nbformat import NotebookNode

from coursekit.build.text import Text
from coursekit.errors import UnitError
from coursekit.grading.intake.sidefiles import SideFile
from coursekit.grading.results import QuestionResult
from coursekit.grading.submission import Terms, grade_notebook


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


def _written(folder: Path, files: Mapping[str, bytes]) -> list[SideFile]:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return [SideFile(PurePosixPath(name), folder / name) for name in sorted(files)]


def _graded(
    text: Text, submitted: NotebookNode, beside: list[SideFile]
) -> Iterable[QuestionResult]:
    terms = Terms(given=tuple(beside), strict=True)
    outcome = grade_notebook(text.notebook, submitted, files=beside, terms=terms)
    for error in outcome.faults:
        raise _fault(text, error.cell, error.fault, error.remedy)
    return outcome.questions


def _of(result: QuestionResult) -> str:
    return f"{result.score:g} of {result.max_score:g} points"


def _fault(text: Text, cell: str, what: str, remedy: str) -> UnitError:
    ids = [c.id for c in text.notebook.cells]
    return text.fault(ids.index(cell), what, remedy=remedy)
