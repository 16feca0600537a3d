"""The unit's own cells: as released, and what belongs to what."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from coursekit.grading.repair.unit import (
    Unit,
    bound_names,
    checksum,
    released_text,
    untouched_since_release,
)
from coursekit.notebooks import read_notebook


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x = 1", "# YOUR CODE HERE\nraise NotImplementedError()"),
        (
            "def f():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION\n# end",
            "def f():\n    # YOUR CODE HERE\n    raise NotImplementedError()\n# end",
        ),
    ],
)
def test_an_answer_is_released_without_its_solution(
    cells: SimpleNamespace, text: str, shown: str
) -> None:
    (cell,) = Unit(cells.notebook(cells.answer("a", text))).cells
    assert released_text(cell) == shown


def test_what_the_release_shows_is_what_nbgrader_made(repository) -> None:
    for folder in sorted((repository / "release").iterdir()):
        release = read_notebook(folder / "assignment.ipynb")
        unit = Unit(read_notebook(repository / "source" / folder.name / "assignment.ipynb"))
        assert [cell.shown().source for cell in unit.cells] == [c.source for c in release.cells]


def test_checksums_are_nbgraders(released: NotebookNode, repository) -> None:
    release = read_notebook(repository / "release" / "01_flat_buffer" / "assignment.ipynb")
    marked = [c for c in (*released.cells, *release.cells) if "nbgrader" in c.metadata]
    assert len(marked) > 20
    for cell in marked:
        assert checksum(cell) == compute_checksum(cell)
        assert untouched_since_release(cell)
        cell.source += "#"
        assert not untouched_since_release(cell)


@pytest.mark.parametrize("marks", [{}, {"checksum": 1}, {"checksum": None, "grade": True}])
def test_damaged_marks_are_no_checksum(cells: SimpleNamespace, marks: dict[str, object]) -> None:
    cell = cells.plain("x")
    cell.metadata["nbgrader"] = marks
    assert not untouched_since_release(cell)


def test_a_test_asks_about_the_answers_before_it(cells: SimpleNamespace) -> None:
    unit = Unit(
        cells.notebook(
            cells.answer("a", ""), cells.plain(""), cells.answer("b", ""),
            cells.graded("t1", ""), cells.graded("t2", ""), cells.answer("c", ""),
            cells.graded("t3", ""),
        )
    )  # fmt: skip
    asked = {
        name: [c.name for c in unit.answers_of(unit.by_name[name])] for name in ("t1", "t2", "t3")
    }
    assert asked == {"t1": ["a", "b"], "t2": ["a", "b"], "t3": ["c"]}


@pytest.mark.parametrize(
    "code", ["x = (", "(" * 5_000, "-" * 15_000 + "1", "x = 1\0", "x" * 30_000, "%%bash\nls"]
)
def test_code_that_cannot_be_parsed_binds_nothing(cells: SimpleNamespace, code: str) -> None:
    assert bound_names(cells.plain(code)) == frozenset()
