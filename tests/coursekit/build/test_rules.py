"""Each rule for a cell, kept and broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coursekit.build.rules import check_assignment, check_lesson
from coursekit.build.text import Text
from coursekit.errors import UnitError

Read = Callable[[str], Text]


def _fault(text: Text, check: Callable[[Text], None] = check_assignment) -> str:
    with pytest.raises(UnitError) as caught:
        check(text)
    return str(caught.value).removeprefix("01_area, ")


def test_right_unit_passes(read: Read, area_unit: str) -> None:
    check_assignment(read(area_unit))


def test_manual_and_task_cells_pass_with_their_own_blocks(read: Read, cells: Any) -> None:
    scheme = "### BEGIN MARK SCHEME\n1 point each\n### END MARK SCHEME"
    task = cells.markdown(f"Explain.\n{scheme}", cells.head("task", "why", points=3))
    manual = cells.marked(
        "manual", "proof", "### BEGIN SOLUTION\nx = 1\n### END SOLUTION", points=1
    )

    check_assignment(read(task + manual))


def test_unclosed_marker_names_cell_and_line(read: Read, cells: Any) -> None:
    """The cell begins in line 1, so its third line is line 4 of the file."""
    source = "def f():\n    x = 1\n    ### BEGIN SOLUTION\n    return 1"

    assert _fault(read(cells.marked("answer", "f", source))) == (
        "cell f: in its line 3, ### BEGIN SOLUTION has no ### END after it (assignment.py line 4)"
    )


@pytest.mark.parametrize("marker", ["### BEGIN HIDDEN TEST", "## BEGIN SOLUTION", "# END SOLUTION"])
def test_misspelt_marker_is_refused_wherever_it_stands(
    read: Read, cells: Any, area_unit: str, marker: str
) -> None:
    what = f"{marker!r} looks like a marker but is not spelt like one: nothing would be hidden"
    line = len(area_unit.splitlines()) + 2

    for add in (cells.code, cells.markdown):
        fault = _fault(read(area_unit + add(marker)))
        assert fault == f"cell cell-005: {what} (assignment.py line {line})"


@pytest.mark.parametrize(
    ("kind", "more", "source", "fault"),
    [
        ("test", {}, "assert True",
         "cell x: its nbgrader metadata is not valid: nbgrader cell 'x' does not have points"),
        ("test", {"points": float("inf")}, "assert True",
         "cell x: it gives inf points; a number from 0 on is expected"),
        ("test", {"points": -1}, "assert True",
         "cell x: its nbgrader metadata is not valid: -1 is less than the minimum of 0"),
        ("test", {"points": "2"}, "assert True",
         "cell x: its nbgrader metadata is not valid: '2' is not of type 'number'"),
        ("test", {"points": 1, "colour": 1}, "assert True",
         "cell x: its nbgrader metadata is not valid: Additional properties are not allowed "
         "('colour' was unexpected)"),
        ("test", {"points": 1, "schema_version": 1}, "assert True",
         "cell x: its nbgrader metadata is not valid: Outdated schema version: 1 (expected 3)"),
        ("test", {"points": 1, "schema_version": 4}, "assert True",
         "cell x: its nbgrader metadata is not valid: Schema version is too new: 4 (expected 3)"),
        ("test", {"points": 1, "grade_id": ""}, "assert True",
         "cell cell-001: its nbgrader metadata is not valid: grade_id is empty"),
        ("answer", {}, "x = 1", "cell x: an answer needs a SOLUTION block; this one has none"),
        ("answer", {"points": 1}, "x = 1",
         "cell x: it has 1 points but is neither a test nor graded"),
        ("test", {"points": 1}, "### BEGIN SOLUTION\n### END SOLUTION",
         "cell x: a SOLUTION block belongs in a cell that the student answers; this is none"),
        ("locked", {}, "### BEGIN HIDDEN TESTS\n### END HIDDEN TESTS",
         "cell x: a HIDDEN TESTS block belongs in a test cell; this is none"),
        ("answer", {}, "### BEGIN HIDDEN TESTS\n### END HIDDEN TESTS",
         "cell x: a HIDDEN TESTS block belongs in a test cell; this is none"),
        ("test", {"points": 1}, "### BEGIN MARK SCHEME\n### END MARK SCHEME",
         "cell x: a MARK SCHEME block belongs in a task cell; this is none"),
        ("test", {"points": 1}, "### HASHED AUTOTEST f(1)",
         "cell x: AUTOTEST is not supported: write the test out"),
        ("locked", {}, "x = 1", "cell x: no cell up to here gives points"),
    ],
)  # fmt: skip
def test_broken_rule_is_named(
    read: Read, cells: Any, kind: str, more: dict[str, object], source: str, fault: str
) -> None:
    text = read(cells.marked(kind, "x", source, **more))

    assert _fault(text).startswith(fault + " (assignment.py line ")


def test_test_in_markdown_is_refused(read: Read, cells: Any) -> None:
    text = read(cells.markdown("Prove it.", cells.head("test", "x", points=1)))

    assert _fault(text).startswith("cell x: a test is a code cell; this is a markdown cell")


def test_task_without_points_is_refused(read: Read, cells: Any) -> None:
    text = read(cells.markdown("Explain.", cells.head("task", "x")))

    assert _fault(text).startswith("cell x: it is graded but has no points (")


def test_answer_in_markdown_that_nobody_grades_is_refused(read: Read, cells: Any) -> None:
    text = read(cells.markdown("Say it.", cells.head("answer", "x")))

    assert _fault(text).startswith(
        "cell x: its nbgrader metadata is not valid: Markdown solution cell is not marked as"
    )


def test_bool_for_points_is_refused(read: Read, cells: Any) -> None:
    assert "True is not of type 'number'" in _fault(
        read(cells.marked("test", "x", "assert True", points=True))
    )


@pytest.mark.parametrize(
    ("head", "fault"),
    [
        ('answer="(20, 5, 1)"', "its metadata has 'answer'; allowed are nbgrader, tags"),
        ("tags=[1]", "not in percent format"),
    ],
)
def test_other_metadata_is_refused(read: Read, cells: Any, head: str, fault: str) -> None:
    if "percent" in fault:
        with pytest.raises(Exception, match=fault):
            read(cells.code("x = 1", head))
        return
    assert fault in _fault(read(cells.code("x = 1", head)))


def test_lesson_has_no_markers_and_no_nbgrader_cells(read: Read, cells: Any) -> None:
    check_lesson(read(cells.code("x = 1", 'jupyter={"source_hidden": true} tags=["a"]')))

    marker = read(cells.code("### BEGIN SOLUTION\nx = 1\n### END SOLUTION"))
    assert _fault(marker, check_lesson) == (
        "cell cell-001: '### BEGIN SOLUTION' is or looks like a marker; lessons have none "
        "(assignment.py line 2)"
    )
    graded = read(cells.marked("locked", "setup", "x = 1"))
    assert _fault(graded, check_lesson) == (
        "cell setup: its metadata has 'nbgrader'; allowed are jupyter, slideshow, tags "
        "(assignment.py line 1)"
    )


def test_task_without_grade_id_is_refused(read: Read, cells: Any) -> None:
    """By itself nbgrader lets it pass, and fails only when it writes the gradebook."""
    head = cells.head("task", "", locked=False, points=1)

    assert _fault(read(cells.markdown("Explain.", head))).startswith(
        "cell cell-001: its nbgrader metadata is not valid: it has no grade_id ("
    )
