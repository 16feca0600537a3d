"""Courses that somebody else wrote in nbgrader's layout, small enough to be read in full."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

PLAIN = {"schema_version": 3, "grade": False, "solution": False, "locked": False, "task": False}
STUB = "# YOUR CODE HERE\nraise NotImplementedError()"


def _marked(cell: NotebookNode, name: str, **marks: object) -> NotebookNode:
    cell.metadata["nbgrader"] = nbformat.from_dict({**PLAIN, "grade_id": name, **marks})
    cell.id = name
    return cell


def text(words: str) -> NotebookNode:
    return new_markdown_cell(words)


def code(source: str) -> NotebookNode:
    return new_code_cell(source.strip("\n"))


def locked(name: str, source: str) -> NotebookNode:
    return _marked(code(source), name, locked=True)


def answer(name: str, solution: str, before: str = "") -> NotebookNode:
    """Return an answer cell with its solution between nbgrader's markers."""
    deep = "    " if before.rstrip().endswith(":") else ""
    inside = solution.strip("\n").split("\n")
    lines = ["### BEGIN SOLUTION", *inside, "### END SOLUTION"]
    body = "\n".join(deep + line if line else line for line in lines)
    return _marked(code(f"{before}\n{body}"), name, solution=True)


def graded(name: str, source: str, points: float = 1, hidden: str = "") -> NotebookNode:
    if hidden:
        source += f"\n### BEGIN HIDDEN TESTS\n{hidden.strip()}\n### END HIDDEN TESTS"
    return _marked(code(source), name, grade=True, locked=True, points=points)


def essay(name: str, solution: str, points: float = 1) -> NotebookNode:
    inside = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
    return _marked(new_markdown_cell(inside), name, grade=True, solution=True, points=points)


def notebook(*cells: NotebookNode) -> NotebookNode:
    made = new_notebook(cells=list(cells))
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3",
                                   "language": "python"}  # fmt: skip
    for number, cell in enumerate(made.cells):
        if "nbgrader" not in cell.metadata:
            cell.id = f"cell-{number:03d}"
    return made


def write(path: Path, made: NotebookNode) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(made, path)


def released(made: NotebookNode) -> NotebookNode:
    """Return what nbgrader's own release of a notebook holds."""
    shown = nbformat.reads(nbformat.writes(made), as_version=4)
    for cell in shown.cells:
        cell.source = _cut(cell.source, STUB if cell.cell_type == "code" else "YOUR ANSWER HERE")
    return shown


def _cut(source: str, stub: str) -> str:
    kept: list[str] = []
    inside = False
    for line in source.split("\n"):
        if "BEGIN SOLUTION" in line:
            indent = line[: len(line) - len(line.lstrip())]
            kept += [indent + part for part in stub.split("\n")]
        inside = (inside or "### BEGIN" in line) and "### END" not in line
        if not inside and "### END" not in line:
            kept.append(line)
    return "\n".join(kept)


def handed_in(made: NotebookNode, answers: Mapping[str, str]) -> NotebookNode:
    """Return the release with some answers written."""
    shown = released(made)
    for cell in shown.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if name in answers:
            cell.source = answers[name].strip("\n")
    return shown


def solved(made: NotebookNode) -> dict[str, str]:
    """Return the text of each solution, without the markers."""
    return {
        cell.metadata.nbgrader.grade_id: "\n".join(
            line for line in cell.source.split("\n") if "SOLUTION" not in line
        )
        for cell in made.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }
