"""Which unit a notebook belongs to, by the text that was given out with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.repair.recognising import recognise, same_text
from coursekit.grading.repair.texts import normalised
from coursekit.grading.repair.unit import Unit, untouched_since_release
from coursekit.notebooks import read_notebook

AKIN = 0.5  # of the given texts have to stand in a notebook for it to be the unit's beyond doubt
_TELLING = 12  # characters; a shorter text may stand anywhere


def kinship(source: NotebookNode, submitted: NotebookNode) -> float:
    """Return the share of a unit's given texts that stand in a notebook, from 0 to 1."""
    given = {
        cell.text for cell in Unit(source).cells if not cell.written and len(cell.text) >= _TELLING
    }
    if not given:
        return 0.0
    there = {normalised(cell.source) for cell in submitted.cells}
    return len(given & there) / len(given)


def unit_of(submitted: NotebookNode, source: NotebookNode, folder: Path) -> str | None:
    """Return the other unit that a notebook is nearer to than to the one it was handed in for.

    Parameters
    ----------
    submitted : NotebookNode
        What was handed in.
    source : NotebookNode
        The notebook that was expected.
    folder : Path
        The folder of the unit, beside the folders of the other units.
    """
    own = kinship(source, submitted)
    if own >= AKIN:
        return None
    best = max(
        ((kinship(other, submitted), name) for name, other in _other_units(folder)),
        default=(0.0, ""),
    )
    return best[1] if best[0] >= AKIN and best[0] > own else None


def _other_units(folder: Path) -> Iterator[tuple[str, NotebookNode]]:
    for path in sorted(folder.parent.glob("*/*.ipynb")):
        if path.parent != folder:
            try:
                yield path.parent.name, read_notebook(path)
            except NotebookError:
                continue  # that unit is built some other day


def is_answered(source: NotebookNode, submitted: NotebookNode) -> bool:
    """Return whether anything was written into an answer cell of a notebook."""
    found = recognise(Unit(source), submitted.cells)
    return any(
        own.written
        and not same_text(submitted.cells[place], own)
        and not untouched_since_release(submitted.cells[place])
        for place, own in found.known.items()
    )
