"""The cells of a graded notebook as the student's page shows them: what is visible, and no more.

Of a test cell the visible code is shown and never an output: whatever the test said is in the
question's result, in words that are fit for the student.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import nbformat
from markupsafe import Markup, escape
from nbformat import NotebookNode

from coursekit.grading.trusted.hidden import visible_part
from coursekit.notebooks import Role, grade_id, role
from coursekit.pages.highlight import highlighted
from coursekit.pages.markdown import markdown
from coursekit.pages.outputs import ShownOutput, shown_outputs
from coursekit.pages.text import counted, cut, joined, printed

MAX_PAGE = 3_000_000  # characters of HTML: what a phone still opens
MAX_SOURCE = 300_000  # characters of a notebook's own text
_MAX_RAW = 10_000

_LABELS = {
    Role.ANSWER: "Your answer",
    Role.MANUAL: "Your answer, read by a person",
    Role.TEST: "Test, its visible part",
    Role.LOCKED: "Given",
    Role.PLAIN: "Code",
}


@dataclass(frozen=True, slots=True)
class ShownCell:
    """One cell, ready for the page.

    Parameters
    ----------
    kind : str
        ``"prose"`` for Markdown, ``"code"`` for code, ``"raw"`` for anything else.
    label : str
        Whose cell it is, in words; empty for given prose.
    body : Markup
        Its text.
    outputs : tuple of ShownOutput
        What it printed, drew or raised.
    graded : str, optional
        The id of the question that the cell decides.
    topic : str
        The heading that a cell of given prose ends under; empty when it has none.
    """

    kind: str
    label: str
    body: Markup
    outputs: tuple[ShownOutput, ...] = ()
    graded: str | None = None
    topic: str = ""


def shown_cells(notebook: Any) -> list[ShownCell]:
    """Return the cells in order; a notebook too long for a page ends with a note that says so.

    Parameters
    ----------
    notebook : Any
        An executed notebook of format 4 as plain JSON data.
    """
    cells = nbformat.from_dict(notebook).cells
    shown: list[ShownCell] = []
    html_left, source_left = MAX_PAGE, MAX_SOURCE
    for cell in cells:
        source_left -= len(joined(cell.get("source")))
        if min(html_left, source_left) < 0:
            left_out = counted(len(cells) - len(shown), "more cell")
            note = Markup("<p>{} left out: the notebook is too long for one page.</p>")
            return [*shown, ShownCell("prose", "Cut", note.format(left_out))]
        shown.append(_shown(cell))
        html_left -= len(shown[-1].body) + sum(len(o.html) for o in shown[-1].outputs)
    return shown


def _shown(cell: NotebookNode) -> ShownCell:
    source, part = joined(cell.get("source")), role(cell)
    graded = grade_id(cell) if part in (Role.TEST, Role.MANUAL) else None
    match cell.cell_type:
        case "code" if part is Role.TEST:
            return ShownCell("code", _LABELS[part], highlighted(visible_part(source)), (), graded)
        case "code":
            outputs = tuple(shown_outputs(cell.get("outputs", [])))
            return ShownCell("code", _LABELS[part], highlighted(source), outputs, graded)
        case "markdown":
            label = _LABELS[part] if part in (Role.ANSWER, Role.MANUAL) else ""
            text = markdown(source, dict(_attachments(cell)))
            topic = "" if label else _last_heading(text)
            return ShownCell("prose", label, text, (), graded, topic)
    return ShownCell("raw", "Raw text", escape(cut(printed(source), _MAX_RAW)), (), graded)


def _last_heading(html: Markup) -> str:
    headings = re.findall(r"<h[3-6]>(.*?)</h[3-6]>", html, re.DOTALL)
    return Markup(headings[-1]).striptags() if headings else ""


def _attachments(cell: NotebookNode) -> Iterator[tuple[str, str]]:
    """Yield the name and the base64 text of each PNG picture that a cell holds."""
    held = cell.get("attachments")
    for name, forms in held.items() if isinstance(held, Mapping) else ():
        if isinstance(forms, Mapping):
            yield name, joined(forms.get("image/png"))
