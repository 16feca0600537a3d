"""Units whose cells change while there are results."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbgrader.api
import pytest
from nbformat import NotebookNode

from coursekit.course import Course
from coursekit.errors import NotebookError
from coursekit.grading.fingerprint import Fingerprint
from coursekit.grading.gradebook import opened
from coursekit.grading.results import QuestionResult, Status, SubmissionResult
from coursekit.notebooks import write_notebook

UNIT = "unit"
MARK = Fingerprint("s", "t", "e")
Make = Callable[..., SubmissionResult]
TABLES = ("base_cell", "grade_cells", "solution_cells", "source_cell", "notebook",
          "submitted_notebook", "grade", "comment")  # fmt: skip


@pytest.fixture
def save(course: Course, source: NotebookNode) -> Callable[[], tuple[str, ...]]:
    """Write the changed source and register it; return what the gradebook says."""

    def save() -> tuple[str, ...]:
        write_notebook(course.source / UNIT / "assignment.ipynb", source)
        with opened(course) as book:
            return book.register(UNIT)

    return save


@pytest.fixture
def graded(course: Course, result_of: Make) -> Course:
    """Return a course with two results in its gradebook."""
    with opened(course) as book:
        book.register(UNIT)
        for student in ("student-01", "student-02"):
            book.record(result_of(student), MARK)
    return course


def backups(course: Course) -> list[Path]:
    return sorted(course.root.glob("gradebook.db.backup-*"))


def cell_names(course: Course) -> list[str]:
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        (notebook, *_) = book.find_submission(UNIT, "student-02").notebooks
        return sorted(grade.name for grade in notebook.grades)


def test_what_nbgrader_itself_would_register(
    course: Course, source: NotebookNode, sql: Callable[[str], list[Any]]
) -> None:
    """SaveCells of nbgrader, run over the same notebook after its other steps, finds no change."""
    with opened(course) as book:
        assert book.register(UNIT) == ()
    with nbgrader.api.Gradebook(course.gradebook_url) as book:
        notebook = book.find_notebook("assignment", UNIT)
        assert notebook.kernelspec == "{}"
        assert {(c.name, c.max_score, c.cell_type) for c in notebook.grade_cells} == {
            ("t1", 2.0, "code"), ("t2", 1.0, "code"), ("why", 1.0, "markdown"),
        }  # fmt: skip
        assert {c.name for c in notebook.solution_cells} == {"a", "b", "why"}
        kept = {c.name: (c.cell_type, c.locked, c.source) for c in notebook.source_cells}
        assert set(kept) == {"a", "t1", "b", "t2", "why"}
        assert kept["t1"] == ("code", True, "assert a == 1")
        assert kept["why"] == ("markdown", False, "YOUR ANSWER HERE")
        assert all(c.checksum for c in notebook.source_cells)


def test_registering_again_changes_nothing(
    graded: Course, save: Callable[[], tuple[str, ...]], sql: Callable[[str], list[Any]]
) -> None:
    def rows() -> list[Any]:
        columns = "name, cell_type, locked, source, checksum, notebook_id"
        whole = [sql(f"select * from {t} order by id") for t in TABLES if t != "source_cell"]
        return [*whole, sql(f"select {columns} from source_cell order by name")]

    before = rows()
    assert save() == ()
    assert (rows(), backups(graded)) == (before, [])


def test_changed_points_are_taken_over(
    graded: Course, source: NotebookNode, save: Callable[[], tuple[str, ...]]
) -> None:
    source.cells[1].metadata["nbgrader"]["points"] = 5
    assert (save(), backups(graded)) == ((), [])
    with nbgrader.api.Gradebook(graded.gradebook_url) as book:
        assert book.find_submission(UNIT, "student-01").max_score == 7.0


def test_a_cell_that_comes_is_there_for_everyone(
    graded: Course, source: NotebookNode, save: Callable[[], tuple[str, ...]], cells: Any
) -> None:
    source.cells.append(cells.graded("t3", "assert True", points=3))
    assert (save(), backups(graded)) == ((), [])
    assert cell_names(graded) == ["t1", "t2", "t3", "why"]
    with nbgrader.api.Gradebook(graded.gradebook_url) as book:
        grade = book.find_grade("t3", "assignment", UNIT, "student-01")
        assert (grade.score, grade.max_score, grade.needs_manual_grade) == (0.0, 3.0, True)
        assert book.find_submission(UNIT, "student-01").score == 2.0


def test_a_cell_that_goes_takes_its_scores_which_a_backup_keeps(
    graded: Course, source: NotebookNode, save: Callable[[], tuple[str, ...]]
) -> None:
    with nbgrader.api.Gradebook(graded.gradebook_url) as book:
        book.find_comment("a", "assignment", UNIT, "student-01").manual_comment = "well put"
        book.find_grade("t2", "assignment", UNIT, "student-01").manual_score = 0.5
        book.db.commit()
    del source.cells[0:2]
    said = save()
    (kept,) = backups(graded)
    assert said == (f"unit: scores of a, t1 went with the cells; as it was: {kept.name}",)
    assert cell_names(graded) == ["t2", "why"]
    with nbgrader.api.Gradebook(graded.gradebook_url) as book:
        assert book.find_submission(UNIT, "student-01").score == 0.5
    with closing(sqlite3.connect(kept)) as old:
        assert old.execute("select count(*) from grade where auto_score = 2.0").fetchone() == (2,)
        assert old.execute("pragma integrity_check").fetchone() == ("ok",)
    assert (save(), backups(graded)) == ((), [kept])


def test_a_test_that_becomes_a_question_for_a_person(
    graded: Course, source: NotebookNode, save: Callable[[], tuple[str, ...]], cells: Any
) -> None:
    """Its cell stays a graded one, so what was given by hand stays."""
    with nbgrader.api.Gradebook(graded.gradebook_url) as book:
        book.find_grade("t2", "assignment", UNIT, "student-01").manual_score = 0.5
        book.db.commit()
    source.cells[3] = cells.essay("t2", "Why b?", points=1)
    assert save() == ()
    with nbgrader.api.Gradebook(graded.gradebook_url) as book:
        grade = book.find_grade("t2", "assignment", UNIT, "student-01")
        assert (grade.manual_score, grade.cell_type) == (0.5, "markdown")
        assert book.find_comment("t2", "assignment", UNIT, "student-01").comment is None


def test_a_notebook_that_comes_and_goes(
    graded: Course, source: NotebookNode, save: Callable[[], tuple[str, ...]],
    cells: SimpleNamespace, result_of: Make, sql: Callable[[str], list[Any]],
) -> None:  # fmt: skip
    second = graded.source / UNIT / "second.ipynb"
    write_notebook(second, cells.notebook(cells.graded("q", "assert True", points=4)))
    assert save() == ()
    with nbgrader.api.Gradebook(graded.gradebook_url) as book:
        assert len(book.find_submission(UNIT, "student-01").notebooks) == 2
    with opened(graded) as book:
        question = QuestionResult("q", 4.0, 4.0)
        whole = SubmissionResult(
            "student-01", UNIT, Status.GRADED, questions=(*result_of().questions, question)
        )
        book.record(whole, MARK)
        assert book.results(UNIT)[0] == whole
    second.unlink()
    (said,) = save()
    assert said.startswith("unit: scores of q went with the cells; as it was: gradebook.db.backup-")
    assert sql("select count(*) from submitted_notebook") == [(2,)]
    assert sql("select count(*) from notebook") == [(1,)]


def test_a_task_cell_has_a_score_and_a_comment(
    course: Course, source: NotebookNode, save: Callable[[], tuple[str, ...]], result_of: Make,
    cells: SimpleNamespace,
) -> None:  # fmt: skip
    task = cells.locked("draw", "Draw it.")
    task.cell_type = "markdown"
    del task["outputs"], task["execution_count"]
    task.metadata["nbgrader"] |= {"task": True, "points": 1}
    source.cells[4] = task
    save()
    questions = (*result_of().questions[:2], QuestionResult("draw", None, 1.0))
    with opened(course) as book:
        book.record(SubmissionResult("student-01", UNIT, Status.GRADED, questions=questions), MARK)
    with nbgrader.api.Gradebook(course.gradebook_url) as theirs:
        grade = theirs.find_grade("draw", "assignment", UNIT, "student-01")
        assert (grade.max_score, grade.needs_manual_grade) == (1.0, True)
        grade.manual_score = 1.0
        theirs.find_comment("draw", "assignment", UNIT, "student-01").manual_comment = "nice"
        theirs.db.commit()
    with opened(course) as book:
        (result,) = book.results(UNIT)
    assert (result.questions[2].score, result.questions[2].comment) == (1.0, "nice")


def test_a_notebook_that_nbgrader_does_not_take_is_named(
    course: Course, source: NotebookNode, save: Callable[[], tuple[str, ...]]
) -> None:
    source.cells[3].metadata["nbgrader"]["grade_id"] = "t1"
    with pytest.raises(NotebookError, match=r"^nbgrader does not take assignment\.ipynb of unit: "):
        save()
