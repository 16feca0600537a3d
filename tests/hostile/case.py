"""A case of the hostile class: what a submission does, and the outcome that it must have."""

from __future__ import annotations

import enum
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from coursekit.grading.results import Status
from tests.hostile.papers import Paper

SUMS = "10_sums"  # the small course's unit
BUFFER = "01_flat_buffer"  # a unit of the course itself

TAMPERED = (r"^tampering: ",)
MENDED = (r"^mended: ",)
Outcome = Mapping[str, Any]
"""One entry of `coursekit grade --json`."""


class Kind(enum.StrEnum):
    """What a submission tries, or what is wrong with it."""

    HONEST = "honest"
    READING = "reading what is not the student's"
    WRITING = "writing where it may not"
    NETWORK = "network"
    ASSERTS = "asserts dropped, libraries patched"
    CHANNEL = "the grader's own channel"
    SHADOWS = "files that shadow a module"
    OBJECTS = "objects that lie"
    FUNCTIONS = "functions that lie"
    FORGING = "forged results and pages"
    LEFTOVERS = "processes and threads left behind"
    FLOODS = "floods"
    DEATHS = "the process dies"
    LOOPS = "endless"
    MAGICS = "magics, shells and questions"
    NOTEBOOKS = "cells lost, doubled, changed"
    FILES = "broken files, links and names"


@dataclass(frozen=True)
class Case:
    """One submission.

    Parameters
    ----------
    name : str
        What it does; the student's id, where `student` gives no other.
    kind : Kind
        What kind of thing that is.
    score : float or (float, float) or None
        The points it must get, or the least and the most; None where it must be refused.
    unit : str
        What it hands in for.
    answers : mapping of str to str
        The text of answer cells; the others are right.
    edit : callable, optional
        What else is done to the paper.
    blank : bool
        Whether the others are left as they were released.
    status : Status
        How grading must end.
    flags : tuple of str or None
        Patterns; each must match a flag and each flag must match one. None: any flags will do.
    reasons : mapping of str to str
        Question to a pattern that its reason must match; ``""`` is the submission's own reason.
    scores : mapping of str to float
        Question to the points that it must get.
    shown : str or None
        A pattern that must stand in an output of the notebook as it ran: the attack did run.
    student : str, optional
        The id of the student.
    """

    name: str
    kind: Kind
    score: float | tuple[float, float] | None
    unit: str = SUMS
    answers: Mapping[str, str] = field(default_factory=dict)
    edit: Callable[[Paper], None] | None = None
    blank: bool = False
    status: Status = Status.GRADED
    flags: tuple[str, ...] | None = None
    reasons: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    shown: str | None = None
    student: str = ""

    @property
    def id(self) -> str:
        """The id of the student."""
        return self.student or self.name.replace(" ", "-")

    def write(self, paper: Paper) -> None:
        """Turn the released notebook into this submission."""
        if not self.blank:
            paper.fill()
        for name, text in self.answers.items():
            paper.write(name, text)
        if self.edit is not None:
            self.edit(paper)

    def faults(self, outcome: Outcome) -> list[str]:
        """Return in what an outcome is not as it must be."""
        found = []
        if outcome["status"] != self.status:
            found.append(f"{outcome['status']} ({outcome['reason']}), not {self.status}")
        if not self.is_score(outcome["score"]):
            given = {q["id"]: (q["score"], q["reason"]) for q in outcome["questions"]}
            found.append(f"{outcome['score']} points, not {self.score}: {given}")
        questions = {q["id"]: q for q in outcome["questions"]}
        for name, points in self.scores.items():
            if questions[name]["score"] != points:
                found.append(f"{name}: {questions[name]['score']} points, not {points}")
        for name, pattern in self.reasons.items():
            reason = (questions[name] if name else outcome)["reason"] or ""
            if not re.search(pattern, reason):
                found.append(f"{name or 'the reason'}: {reason!r} is not like {pattern!r}")
        return found + self._flag_faults(outcome["flags"])

    def is_score(self, score: float | None) -> bool:
        """Return whether a score is the one that it must be."""
        if isinstance(self.score, tuple):
            least, most = self.score
            return score is not None and least <= score <= most
        return score == self.score

    def _flag_faults(self, flags: list[str]) -> list[str]:
        if self.flags is None:
            return []
        missing = [p for p in self.flags if not any(re.search(p, flag) for flag in flags)]
        odd = [flag for flag in flags if not any(re.search(p, flag) for p in self.flags)]
        return [f"no flag like {p!r} in {flags}" for p in missing] + [f"flag {f!r}" for f in odd]


def code(text: str) -> str:
    """Return a piece of code without the indent and the empty lines around it."""
    return textwrap.dedent(text).strip("\n")
