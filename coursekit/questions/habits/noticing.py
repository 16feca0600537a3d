"""Who notices a bug first at given sizes, and at which sizes a test of shapes notices it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from coursekit.questions.forms import Integers
from coursekit.questions.judging import Verdict, judge
from coursekit.questions.question import OneOf, Question, ask
from coursekit.questions.wordforms import Choice
from tensorlib.noticing import BugRun, Watcher, run_bug
from tensorlib.shapebugs import SHAPE_BUGS
from tensorlib.shapes import Shape

WATCHERS = tuple(watcher.name for watcher in Watcher)
"""The words for who notices."""

_DISTINCT = {"B": 3, "T": 5, "d": 7}


def noticed_first_of(bug: str, *, annotated: bool = True, **sizes: int) -> Question:
    """Ask who notices a bug first.

    Parameters
    ----------
    bug : str
        The short name of one of `tensorlib.shapebugs.SHAPE_BUGS`.
    annotated : bool, optional
        Whether the signature is checked at every call.
    **sizes : int
        B, T and d.

    Examples
    --------
    >>> question = noticed_first_of("axis", B=4, T=4, d=7)
    >>> question.answer, question.beliefs
    ('VALUES', {'M81': 'NOBODY', 'M95': 'ANNOTATION'})
    >>> sorted(noticed_first_of("keepdims", B=3, T=5, d=7).beliefs)
    ['M20', 'M81']
    """
    run = run_bug(SHAPE_BUGS[bug], annotated=annotated, **sizes)
    where = ", ".join(f"{name} = {sizes[name]}" for name in run.bug.names)
    return ask(
        "noticed_first_of",
        (bug, annotated, where),
        f"{run.bug.name}: {run.bug.line} for {run.bug.mended}, "
        f"{run.bug.signature}{'' if annotated else ', not annotated'}, at {where}. Who notices "
        f"first: {', '.join(WATCHERS)}?",
        Choice(*WATCHERS),
        run.first.name,
        _beliefs(run),
        drop_ambiguous=False,
    )


def _beliefs(run: BugRun) -> dict[str, object]:
    """Return what is expected of an annotation, of distinct sizes, and of a shape that fits."""
    loud = (Watcher.ANNOTATION.name, Watcher.RUNTIME.name)
    if run.first is Watcher.RUNTIME:
        return {"M97": Watcher.ANNOTATION.name} if run.annotated else {"M55": loud[0]}
    if run.first is Watcher.SHAPES:
        return {"M55": loud[0], "M81": Watcher.NOBODY.name}
    if run.first is not Watcher.VALUES:
        return {}
    beliefs: dict[str, object] = {"M81": Watcher.NOBODY.name}
    elsewhere = run_bug(run.bug, annotated=True, **_DISTINCT).first
    if not run.annotated:
        beliefs["M55"] = loud[0]
    elif elsewhere is Watcher.VALUES:
        beliefs["M20"] = OneOf(*loud, Watcher.SHAPES.name)
    else:
        beliefs["M95"] = loud[0]
    return beliefs


def shape_test_sizes_of(bug: str, settings: Sequence[Shape]) -> Question:
    """Ask at which sizes a test notices a bug that looks at the shape of the result alone.

    Parameters
    ----------
    bug : str
        As for `noticed_first_of`.
    settings : sequence of tuple of int
        B, T and d; the first ones cannot coincide. They are numbered from 1.

    Raises
    ------
    CourseError
        If the believed numbers are the right ones.

    Examples
    --------
    >>> question = shape_test_sizes_of("axis", [(3, 5, 7), (4, 4, 7)])
    >>> question.answer, question.beliefs["M95"]
    ((1,), (1, 2))
    """
    runs = [run_bug(SHAPE_BUGS[bug], B=B, T=T, d=d) for B, T, d in settings]
    found = tuple(
        number
        for number, run in enumerate(runs, start=1)
        if any(one.noticed for one in run.sightings if one.watcher is Watcher.SHAPES)
    )
    everywhere = tuple(range(1, len(settings) + 1))
    different = tuple(n for n, sizes in enumerate(settings, start=1) if len({*sizes}) == 3)
    beliefs: dict[str, object] = {"M95": everywhere}
    if not found:
        beliefs["M20"] = OneOf((1,), different)
    one = runs[0].bug
    listed = "; ".join(f"{n}: B, T, d = {sizes}" for n, sizes in enumerate(settings, start=1))
    return ask(
        "shape_test_sizes_of",
        (bug, tuple(settings)),
        f"{one.name}: {one.line} for {one.mended}. At which sizes does a test of shapes fail? "
        f"{listed}",
        Integers(),
        found,
        beliefs,
        drop_ambiguous=True,
    )


class NoticedState(Protocol):
    """A bug at some sizes, as the demo of the unit has it."""

    @property
    def bug(self) -> str:
        """The short name of the bug."""

    @property
    def annotated(self) -> bool:
        """Whether the signature is checked."""

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes of B, T and d."""


def judge_noticing(state: NoticedState, prediction: Watcher) -> Verdict:
    """Judge a learner's prediction of who notices first.

    Parameters
    ----------
    state : NoticedState
        What was asked about.
    prediction : Watcher
        Whom the learner expects.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> state = SimpleNamespace(bug="reshape", annotated=True, sizes={"B": 3, "T": 5, "d": 7})
    >>> judge_noticing(state, Watcher.RUNTIME).misconception
    'M20'
    """
    question = noticed_first_of(state.bug, annotated=state.annotated, **state.sizes)
    return judge(question, prediction.name)
