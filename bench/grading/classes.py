"""Classes to grade: right, wrong, broken and endless submissions to the first unit.

The submissions are those of the sample class, handed in again and again under other names, so what
each must get is known and a grader that does less work than it should is found out.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from coursekit.course import Course
from coursekit.grading.results import Status
from coursekit.sample.classes import SampleStudent, write_sample_class

UNIT = "01_flat_buffer"
REPOSITORY = Path(__file__).parents[2]
BROKEN_SHARE = 0.05
_RIGHT, _ENDLESS = "all right", "an endless loop in the last answer"


@dataclass(frozen=True, slots=True)
class Plan:
    """Which class to make.

    Parameters
    ----------
    size : int
        How many hand in: half of those that can be graded are right, the others wrong.
    endless : int
        How many of them have an endless loop in their last answer.
    """

    size: int
    endless: int = 0

    @property
    def broken(self) -> int:
        """How many files are broken: one in twenty, and one at least."""
        return max(1, round(BROKEN_SHARE * self.size))

    def __str__(self) -> str:
        loops = f", {self.endless} of them endless" if self.endless else ""
        return f"{self.size} submissions, {self.broken} of them broken{loops}"


@dataclass(frozen=True, slots=True)
class HandedClass:
    """A course folder in which a class has handed in.

    Parameters
    ----------
    root : Path
        The folder, in nbgrader's layout, with nbgrader's default configuration.
    scores : mapping of str to float or None
        What each student must get; None where no score can be given.
    right : tuple of str
        The students whose answers are all right.
    """

    root: Path
    scores: Mapping[str, float | None]
    right: tuple[str, ...]


def write_class(root: Path, plan: Plan) -> HandedClass:
    """Make a course folder and hand in a class.

    Parameters
    ----------
    root : Path
        The folder, which is made.
    plan : Plan
        The class.
    """
    course = write_course(root)
    shutil.copytree(REPOSITORY / "release" / UNIT, course.release / UNIT)
    kinds = _kinds(write_sample_class(course, UNIT))
    patterns = course.submitted.rename(root / "patterns")
    shutil.rmtree(course.release)
    scores: dict[str, float | None] = {}
    right = []
    for number, pattern in enumerate(_drawn(plan, kinds), start=1):
        name = f"student-{number:03}"
        shutil.copytree(patterns / pattern.student / UNIT, course.submitted / name / UNIT)
        scores[name] = pattern.score
        if pattern.title == _RIGHT:
            right.append(name)
    shutil.rmtree(patterns)
    return HandedClass(root, scores, tuple(right))


def write_course(root: Path) -> Course:
    """Make a course folder with the first unit, nbgrader's default configuration and no class."""
    root.mkdir(parents=True)
    (root / "nbgrader_config.py").write_text("c = get_config()\n", encoding="utf-8")
    shutil.copytree(REPOSITORY / "source" / UNIT, root / "source" / UNIT)
    return Course.at(root)


def _kinds(students: Iterable[SampleStudent]) -> dict[str, list[SampleStudent]]:
    kinds: dict[str, list[SampleStudent]] = {"right": [], "wrong": [], "broken": [], "endless": []}
    for student in students:
        if student.status is not Status.GRADED:
            kinds["broken"].append(student)
        elif student.title in (_RIGHT, _ENDLESS):
            kinds["right" if student.title == _RIGHT else "endless"].append(student)
        elif student.misconceptions:
            kinds["wrong"].append(student)
    return kinds


def _drawn(plan: Plan, kinds: Mapping[str, list[SampleStudent]]) -> Iterator[SampleStudent]:
    """Yield the class, broken and endless files spread evenly among right and wrong ones."""
    answered = cycle([one for wrong in kinds["wrong"] for one in (kinds["right"][0], wrong)])
    special = [kinds["broken"][0]] * plan.broken + [kinds["endless"][0]] * plan.endless
    places = {(2 * k + 1) * plan.size // (2 * len(special)): one for k, one in enumerate(special)}
    for place in range(plan.size):
        yield places.get(place) or next(answered)
