"""Where the names of a test may come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coursekit.build.bindings import check_names
from coursekit.build.text import Text
from coursekit.errors import UnitError

Read = Callable[[str], Text]


def test_names_of_set_up_of_answers_of_the_test_itself_and_builtins_are_found(
    read: Read, cells: Any
) -> None:
    check_names(
        read(
            cells.marked("locked", "setup", "import math")
            + cells.code("%matplotlib inline\nlimit = 3")
            + cells.markdown("not Python at all ((")
            + cells.answer("a", "x = None", "x = 3")
            + cells.test("t", "from fractions import Fraction\ny = Fraction(x, limit)",
                         "assert math.ceil(y) == sum([1])")
        )
    )  # fmt: skip


@pytest.mark.parametrize("hidden", ["", "assert depth(1) == 1"])
def test_name_that_no_cell_binds_is_refused_also_in_a_hidden_block(
    read: Read, cells: Any, hidden: str
) -> None:
    shown = "" if hidden else "assert depth(1) == 1"
    text = read(cells.answer("a", "", "width = 3") + cells.test("t", shown, hidden))

    with pytest.raises(
        UnitError, match=r"cell t: the test reads `depth`, which no answer and no set-up cell binds"
    ):
        check_names(text)


def test_name_that_only_a_later_answer_binds_is_refused(read: Read, cells: Any) -> None:
    text = read(cells.test("t", "assert width == 3") + cells.answer("a", "", "width = 3"))

    with pytest.raises(
        UnitError, match=r"cell t: the test reads `width`, which only the later cell a binds \("
    ):
        check_names(text)


def test_name_that_only_another_test_binds_is_refused(read: Read, cells: Any) -> None:
    text = read(cells.test("one", "helper = 3") + cells.test("two", "assert helper == 3"))

    with pytest.raises(UnitError, match=r"cell two: the test reads `helper`, which no answer"):
        check_names(text)


def test_name_of_a_set_up_cell_that_reads_an_answer_is_refused(read: Read, cells: Any) -> None:
    """Such a cell cannot run beside the tests, so what it binds is not there."""
    text = read(
        cells.answer("a", "", "width = 3")
        + cells.code("shown = width * 2")
        + cells.test("t", "assert shown == 6")
    )

    with pytest.raises(UnitError, match=r"`shown`, which cell cell-002 binds, but that cell reads"):
        check_names(text)


def test_answer_bound_anew_by_set_up_is_the_set_ups(read: Read, cells: Any) -> None:
    check_names(
        read(
            cells.answer("a", "", "width = 3")
            + cells.marked("locked", "given", "width = 4")
            + cells.code("double = width * 2")
            + cells.test("t", "assert double == 8")
        )
    )


@pytest.mark.parametrize("kind", ["answer", "locked", "test"])
def test_cell_that_is_not_python_is_refused_with_its_line(
    read: Read, cells: Any, kind: str
) -> None:
    text = read(cells.marked(kind, "x", "y = 1\nz = = 2", points=1))

    with pytest.raises(UnitError) as caught:
        check_names(text)
    assert str(caught.value) == (
        "01_area, cell x: it is not Python: invalid syntax, in its line 2 (assignment.py line 3)"
    )
