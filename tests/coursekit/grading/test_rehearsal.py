"""The instructor's own solution tells which tests cannot run apart from the student's code."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from nbformat import NotebookNode

from coursekit.course import Course
from coursekit.errors import CourseError
from coursekit.grading.intake.handed import Handed
from coursekit.grading.limits import USUAL
from coursekit.grading.rehearsal import plan_of
from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.student.housing import open_house
from coursekit.grading.trusted.protection import Ruling, Way
from coursekit.grading.worker import Job, Workbench, grade
from coursekit.notebooks import write_notebook
from coursekit.sandbox.kinds import Sandbox


def written(root: Path, notebook: NotebookNode) -> tuple[Course, Job]:
    """Write a course of one notebook; return it with the job of grading its own solution."""
    write_notebook(root / "source" / "ps" / "p.ipynb", notebook)
    course = Course.at(root)
    handed = Handed("student-01", "ps", course.source / "ps")
    return course, Job(handed, course.notebooks("ps"), USUAL, Sandbox.NONE)


def alone(job: Job) -> SubmissionResult:
    """Grade one submission in this process."""
    return grade(job, Workbench(job, open_house()))


def test_each_test_is_judged_by_both_sides(tmp_path: Path, cells: SimpleNamespace) -> None:
    """One runs apart, one only beside, and one passes on neither side."""
    course, job = written(
        tmp_path,
        cells.notebook(
            cells.answer("a", "x = 8\nclass K: n = 8"),
            cells.graded("apart", "assert x == 8"),
            cells.graded("beside", "assert K.n == 8"),
            cells.graded("neither", "assert x == 9"),
        ),
    )
    plan = plan_of(course, "ps", job)
    assert plan == {
        "p": {
            "apart": Ruling(Way.APART, proven=True),
            "beside": Ruling(
                Way.WAITS,
                "it cannot run apart from the student's code: `K` is a type, which is not plain"
                ' data; choose c.CourseKit.cells = {"ps/beside": "beside" or "manual"}'
                " in nbgrader_config.py",
                proven=False,
            ),
            "neither": Ruling(Way.APART, proven=False),
        }
    }
    result = alone(replace(job, plan=plan))
    assert [q.score for q in result.questions] == [1.0, None, 0.0]
    assert result.status is Status.FAILED
    assert result.reason == f"test cell beside: {plan['p']['beside'].why}"
    beside = {"p": {"beside": Ruling(Way.BESIDE)}}
    assert [q.score for q in alone(replace(job, plan=beside)).questions] == [1.0, 1.0, 0.0]


def test_without_a_solution_an_answer_that_cannot_cross_waits(
    tmp_path: Path, cells: SimpleNamespace
) -> None:
    """Nobody can tell then whether a right answer would be such an object."""
    course, job = written(
        tmp_path,
        cells.notebook(
            cells.answer("a", "# YOUR CODE HERE\nraise NotImplementedError()"),
            cells.graded("t", "assert K.n == 8"),
            cells.graded("u", "assert x == 8"),
        ),
    )
    plan = plan_of(course, "ps", job)
    folder = tmp_path / "submitted" / "student-01" / "ps"
    write_notebook(
        folder / "p.ipynb",
        cells.notebook(
            cells.answer("a", "x = 9\nclass K: n = 8"),
            cells.graded("t", "assert K.n == 8"),
            cells.graded("u", "assert x == 8"),
        ),
    )
    result = alone(replace(job, handed=Handed("student-01", "ps", folder), plan=plan))
    assert [q.score for q in result.questions] == [None, 0.0]
    assert result.reason == (
        "test cell t: it cannot run apart from the student's code: `K` is a type, which is not"
        " plain data"
    )


def test_a_choice_for_a_cell_that_is_not_there_is_named(
    tmp_path: Path, cells: SimpleNamespace
) -> None:
    course, job = written(
        tmp_path, cells.notebook(cells.answer("a", "x = 8"), cells.graded("t", "assert x == 8"))
    )
    course = replace(course, cells={"ps/tt": "beside"})
    with pytest.raises(CourseError) as caught:
        plan_of(course, "ps", job)
    assert str(caught.value) == "CourseKit.cells names 'ps/tt'; the tests of ps are t"


def test_what_this_kit_built_needs_no_rehearsal(tmp_path: Path, cells: SimpleNamespace) -> None:
    course, job = written(
        tmp_path,
        cells.notebook(
            cells.answer("a", "x = 8"), cells.graded("t", "assert x == 9"),
            cells.graded("u", "assert x == 9"),
        ),
    )  # fmt: skip
    (tmp_path / "course" / "ps").mkdir(parents=True)
    chosen = replace(course, cells={"ps/p/u": "manual"})
    assert plan_of(chosen, "ps", job) == {"p": {"t": Ruling(proven=True), "u": Ruling(Way.MANUAL)}}
