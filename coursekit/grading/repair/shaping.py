"""Bring JSON data that should be a notebook into the form of a version 4 notebook.

Nothing is taken over as it stands: each cell is built anew from its type, its text, its id and the
little of its metadata that is used. Outputs are left behind, since all cells run again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import nbformat
from nbformat import NotebookNode

from coursekit.errors import NotebookError

MOST_CELLS = 5_000
FORMAT = 4
_TYPES = ("code", "markdown", "raw")
_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_MARK_TYPES = (bool, int, float, str)


@dataclass(frozen=True, slots=True)
class Shaped:
    """A notebook in the form that is expected.

    Parameters
    ----------
    notebook : NotebookNode
        The notebook, without outputs; each cell has an id of its own.
    flags : tuple of str
        What was mended.
    """

    notebook: NotebookNode
    flags: tuple[str, ...] = ()


def shaped(data: Any, name: str) -> Shaped:
    """Return JSON data as a version 4 notebook.

    Parameters
    ----------
    data : object
        What a file holds.
    name : str
        The file's name, for the errors.

    Raises
    ------
    NotebookError
        If it holds no list of cells, or too many.
    """
    if not isinstance(data, dict):
        raise NotebookError(f"{name} is not a notebook: it has no cells")
    version, flags = _version(data)
    if version < FORMAT:
        data = _upgraded(data, version, name)
    raw = data.get("cells")
    if not isinstance(raw, list):
        raise NotebookError(f"{name} is not a notebook: it has no cells")
    if len(raw) > MOST_CELLS:
        raise NotebookError(
            f"{name} is too large: it has {len(raw):,} cells; at most {MOST_CELLS:,} are read"
        )
    minor = data.get("nbformat_minor")
    expects_ids = version == FORMAT and isinstance(minor, int) and minor >= 5
    shaping = _Shaping(expects_ids)
    cells = shaping.cells(raw)
    notebook = {"nbformat": FORMAT, "nbformat_minor": 5, "cells": cells}
    notebook["metadata"] = _kernel(data.get("metadata"))
    return Shaped(nbformat.from_dict(notebook), (*flags, *shaping.flags()))


def _version(data: dict[str, Any]) -> tuple[int, tuple[str, ...]]:
    given = data.get("nbformat")
    if isinstance(given, int) and given == FORMAT:
        return FORMAT, ()
    if isinstance(data.get("cells"), list) and not (given in (1, 2) and "worksheets" not in data):
        said = given if isinstance(given, int) else "none"
        return FORMAT, (f"mended: the file names notebook format {said}; it was read as format 4",)
    old = given if isinstance(given, int) and 1 <= given < FORMAT else 3
    return old, (f"mended: the file was of notebook format {old}; it was brought to format 4",)


def _upgraded(data: dict[str, Any], version: int, name: str) -> dict[str, Any]:
    """Bring an old notebook to format 4; its outputs are left behind."""
    sheets = data.get("worksheets", [{"cells": data.get("cells")}])
    cells = [
        _old_cell(cell, version)
        for sheet in _list(sheets)
        for cell in _list(_dict(sheet).get("cells"))
        if isinstance(cell, dict)
    ]
    old: dict[str, Any] = {"nbformat": version, "nbformat_minor": 0, "metadata": {}}
    old |= {"cells": cells} if version == 1 else {"worksheets": [{"cells": cells, "metadata": {}}]}
    try:
        new = nbformat.convert(nbformat.from_dict(old), FORMAT)
    except Exception:  # whatever a converter meets in a damaged file
        raise NotebookError(
            f"{name} has notebook format {version} and cannot be brought to format {FORMAT}",
            "open it in JupyterLab and save it again",
        ) from None
    for cell in new.cells:  # the converter's ids are different each time
        cell.pop("id", None)
    return {**new, "cells": new.cells or None, "metadata": data.get("metadata")}


def _old_cell(cell: dict[str, Any], version: int) -> dict[str, Any]:
    """Return a cell of an old notebook with all that the converter asks of it."""
    is_code = cell.get("cell_type") == "code"
    parts = ("input", "code") if is_code else ("source", "text")
    text = _text(next((cell[part] for part in parts if part in cell), ""))
    kind = cell.get("cell_type") if isinstance(cell.get("cell_type"), str) else "markdown"
    made = {"cell_type": kind, "metadata": _dict(cell.get("metadata"))}
    if version == 1:
        return made | ({"code": text} if is_code else {"cell_type": "text", "text": text})
    if is_code:
        return made | {"input": text, "language": "python", "collapsed": False, "outputs": []}
    level = cell.get("level")
    return made | {"source": text, "level": level if level in range(1, 7) else 1}


@dataclass(slots=True)
class _Shaping:
    """Builds cells anew, and counts what was wrong with them."""

    expects_ids: bool
    faults: Counter[str] = field(default_factory=Counter)
    strays: int = 0
    _ids: set[str] = field(default_factory=set)

    def cells(self, raw: list[Any]) -> list[dict[str, Any]]:
        kept = [cell for cell in raw if isinstance(cell, dict)]
        self.strays = len(raw) - len(kept)
        own = Counter(id_ for cell in kept if isinstance(id_ := cell.get("id"), str))
        self.faults["its id twice"] += sum(count - 1 for count in own.values())
        self._ids = set(own)
        seen: set[str] = set()
        return [self._cell(cell, seen) for cell in kept]

    def _cell(self, raw: dict[str, Any], seen: set[str]) -> dict[str, Any]:
        kind = raw.get("cell_type")
        if kind not in _TYPES:
            self.faults["no known type"] += 1
            kind = "code"
        metadata = raw.get("metadata")
        cell = {
            "cell_type": kind,
            "id": self._id(raw.get("id"), seen),
            "source": self._source(raw.get("source")),
            "metadata": self._metadata(metadata),
        }
        if kind == "code":
            cell |= {"outputs": [], "execution_count": None}
        elif isinstance(raw.get("attachments"), dict):
            cell["attachments"] = _attachments(raw["attachments"])
        return cell

    def _id(self, given: Any, seen: set[str]) -> str:
        if isinstance(given, str) and _ID.fullmatch(given) and given not in seen:
            seen.add(given)
            return given
        if not isinstance(given, str) and self.expects_ids:
            self.faults["no id"] += 1
        taken = (seen, self._ids)
        made = next(name for name in _numbered(len(seen)) if not any(name in ids for ids in taken))
        seen.add(made)
        return made

    def _source(self, given: Any) -> str:
        if not (isinstance(given, str) or _are_lines(given)):
            self.faults["no text"] += 1
        text = _text(given)
        clean = _LONE_SURROGATE.sub("\ufffd", text.replace("\0", ""))
        if clean != text:
            self.faults["characters that no text holds"] += 1
        return clean

    def _metadata(self, given: Any) -> dict[str, Any]:
        if not isinstance(given, dict):
            self.faults["no metadata"] += 1
            return {}
        kept: dict[str, Any] = {}
        marks = given.get("nbgrader")
        if isinstance(marks, dict) and isinstance(marks.get("grade_id"), str):
            kept["nbgrader"] = {k: v for k, v in marks.items() if isinstance(v, _MARK_TYPES)}
        tags = given.get("tags")
        if isinstance(tags, list) and all(isinstance(tag, str) for tag in tags):
            kept["tags"] = [_LONE_SURROGATE.sub("\ufffd", tag) for tag in tags[:50]]
        return kept

    def flags(self) -> Iterator[str]:
        if self.strays:
            yield f"mended: {self.strays} entries of the file's list of cells were no cells"
        for fault, number in self.faults.items():
            if number:
                cells = "1 cell" if number == 1 else f"{number} cells"
                yield f"mended: {cells} of the file had {fault}"


def _text(given: Any) -> str:
    """Return the text of a cell, which a file holds whole or as a list of lines."""
    if isinstance(given, list):
        return ("" if _are_lines(given) else "\n").join(map(str, given))
    return str(given) if isinstance(given, str | int | float) else ""


def _are_lines(given: Any) -> bool:
    return isinstance(given, list) and all(isinstance(line, str) for line in given)


def _numbered(start: int) -> Iterator[str]:
    number = start
    while True:
        yield f"own-{number:03}"
        number += 1


def _attachments(given: dict[Any, Any]) -> dict[str, dict[str, str]]:
    return {
        str(name): {str(kind): text for kind, text in bundle.items() if isinstance(text, str)}
        for name, bundle in given.items()
        if isinstance(bundle, dict)
    }


def _kernel(metadata: Any) -> dict[str, dict[str, str]]:
    """Return what a notebook says of its kernel, and nothing else of its metadata."""
    found = _dict(metadata)
    return {
        part: {k: v[:100] for k, v in _dict(found[part]).items() if isinstance(v, str)}
        for part in ("kernelspec", "language_info")
        if part in found
    }


def _dict(value: Any) -> dict[str, Any]:
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
