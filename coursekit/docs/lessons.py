"""Where the text of a lesson treats what: its sections, and the facts that its cells name.

A cell that names a fact teaches it in the section it stands in. Tagged ``demo`` as well, it shows
the fact; tagged ``practice``, it asks for it.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from nbformat import NotebookNode

from coursekit.build.text import Text
from coursekit.docs.tags import facts_named, tags_of

_HEADING = re.compile(r'^<a id="([^"]+)"></a>\n+(#+) +(.+)$', re.MULTILINE)


class Treatment(enum.Enum):
    """What a lesson does with a fact; each value but the first is a cell's tag."""

    TAUGHT = "taught"
    SHOWN = "demo"
    PRACTISED = "practice"


@dataclass(frozen=True, slots=True)
class Mention:
    """A fact treated in a section.

    Parameters
    ----------
    fact : str
        Its id.
    anchor : str
        The section's anchor.
    treatment : Treatment
        What is done with it there.
    """

    fact: str
    anchor: str
    treatment: Treatment


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson, as far as links to it go.

    Parameters
    ----------
    unit : str
        Its unit.
    title : str
        Its title, in Markdown.
    sections : mapping of str to str
        The anchor of each section, in their order, and its title in Markdown.
    mentions : tuple of Mention
        What its cells say that they treat, in their order.
    """

    unit: str
    title: str
    sections: Mapping[str, str]
    mentions: tuple[Mention, ...]

    def places(self, fact: str, treatment: Treatment) -> tuple[str, ...]:
        """Return the anchors of the sections in which a fact is so treated, each once."""
        found = (m.anchor for m in self.mentions if (m.fact, m.treatment) == (fact, treatment))
        return tuple(dict.fromkeys(found))


def read_lesson(text: Text, known: Collection[str]) -> Lesson:
    """Return the sections of a lesson and the facts that they treat.

    Parameters
    ----------
    text : Text
        The lesson.
    known : Collection of str
        The ids of the facts that there are.

    Raises
    ------
    UnitError
        If a cell names a fact that there is not, or names one above the first section.
    """
    title, sections = text.unit, dict[str, str]()
    mentions: list[Mention] = []
    for index, cell in enumerate(text.notebook.cells):
        for anchor, level, heading in _headings(cell):
            if level == "#":
                title = heading
            else:
                sections[anchor] = heading
        facts = facts_named(text, index, known)
        if facts and not sections:
            raise text.fault(index, f"it names the fact {facts[0]} above the first section")
        treatment = _treatment(text, index)
        mentions += [Mention(fact, list(sections)[-1], treatment) for fact in facts]
    return Lesson(text.unit, title, sections, tuple(mentions))


def _headings(cell: NotebookNode) -> Iterator[tuple[str, str, str]]:
    """Yield the anchor, the level and the title of each heading that has an anchor."""
    if cell.cell_type == "markdown":
        yield from _HEADING.findall(cell.source)


def _treatment(text: Text, index: int) -> Treatment:
    tags = tags_of(text, index)
    special = (kind for kind in (Treatment.SHOWN, Treatment.PRACTISED) if kind.value in tags)
    return next(special, Treatment.TAUGHT)
