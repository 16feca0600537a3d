"""Whether a release gives anything away, or holds anything that it should not.

Every file of the release is read, and every part of it: sources, outputs, metadata, attachments,
files beside the notebook and within archives. The notebook itself may have nothing but what the
release step makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from nbformat import NotebookNode

from coursekit.build.contents import Part, notebook_parts, parts
from coursekit.build.rules import ASSIGNMENT_METADATA
from coursekit.build.secrets import Secrets
from coursekit.build.text import NOTEBOOK_METADATA
from coursekit.errors import LeakError
from coursekit.markers import markers
from coursekit.notebooks import parse_notebook

CELL_METADATA = ASSIGNMENT_METADATA | {"deletable", "editable"}
_CELL_KEYS = {
    "code": {"id", "cell_type", "metadata", "source", "outputs", "execution_count"},
    "markdown": {"id", "cell_type", "metadata", "source"},
    "raw": {"id", "cell_type", "metadata", "source"},
}
_NOTEBOOK_KEYS = {"cells", "metadata", "nbformat", "nbformat_minor"}
_TAG = re.compile(r"fact-[A-Z]\d{1,2}|[a-z0-9][a-z0-9-]{0,39}")
_MARKS: dict[str, re.Pattern[str]] = {
    "cell_type": re.compile(r"code|markdown|raw"),
    "checksum": re.compile(r"[0-9a-f]{32}"),
    "grade": re.compile(r"True|False"),
    "grade_id": re.compile(r"[A-Za-z0-9_-]{1,64}"),
    "locked": re.compile(r"True|False"),
    "points": re.compile(r"\d+(\.\d+)?"),
    "schema_version": re.compile(r"\d+"),
    "solution": re.compile(r"True|False"),
    "task": re.compile(r"True|False"),
}


def lint_release(unit: str, files: Mapping[str, bytes], notebook: str, secrets: Secrets) -> None:
    """Check the whole release of a unit.

    Parameters
    ----------
    unit : str
        The unit's name.
    files : mapping of str to bytes
        Every file of the release: path within the unit to content.
    notebook : str
        The path of the students' notebook among them.
    secrets : Secrets
        What must not be seen.

    Raises
    ------
    LeakError
        At the first thing that should not be there; names the file and the cell.
    """
    for name, content in files.items():
        file = f"release/{unit}/{name}"
        if name == notebook:
            parsed = parse_notebook(content.decode("utf-8"), file)
            _check_notebook(file, parsed)
            for part in notebook_parts(parsed):
                _check_part(file, part, secrets)
            continue
        for part in _readable(file, name, content):
            _check_part(file, part, secrets)


def _readable(file: str, name: str, content: bytes) -> Iterator[Part]:
    try:
        yield from parts(name, content)
    except LeakError as error:
        raise LeakError(f"{file}: {error.message}", error.remedy) from None


def _check_part(file: str, part: Part, secrets: Secrets) -> None:
    for number, line in markers(part.text):
        raise _leak(file, part.place, f"line {number} is or looks like a marker: {line[:80]}")
    for phrase in secrets.shown_in(part.text):
        raise _leak(file, part.place, f"it shows {phrase}")


def _leak(file: str, place: str, what: str) -> LeakError:
    where = f"{file}, {place}" if place else file
    return LeakError(f"{where}: {what}", "take it out of the unit's text or files, and build again")


def _check_notebook(file: str, notebook: NotebookNode) -> None:
    for key in notebook.keys() - _NOTEBOOK_KEYS:
        raise _leak(file, "notebook", f"{key!r} does not belong in a release")
    if notebook.metadata != NOTEBOOK_METADATA:
        surplus = sorted(notebook.metadata.keys() - NOTEBOOK_METADATA.keys())
        what = ", ".join(surplus) or "kernelspec or language_info"
        raise _leak(file, "notebook metadata", f"{what} is not what a release has")
    for cell in notebook.cells:
        _check_cell(file, f"cell {cell.get('id', 'without id')}", cell)


def _check_cell(file: str, place: str, cell: NotebookNode) -> None:
    if cell.get("attachments"):
        names = ", ".join(cell.attachments)
        raise _leak(file, place, f"it has an attachment ({names}); pictures belong in files/")
    if cell.get("outputs") or cell.get("execution_count") is not None:
        raise _leak(file, place, "it has outputs or a count; a release has none")
    for key in sorted(cell.keys() - _CELL_KEYS[cell.cell_type]):
        raise _leak(file, place, f"{key!r} does not belong in a release")
    for key, value in cell.metadata.items():
        if not _is_usual(key, value):
            raise _leak(file, f"{place}, metadata", f"{key} = {value!r} does not belong there")


def _is_usual(key: str, value: Any) -> bool:
    match key:
        case "deletable" | "editable":
            return value is False
        case "tags":
            return isinstance(value, list) and all(_TAG.fullmatch(str(tag)) for tag in value)
        case "nbgrader":
            return all(k in _MARKS and _MARKS[k].fullmatch(str(v)) for k, v in value.items())
    return key in CELL_METADATA
