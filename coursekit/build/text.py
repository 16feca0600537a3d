"""A unit's text, in jupytext's percent format, as a notebook.

The notebook depends on the text alone: fixed kernel, no versions, and a cell's id is its nbgrader
id or, where it has none, ``cell-NNN`` by its place. So the same text gives the same bytes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import jupytext
import nbformat
from nbformat import NotebookNode

from coursekit.errors import NotebookError, StorageError, UnitError
from coursekit.notebooks import grade_id

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
NOTEBOOK_METADATA = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
CELL_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PLACE_ID = re.compile(r"cell-\d+")
_HEAD = re.compile(r"# %%(?!%)")
_LAYOUT = frozenset({"lines_to_next_cell", "lines_to_end_of_cell_marker", "cell_marker"})
_MINOR = 5  # the first minor version of the notebook format in which cells have ids


@dataclass(frozen=True, slots=True)
class Text:
    """A text and the notebook that it gives.

    Parameters
    ----------
    unit : str
        The unit that it belongs to.
    path : Path
        The file that it was read from.
    lines : tuple of str
        The file's lines.
    notebook : NotebookNode
        What it gives.
    heads : tuple of int
        For each cell, the number, from 1, of the line that it begins in; empty where cells and
        lines could not be matched.
    """

    unit: str
    path: Path
    lines: tuple[str, ...]
    notebook: NotebookNode
    heads: tuple[int, ...]

    def fault(self, index: int, what: str, line: str | None = None, remedy: str = "") -> UnitError:
        """Return the error that a cell is at fault.

        Parameters
        ----------
        index : int
            Which cell, from 0.
        what : str
            What is wrong with it.
        line : str, optional
            The line of the cell where it is wrong.
        remedy : str, optional
            What to do about it.
        """
        place = self.path.name
        number = self._line_number(index, line)
        if number is not None:
            place += f" line {number}"
        return UnitError(self.unit, self.notebook.cells[index].id, f"{what} ({place})", remedy)

    def _line_number(self, index: int, line: str | None) -> int | None:
        if not self.heads:
            return None
        head = self.heads[index]
        if line is None or not line.strip():
            return head
        end = self.heads[index + 1] - 1 if index + 1 < len(self.heads) else len(self.lines)
        inside = range(head, end + 1)
        return next((n for n in inside if line.strip() in self.lines[n - 1]), head)


def read_text(path: Path, unit: str) -> Text:
    """Read a unit's text.

    Parameters
    ----------
    path : Path
        A Python file in percent format.
    unit : str
        The unit's name, for the errors.

    Raises
    ------
    StorageError
        If the file cannot be read.
    NotebookError
        If it is not UTF-8 text with cells.
    UnitError
        If a cell's head cannot be understood, or two cells have the same id.
    """
    content = content_of(path)
    try:
        notebook = jupytext.reads(content, fmt="py:percent")
    except Exception as error:  # of the parser, of YAML or of the notebook's schema
        fault = str(error).splitlines()[0]
        raise NotebookError(f"{unit}: {path.name} is not in percent format: {fault}") from None
    lines = tuple(content.split("\n"))
    heads = _heads(lines, len(notebook.cells))
    if not any(_HEAD.match(line) for line in lines):
        raise NotebookError(
            f"{unit}: {path.name} has no cells", "begin each cell with a line that begins with # %%"
        )
    _check_header(notebook, unit, path)
    text = Text(unit, path, lines, _fixed(notebook), heads)
    _check_heads(text)
    _check_ids(text)
    return text


def content_of(path: Path) -> str:
    """Return the text in a file.

    Raises
    ------
    StorageError
        If it cannot be read.
    NotebookError
        If it is not UTF-8 text.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise StorageError(
            f"cannot read {path}: {error.strerror}", "give this user the right to read it"
        ) from None
    except UnicodeDecodeError as error:
        raise NotebookError(
            f"cannot read {path}: byte {error.start} is not UTF-8 text", "save it as UTF-8"
        ) from None


def _heads(lines: tuple[str, ...], n_cells: int) -> tuple[int, ...]:
    heads = [n for n, line in enumerate(lines, start=1) if _HEAD.match(line)]
    if len(heads) == n_cells - 1:
        heads.insert(0, 1)  # a cell before the first head
    return tuple(heads) if len(heads) == n_cells else ()


def _check_header(notebook: NotebookNode, unit: str, path: Path) -> None:
    first = notebook.cells[0]
    if first.cell_type == "raw" and first.source.startswith("---"):
        raise NotebookError(
            f"{unit}: the header of {path.name} cannot be read, or has more than a kernel",
            "leave only the kernelspec below `jupyter:`, or no header at all",
        )
    name = notebook.metadata.get("kernelspec", {}).get("name", KERNEL["name"])
    if name != KERNEL["name"]:
        raise NotebookError(
            f"{unit}: {path.name} asks for the kernel {name!r}; {KERNEL['name']!r} is expected"
        )


def _fixed(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook with fixed metadata and with ids that follow from the text."""
    cells = []
    for number, cell in enumerate(notebook.cells, start=1):
        metadata = {k: v for k, v in cell.metadata.items() if k not in _LAYOUT}
        content = {**cell, "metadata": metadata, "source": cell.source.rstrip("\n")}
        content["id"] = _id_of(metadata, number)
        cells.append(content)
    fixed: NotebookNode = nbformat.from_dict(
        {
            "cells": cells,
            "metadata": NOTEBOOK_METADATA,
            "nbformat": 4,
            "nbformat_minor": _MINOR,
        }
    )
    return fixed


def _id_of(metadata: dict[str, object], number: int) -> str:
    marks = metadata.get("nbgrader")
    given = marks.get("grade_id") if isinstance(marks, dict) else None
    return given if isinstance(given, str) and CELL_ID.fullmatch(given) else f"cell-{number:03d}"


def _check_heads(text: Text) -> None:
    for index, cell in enumerate(text.notebook.cells):
        broken = cell.metadata.get("incorrectly_encoded_metadata")
        if broken is not None:
            raise text.fault(index, f"the cell's metadata cannot be read: {broken}")
        title = cell.metadata.get("title")
        if title is not None:
            raise text.fault(index, f"the cell's head has text that is no metadata: {title}")
        if not isinstance(cell.metadata.get("nbgrader", {}), dict):
            raise text.fault(index, "the cell's nbgrader metadata is not a mapping")


def _check_ids(text: Text) -> None:
    first: dict[str, int] = {}
    for index, cell in enumerate(text.notebook.cells):
        given = grade_id(cell)
        if given is not None and not CELL_ID.fullmatch(given):
            allowed = "1 to 64 letters, digits, _ and - are allowed"
            raise text.fault(index, f"its grade_id is {given!r}; {allowed}")
        if given is not None and _PLACE_ID.fullmatch(given):
            raise text.fault(index, "its grade_id has the form kept for cells without one")
        if cell.id in first:
            number = first[cell.id] + 1
            raise text.fault(index, f"its grade_id is also that of cell number {number}")
        first[cell.id] = index
