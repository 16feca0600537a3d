"""A student's own check: its words, and that it passes only where a visible test ran and passed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.selfcheck import HIDDEN_NOTE, WHILE_GRADED, check_notebook
from coursekit.notebooks import write_notebook

Check = Callable[..., tuple[bool, list[str]]]


@pytest.fixture
def check(tmp_path: Path, cells: SimpleNamespace) -> Check:
    """Check a notebook of some cells, in a folder of its own; return the verdict and its lines."""

    def _check(*content: NotebookNode) -> tuple[bool, list[str]]:
        path = tmp_path / "work" / "assignment.ipynb"
        write_notebook(path, cells.notebook(*content))
        found = check_notebook(str(path))
        assert found.lines[-1] == HIDDEN_NOTE
        assert str(found) == "\n".join(found.lines)
        return found.passed, list(found.lines[:-1])

    return _check


def test_right_answers_pass(check: Check, cells: SimpleNamespace) -> None:
    assert check(cells.answer("a", "x = 8"), cells.graded("t", "assert x == 8")) == (
        True, ["✓ t", "1 of 1 visible tests pass"],
    )  # fmt: skip


def test_one_wrong_answer_fails(check: Check, cells: SimpleNamespace) -> None:
    assert check(
        cells.answer("a", "x = 8\ny = 1"),
        cells.graded("t", "assert x == 8"),
        cells.graded("u", "assert y == 2, 'y is twice x'"),
    ) == (False, ["✓ t", "✗ u: AssertionError: y is twice x", "1 of 2 visible tests pass"])


def test_a_blank_notebook_fails(check: Check, cells: SimpleNamespace) -> None:
    assert check(
        cells.answer("a", "# YOUR CODE HERE\nraise NotImplementedError()"),
        cells.graded("t", "assert x == 8"),
        cells.essay("why", "YOUR ANSWER HERE"),
        cells.essay("how", "So."),
    ) == (False, ["✗ t: not answered: `x` is not defined", "○ why: not answered",
                  "… how: read by a person", "0 of 1 visible tests pass"])  # fmt: skip


def test_where_no_visible_test_is_left_nothing_passes(check: Check, cells: SimpleNamespace) -> None:
    assert check(cells.answer("a", "x = 8"), cells.graded("t", "# hidden tests decide")) == (
        False, ["– t: no visible test", "0 of 0 visible tests pass"],
    )  # fmt: skip


def test_what_needs_an_object_is_tried_beside(check: Check, cells: SimpleNamespace) -> None:
    assert check(
        cells.answer("a", "class P:\n    n = 8"),
        cells.graded("t", "assert P.n == 8"),
        cells.graded("u", "assert P.n == 9"),
    ) == (
        False,
        ["✓ t, but only beside your code: `P` is a type, which is not plain data",
         "✗ u: `P` is a type, which is not plain data", "1 of 2 visible tests pass"],
    )  # fmt: skip


def test_files_beside_the_notebook_are_there(
    check: Check, cells: SimpleNamespace, tmp_path: Path
) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "data.txt").write_text("8")
    assert check(
        cells.locked("s", "limit = int(open('data.txt').read())"),
        cells.answer("a", "x = int(open('data.txt').read())"),
        cells.graded("t", "assert x == limit"),
    )[0]


def test_lost_metadata_are_found_again_in_the_release(
    check: Check, cells: SimpleNamespace, tmp_path: Path
) -> None:
    given = "# One: give x the value of eight, in digits"
    release = cells.notebook(
        cells.plain(given), cells.answer("a", "x = None"), cells.graded("t", "assert x == 8, 'no'")
    )
    write_notebook(tmp_path / "release" / "01" / "assignment.ipynb", release)
    stripped = [cells.plain(code) for code in (given, "x = 8", "assert x == 8, 'no'")]
    assert check(*stripped) == (True, ["✓ t", "1 of 1 visible tests pass"])
    emptied = [cells.plain(given), cells.answer("a", "x = 9"), cells.graded("t", "pass")]
    assert not check(*emptied)[0]


def test_lost_metadata_without_a_release_are_named(check: Check, cells: SimpleNamespace) -> None:
    with pytest.raises(NotebookError) as caught:
        check(cells.plain("x = 8"), cells.plain("assert x == 8"))
    assert str(caught.value) == "assignment.ipynb holds no test cell, so nothing can be checked"
    assert caught.value.remedy == (
        "take the notebook from the release again and put your answers into it"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "n.ipynb is not a notebook: "), (b"<html>", "n.ipynb is not a notebook: "),
        (b'{"cells": [', "n.ipynb is not a notebook: "), (None, "no such file: "),
    ],
)  # fmt: skip
def test_unknown_and_damaged_files_are_named(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    path = tmp_path / "n.ipynb"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(NotebookError) as caught:
        check_notebook(path)
    assert str(caught.value).startswith(message)


def test_a_notebook_that_checks_itself_does_not_go_round(
    check: Check, cells: SimpleNamespace, tmp_path: Path
) -> None:
    path = str(tmp_path / "work" / "assignment.ipynb")
    call = f"said = check_notebook({path!r})\nx = said.lines[0]"
    itself = f"from coursekit.grading.selfcheck import check_notebook\n{call}"
    passed, lines = check(
        cells.answer("a", itself), cells.graded("t", f"assert x == {WHILE_GRADED!r}")
    )
    assert (passed, lines) == (True, ["✓ t", "1 of 1 visible tests pass"])
