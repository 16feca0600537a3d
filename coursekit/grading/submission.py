"""Grade one notebook: its cells in order, the student's on one side, the tests on the other."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import nbformat
from nbformat import NotebookNode

from coursekit.grading.intake.sidefiles import SideFile
from coursekit.grading.limits import USUAL, Limits
from coursekit.grading.repair.matching import match
from coursekit.grading.results import QuestionResult
from coursekit.grading.student.housing import Housing
from coursekit.grading.student.session import StudentSession
from coursekit.grading.trusted.beside import run_beside
from coursekit.grading.trusted.faults import AT_FAULT, WAITS, TestFaultError
from coursekit.grading.trusted.protection import Ruling, Way
from coursekit.grading.trusted.side import TrustedSide
from coursekit.grading.trusted.testrun import Manner
from coursekit.grading.trusted.workplace import workplace
from coursekit.notebooks import Role, grade_id, points, role

UNANSWERED = "not answered"
_APART = Ruling()
_LEAST_SECONDS = 10.0  # for tests that run beside the student's code, after all else


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
    faults : tuple of TestFaultError
        What is wrong with tests and their set-up; the questions they decide have no score.
    """

    questions: tuple[QuestionResult, ...]
    notebook: NotebookNode
    flags: tuple[str, ...]
    faults: tuple[TestFaultError, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a notebook is graded.

    Parameters
    ----------
    limits : Limits
        What the student's code, and a test's own, may use.
    given : tuple of SideFile
        The instructor's own files beside the notebook, for the tests.
    plan : mapping of str to Ruling
        How each test is run; one that is not named runs apart.
    strict : bool
        Whether a last value True is a fault of the test, as at build time.
    candid : bool
        Whether the reasons are for the instructor alone, and may tell of hidden tests.
    """

    limits: Limits = USUAL
    given: tuple[SideFile, ...] = ()
    plan: Mapping[str, Ruling] = field(default_factory=lambda: MappingProxyType({}))
    strict: bool = False
    candid: bool = False

    def trusted(self, source: NotebookNode) -> TrustedSide:
        """Make the tests of an instructor's notebook ready to run on these terms."""
        return TrustedSide(source, Manner(self.limits, strict=self.strict, candid=self.candid))


def grade_notebook(
    source: NotebookNode,
    submitted: NotebookNode,
    *,
    limits: Limits | None = None,
    files: Sequence[SideFile] = (),
    housing: Housing | None = None,
    terms: Terms = Terms(),
    trusted: TrustedSide | None = None,
) -> NotebookOutcome:
    """Grade a submitted notebook against the instructor's.

    Parameters
    ----------
    source : NotebookNode
        The instructor's notebook, with hidden tests.
    submitted : NotebookNode
        What the student handed in.
    limits : Limits, optional
        Instead of those of `terms`.
    files : Sequence of SideFile
        Files handed in beside the notebook.
    housing : Housing, optional
        Where the student's processes come from; without one, from a server without walls.
    terms : Terms
        What else decides how it is graded.
    trusted : TrustedSide, optional
        What ``terms.trusted(source)`` gave before; without it, the tests are made ready now.

    Returns
    -------
    NotebookOutcome
        A test at fault costs nobody anything: its question has no score, and `faults` says why.

    Raises
    ------
    NotebookError
        If the submission is not one of this notebook.
    """
    matched = match(source, submitted)
    terms = replace(terms, limits=limits or terms.limits)
    with workplace(terms.given):
        grading = _Grading(source, terms, trusted or terms.trusted(source))
        grading.leave_unread(matched.untouched)
        ends = time.monotonic() + terms.limits.total_seconds
        with StudentSession(terms.limits, files, housing) as session:
            for cell in matched.notebook.cells:
                if cell.cell_type == "code":
                    grading.take(cell, session)
    if grading.beside:
        left = max(_LEAST_SECONDS, ends - time.monotonic())
        with StudentSession(replace(terms.limits, total_seconds=left), files, housing) as session:
            grading.run_beside(matched.notebook.cells, session)
    grading.show(matched.notebook.cells)
    flags = (*matched.flags, *grading.flags())
    return NotebookOutcome(grading.questions(), matched.notebook, flags, grading.faults())


def graded_cells(source: NotebookNode) -> list[tuple[str, float]]:
    """Return the id and the points of each graded cell of an instructor's notebook."""
    return [
        (grade_id(cell) or cell.id, points(cell))
        for cell in source.cells
        if role(cell) in (Role.TEST, Role.MANUAL)
    ]


def unscored_questions(sources: Iterable[NotebookNode]) -> tuple[QuestionResult, ...]:
    """Return the questions of a unit and what they would give, where nothing was graded."""
    return tuple(
        QuestionResult(name, None, most)
        for source in sources
        for name, most in graded_cells(source)
    )


class _Grading:
    """The results of one notebook while they come in."""

    def __init__(self, source: NotebookNode, terms: Terms, trusted: TrustedSide) -> None:
        self._source, self._terms, self._trusted = source, terms, trusted
        self._results: dict[str, QuestionResult] = {}
        self._faults: list[TestFaultError] = []
        self.beside = {
            name: test
            for name, test in self._trusted.tests.items()
            if self._ruling(name).way is Way.BESIDE
        }

    def _ruling(self, name: str) -> Ruling:
        return self._terms.plan.get(name, _APART)

    def take(self, cell: NotebookNode, session: StudentSession) -> None:
        """Run a cell of the student's, or a test in its place."""
        test = self._trusted.tests.get(grade_id(cell) or "")
        if test is None:
            _run(cell, session)
        elif (ruling := self._ruling(test.id)).way is Way.APART:
            doubtful = ruling.proven is False
            try:
                self._take_result(self._trusted.run(test, session, doubtful=doubtful))
            except TestFaultError as error:
                self._fault(error)

    def leave_unread(self, untouched: Collection[str]) -> None:
        """Score the written answers that nobody wrote, as nbgrader does."""
        for name, most in graded_cells(self._source):
            if name in untouched:
                self._take_result(QuestionResult(name, 0.0, most, UNANSWERED))

    def run_beside(self, cells: Sequence[NotebookNode], session: StudentSession) -> None:
        """Run the tests that the instructor wants run beside the student's code."""
        others = frozenset(self._trusted.tests.keys() - self.beside.keys())
        for found in run_beside(cells, self.beside, others, session).values():
            if isinstance(found, TestFaultError):
                self._fault(found)
            else:
                self._take_result(found)

    def _take_result(self, result: QuestionResult) -> None:
        self._results[result.id] = result

    def _fault(self, error: TestFaultError) -> None:
        most = self._trusted.tests[error.cell].points
        self._faults.append(error)
        reason = error.fault if self._terms.candid else AT_FAULT
        self._take_result(QuestionResult(error.cell, None, most, reason))

    def questions(self) -> tuple[QuestionResult, ...]:
        """Return one result for each graded cell of the instructor's notebook."""
        return tuple(
            self._results.get(name) or self._unscored(name, most)
            for name, most in graded_cells(self._source)
        )

    def _unscored(self, name: str, most: float) -> QuestionResult:
        waits = self._ruling(name).way is Way.WAITS
        return QuestionResult(name, None, most, WAITS if waits else None)

    def faults(self) -> tuple[TestFaultError, ...]:
        """Return what is wrong with the tests and with what they stand on.

        A set-up cell that fails here is no fault where the reference solution passes all the same.
        """
        tests = self._trusted.tests.keys()
        waiting = [
            TestFaultError(name, self._ruling(name).why)
            for name in tests
            if self._ruling(name).way is Way.WAITS
        ]
        proven = all(self._ruling(name).proven for name in tests)
        return (*(() if proven else self._trusted.faults), *self._faults, *waiting)

    def flags(self) -> tuple[str, ...]:
        """Return a line for each question that was not decided apart from the student's code."""
        return tuple(
            f"unprotected: cell {name} ran beside the student's code" for name in self.beside
        )

    def show(self, cells: Sequence[NotebookNode]) -> None:
        """Show each test's result as the output of its cell."""
        results = {result.id: result for result in self.questions()}
        for cell in cells:
            name = grade_id(cell) or ""
            if cell.cell_type == "code" and name in self._trusted.tests and name in results:
                cell.outputs = [_shown(results[name])]


def _run(cell: NotebookNode, session: StudentSession) -> None:
    if not cell.source.strip():
        return
    outputs, cell.execution_count = session.run(cell.source)
    cell.outputs = [nbformat.from_dict(output) for output in outputs]


def _shown(result: QuestionResult) -> Any:
    """Return a test's result as an output of its cell."""
    scored = result.score is not None
    line = f"{result.score:g} of {result.max_score:g} points" if scored else "no score yet"
    text = f"{line}: {result.reason}\n" if result.reason else f"{line}\n"
    return nbformat.v4.new_output("stream", name="stdout", text=text)
