"""Read and write notebook files, and say what part a cell plays in an assignment.

A cell's part follows from nbgrader's metadata alone. Writing is deterministic: the same notebook
gives the same bytes on every machine.
"""

from __future__ import annotations

import enum
import json
from pathlib import Path
from typing import cast

import nbformat
from nbformat import NotebookNode
from nbformat.v4.rwbase import rejoin_lines

from coursekit.errors import NotebookError
from coursekit.files import write_atomically


class Role(enum.Enum):
    """What part a cell plays in an assignment."""

    ANSWER = "answer"  # the student writes it; tests grade it
    MANUAL = "manual"  # the student writes it; a person grades it
    TEST = "test"  # locked, gives points
    LOCKED = "locked"  # given text or set-up, not to be changed
    PLAIN = "plain"  # anything else


def read_notebook(path: Path) -> NotebookNode:
    """Read a version 4 notebook.

    Raises
    ------
    NotebookError
        If the file cannot be read, is not JSON, or is not a version 4 notebook.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotebookError(f"no such file: {path}") from None
    except UnicodeDecodeError:
        raise NotebookError(f"{path.name} is not a notebook: its text is not UTF-8") from None
    except OSError as error:
        raise NotebookError(f"cannot read {path}: {error.strerror}") from None
    return parse_notebook(text, path.name)


def parse_notebook(text: str, name: str) -> NotebookNode:
    """Parse the text of a version 4 notebook; `name` stands in the errors.

    Raises
    ------
    NotebookError
        If the text is not JSON, not a notebook, or of another version.
    """
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise NotebookError(f"{name} is not a notebook: it is not valid JSON") from None
    if not isinstance(raw, dict) or not isinstance(raw.get("cells", raw.get("worksheets")), list):
        raise NotebookError(f"{name} is not a notebook: it has no cells")
    if raw.get("nbformat") != 4:
        version = raw.get("nbformat")
        raise NotebookError(
            f"{name} has notebook format {version!r}; format 4 is expected",
            "open it in JupyterLab and save it again",
        )
    notebook = nbformat.from_dict(raw)
    try:
        nbformat.validate(notebook, relax_add_props=True)
    except nbformat.ValidationError as error:
        fault = str(error).splitlines()[0]
        raise NotebookError(f"{name} is not a valid notebook: {fault}") from None
    return cast(NotebookNode, rejoin_lines(notebook))


def notebook_text(notebook: NotebookNode) -> str:
    """Return the text of a notebook file: sorted keys, one trailing newline."""
    return str(nbformat.writes(notebook, version=4)).rstrip("\n") + "\n"


def write_notebook(path: Path, notebook: NotebookNode) -> None:
    """Write a notebook whole or not at all."""
    write_atomically(path, notebook_text(notebook))


def role(cell: NotebookNode) -> Role:
    """Return the part that a cell plays."""
    marks = cell.metadata.get("nbgrader") or {}
    if marks.get("solution"):
        return Role.MANUAL if marks.get("grade") else Role.ANSWER
    if marks.get("task"):
        return Role.MANUAL
    if marks.get("grade"):
        return Role.TEST
    return Role.LOCKED if marks.get("locked") else Role.PLAIN


def grade_id(cell: NotebookNode) -> str | None:
    """Return the cell's nbgrader id, or None."""
    marks = cell.metadata.get("nbgrader") or {}
    found = marks.get("grade_id")
    return found if isinstance(found, str) and found else None


def points(cell: NotebookNode) -> float:
    """Return how many points a graded cell gives."""
    return float(cell.metadata["nbgrader"]["points"])
