"""The sample class of every unit, graded the whole way: what each profile says is what comes out.

All right gives full marks, a believer's answers give nothing and the belief's name, blank gives 0.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from coursekit.course import Course
from coursekit.errors import NotebookError
from coursekit.grading.limits import Limits
from coursekit.grading.results import Status
from coursekit.grading.submission import grade_notebook
from coursekit.notebooks import read_notebook
from coursekit.sample.classes import write_sample_class
from coursekit.sample.sheet import Outcome

REPOSITORY = Path(__file__).parents[3]
UNITS = sorted(folder.name for folder in (REPOSITORY / "source").iterdir() if folder.is_dir())
LIMITS = Limits(cell_seconds=30, question_seconds=5)


def test_there_are_units() -> None:
    assert "01_flat_buffer" in UNITS


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
def test_grading_gives_every_student_what_the_profile_says(tmp_path: Path, unit: str) -> None:
    for folder in ("source", "release"):
        shutil.copytree(REPOSITORY / folder / unit, tmp_path / folder / unit)
    students = write_sample_class(Course.at(tmp_path), unit)
    source = read_notebook(tmp_path / "source" / unit / "assignment.ipynb")

    for student in students:
        path = student.folder / "assignment.ipynb"
        if student.status is Status.REFUSED:
            with pytest.raises(NotebookError, match="it is not valid JSON"):
                read_notebook(path)
            continue
        graded = grade_notebook(source, read_notebook(path), limits=LIMITS)
        got = {q.id: Outcome(q.score or 0.0, q.misconception) for q in graded.questions}
        assert got == student.outcomes, student.title
