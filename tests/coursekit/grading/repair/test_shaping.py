"""Damaged and old notebooks become version 4 notebooks, cell by cell."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursekit.errors import NotebookError
from coursekit.grading.repair.shaping import MOST_CELLS, shaped

MARKS = {"grade_id": "q", "solution": True}
CODE = {"cell_type": "code", "metadata": {"nbgrader": MARKS}, "outputs": [], "source": "a = 1"}


def notebook(*cells: Any, **more: Any) -> dict[str, Any]:
    return {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": list(cells), **more}


def test_a_sound_notebook_is_kept_without_its_outputs() -> None:
    read = shaped(notebook({**CODE, "outputs": [{"junk": 1}], "execution_count": 7}), "a.ipynb")
    (cell,) = read.notebook.cells
    assert cell == {"cell_type": "code", "source": "a = 1", "metadata": {"nbgrader": MARKS},
                    "outputs": [], "execution_count": None, "id": "own-000"}  # fmt: skip
    assert read.flags == ()


@pytest.mark.parametrize(
    ("cell", "text", "flags"),
    [
        ({**CODE, "source": ["a = 1\n", "b = 2"]}, "a = 1\nb = 2", ()),
        ({**CODE, "source": 7}, "7", ("mended: 1 cell of the file had no text",)),
        ({**CODE, "source": None}, "", ("mended: 1 cell of the file had no text",)),
        ({**CODE, "source": ["a", 3]}, "a\n3", ("mended: 1 cell of the file had no text",)),
        ({**CODE, "cell_type": "cod"}, "a = 1", ("mended: 1 cell of the file had no known type",)),
        ({**CODE, "metadata": [1]}, "a = 1", ("mended: 1 cell of the file had no metadata",)),
        (
            {**CODE, "source": "a\0 = '\ud800'"},
            "a = '\ufffd'",
            ("mended: 1 cell of the file had characters that no text holds",),
        ),
    ],
)
def test_a_damaged_cell_is_mended_and_told(cell: Any, text: str, flags: tuple[str, ...]) -> None:
    read = shaped(notebook(cell), "a.ipynb")
    assert (read.notebook.cells[0].source, read.flags) == (text, flags)


def test_ids_are_made_unique() -> None:
    cells = [{**CODE, "id": "a"}, {**CODE, "id": "a"}, CODE, {**CODE, "id": "own-002"}]
    read = shaped(notebook(*cells, nbformat_minor=5), "a.ipynb")
    ids = [cell.id for cell in read.notebook.cells]
    assert ids == ["a", "own-001", "own-003", "own-002"]
    assert read.flags == (
        "mended: 1 cell of the file had its id twice", "mended: 1 cell of the file had no id",
    )  # fmt: skip


def test_an_older_minor_format_has_no_ids_and_no_flag() -> None:
    assert shaped(notebook(CODE, CODE, nbformat_minor=4), "a.ipynb").flags == ()


def test_a_newer_minor_format_is_no_fault() -> None:
    cell = {**CODE, "id": "a"}
    assert shaped(notebook(cell, nbformat_minor=99), "a.ipynb").flags == ()


def test_metadata_keeps_what_is_used_and_nothing_else() -> None:
    metadata = {"nbgrader": {**MARKS, "junk": [1]}, "tags": ["x"], "widgets": {"deep": [[]]}}
    (cell,) = shaped(notebook({**CODE, "metadata": metadata}), "a.ipynb").notebook.cells
    assert cell.metadata == {"nbgrader": MARKS, "tags": ["x"]}


@pytest.mark.parametrize("marks", [5, "q", {"grade_id": 5}, {"solution": True}, [1]])
def test_marks_without_an_id_are_dropped(marks: Any) -> None:
    (cell,) = shaped(notebook({**CODE, "metadata": {"nbgrader": marks}}), "a").notebook.cells
    assert cell.metadata == {}


def test_widget_state_and_odd_kernels_are_no_fault() -> None:
    metadata = {"widgets": {"x": {}}, "kernelspec": {"name": "ir", "n": 1}, "language_info": 3}
    read = shaped(notebook(CODE, metadata=metadata), "a.ipynb")
    assert read.notebook.metadata == {"kernelspec": {"name": "ir"}, "language_info": {}}


OLD_CODE = {"cell_type": "code", "input": "a = 1", "language": "python", "collapsed": False,
            "outputs": [{"output_type": "pyout"}], "metadata": {"nbgrader": MARKS}}  # fmt: skip
HEADING = {"cell_type": "heading", "level": 2, "source": "Strides", "metadata": {}}


@pytest.mark.parametrize("version", [2, 3])
def test_old_formats_are_brought_to_the_present_one(version: int) -> None:
    cells = [HEADING, OLD_CODE] if version == 3 else [OLD_CODE]  # headings came with format 3
    old = {"nbformat": version, "metadata": {"name": ""}, "worksheets": [{"cells": cells}]}
    read = shaped(old, "a.ipynb")
    assert [c.source for c in read.notebook.cells] == ["## Strides", "a = 1"][-len(cells) :]
    assert read.notebook.cells[-1].metadata.nbgrader == MARKS
    assert read.flags == (
        f"mended: the file was of notebook format {version}; it was brought to format 4",
    )
    assert shaped(old, "a.ipynb").notebook == read.notebook  # the same ids each time


def test_the_first_format_is_brought_to_the_present_one() -> None:
    cells = [{"cell_type": "text", "text": "hello"}, {"cell_type": "code", "code": "a = 1"}]
    read = shaped({"nbformat": 1, "cells": cells}, "a.ipynb")
    assert [(c.cell_type, c.source) for c in read.notebook.cells] == [
        ("markdown", "hello"), ("code", "a = 1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "read"),
    [(["one\n", "two"], "one\ntwo"), ([], ""), (["one", 2], "one\n2"), (7, "7"), (None, "")],
)
@pytest.mark.parametrize("version", [2, 3])
def test_old_cells_may_hold_a_list_of_lines(text: Any, read: str, version: int) -> None:
    cells = [{"cell_type": "markdown", "source": text}, {"cell_type": "code", "input": text}]
    shape = shaped({"nbformat": version, "worksheets": [{"cells": cells}]}, "a.ipynb")
    assert [(c.cell_type, c.source) for c in shape.notebook.cells] == [
        ("markdown", read), ("code", read),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["Strides and\nviews", ["Strides and\n", "views"]])
def test_a_heading_becomes_one_line_of_markdown(text: Any) -> None:
    sheets = [{"cells": [{"cell_type": "heading", "level": 2, "source": text}]}]
    (cell,) = shaped({"nbformat": 3, "worksheets": sheets}, "a.ipynb").notebook.cells
    assert (cell.cell_type, cell.source) == ("markdown", "## Strides and views")


def test_old_cells_may_lack_keys() -> None:
    sheets = [{"cells": [{"cell_type": "code"}, 5, {"source": "x"}]}, 7]
    read = shaped({"nbformat": 3, "worksheets": sheets}, "a.ipynb")
    assert [c.source for c in read.notebook.cells] == ["", "x"]


@pytest.mark.parametrize(
    ("data", "flag"),
    [
        ({"nbformat": 5, "cells": [CODE]}, "names notebook format 5"),
        ({"cells": [CODE]}, "names notebook format none"),
        ({"nbformat": "4", "cells": [CODE]}, "names notebook format none"),
    ],
)
def test_an_unknown_format_with_cells_is_read_as_the_present_one(data: Any, flag: str) -> None:
    read = shaped(data, "a.ipynb")
    assert read.notebook.cells[0].source == "a = 1"
    assert read.flags == (f"mended: the file {flag}; it was read as format 4",)


@pytest.mark.parametrize(
    "data",
    [[], None, 5, {}, {"nbformat": 4}, {"nbformat": 4, "cells": {}}, {"nbformat": 3},
     {"nbformat": 3, "worksheets": 7}, {"nbformat": 3, "worksheets": []}, {"worksheets": {}}],
)  # fmt: skip
def test_no_list_of_cells_is_refused(data: Any) -> None:
    with pytest.raises(NotebookError, match=r"^a\.ipynb is not a notebook: it has no cells$"):
        shaped(data, "a.ipynb")


def test_too_many_cells_are_refused() -> None:
    with pytest.raises(NotebookError) as caught:
        shaped(notebook(*[CODE] * (MOST_CELLS + 1)), "a.ipynb")
    assert str(caught.value) == "a.ipynb is too large: it has 5,001 cells; at most 5,000 are read"


def test_entries_that_are_no_cells_are_left_out() -> None:
    read = shaped(notebook(5, CODE, None), "a.ipynb")
    assert len(read.notebook.cells) == 1
    assert read.flags == ("mended: 2 entries of the file's list of cells were no cells",)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cell_type", "source", "metadata", "id", "nbgrader", "input", "x"]),
            inner | st.sampled_from(["code", "markdown", "raw", "heading", "a"]),
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(JUNK, JUNK, st.sampled_from(["cells", "worksheets"]), st.integers(0, 5) | JUNK)
def test_any_data_become_a_valid_notebook_or_are_refused(
    cells: Any, metadata: Any, where: str, version: Any
) -> None:
    data = {"nbformat": version, "metadata": metadata, where: [cells] if where == "cells" else [
        {"cells": [cells]}]}  # fmt: skip
    with suppress(NotebookError):
        read = shaped(data, "a.ipynb").notebook
        read.metadata.clear()  # what it says of its kernel is looked at, and not kept
        nbformat.validate(read)
        assert shaped(data, "a.ipynb").notebook.cells == read.cells
