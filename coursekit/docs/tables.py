"""The tables of facts and of misconceptions, as pages in Markdown.

Links lead from the folder ``docs`` of the course to the lessons and to the students' notebooks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from coursekit.course import ASSIGNMENT
from coursekit.docs.assignments import Asked
from coursekit.docs.lessons import Lesson, Treatment
from coursekit.docs.plan import FactGroup, PlannedUnit
from coursekit.docs.survey import Survey
from coursekit.questions.misconceptions import Misconception, Shows

_MADE = (
    "<!-- Made by `coursekit build` from the texts of the course: not to be changed by hand. -->"
)
_SPECIAL = re.compile(r"[\\`*_|<]")

_FACTS = """\
# Facts

What the course teaches, fact by fact: the section that teaches it, where a demo shows it, and the
questions that ask for it. A section is named with the number of its unit; a question has the number
it has in its assignment."""

_MISCONCEPTIONS = """\
# Misconceptions

The wrong beliefs that the course knows. An answer that shows one is met with its name, with a
sentence to the learner, as in the column belief, and with a link to the section. Listed beside each
are the questions whose answers can show it, with the numbers they have in their unit's assignment,
and the topics of practice. A few beliefs no answer can show: a lesson alone treats them."""


def facts_page(found: Survey) -> str:
    """Return the table of facts, as the text of a page.

    Parameters
    ----------
    found : Survey
        What the course treats.
    """
    return _page(_FACTS, (_facts_table(found, group) for group in found.plan.groups))


def misconceptions_page(found: Survey) -> str:
    """Return the table of misconceptions, as the text of a page.

    Parameters
    ----------
    found : Survey
        What the course treats.
    """
    return _page(_MISCONCEPTIONS, (_beliefs_table(found, unit) for unit in found.plan.units))


def _page(head: str, tables: Iterable[str]) -> str:
    return "\n\n".join([_MADE, head, *tables]) + "\n"


def _facts_table(found: Survey, group: FactGroup) -> str:
    rows = (
        [
            id_,
            _escaped(statement),
            _places(found, id_, Treatment.TAUGHT),
            _places(found, id_, Treatment.SHOWN),
            _joined([_numbers(found.asking_for(id_)), _places(found, id_, Treatment.PRACTISED)]),
        ]
        for id_, statement in group.statements.items()
    )
    heading = f"## {group.letter}. {group.title}"
    return f"{heading}\n\n{_table(['', 'fact', 'section', 'demo', 'asked in'], rows)}"


def _beliefs_table(found: Survey, unit: PlannedUnit) -> str:
    lesson = found.lessons.get(unit.name)
    rows = (
        [
            entry.id,
            entry.name,
            _escaped(entry.belief),
            _section(unit.name, entry.section, lesson),
            _told_in(found, entry),
            ", ".join(found.topics(entry.id)),
        ]
        for entry in found.catalogue.values()
        if entry.unit == unit.name
    )
    heads = ["", "name", "belief", "section", "questions", "practice"]
    return f"## {_number(unit.name)}. {unit.title}\n\n{_table(heads, rows)}"


def _told_in(found: Survey, entry: Misconception) -> str:
    return (
        "in the lesson only" if entry.shows is Shows.LESSON else _numbers(found.telling(entry.id))
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell or ' ' for cell in line)} |" for line in lines)


def _places(found: Survey, fact: str, treatment: Treatment) -> str:
    return _joined(
        _section(lesson.unit, anchor, lesson)
        for lesson in found.lessons.values()
        for anchor in lesson.places(fact, treatment)
    )


def _section(unit: str, anchor: str, lesson: Lesson | None) -> str:
    """Return a link to a section; only its name while there is no such section."""
    if lesson is None or anchor not in lesson.sections:
        return f"{_number(unit)} {anchor}"
    title = lesson.sections[anchor].replace("|", r"\|")
    return f"[{_number(unit)} {title}](../course/{unit}/lesson.ipynb#{anchor})"


def _numbers(questions: Iterable[Asked]) -> str:
    """Return the labels of questions, unit by unit, behind a link to each unit's notebook."""
    return _joined(
        f"[{_number(unit)}](../release/{unit}/{ASSIGNMENT}.ipynb): "
        + ", ".join(dict.fromkeys(question.label for question in of_unit))
        for unit, of_unit in groupby(questions, lambda question: question.unit)
    )


def _number(unit: str) -> str:
    return unit.partition("_")[0]


def _joined(parts: Iterable[str]) -> str:
    return " · ".join(filter(None, parts))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)
