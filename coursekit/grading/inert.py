"""A notebook as it ran, made safe to open where the instructor works.

The formgrader shows ``autograded/`` as live HTML within the instructor's session, so a script in an
answer could press its buttons. Code and its printed text stay as they are; of rich outputs what can
only be read stays; Markdown that could act is shown as the text it is.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

from coursekit.notebooks import grade_id
from coursekit.pages.png import picture
from coursekit.pages.rendering import as_code, could_act
from coursekit.pages.sanitise import sanitised
from coursekit.pages.text import joined

NO_TEXT = "[this output is not text]"
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SHOWN_BY_NONE = "text/plain"  # nbconvert writes raw cells of other types into its page unchanged


def inert_notebook(ran: NotebookNode, source: NotebookNode) -> NotebookNode:
    """Return a notebook as it ran with nothing left in it that acts where it is shown.

    Parameters
    ----------
    ran : NotebookNode
        The submission as it ran; whatever its student put there.
    source : NotebookNode
        The instructor's notebook, whose own prose and metadata are trusted.

    Returns
    -------
    NotebookNode
        A valid notebook of format 4.5 with the same cells in the same order.
    """
    marks = {name: cell.metadata for cell in source.cells if (name := grade_id(cell))}
    prose = {cell.source: cell for cell in source.cells if cell.cell_type == "markdown"}
    taken = frozenset(_ids_of_the_formgrader(marks))
    cells = []
    for cell in ran.cells:
        made = _cell(cell, prose, taken)
        made.metadata = copy.deepcopy(marks.get(grade_id(cell) or "", NotebookNode()))
        if made.cell_type == "raw":
            made.metadata.raw_mimetype = _SHOWN_BY_NONE
        cells.append(made)
    for made, name in zip(cells, _unique(cell.get("id") for cell in ran.cells), strict=True):
        made.id = name
    made_of = copy.deepcopy(source.metadata)
    return cast(NotebookNode, new_notebook(cells=cells, metadata=made_of))


def _cell(cell: NotebookNode, prose: Mapping[str, NotebookNode], taken: frozenset[str]) -> Any:
    text = _stored(joined(cell.get("source")))
    match cell.get("cell_type"):
        case "code":
            return new_code_cell(
                text,
                outputs=[made for output in cell.get("outputs", []) for made in _output(output)],
                execution_count=_count(cell),
            )
        case "markdown" if text in prose:
            return copy.deepcopy(prose[text])
        case "markdown":
            held = dict(_pictures(cell))
            if could_act(text, held, taken):
                return new_markdown_cell(as_code(text))
            return new_markdown_cell(text, attachments=held) if held else new_markdown_cell(text)
    return new_raw_cell(text)


def _output(output: Any) -> Iterator[NotebookNode]:
    """Yield what may stay of an output: nothing where it is none that a notebook can hold."""
    if not isinstance(output, Mapping):
        return
    match output.get("output_type"):
        case "stream":
            name = "stderr" if output.get("name") == "stderr" else "stdout"
            yield new_output("stream", name=name, text=_stored(joined(output.get("text"))))
        case "error":
            lines = output.get("traceback")
            kept = lines if isinstance(lines, Sequence) and not isinstance(lines, str) else []
            yield new_output(
                "error",
                ename=_stored(joined(output.get("ename"))),
                evalue=_stored(joined(output.get("evalue"))),
                traceback=[_stored(line) for line in kept if isinstance(line, str)],
            )
        case "execute_result" | "display_data" as kind:
            data = output.get("data")
            made = new_output(kind, _forms(data if isinstance(data, Mapping) else {}))
            if kind == "execute_result":
                made.execution_count = _count(output)
            yield made


def _count(numbered: Mapping[str, Any]) -> int | None:
    count = numbered.get("execution_count")
    return count if type(count) is int and count >= 0 else None


def _forms(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the forms of one value that can only be read."""
    forms = {"text/plain": _stored(joined(data.get("text/plain")))}
    html = sanitised(joined(data.get("text/html")))
    if html.striptags().strip():
        forms["text/html"] = str(html)
    if found := picture(joined(data.get("image/png"))):
        forms["image/png"] = found.encoded
    if len(forms) == 1 and not forms["text/plain"]:
        forms["text/plain"] = NO_TEXT
    return forms


def _pictures(cell: NotebookNode) -> Iterator[tuple[str, dict[str, str]]]:
    held = cell.get("attachments")
    for name, forms in held.items() if isinstance(held, Mapping) else ():
        encoded = joined(forms.get("image/png")) if isinstance(forms, Mapping) else ""
        if found := picture(encoded):
            yield _stored(name), {"image/png": found.encoded}


def _ids_of_the_formgrader(grade_ids: Iterable[str]) -> Iterator[str]:
    """Yield the ids by which the formgrader finds its own fields on the page."""
    yield from ("notebook", "notebook-container", "statusmessage")
    for name in grade_ids:
        yield from (name, f"{name}-comment", f"{name}_extra_credit")


def _stored(text: str) -> str:
    """Return a text as a file can hold it: half of a surrogate pair is spelt out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _unique(ids: Iterable[Any]) -> Iterator[str]:
    """Yield each id, or the cell's number where it is none or was there before."""
    seen: set[str] = set()
    for number, name in enumerate(ids):
        fits = isinstance(name, str) and _ID.fullmatch(name) and name not in seen
        kept = name if fits else f"cell-{number:03d}"
        while kept in seen:
            kept += "-"
        seen.add(kept)
        yield kept
