"""What an assignment asks, and which beliefs its answers can show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coursekit.build.text import Text
from coursekit.docs.assignments import Asked, read_assignment
from coursekit.errors import UnitError
from coursekit.grading.trusted.faults import TestFaultError
from coursekit.questions.flat_buffer import strides_of

KNOWN = {"A1", "B1"}
Read = Callable[[str], Text]


def test_each_graded_cell_is_a_question_with_its_facts_and_beliefs(
    read: Read, assignment: str
) -> None:
    """A heading's number names a question, or the heading where that has none."""
    told = frozenset(strides_of((3, 4, 5)).beliefs)

    assert len(told) >= 3
    assert read_assignment(read(assignment), KNOWN) == (
        Asked("01_area", "1", ("A1", "B1"), told),
        Asked("01_area", "Why", (), frozenset()),
    )


def test_test_that_gives_no_mark_tells_nothing(read: Read, area_unit: str) -> None:
    (asked,) = read_assignment(read(area_unit), KNOWN)

    assert asked == Asked("01_area", "01_area", (), None)


def test_tag_on_a_cell_that_asks_nothing_is_the_authors_fault(
    read: Read, assignment: str, cells: Any
) -> None:
    tagged = assignment + "\n" + cells.markdown("More.", 'tags=["fact-A1"]')

    with pytest.raises(UnitError, match=r"cell-007: it names the fact A1 but gives no points"):
        read_assignment(read(tagged), KNOWN)


def test_unknown_fact_is_the_authors_fault(read: Read, assignment: str) -> None:
    with pytest.raises(UnitError, match=r"cell q-test: its tag fact-A1 names no fact of the cou"):
        read_assignment(read(assignment), {"B1"})


def test_test_that_cannot_import_is_the_authors_fault(read: Read, assignment: str) -> None:
    with pytest.raises(TestFaultError, match=r"^test cell q-test: ImportError: cannot import name"):
        read_assignment(read(assignment.replace("import strides_of", "import stride_of")), KNOWN)
