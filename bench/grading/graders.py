"""The graders that are compared: plain nbgrader, this kit in its ways, and otter-grader."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbgrader.api import Gradebook

from bench.grading.classes import REPOSITORY, UNIT, HandedClass
from bench.grading.otter_files import autograder_zip

COMMANDS = Path(sys.executable).parent
SANDBOXES = ("bubblewrap", "none")
OTTER_ARCHIVE, OTTER_SCORES = "autograder.zip", "scores.json"
_OTTER_DRIVER = Path(__file__).with_name("otter_driver.py")


@dataclass(frozen=True, slots=True)
class Grader:
    """Something that grades a class.

    Parameters
    ----------
    name : str
        What stands in the table.
    prepare : callable
        Makes a class ready, before anything is measured.
    command : callable
        Returns what grades the class in a folder.
    scores : callable
        Returns the scores that the command left in that folder, by student.
    exact : bool
        Whether it gives a wrong submission the very points that the class says. The peers give
        fewer: for nbgrader one ill-formed part costs a question's other parts as well, and otter
        knows no part of a question's points.
    bounded : bool
        Whether it stops an endless loop as it comes.
    """

    name: str
    prepare: Callable[[HandedClass], None]
    command: Callable[[Path], Sequence[str | Path]]
    scores: Callable[[Path], Mapping[str, float]]
    exact: bool = True
    bounded: bool = True

    def check(self, handed: HandedClass, folder: Path) -> None:
        """See that the work was done: every student who can have a score has the right one.

        Raises
        ------
        ValueError
            If a score is missing or another.
        """
        found = self.scores(folder)
        for student, score in handed.scores.items():
            if score is None:
                continue
            given = found.get(student)
            exact = self.exact or student in handed.right
            if given is None or given > score or (exact and given != score):
                raise ValueError(f"{self.name}: {student} has {given} points and not {score}")


def nbgrader() -> Grader:
    """Return the released nbgrader as it comes."""
    return Grader(
        "nbgrader autograde",
        _released,
        lambda folder: [COMMANDS / "nbgrader", "autograde", UNIT],
        _gradebook_scores,
        exact=False,
    )


def kit(jobs: int, sandbox: str) -> Grader:
    """Return this kit with so many submissions at a time, in a sandbox or without one."""
    return Grader(
        f"coursekit grade --jobs {jobs} --sandbox {sandbox}",
        lambda handed: None,
        lambda folder: [
            *(COMMANDS / "coursekit", "--root", folder, "grade", UNIT),
            *("--jobs", str(jobs), "--sandbox", sandbox),
        ],
        _gradebook_scores,
    )


def otter(python: Path) -> Grader:
    """Return otter-grader without containers, run by the Python that it is installed for."""
    return Grader(
        "otter-grader, no container",
        lambda handed: autograder_zip(
            handed.root / "source" / UNIT / "assignment.ipynb", handed.root / OTTER_ARCHIVE
        ),
        lambda folder: [
            *("env", f"PYTHONPATH={REPOSITORY}"),  # its environment lacks this project
            *(python, _OTTER_DRIVER, OTTER_ARCHIVE, OTTER_SCORES, f"submitted/*/{UNIT}"),
        ],
        _otter_scores,
        exact=False,
        bounded=False,
    )


def environment(home: Path) -> dict[str, str]:
    """Return the environment that every grader runs in: nothing of the caller's settings."""
    return {
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PATH": f"{COMMANDS}{os.pathsep}/usr/local/bin{os.pathsep}/usr/bin{os.pathsep}/bin",
    }


def _released(handed: HandedClass) -> None:
    """Make the assignment known to nbgrader's gradebook, as an instructor does before a course."""
    subprocess.run(
        [COMMANDS / "nbgrader", "generate_assignment", UNIT],
        cwd=handed.root,
        env=environment(handed.root),
        check=True,
        capture_output=True,
    )


def _gradebook_scores(folder: Path) -> dict[str, float]:
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as book:
        return {one.student_id: one.score for one in book.assignment_submissions(UNIT)}


def _otter_scores(folder: Path) -> dict[str, float]:
    scores: dict[str, float] = json.loads((folder / OTTER_SCORES).read_text(encoding="utf-8"))
    return scores
