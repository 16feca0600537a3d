"""A course held against its plan: what treats each fact and each belief, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from coursekit.build.text import read_text
from coursekit.course import ASSIGNMENT, Course
from coursekit.docs.assignments import Asked, read_assignment
from coursekit.docs.lessons import Lesson, Treatment, read_lesson
from coursekit.docs.plan import Plan, PlannedUnit
from coursekit.questions.misconceptions import Misconception, Shows

Practice = Mapping[str, frozenset[str]]
"""The topics of practice, and the ids of the misconceptions that their questions can tell."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a course treats.

    Parameters
    ----------
    plan : Plan
        What it sets out to teach.
    catalogue : mapping of str to Misconception
        The wrong beliefs, by id.
    lessons : mapping of str to Lesson
        The lessons that there are, by unit.
    questions : tuple of Asked
        The graded questions of all units.
    practice : mapping of str to frozenset of str
        The topics of practice, and the ids of the misconceptions that they can tell.
    """

    plan: Plan
    catalogue: Mapping[str, Misconception]
    lessons: Mapping[str, Lesson]
    questions: tuple[Asked, ...]
    practice: Practice

    @property
    def complete(self) -> bool:
        """Whether every unit of the plan has a lesson and an assignment."""
        return all(
            unit.name in self.lessons and unit.name in self.units_asking()
            for unit in self.plan.units
        )

    def units_asking(self) -> frozenset[str]:
        """Return the units whose assignments ask something."""
        return frozenset(question.unit for question in self.questions)

    def asking_for(self, fact: str) -> tuple[Asked, ...]:
        """Return the graded questions that ask for a fact."""
        return tuple(question for question in self.questions if fact in question.facts)

    def telling(self, belief: str) -> tuple[Asked, ...]:
        """Return the graded questions whose answers can show a belief."""
        return tuple(asked for asked in self.questions if belief in (asked.beliefs or ()))

    def topics(self, belief: str) -> tuple[str, ...]:
        """Return the topics of practice whose answers can show a belief."""
        return tuple(topic for topic, told in self.practice.items() if belief in told)


def survey(
    course: Course, plan: Plan, catalogue: Mapping[str, Misconception], practice: Practice
) -> Survey:
    """Read the texts of a course and note what they treat.

    Parameters
    ----------
    course : Course
        The course.
    plan : Plan
        What it sets out to teach.
    catalogue : mapping of str to Misconception
        The wrong beliefs, by id.
    practice : mapping of str to frozenset of str
        The topics of practice, and the ids of the misconceptions that they can tell.

    Raises
    ------
    CourseError
        If a text cannot be read, or names a fact that there is not.
    """
    known, lessons, questions = plan.facts(), {}, list[Asked]()
    for unit in (planned.name for planned in plan.units):
        lesson = course.texts / unit / "lesson.py"
        assignment = course.texts / unit / f"{ASSIGNMENT}.py"
        if lesson.exists():
            lessons[unit] = read_lesson(read_text(lesson, unit), known)
        if assignment.exists():
            questions += read_assignment(read_text(assignment, unit), known)
    return Survey(plan, catalogue, lessons, tuple(questions), practice)


def gaps(found: Survey) -> tuple[str, ...]:
    """Return what a course still lacks, one line each: none when every row of its tables is full.

    Parameters
    ----------
    found : Survey
        What the course treats.
    """
    return (
        *_unplanned(found),
        *_unmarked(found),
        *_untreated_facts(found),
        *_untold_beliefs(found),
    )


def _unplanned(found: Survey) -> Iterator[str]:
    """Yield how lessons and plan differ, and which misconceptions point to no section."""
    asking = found.units_asking()
    for unit in found.plan.units:
        if unit.name not in asking:
            yield f"{unit.name}: no assignment asks anything"
        if unit.name not in found.lessons:
            yield f"{unit.name}: there is no lesson"
        else:
            yield from _differences(unit, found.lessons[unit.name])
    sections = {unit.name: unit.sections for unit in found.plan.units}
    for id_, entry in found.catalogue.items():
        if entry.section not in sections.get(entry.unit, ()):
            yield f"misconception {id_}: the plan has no section {entry.section} in {entry.unit}"


def _differences(unit: PlannedUnit, lesson: Lesson) -> Iterator[str]:
    if lesson.title != unit.title:
        yield f"{unit.name}: its title is planned as {unit.title!r} and written as {lesson.title!r}"
    for anchor in unit.sections:
        if anchor not in lesson.sections:
            yield f"{unit.name}: its lesson lacks the section {anchor}"
    for anchor in lesson.sections:
        if anchor not in unit.sections:
            yield f"{unit.name}: its lesson's section {anchor} is not in the plan"


def _unmarked(found: Survey) -> Iterator[str]:
    for question in found.questions:
        if question.beliefs is None:
            yield f"{question.unit}, question {question.label}: its test gives no reasoned mark"


def _untreated_facts(found: Survey) -> Iterator[str]:
    for group in found.plan.groups:
        for fact in group.statements:
            treated = {
                treatment
                for lesson in found.lessons.values()
                for treatment in Treatment
                if lesson.places(fact, treatment)
            }
            if Treatment.TAUGHT not in treated:
                yield f"fact {fact}: no section teaches it"
            if not treated - {Treatment.TAUGHT} and not found.asking_for(fact):
                yield f"fact {fact}: no demo shows it and no question asks for it"


def _untold_beliefs(found: Survey) -> Iterator[str]:
    for id_, entry in found.catalogue.items():
        told = bool(found.telling(id_) or found.topics(id_))
        if entry.shows is Shows.ANSWER and not told:
            yield f"misconception {id_}: no question can tell it"
        if entry.shows is Shows.LESSON and told:
            yield f"misconception {id_}: a question tells it, though only a lesson should"
