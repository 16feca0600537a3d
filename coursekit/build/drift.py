"""How the files of a course differ from what its text gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from nbformat import NotebookNode

from coursekit.errors import NotebookError, StaleError
from coursekit.notebooks import parse_notebook

_SHOWN = 6  # differences named at most
UNSTEADY = "nbval-ignore-output"  # the tag of a cell whose output is a matter of the moment


def differences(wanted: Mapping[str, bytes], found: Mapping[str, bytes]) -> Iterator[str]:
    """Yield each difference between the files that the text gives and those that are there.

    Parameters
    ----------
    wanted, found : mapping of str to bytes
        Path to content.

    Examples
    --------
    >>> list(differences({"a.csv": b"1", "b.csv": b"2"}, {"a.csv": b"0", "c.csv": b"3"}))
    ['a.csv differs', 'b.csv is missing', 'c.csv is not made from the text']
    """
    for name, content in wanted.items():
        if name not in found:
            yield f"{name} is missing"
        elif found[name] != content:
            yield from _file_differences(name, content, found[name])
    for name in found:
        if name not in wanted:
            yield f"{name} is not made from the text"


def refuse_differences(
    wanted: Mapping[str, bytes], found: Mapping[str, bytes], remedy: str
) -> None:
    """Refuse files that are not those that the text gives.

    Parameters
    ----------
    wanted, found : mapping of str to bytes
        Path to content.
    remedy : str
        What to do about it.

    Raises
    ------
    StaleError
        If there is a difference; names the first few.
    """
    different = list(differences(wanted, found))
    if different:
        raise StaleError(f"not what the text gives: {listed(different)}", remedy)


def listed(lines: Sequence[str], separator: str = "; ") -> str:
    """Return the first few of many lines as one, with the number of those left out.

    Examples
    --------
    >>> listed("abcdefgh", ", ")
    'a, b, c, d, e, f, and 2 more'
    """
    more = [f"and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []
    return separator.join([*lines[:_SHOWN], *more])


def _file_differences(name: str, wanted: bytes, found: bytes) -> Iterator[str]:
    if not name.endswith(".ipynb"):
        yield f"{name} differs"
        return
    try:
        there = parse_notebook(found.decode("utf-8", errors="replace"), name)
    except NotebookError as error:
        yield error.message
        return
    cells = list(_cell_differences(parse_notebook(wanted.decode("utf-8"), name), there))
    yield f"{name}: {listed(cells, ', ') or 'its metadata or layout differs'}"


def _cell_differences(wanted: NotebookNode, found: NotebookNode) -> Iterator[str]:
    """Yield what differs, cell by cell.

    Cells are matched by what they say, not by their ids: where a cell comes in, those below it
    get other ids but are still the same.
    """
    here, there = map(_sayings, (wanted, found))
    if here != there and sorted(here) == sorted(there):
        yield "its cells stand in another order"
        return
    in_step = len(here) == len(there)
    matched = SequenceMatcher(None, there, here, autojunk=False).get_opcodes()
    for _, old, old_end, new, new_end in matched:
        pairs = zip_longest(found.cells[old:old_end], wanted.cells[new:new_end])
        for before, after in pairs:
            yield from _pair_difference(before, after, in_step)


def _sayings(notebook: NotebookNode) -> list[tuple[str, str]]:
    return [(cell.cell_type, cell.source) for cell in notebook.cells]


def _pair_difference(
    found: NotebookNode | None, wanted: NotebookNode | None, in_step: bool
) -> Iterator[str]:
    if wanted is None and found is not None:
        yield f"cell {found.get('id', 'without id')} is not from the text"
    elif found is None and wanted is not None:
        yield f"cell {wanted.id} is missing"
    elif found is not None and wanted is not None:
        one, other = (wanted, found) if in_step else map(_without_place, (wanted, found))
        changed = [key for key in sorted({*one, *other}) if one.get(key) != other.get(key)]
        if changed:
            yield f"cell {wanted.id} differs in {' and '.join(changed)}"


def _without_place(cell: NotebookNode) -> dict[str, Any]:
    """Return a cell without its id and its counts, which follow from where it stands."""
    kept = {key: value for key, value in cell.items() if key not in ("id", "execution_count")}
    if "outputs" in kept:
        kept["outputs"] = [{**output, "execution_count": None} for output in kept["outputs"]]
    return kept


def same_but_for_the_moment(one: NotebookNode, other: NotebookNode) -> bool:
    """Tell whether two notebooks are equal apart from outputs that are a matter of the moment."""
    return _steady(one) == _steady(other)


def _steady(notebook: NotebookNode) -> dict[str, object]:
    cells = [
        {**cell, "outputs": None} if UNSTEADY in cell.metadata.get("tags", []) else cell
        for cell in notebook.cells
    ]
    return {**notebook, "cells": cells}
