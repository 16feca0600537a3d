"""The facts that a cell names in its tags: ``fact-A8`` names the fact A8."""

from __future__ import annotations

from collections.abc import Collection

from coursekit.build.text import Text

_PREFIX = "fact-"


def tags_of(text: Text, index: int) -> tuple[str, ...]:
    """Return the tags of a cell, in their order."""
    return tuple(text.notebook.cells[index].metadata.get("tags", []))


def facts_named(text: Text, index: int, known: Collection[str]) -> tuple[str, ...]:
    """Return the ids of the facts that a cell names.

    Parameters
    ----------
    text : Text
        A lesson or an assignment.
    index : int
        Which cell, from 0.
    known : Collection of str
        The ids that there are.

    Raises
    ------
    UnitError
        If a tag names a fact that there is not.
    """
    named = [tag.removeprefix(_PREFIX) for tag in tags_of(text, index) if tag.startswith(_PREFIX)]
    for fact in named:
        if fact not in known:
            tag = _PREFIX + fact
            raise text.fault(index, f"its tag {tag} names no fact of the course", tag)
    return tuple(named)
