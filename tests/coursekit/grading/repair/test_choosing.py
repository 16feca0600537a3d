"""Which file is the notebook: by its name, by its content, or none with a reason."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.intake.handed import Handed
from coursekit.grading.repair.choosing import Chosen, choose
from coursekit.grading.repair.kinship import kinship
from coursekit.notebooks import grade_id, notebook_text

UNIT, NAME = "01_unit", "assignment"
Choose = Callable[[], Chosen]


@pytest.fixture
def units(tmp_path: Path, source: NotebookNode, cells: SimpleNamespace) -> Path:
    """Return the folder of the instructor's units: this one and another."""
    other = cells.notebook(
        cells.locked("setup", "import math\nimport json as wanted"),
        cells.answer("first", "x = 1"),
        cells.graded("test_first", "assert isinstance(x, int), 'an integer'"),
    )
    for unit, notebook in ((UNIT, source), ("02_other", other)):
        folder = tmp_path / "source" / unit
        folder.mkdir(parents=True)
        (folder / f"{NAME}.ipynb").write_text(notebook_text(notebook))
    return tmp_path / "source"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "submitted" / "student-01" / UNIT
    made.mkdir(parents=True)
    return made


@pytest.fixture
def chosen(folder: Path, units: Path, source: NotebookNode) -> Choose:
    handed = Handed("student-01", UNIT, folder)
    return lambda: choose(handed, units / UNIT, {NAME: source}, NAME)


def write(path: Path, notebook: NotebookNode) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(notebook_text(notebook))


def refusal(chosen: Choose) -> str:
    with pytest.raises(NotebookError) as caught:
        chosen()
    return str(caught.value)


def answers(found: Chosen) -> list[str]:
    return [c.source for c in found.notebook.cells if grade_id(c) in ("first", "second")]


ANSWERS = ["strides = 7", "offset = 7"]


def test_the_expected_name_is_taken(folder: Path, chosen: Choose, answered: NotebookNode) -> None:
    write(folder / "assignment.ipynb", answered)
    write(folder / "assignment-Copy1.ipynb", answered)
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / "timestamp.txt").write_text("2026-09-14")
    found = chosen()
    assert (answers(found), found.flags) == (ANSWERS, ())


@pytest.mark.parametrize(
    "name",
    ["assignment (1).ipynb", "assignment-Copy1.ipynb", "Assignment.IPYNB", "assignment.ipynb.json",
     "assignment.ipynb.txt", "assignment.txt", "assignment", "assignment.json", "my work.ipynb",
     "unit/assignment.ipynb"],
)  # fmt: skip
def test_another_name_is_taken_and_told(
    folder: Path, chosen: Choose, answered: NotebookNode, name: str
) -> None:
    write(folder / name, answered)
    found = chosen()
    assert answers(found) == ANSWERS
    assert found.flags == (f"mended: {name} was taken for assignment.ipynb",)


def test_the_one_that_belongs_to_the_unit_is_taken(
    folder: Path, units: Path, chosen: Choose, answered: NotebookNode, cells: SimpleNamespace
) -> None:
    write(folder / "work.ipynb", answered)
    write(folder / "scratch.ipynb", cells.notebook(cells.plain("print(1)")))
    (folder / "assignment.ipynb").write_bytes(
        (units / "02_other" / "assignment.ipynb").read_bytes()
    )
    found = chosen()
    assert answers(found) == ANSWERS
    assert found.flags == ("mended: work.ipynb was taken for assignment.ipynb",)


def test_an_untouched_notebook_does_not_hide_the_work_beside_it(
    folder: Path, chosen: Choose, source: NotebookNode, released: NotebookNode
) -> None:
    write(folder / "assignment.ipynb", released)
    assert chosen().flags == ()
    work = copy.deepcopy(released)
    for cell in work.cells:
        cell.source = "strides = 7" if grade_id(cell) == "first" else cell.source
    write(folder / "assignment (1).ipynb", work)
    assert chosen().flags == ("mended: assignment (1).ipynb was taken for assignment.ipynb",)
    write(folder / "assignment (2).ipynb", work)
    assert chosen().flags == ()  # which of the two is meant cannot be told: the name decides


def test_two_that_belong_to_the_unit_are_refused(
    folder: Path, chosen: Choose, answered: NotebookNode
) -> None:
    write(folder / "b.ipynb", answered)
    write(folder / "a.ipynb", answered)
    assert refusal(chosen) == "assignment.ipynb is expected; the folder holds a.ipynb, b.ipynb"


@pytest.mark.parametrize("files", [[], ["data.csv"], ["timestamp.txt"]])
def test_no_notebook_is_refused(folder: Path, chosen: Choose, files: list[str]) -> None:
    for name in files:
        (folder / name).touch()
    assert refusal(chosen) == "assignment.ipynb is expected; the folder holds no notebook"


def test_the_notebook_of_another_unit_is_named(folder: Path, units: Path, chosen: Choose) -> None:
    (folder / "assignment.ipynb").write_bytes(
        (units / "02_other" / "assignment.ipynb").read_bytes()
    )
    assert refusal(chosen) == (
        "assignment.ipynb is the notebook of unit 02_other; that of 01_unit is expected"
    )


def test_tampering_with_every_test_does_not_make_it_another_unit(
    folder: Path, chosen: Choose, answered: NotebookNode
) -> None:
    for cell in answered.cells:
        cell.source = "pass" if (grade_id(cell) or "").startswith("test") else cell.source
    write(folder / "assignment.ipynb", answered)
    assert answers(chosen()) == ANSWERS


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "it is empty"),
        (b"<!DOCTYPE html>", "it is a web page"),
        (b"PK\x03\x04", "it is a zip archive"),
        (b'{"cells": [', "it is not valid JSON"),
        (b"{}", "it has no cells"),
    ],
)
def test_a_broken_file_is_refused_with_its_reason(
    folder: Path, chosen: Choose, content: bytes, what: str
) -> None:
    (folder / "assignment.ipynb").write_bytes(content)
    assert refusal(chosen) == f"assignment.ipynb is not a notebook: {what}"


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda path: path.symlink_to("/etc/passwd"), "a link"),
        (lambda path: os.mkfifo(path), "a pipe"),
    ],
)
def test_what_is_no_file_is_refused(
    folder: Path, chosen: Choose, make: Callable[[Path], None], kind: str
) -> None:
    make(folder / "assignment.ipynb")
    assert refusal(chosen) == f"assignment.ipynb is {kind}; a file is expected"


def test_a_folder_of_the_notebooks_name_is_looked_into(
    folder: Path, chosen: Choose, answered: NotebookNode
) -> None:
    (folder / "assignment.ipynb").mkdir()
    assert refusal(chosen) == "assignment.ipynb is expected; the folder holds no notebook"
    write(folder / "assignment.ipynb" / "assignment.ipynb", answered)
    assert answers(chosen()) == ANSWERS


def test_a_folder_that_is_a_link_is_refused(folder: Path, chosen: Choose, tmp_path: Path) -> None:
    folder.rmdir()
    folder.symlink_to(tmp_path)
    assert refusal(chosen) == "the unit's folder is a link; a folder is expected"


def test_a_name_stays_in_its_line(folder: Path, chosen: Choose, answered: NotebookNode) -> None:
    write(folder / "a\n\x1b[31mb.ipynb", answered)
    assert chosen().flags == ("mended: a\\n\\x1b[31mb.ipynb was taken for assignment.ipynb",)


def test_files_beside_it_keep_their_paths_and_given_ones_win(
    folder: Path, units: Path, chosen: Choose, answered: NotebookNode
) -> None:
    write(folder / "assignment.ipynb", answered)
    for name in ("data.csv", "own/more.csv", "numpy.py", "timestamp.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("student")
    (units / UNIT / "given").mkdir()
    for name in ("data.csv", "given/table.csv"):
        (units / UNIT / name).write_text("given")
    (units / UNIT / "linked.csv").symlink_to(units / UNIT / "data.csv")
    found = chosen()
    assert {str(f.name): f.path.read_text() for f in found.files} == {
        "data.csv": "given", "given/table.csv": "given", "linked.csv": "given",
        "own/more.csv": "student",
    }  # fmt: skip
    assert found.flags == (
        "tampering: numpy beside the notebook has the name of a module; it was left out",
    )


def test_files_beside_a_notebook_in_a_subfolder_are_beside_it(
    folder: Path, chosen: Choose, answered: NotebookNode
) -> None:
    write(folder / "sub" / "assignment.ipynb", answered)
    (folder / "sub" / "near.csv").touch()
    (folder / "far.csv").touch()
    assert [str(f.name) for f in chosen().files] == ["far.csv", "near.csv"]


def test_kinship_is_the_share_of_given_texts(
    source: NotebookNode, answered: NotebookNode, cells: SimpleNamespace
) -> None:
    assert kinship(source, answered) == 1
    assert kinship(source, cells.notebook(cells.plain("That was all."))) == 1 / 8
    assert kinship(cells.notebook(cells.answer("a", "x")), answered) == 0
