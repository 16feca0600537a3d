"""A text gives one notebook, whatever the machine; what cannot be understood is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coursekit.build.text import NOTEBOOK_METADATA, Text, read_text
from coursekit.errors import NotebookError, StorageError, UnitError
from coursekit.notebooks import notebook_text, parse_notebook

Read = Callable[[str], Text]


def test_text_becomes_cells_with_ids_from_grade_id_or_place(read: Read, area_unit: str) -> None:
    notebook = read(area_unit).notebook

    assert [cell.id for cell in notebook.cells] == ["cell-001", "setup", "area", "area-test"]
    assert [cell.cell_type for cell in notebook.cells] == ["markdown", "code", "code", "code"]
    assert notebook.cells[0].source == "# Areas\n\nWrite `area`."
    assert notebook.cells[1].metadata.nbgrader.locked is True
    assert all(not cell.outputs for cell in notebook.cells[1:])


def test_notebook_has_the_fixed_kernel_and_no_versions(read: Read, area_unit: str) -> None:
    header = "# ---\n# jupyter:\n#   jupytext:\n#     text_representation:\n"
    header += "#       jupytext_version: 1.19.6\n#   kernelspec:\n#     display_name: Mine\n"
    header += "#     name: python3\n# ---\n\n"

    assert read(header + area_unit).notebook.metadata == NOTEBOOK_METADATA
    assert "1.19" not in notebook_text(read(header + area_unit).notebook)


def test_layout_of_the_text_leaves_no_trace(read: Read, cells: Any) -> None:
    """Blank lines between cells, and Markdown in quotes, say the same thing."""
    tight = cells.markdown("one") + cells.code("x = 1") + cells.code("y = 2")
    loose = '# %% [markdown]\n"""\none\n"""\n\n\n' + "# %%\nx = 1\n\n\n\n\n# %%\ny = 2\n\n\n"

    assert notebook_text(read(tight).notebook) == notebook_text(read(loose).notebook)


def test_notebook_text_is_a_valid_notebook(read: Read, area_unit: str) -> None:
    notebook = read(area_unit).notebook

    assert parse_notebook(notebook_text(notebook), "x") == notebook


def test_tags_and_magics_are_kept(read: Read, cells: Any) -> None:
    text = cells.code("# %matplotlib inline\nx = 1", 'tags=["nbval-ignore-output"]')

    (cell,) = read(text).notebook.cells
    assert cell.metadata == {"tags": ["nbval-ignore-output"]}
    assert cell.source == "%matplotlib inline\nx = 1"


def test_fault_names_unit_cell_and_the_line_of_the_file(read: Read, cells: Any) -> None:
    """The second cell begins in line 4; the line sought is its second, line 6 of the file."""
    text = read(cells.code("a = 1\nb = 2") + cells.markdown("text\nhere"))

    fault = text.fault(1, "it is wrong", "here", "mend it")

    assert str(fault) == "01_area, cell cell-002: it is wrong (assignment.py line 6)"
    assert fault.remedy == "mend it"
    assert str(text.fault(0, "so")) == "01_area, cell cell-001: so (assignment.py line 1)"


def test_head_inside_a_string_costs_the_line_number_only(read: Read, cells: Any) -> None:
    text = read(cells.code('s = """\n# %% no head\n"""'))

    assert str(text.fault(0, "so")) == "01_area, cell cell-001: so (assignment.py)"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("x = 1\n", "01_area: assignment.py has no cells"),
        ("", "01_area: assignment.py has no cells"),
        (
            "# ---\n# jupyter: [open\n# ---\n\n# %%\nx\n",
            "01_area: the header of assignment.py cannot be read, or has more than a kernel",
        ),
        (
            "# ---\n# title: Mine\n# ---\n\n# %%\nx\n",
            "01_area: the header of assignment.py cannot be read, or has more than a kernel",
        ),
        (
            "# ---\n# jupyter:\n#   kernelspec:\n#     display_name: R\n#     name: ir\n# ---\n\n"
            "# %%\nx\n",
            "01_area: assignment.py asks for the kernel 'ir'; 'python3' is expected",
        ),
        (
            "# %% tags=3\nx\n",
            "01_area: assignment.py is not in percent format: 'int' object is not iterable",
        ),
    ],
)
def test_text_without_readable_cells_is_refused(read: Read, content: str, message: str) -> None:
    with pytest.raises(NotebookError) as caught:
        read(content)

    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("head", "fault"),
    [
        (
            'nbgrader={"grade": tru}',
            'cell cell-001: the cell\'s metadata cannot be read: nbgrader={"grade": tru}',
        ),
        ("Title", "cell cell-001: the cell's head has text that is no metadata: Title"),
        ("nbgrader=3", "cell cell-001: the cell's nbgrader metadata is not a mapping"),
        (
            'nbgrader={"grade_id": "a b"}',
            "cell cell-001: its grade_id is 'a b'; 1 to 64 letters, digits, _ and - are allowed",
        ),
        (
            'nbgrader={"grade_id": "cell-007"}',
            "cell cell-007: its grade_id has the form kept for cells without one",
        ),
    ],
)
def test_head_that_cannot_be_understood_is_refused(read: Read, head: str, fault: str) -> None:
    with pytest.raises(UnitError) as caught:
        read(f"# %% {head}\nx = 1\n")

    assert str(caught.value) == f"01_area, {fault} (assignment.py line 1)"


def test_second_cell_of_the_same_id_is_refused(read: Read, cells: Any) -> None:
    twice = cells.marked("locked", "setup", "x = 1") + cells.marked("locked", "setup", "y = 1")

    with pytest.raises(UnitError, match=r"cell setup: its grade_id is also that of cell number 1 "):
        read(twice)


def test_missing_file_and_bad_bytes_are_one_line_each(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"^cannot read .*none\.py: No such file or directory$"):
        read_text(tmp_path / "none.py", "01_area")

    (tmp_path / "bad.py").write_bytes(b"# %%\n\xff\n")
    with pytest.raises(NotebookError, match=r"^cannot read .*bad\.py: byte 5 is not UTF-8 text$"):
        read_text(tmp_path / "bad.py", "01_area")
