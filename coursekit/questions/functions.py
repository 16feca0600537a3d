"""Mark a function that the student wrote, by what it does with many inputs.

Cases come in groups, one for each thing the function has to get right; a group gives its points
when all of its cases are right. The outcome of a case is what the call returns or the error it
raises, both as values. A wrong function is compared with what each belief's function would do: a
group whose every outcome is one belief's, and no other's, shows that belief.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coursekit.questions.equality import same
from coursekit.questions.forms import UNANSWERED, Form, Function
from coursekit.questions.marking import MarkedScore, joined_scores, marked
from coursekit.questions.misconceptions import CATALOGUE
from coursekit.questions.score import Score
from coursekit.raised import StudentError

AnyFunction = Callable[..., Any]
Arguments = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Cases that belong together: all of them right, or no points.

    Parameters
    ----------
    name : str
        What the cases try, in words that the student reads.
    cases : Sequence of tuple
        The arguments of each call.
    points : float
        What the group gives.
    """

    name: str
    cases: Sequence[Arguments]
    points: float = 1.0


class _EndedError(Exception):
    """Nobody answers any more; says where and why."""


def mark_function(
    function: AnyFunction,
    reference: AnyFunction,
    groups: Sequence[Group],
    *,
    form: Form,
    beliefs: Mapping[str, AnyFunction] | None = None,
) -> MarkedScore:
    """Mark a student's function against a reference.

    Parameters
    ----------
    function : callable
        What the student wrote.
    reference : callable
        A function that does right; its results and its errors are what is expected.
    groups : Sequence of Group
        The cases; the student sees the names of the groups that fail, no input and no result.
    form : Form
        What a returned value must look like.
    beliefs : mapping of str to callable, optional
        The id of a misconception, and a function that does what it makes one write.

    Returns
    -------
    MarkedScore
        The points of the groups that are right, and for each other group how its first wrong call
        ended.
        When the student's side ends or runs out of time, the groups after that give nothing.
    """
    believed = beliefs or {}
    fault = Function().fault(function)
    if fault:
        return marked(Score(0.0, fault), believed)
    marker = _Marker(function, reference, form, believed)
    return marked(_belief_first(marker.total(groups)), believed)


def _belief_first(score: Score) -> Score:
    """Put the belief before the rest and once: it is what helps, and a long list may be cut."""
    if score.misconception is None:
        return score
    shown = CATALOGUE[score.misconception].message
    return Score(score, f"{shown} {score.reason}", score.misconception)


@dataclass(frozen=True, slots=True)
class _Marker:
    function: AnyFunction
    reference: AnyFunction
    form: Form
    beliefs: Mapping[str, AnyFunction]

    def total(self, groups: Sequence[Group]) -> Score:
        scores: list[tuple[str, Score]] = []
        for group in groups:
            try:
                scores.append((group.name, self.mark(group)))
            except _EndedError as end:
                scores.append((group.name, Score(0.0, str(end))))
                break
        return joined_scores(scores)

    def mark(self, group: Group) -> Score:
        given = [self._given(case) for case in group.cases]
        expected = [_outcome(self.reference, case) for case in group.cases]
        faults = map(self._fault, expected, given)
        fault = next((fault for fault in faults if fault), None)
        if fault is None:
            return Score(group.points)
        return Score(0.0, fault, self._belief_behind(group, given))

    def _given(self, case: Arguments) -> Any:
        try:
            result = self.function(*copy.deepcopy(case))
        except (TimeoutError, ConnectionError) as error:
            raise _EndedError(f"a call gave no answer: {error}") from None
        except Exception as error:  # whatever the student's function raises is its outcome
            return error
        return result if self.form.fault(result) else self.form.read(result)

    def _fault(self, expected: Any, given: Any) -> str | None:
        """Say how a call went wrong; its input stands in a hidden test, so it is not named."""
        if same(expected, given):
            return None
        if isinstance(given, NotImplementedError):
            return UNANSWERED
        if isinstance(given, Exception):
            kind = given.name if isinstance(given, StudentError) else type(given).__name__
            return f"a call raised {kind}"
        fault = self.form.fault(given)
        return f"a call returned something else: {fault}" if fault else "a call is not right"

    def _belief_behind(self, group: Group, given: Sequence[Any]) -> str | None:
        """Return the one belief that gives all of a group's outcomes, or None."""
        explaining = [
            id_
            for id_, believed in self.beliefs.items()
            if all(map(same, (_outcome(believed, case) for case in group.cases), given))
        ]
        return explaining[0] if len(explaining) == 1 else None


def _outcome(function: AnyFunction, case: Arguments) -> Any:
    """Return what a trusted function returns, or the error it raises."""
    try:
        return function(*copy.deepcopy(case))
    except Exception as error:
        return error
