"""Grade one student's submission from its folder to its result; nothing it meets is raised."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from nbformat import NotebookNode

from coursekit.errors import NotebookError, SandboxError
from coursekit.grading.inert import inert_notebook
from coursekit.grading.intake.handed import Handed
from coursekit.grading.limits import Limits
from coursekit.grading.repair.choosing import choose, given_files
from coursekit.grading.results import Status, SubmissionResult
from coursekit.grading.student.housing import Housing
from coursekit.grading.submission import (
    NotebookOutcome,
    Terms,
    grade_notebook,
    unscored_questions,
)
from coursekit.grading.trusted.protection import Plan
from coursekit.grading.trusted.side import TrustedSide
from coursekit.notebooks import read_notebook
from coursekit.sandbox.kinds import Sandbox

NO_SANDBOX = "sandbox none"  # the flag of what was graded without walls


@dataclass(frozen=True, slots=True)
class Job:
    """One submission and all that is needed to grade it.

    Parameters
    ----------
    handed : Handed
        What the student handed in.
    sources : tuple of Path
        The instructor's notebooks of the unit.
    limits : Limits
        What the student's code may use.
    sandbox : Sandbox
        The walls around it.
    secret : tuple of Path
        Folders that it must not see.
    plan : Plan
        How each test is run.
    candid : bool
        Whether the reasons are for the instructor alone.
    """

    handed: Handed
    sources: tuple[Path, ...]
    limits: Limits
    sandbox: Sandbox = Sandbox.NONE
    secret: tuple[Path, ...] = ()
    plan: Plan = field(default_factory=dict)
    candid: bool = False

    def shared(self) -> Job:
        """Return the job without its submission: what it has in common with others."""
        return replace(self, handed=Handed("", self.handed.unit, Path()))


class Workbench:
    """What all submissions to a unit share: the instructor's notebooks and a place to run code.

    Parameters
    ----------
    job : Job
        One of them.
    housing : Housing, optional
        Where the students' processes come from; without one, as the job says.

    Attributes
    ----------
    sources : dict of str to NotebookNode
        The instructor's notebooks by name.
    """

    def __init__(self, job: Job, housing: Housing | None = None) -> None:
        self._shared = job.shared()
        self.housing = housing or Housing(job.sandbox, job.limits.bounds, job.secret)
        self.sources = {path.stem: read_notebook(path) for path in job.sources}
        given = given_files(job.sources[0].parent)
        self._terms = {
            name: Terms(job.limits, given, job.plan.get(name, {}), candid=job.candid)
            for name in self.sources
        }
        self._trusted: dict[str, TrustedSide] = {}

    def make_ready(self) -> None:
        """Do ahead what every submission needs; forks of this process then find it done."""
        for name, terms in self._terms.items():
            if not terms.given:  # else set-up cells run each time, beside copies of those files
                self._trusted[name] = terms.trusted(self.sources[name])

    def warm(self) -> None:
        """See to it that a fork of this process finds a server of students' processes."""
        with contextlib.suppress(SandboxError):  # told by the submission that needs it
            self.housing.warm()

    def fits(self, job: Job) -> bool:
        """Return whether a job can be done here."""
        return job.shared() == self._shared

    def grade(self, handed: Handed, name: str) -> tuple[NotebookOutcome, tuple[str, ...]]:
        """Grade one of the unit's notebooks as it was handed in; return also what was mended."""
        folder = self._shared.sources[0].parent
        chosen = choose(handed, folder, self.sources, name)
        outcome = grade_notebook(
            self.sources[name], chosen.notebook, files=chosen.files, housing=self.housing,
            terms=self._terms[name], trusted=self._trusted.get(name),
        )  # fmt: skip
        return outcome, chosen.flags


def grade(job: Job, bench: Workbench) -> SubmissionResult:
    """Grade one submission.

    Parameters
    ----------
    job : Job
        The submission.
    bench : Workbench
        Where to do it; one that fits the job.

    Returns
    -------
    SubmissionResult
        Also where it was refused, or where a test or the grader itself failed.
    """
    handed = job.handed
    timestamp, flags = handed.timestamp()
    flags += handed.flags()
    if job.sandbox is Sandbox.NONE:
        flags += (NO_SANDBOX,)
    when = timestamp.isoformat() if timestamp else None
    outcomes: dict[str, NotebookOutcome] = {}
    sources = bench.sources
    try:
        for name in sources:
            outcomes[name], mended = bench.grade(handed, name)
            flags += mended + outcomes[name].flags
    except NotebookError as error:
        return ungraded(handed, Status.REFUSED, str(error), sources.values(), flags, when)
    questions = tuple(q for outcome in outcomes.values() for q in outcome.questions)
    notebooks = {name: inert_notebook(o.notebook, sources[name]) for name, o in outcomes.items()}
    faults = dict.fromkeys(str(fault) for o in outcomes.values() for fault in o.faults)
    status = Status.FAILED if faults else Status.GRADED
    reason = "; ".join(faults) or None
    return SubmissionResult(
        handed.student, handed.unit, status, reason, flags, questions, notebooks, when
    )


def ungraded(
    handed: Handed,
    status: Status,
    reason: str,
    sources: Iterable[NotebookNode],
    flags: tuple[str, ...] = (),
    when: str | None = None,
) -> SubmissionResult:
    """Return the result of a submission without scores: its questions and what they would give."""
    questions = unscored_questions(sources)
    return SubmissionResult(
        handed.student, handed.unit, status, reason, flags, questions, timestamp=when
    )
