"""A unit's own tests are tried on its own solution before any student meets them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coursekit.build.reference import check_reference
from coursekit.build.release import generate
from coursekit.build.text import Text
from coursekit.errors import UnitError
from coursekit.notebooks import notebook_text, parse_notebook

NAME = "assignment.ipynb"


@pytest.fixture
def tried(read: Callable[[str], Text], tmp_path: Path) -> Callable[..., float]:
    """Return what builds the release of a text and tries both."""

    def _tried(content: str, files: dict[str, bytes] | None = None) -> float:
        text = read(content)
        source = {NAME: notebook_text(text.notebook).encode()}
        release = generate(tmp_path, "01_area", source)[NAME].decode()
        return check_reference(text, parse_notebook(release, NAME), files or {})

    return _tried


Tried = Callable[..., float]


def test_right_unit_gives_its_points(tried: Tried, area_unit: str, cells: Any) -> None:
    more = cells.marked("manual", "essay", "why = 1", points=3)

    assert tried(area_unit + more) == 5.0


def test_wrong_solution_is_named_with_the_test_that_refuses_it(tried: Tried, cells: Any) -> None:
    """The answer cell takes five lines, so the test begins in line 6."""
    text = cells.answer("a", "width = None", "width = 4") + cells.test(
        "t", "assert isinstance(width, int)", "assert width == 3"
    )

    with pytest.raises(UnitError) as caught:
        tried(text)
    assert str(caught.value) == (
        "01_area, cell t: gives the reference solution 0 of 2 points: a hidden test did not pass "
        "(assignment.py line 6)"
    )


def test_partial_score_of_the_solution_is_refused(tried: Tried, cells: Any) -> None:
    text = cells.answer("a", "width = None", "width = 4") + cells.test("t", "", "width / 4 + 0.5")

    with pytest.raises(UnitError, match=r"cell t: gives the reference solution 1\.5 of 2 points"):
        tried(text)


def test_release_that_scores_untouched_is_refused(tried: Tried, cells: Any) -> None:
    """The stub leaves ``width`` at 3, which already passes."""
    text = cells.answer("a", "width = 3", "width = 1 + 2") + cells.test("t", "assert width == 3")

    with pytest.raises(
        UnitError, match=r"cell t: gives the untouched release 2 of 2 points; it must give none"
    ):
        tried(text)


@pytest.mark.parametrize("value", ["False", "float('nan')", "-1", "3", "'done'"])
@pytest.mark.parametrize("where", ["shown", "hidden"])
def test_last_value_that_is_no_score_is_the_authors_fault(
    tried: Tried, cells: Any, value: str, where: str
) -> None:
    test = f"assert width == 4\n{value}"
    text = cells.answer("a", "width = None", "width = 4") + cells.test(
        "t", *((test, "") if where == "shown" else ("", test))
    )

    with pytest.raises(UnitError, match=r"^01_area, cell t: its last value is ") as caught:
        tried(text)
    assert caught.value.remedy


def test_set_up_that_fails_is_the_authors_fault(tried: Tried, cells: Any, area_unit: str) -> None:
    with pytest.raises(UnitError, match=r"cell broken: the set-up fails: ZeroDivisionError"):
        tried(cells.marked("locked", "broken", "1 / 0") + area_unit)


def test_side_files_are_there_when_the_solution_runs(tried: Tried, cells: Any) -> None:
    solution = "from pathlib import Path\nlines = Path('a.csv').read_text().split()"
    text = cells.answer("a", "lines = None", solution) + cells.test(
        "t", "assert lines == ['1', '2']"
    )

    assert tried(text, {"a.csv": b"1\n2\n"}) == 2.0
