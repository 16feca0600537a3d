"""What differs between the files there and those that the text gives is named to the cell."""

from __future__ import annotations

from copy import deepcopy

import nbformat
import pytest
from nbformat import NotebookNode

from coursekit.build.drift import differences, refuse_differences, same_but_for_the_moment
from coursekit.errors import StaleError
from coursekit.notebooks import notebook_text

NAME = "source/01_area/assignment.ipynb"


@pytest.fixture
def notebook() -> NotebookNode:
    cells = [nbformat.v4.new_code_cell(f"x = {n}", id=f"c{n}") for n in range(3)]
    return nbformat.v4.new_notebook(cells=cells)


def _differences(wanted: NotebookNode, found: NotebookNode) -> list[str]:
    return list(
        differences({NAME: notebook_text(wanted).encode()}, {NAME: notebook_text(found).encode()})
    )


def test_equal_files_do_not_differ(notebook: NotebookNode) -> None:
    assert _differences(notebook, deepcopy(notebook)) == []


def test_changed_cell_is_named_with_what_changed(notebook: NotebookNode) -> None:
    found = deepcopy(notebook)
    found.cells[1].source = "x = 7"
    found.cells[1].outputs = [nbformat.v4.new_output("stream", text="7")]
    found.cells[2].metadata["tags"] = ["a"]

    assert _differences(notebook, found) == [
        f"{NAME}: cell c1 differs in outputs and source, cell c2 differs in metadata"
    ]


def test_cell_of_another_id_is_named(notebook: NotebookNode) -> None:
    found = deepcopy(notebook)
    found.cells[0].id = "other"

    assert _differences(notebook, found) == [f"{NAME}: cell c0 differs in id"]


def test_cell_that_came_in_is_named_alone_though_others_moved_down(notebook: NotebookNode) -> None:
    """Ids and counts follow from the place, so those of all cells below are others."""
    longer = deepcopy(notebook)
    longer.cells.insert(1, nbformat.v4.new_markdown_cell("new"))
    for number, cell in enumerate(longer.cells):
        cell.id = f"c{number}"
        if cell.cell_type == "code":
            cell.execution_count = number
            cell.outputs = [nbformat.v4.new_output("execute_result", execution_count=number)]
    for number, cell in enumerate(notebook.cells):
        cell.outputs = [nbformat.v4.new_output("execute_result", execution_count=number)]

    assert _differences(longer, notebook) == [f"{NAME}: cell c1 is missing"]
    assert _differences(notebook, longer) == [f"{NAME}: cell c1 is not from the text"]


def test_cells_in_another_order_are_noticed(notebook: NotebookNode) -> None:
    found = deepcopy(notebook)
    found.cells.reverse()

    assert _differences(notebook, found) == [f"{NAME}: its cells stand in another order"]


def test_many_cells_are_counted() -> None:
    """Of nine changed cells six are named."""
    texts = [(f"x = {n}", f"y = {n}") for n in range(9)]
    one, other = (
        nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(t[side], id=f"c{n}") for n, t in enumerate(texts)]
        )
        for side in (0, 1)
    )

    (difference,) = _differences(one, other)
    assert difference.endswith("cell c5 differs in source, and 3 more")


def test_other_layout_or_metadata_is_a_difference(notebook: NotebookNode) -> None:
    wanted = notebook_text(notebook).encode()
    found = deepcopy(notebook)
    found.metadata["x"] = 1
    what = [f"{NAME}: its metadata or layout differs"]

    assert _differences(notebook, found) == what
    assert list(differences({NAME: wanted}, {NAME: wanted + b"\n"})) == what


def test_damaged_missing_and_surplus_files_are_named(notebook: NotebookNode) -> None:
    wanted = {NAME: notebook_text(notebook).encode(), "a.csv": b"1", "b.csv": b"2"}
    found = {NAME: b"\xff{", "b.csv": b"3", "c.csv": b"4"}

    assert list(differences(wanted, found)) == [
        f"{NAME} is not a notebook: it is not valid JSON",
        "a.csv is missing",
        "b.csv differs",
        "c.csv is not made from the text",
    ]


def test_difference_is_refused_with_its_remedy() -> None:
    refuse_differences({"a.csv": b"1"}, {"a.csv": b"1"}, "build")

    with pytest.raises(StaleError, match=r"^not what the text gives: a\.csv differs$") as caught:
        refuse_differences({"a.csv": b"1"}, {"a.csv": b"2"}, "build")
    assert caught.value.remedy == "build"


def test_outputs_of_the_moment_do_not_count(notebook: NotebookNode) -> None:
    timed = deepcopy(notebook)
    timed.cells[0].metadata["tags"] = ["nbval-ignore-output"]
    again = deepcopy(timed)
    again.cells[0].outputs = [nbformat.v4.new_output("stream", text="0.2 s")]
    assert same_but_for_the_moment(timed, again)

    again.cells[0].source = "x = 9"
    assert not same_but_for_the_moment(timed, again)
    again = deepcopy(timed)
    again.cells[1].outputs = [nbformat.v4.new_output("stream", text="0.2 s")]
    assert not same_but_for_the_moment(timed, again)
