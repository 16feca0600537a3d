"""The pages of tables in ``docs``, written with the notebooks and held against the texts."""

from __future__ import annotations

from collections.abc import Callable

from coursekit.build.drift import listed, refuse_differences
from coursekit.course import Course
from coursekit.docs.plan import read_plan
from coursekit.docs.practised import beliefs_told
from coursekit.docs.survey import Survey, gaps, survey
from coursekit.docs.tables import facts_page, misconceptions_page
from coursekit.errors import CourseError
from coursekit.files import write_together
from coursekit.practice.catalogue import TOPICS
from coursekit.questions.misconceptions import CATALOGUE

Say = Callable[[str], object]


def write_docs(course: Course, say: Say) -> None:
    """Write the tables of a course; do nothing where the course has no plan.

    Parameters
    ----------
    course : Course
        The course; the caller holds its lock.
    say : callable
        Is told how many rows of the tables are still empty.

    Raises
    ------
    CourseError
        If the plan or a text is wrong, or a page cannot be written.
    """
    found = _surveyed(course)
    if found is None:
        return
    write_together({course.root / name: text for name, text in _pages(found).items()})
    missing = gaps(found)
    if missing:
        say(f"docs: {listed(missing)}")


def check_docs(course: Course, say: Say) -> None:
    """Compare the tables of a course with those in ``docs``; change nothing.

    Parameters
    ----------
    course : Course
        The course.
    say : callable
        Is told how many rows of the tables are still empty, while units are still to be written.

    Raises
    ------
    StaleError
        If a page is not what the texts give.
    CourseError
        If the plan or a text is wrong; or if all units are there and a row is empty.
    """
    found = _surveyed(course)
    if found is None:
        return
    wanted = {name: text.encode("utf-8") for name, text in _pages(found).items()}
    paths = {name: course.root / name for name in wanted}
    there = {name: path.read_bytes() for name, path in paths.items() if path.is_file()}
    refuse_differences(wanted, there, "run `coursekit build`")
    missing = gaps(found)
    if missing and found.complete:
        raise CourseError(
            f"docs: {listed(missing)}",
            "tag the cells that treat a fact, ask a question, or change the plan",
        )
    if missing:
        say(f"docs: {listed(missing)}")


def missing_rows(course: Course) -> tuple[str, ...]:
    """Return what the tables of a course still lack, one line each.

    Parameters
    ----------
    course : Course
        The course.

    Raises
    ------
    CourseError
        If the plan or a text is wrong.
    """
    found = _surveyed(course)
    return () if found is None else gaps(found)


def _surveyed(course: Course) -> Survey | None:
    plan = read_plan(course.texts)
    if plan is None:
        return None
    return survey(course, plan, CATALOGUE, beliefs_told(TOPICS.values()))


def _pages(found: Survey) -> dict[str, str]:
    return {
        "docs/facts.md": facts_page(found),
        "docs/misconceptions.md": misconceptions_page(found),
    }
