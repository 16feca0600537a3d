"""What an assignment asks: per graded cell the facts that it names, and the beliefs it can tell."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from coursekit.build.text import Text
from coursekit.docs.tags import facts_named
from coursekit.grading.trusted.side import TrustedSide
from coursekit.notebooks import Role, role

_HEADING = re.compile(r"^##+ +(.+)$", re.MULTILINE)
_NUMBER = re.compile(r"(\d+)\. ")


@dataclass(frozen=True, slots=True)
class Asked:
    """A graded question.

    Parameters
    ----------
    unit : str
        Its unit.
    label : str
        Its number, or the whole heading where that has none, in Markdown.
    facts : tuple of str
        The ids of the facts that it asks for.
    beliefs : frozenset of str or None
        The ids of the misconceptions that a wrong answer can show; None where its test gives no
        mark that could tell.
    """

    unit: str
    label: str
    facts: tuple[str, ...]
    beliefs: frozenset[str] | None


def read_assignment(text: Text, known: Collection[str]) -> tuple[Asked, ...]:
    """Return what an assignment asks, in the order of its graded cells.

    Parameters
    ----------
    text : Text
        The assignment.
    known : Collection of str
        The ids of the facts that there are.

    Raises
    ------
    UnitError
        If a cell names a fact that there is not, or names one and asks nothing.
    TestFaultError
        If a test, or the set-up that the tests rest on, is itself at fault.
    """
    marks = TrustedSide(text.notebook).asked()
    asked, heading = [], text.unit
    for index, cell in enumerate(text.notebook.cells):
        facts = facts_named(text, index, known)
        if cell.cell_type == "markdown":
            heading = _heading(cell.source) or heading
        elif role(cell) in (Role.TEST, Role.MANUAL):
            by_hand = frozenset[str]() if role(cell) is Role.MANUAL else None
            beliefs = marks[cell.id].beliefs if cell.id in marks else by_hand
            asked.append(Asked(text.unit, heading, facts, beliefs))
            continue
        if facts:
            raise text.fault(index, f"it names the fact {facts[0]} but gives no points")
    return tuple(asked)


def _heading(source: str) -> str | None:
    """Return the number in the last heading of a text, or the heading, or None without one."""
    headings = _HEADING.findall(source)
    if not headings:
        return None
    number = _NUMBER.match(headings[-1])
    return number[1] if number else headings[-1]
