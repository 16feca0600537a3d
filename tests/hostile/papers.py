"""A submission under construction: the released notebook, what is done to it, files beside it."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from coursekit.notebooks import Role, grade_id, role

NOTEBOOK = "assignment.ipynb"


@dataclass(frozen=True)
class Link:
    """A symbolic link in the place of a file or of a whole folder."""

    target: str

    def put(self, path: Path) -> None:
        path.symlink_to(self.target)


@dataclass(frozen=True)
class Fifo:
    """A named pipe: whoever opens it to read waits for ever."""

    def put(self, path: Path) -> None:
        os.mkfifo(path)


@dataclass(frozen=True)
class Folder:
    """An empty folder where a file is expected."""

    def put(self, path: Path) -> None:
        path.mkdir()


Put = bytes | Link | Fifo | Folder


@dataclass
class Paper:
    """What one student hands in for one unit.

    Parameters
    ----------
    notebook : NotebookNode
        The released notebook; it is the paper's own from now on.
    right : mapping of str to str
        The right text of each answer cell.
    values : mapping of str to str
        What stands for ``@NAME@`` in the code of attacks.
    """

    notebook: NotebookNode
    right: Mapping[str, str]
    values: Mapping[str, str]
    files: dict[str, Put] = field(default_factory=dict)
    name: str = NOTEBOOK
    raw: Put | None = None
    folder: Link | None = None  # in the place of the unit's folder
    home: Link | None = None  # in the place of the student's

    def cell(self, name: str) -> NotebookNode:
        """Return the cell with a grade id."""
        cells: list[NotebookNode] = self.notebook.cells
        return next(cell for cell in cells if grade_id(cell) == name)

    def position(self, name: str) -> int:
        """Return where the cell with a grade id stands."""
        return int(self.notebook.cells.index(self.cell(name)))

    def answers(self) -> Iterator[NotebookNode]:
        """Return the cells that a student writes, in order."""
        return (cell for cell in self.notebook.cells if role(cell) is Role.ANSWER)

    def tests(self) -> Iterator[NotebookNode]:
        """Return the test cells, in order."""
        return (cell for cell in self.notebook.cells if role(cell) is Role.TEST)

    def fill(self) -> None:
        """Answer all right."""
        for cell in self.answers():
            cell.source = self.right[str(grade_id(cell))]

    def write(self, name: str, text: str) -> None:
        """Answer one question."""
        self.cell(name).source = self.told(text)

    def add(self, name: str, code: str, *, after: int = 0) -> NotebookNode:
        """Put a cell of the student's own before the cell `name`, or `after` cells later."""
        made: NotebookNode = new_code_cell(self.told(code))
        self.notebook.cells.insert(self.position(name) + after, made)
        return made

    def told(self, text: str) -> str:
        """Return a text with the paths and ports of the world in it."""
        for name, value in self.values.items():
            text = text.replace(f"@{name}@", value)
        return text

    def contents(self) -> dict[str, Put]:
        """Return what lies in the folder: name to content."""
        raw = text_of(self.notebook).encode() if self.raw is None else self.raw
        return {self.name: raw, **self.files}


def copied(notebook: NotebookNode) -> NotebookNode:
    """Return a notebook, or a cell, that may be changed."""
    return copy.deepcopy(notebook)


def text_of(notebook: NotebookNode) -> str:
    """Return the text of a notebook file, with whatever is wrong in it left as it is."""
    return json.dumps(notebook, indent=1, sort_keys=True) + "\n"
