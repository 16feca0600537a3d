"""What a course sets out to teach: its units with their sections, and its facts.

Both are data beside the texts: ``outline.toml`` and ``facts.toml``. A lesson's sections and a
cell's tags are held against them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coursekit.build.text import content_of
from coursekit.errors import CourseError

OUTLINE = "outline.toml"
FACTS = "facts.toml"
_FACT_ID = re.compile(r"(?P<group>[A-Z])(?P<number>[1-9]\d?)")


@dataclass(frozen=True, slots=True)
class PlannedUnit:
    """A unit as the outline has it.

    Parameters
    ----------
    name : str
        The name of its folder, such as ``01_flat_buffer``.
    title : str
        The title of its lesson.
    sections : tuple of str
        The anchors of the lesson's sections, in their order.
    """

    name: str
    title: str
    sections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactGroup:
    """Facts that belong together.

    Parameters
    ----------
    letter : str
        The first letter of their ids.
    title : str
        What they are about.
    statements : mapping of str to str
        The id of each fact, such as ``A8``, and the fact in one line.
    """

    letter: str
    title: str
    statements: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a course sets out to teach.

    Parameters
    ----------
    units : tuple of PlannedUnit
        The units, in their order.
    groups : tuple of FactGroup
        The facts.
    """

    units: tuple[PlannedUnit, ...]
    groups: tuple[FactGroup, ...]

    def facts(self) -> frozenset[str]:
        """Return the ids of all facts."""
        return frozenset(id_ for group in self.groups for id_ in group.statements)


def read_plan(folder: Path) -> Plan | None:
    """Read the plan of a course, or return None where it has neither of the two files.

    Parameters
    ----------
    folder : Path
        The folder of the course's texts.

    Raises
    ------
    CourseError
        If a file cannot be read or is not as it should be.
    """
    outline, facts = folder / OUTLINE, folder / FACTS
    if not outline.exists() and not facts.exists():
        return None
    return Plan(parse_outline(content_of(outline)), parse_facts(content_of(facts)))


def parse_outline(text: str) -> tuple[PlannedUnit, ...]:
    r"""Return the units of an outline, in their order.

    Parameters
    ----------
    text : str
        TOML: one table for each unit, with its `title` and its `sections`.

    Raises
    ------
    CourseError
        If it is not TOML, a unit has other parts, or a section stands twice.

    Examples
    --------
    >>> parse_outline('[01_area]\ntitle = "Areas"\nsections = ["sides"]')
    (PlannedUnit(name='01_area', title='Areas', sections=('sides',)),)
    """
    return tuple(_unit(name, given) for name, given in _toml(OUTLINE, text).items())


def _unit(name: str, given: Any) -> PlannedUnit:
    match given:
        case {"title": str(title), "sections": list(sections), **rest} if not rest:
            twice = [anchor for anchor in sections if sections.count(anchor) > 1]
            if twice:
                raise _fault(OUTLINE, f"{name} has the section {twice[0]} twice")
            return PlannedUnit(name, title, tuple(sections))
    raise _fault(OUTLINE, f"{name} is not a table of a title and a list of sections")


def parse_facts(text: str) -> tuple[FactGroup, ...]:
    r"""Return the facts of a course, group by group.

    Parameters
    ----------
    text : str
        TOML: a table `groups` of letters and titles, and a table `facts` of ids and statements.

    Raises
    ------
    CourseError
        If it is not TOML, a table is missing, an id has no group, or the facts of a group are not
        numbered from 1 on in their order.

    Examples
    --------
    >>> (group,) = parse_facts('[groups]\nA = "Areas"\n[facts]\nA1 = "Sides multiply."')
    >>> group.title, group.statements
    ('Areas', {'A1': 'Sides multiply.'})
    """
    match _toml(FACTS, text):
        case {"groups": dict(titles), "facts": dict(facts), **rest} if not rest:
            return _grouped(titles, facts)
    raise _fault(FACTS, "a table of groups and a table of facts are expected, and nothing else")


def _grouped(titles: Mapping[str, str], facts: Mapping[str, str]) -> tuple[FactGroup, ...]:
    members: dict[str, dict[str, str]] = {letter: {} for letter in titles}
    for id_, statement in facts.items():
        parts = _FACT_ID.fullmatch(id_)
        if parts is None or parts["group"] not in members:
            raise _fault(FACTS, f"{id_} is no letter of a group with a number from 1 to 99")
        group = members[parts["group"]]
        wanted = len(group) + 1
        if int(parts["number"]) != wanted:
            raise _fault(FACTS, f"{id_} stands where {parts['group']}{wanted} is expected")
        group[id_] = statement
    return tuple(FactGroup(letter, titles[letter], group) for letter, group in members.items())


def _toml(name: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _fault(name, f"it is not TOML: {error}") from None


def _fault(name: str, what: str) -> CourseError:
    return CourseError(f"course/{name}: {what}", "mend that file")
