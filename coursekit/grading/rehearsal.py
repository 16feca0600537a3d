"""Try a unit's tests over the instructor's own solution, to find those that cannot run apart.

A course that nobody built with this kit may hold a test that needs an object of the student's, a
figure, or printed output. Such a test passes over the reference solution beside it and not apart
from it; it is named before any student is charged for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from coursekit.course import CONFIG_NAME, Course
from coursekit.errors import CourseError
from coursekit.grading.batch import grade_all
from coursekit.grading.intake.handed import Handed
from coursekit.grading.results import QuestionResult
from coursekit.grading.submission import graded_cells
from coursekit.grading.trusted.protection import Plan, Ruling, Way, chosen, how_to_choose
from coursekit.grading.worker import Job
from coursekit.notebooks import Role, grade_id, read_notebook, role

_REFERENCE = "reference"  # whose submission the instructor's own solution is
_PROVEN = Ruling(proven=True)
_UNPROVEN = Ruling(proven=False)


def plan_of(course: Course, unit: str, job: Job) -> Plan:
    """Return how each test of a unit is run.

    Parameters
    ----------
    course : Course
        The course, with what its instructor chose.
    unit : str
        The unit.
    job : Job
        Any job of the unit: the instructor's solution is graded on the same terms.

    Returns
    -------
    Plan
        For a unit that this kit built, every test runs apart, as its build has proven.

    Raises
    ------
    CourseError
        If the instructor chose for a cell that is no test of the unit.
    """
    tests = {path.stem: _tests(path) for path in job.sources}
    _refuse_unknown(course, unit, tests)
    chose = {
        notebook: {cell: Ruling(way) for cell in cells
                   if (way := chosen(course.cells, unit, notebook, cell))}
        for notebook, cells in tests.items()
    }  # fmt: skip
    if (course.texts / unit).is_dir():
        return {n: dict.fromkeys(cells, _PROVEN) | chose[n] for n, cells in tests.items()}
    handed = Handed(_REFERENCE, unit, course.source / unit)
    return _Rehearsal(unit, replace(job, handed=handed), tests).plan(chose)


def _refuse_unknown(course: Course, unit: str, tests: Mapping[str, Iterable[str]]) -> None:
    known = {f"{unit}/{cell}" for cells in tests.values() for cell in cells}
    known |= {f"{unit}/{notebook}/{cell}" for notebook, cells in tests.items() for cell in cells}
    for key, _ in course.chosen_for(unit):
        if key not in known:
            there = ", ".join(dict.fromkeys(cell for cells in tests.values() for cell in cells))
            raise CourseError(
                f"CourseKit.cells names {key!r}; the tests of {unit} are {there or 'none'}",
                f"mend it in {CONFIG_NAME}",
            )


def _tests(path: Path) -> tuple[str, ...]:
    cells = read_notebook(path).cells
    return tuple(
        grade_id(c) or str(c.id) for c in cells if role(c) is Role.TEST and c.cell_type == "code"
    )


@dataclass(frozen=True, slots=True)
class _Rehearsal:
    unit: str
    job: Job
    tests: Mapping[str, tuple[str, ...]]

    def plan(self, chose: Mapping[str, Mapping[str, Ruling]]) -> Plan:
        """Grade the solution apart, then beside it what failed; judge each test by both."""
        apart = self._graded(chose)
        failed = {
            notebook: [cell for cell in cells
                       if cell not in chose[notebook] and not _full(apart.get((notebook, cell)))]
            for notebook, cells in self.tests.items()
        }  # fmt: skip
        beside = self._beside(failed) if any(failed.values()) else {}
        return {
            notebook: {
                cell: chose[notebook].get(cell)
                or self._ruling(cell, apart.get((notebook, cell)), beside.get((notebook, cell)))
                for cell in cells
            }
            for notebook, cells in self.tests.items()
        }

    def _ruling(
        self, cell: str, apart: QuestionResult | None, beside: QuestionResult | None
    ) -> Ruling:
        if _full(apart):
            return _PROVEN
        if not _full(beside):
            return _UNPROVEN
        cause = (apart and apart.reason) or "it fails there over the reference solution"
        why = f"it cannot run apart from the student's code: {cause}"
        return Ruling(Way.WAITS, f"{why}; {how_to_choose(self.unit, cell)}", proven=False)

    def _beside(self, failed: Mapping[str, Iterable[str]]) -> dict[tuple[str, str], QuestionResult]:
        plan = {n: dict.fromkeys(cells, Ruling(Way.BESIDE)) for n, cells in failed.items()}
        return self._graded(plan)

    def _graded(
        self, plan: Mapping[str, Mapping[str, Ruling]]
    ) -> dict[tuple[str, str], QuestionResult]:
        """Grade the solution; return its questions by notebook and cell."""
        (result,) = grade_all([replace(self.job, plan=plan, candid=True)], 1)
        places = [
            (path.stem, cell)
            for path in self.job.sources
            for cell, _ in graded_cells(read_notebook(path))
        ]
        return dict(zip(places, result.questions, strict=True))


def _full(question: QuestionResult | None) -> bool:
    return question is not None and question.score == question.max_score
