"""An assignment as the sample class sees it: what can be answered, and what each reply is worth."""

from __future__ import annotations

import enum
import math
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from nbformat import NotebookNode

from coursekit.grading.trusted.names import names_bound
from coursekit.grading.trusted.side import TrustedSide
from coursekit.grading.trusted.testrun import Test
from coursekit.markers import Secret, blocks
from coursekit.notebooks import Role, grade_id, role
from coursekit.questions.marking import Part
from coursekit.questions.score import Score
from coursekit.sample.profiles import Profile


class Kind(enum.Enum):
    """What a reply is, before anybody has marked it."""

    RIGHT = "right"
    BELIEVED = "believed"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Reply:
    """What stands in an answer cell.

    Parameters
    ----------
    text : str
        The cell's text.
    kind : Kind
        What it is.
    """

    text: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Outcome:
    """What grading one question must give.

    Parameters
    ----------
    score : float
        The points.
    misconception : str, optional
        The id of the belief that is named.
    """

    score: float
    misconception: str | None = None


@dataclass(slots=True)
class Sheet:
    """The answer cells of an assignment, and the questions that its tests ask of them.

    Parameters
    ----------
    source : NotebookNode
        The instructor's notebook.
    """

    source: NotebookNode
    cells: dict[str, NotebookNode] = field(init=False)
    parts: dict[str, Part] = field(init=False)
    _bound: dict[str, frozenset[str]] = field(init=False)
    _trusted: TrustedSide = field(init=False)

    def __post_init__(self) -> None:
        self._trusted = TrustedSide(self.source)
        self.cells = {
            grade_id(cell) or cell.id: cell
            for cell in self.source.cells
            if cell.cell_type == "code" and role(cell) is Role.ANSWER
        }
        self._bound = {name: names_bound(cell.source) for name, cell in self.cells.items()}
        self.parts = dict(self._asked())

    def _asked(self) -> Iterator[tuple[str, Part]]:
        """Yield what each test asks of which name, as it says over answers that are missing."""
        for id_, mark in self._trusted.asked().items():
            for part in mark.parts:
                yield part.name or self._trusted.tests[id_].wanted[0], part

    def beliefs(self) -> tuple[str, ...]:
        """Return the ids of the misconceptions that the questions can tell, in order."""
        found = {belief: None for part in self.parts.values() for belief in part.question.beliefs}
        return tuple(sorted(found))

    def replies(self, profile: Profile, stubs: Mapping[str, str]) -> dict[str, Reply]:
        """Return what a student writes into each answer cell.

        Parameters
        ----------
        profile : Profile
            The student.
        stubs : mapping of str to str
            The text of each answer cell as it was released.
        """
        answered = round(profile.answered * len(self.cells))
        instead = {position % len(self.cells): text for position, text in profile.instead.items()}
        replies = {}
        for position, (name, cell) in enumerate(self.cells.items()):
            if position >= answered:
                replies[name] = Reply(stubs[name], Kind.NOTHING)
            elif position in instead:
                text = with_solution(cell.source, instead[position])
                replies[name] = Reply(text, Kind.NOTHING)
            else:
                replies[name] = self._answer(name, profile)
        return replies

    def _answer(self, cell_id: str, profile: Profile) -> Reply:
        source, names = self.cells[cell_id].source, sorted(self._bound[cell_id])
        parts = [self.parts[name] for name in names if name in self.parts]
        touched = any(b in part.question.beliefs for part in parts for b in profile.beliefs)
        if parts and (touched or profile.respelt):
            lines = [self._assignment(name, profile) for name in names]
            if profile.respelt:
                lines.insert(0, "import numpy as np\n")
            kind = Kind.BELIEVED if touched else Kind.RIGHT
            return Reply(with_solution(source, "\n".join(lines)), kind)
        for body in _bodies(names, profile):
            return Reply(with_solution(source, body), Kind.BELIEVED)
        return Reply(with_solution(source, None), Kind.RIGHT)

    def _assignment(self, name: str, profile: Profile) -> str:
        answer = self.parts[name].question.answer_under(profile.beliefs)
        return f"{name} = {_respelt(answer) if profile.respelt else _spelt(answer)}"

    def outcomes(self, replies: Mapping[str, Reply]) -> dict[str, Outcome]:
        """Return what grading these replies must give, by the id of the test.

        Parameters
        ----------
        replies : mapping of str to Reply
            What stands in each answer cell.
        """
        return {test.id: self._outcome(test, replies) for test in self._trusted.tests.values()}

    def _outcome(self, test: Test, replies: Mapping[str, Reply]) -> Outcome:
        asked = {
            name: reply
            for name, reply in replies.items()
            if not self._bound[name].isdisjoint(test.wanted)
        }
        kinds = {reply.kind for reply in asked.values()}
        if kinds == {Kind.RIGHT}:
            return Outcome(test.points)
        if Kind.BELIEVED not in kinds:
            return Outcome(0.0)
        values = self._values(reply.text for reply in asked.values())
        score = self._trusted.value(test, {name: values[name] for name in test.wanted})
        if isinstance(score, Score):
            return Outcome(float(score), score.misconception)
        return Outcome(test.points)

    def _values(self, texts: Iterable[str]) -> dict[str, Any]:
        """Run replies of our own making after the set-up cells; return what they bind."""
        namespace = self._trusted.namespace()
        for text in texts:
            exec(text, namespace)
        return namespace


def with_solution(source: str, text: str | None) -> str:
    r"""Return an answer cell with a text where the solution stood.

    Parameters
    ----------
    source : str
        The instructor's cell.
    text : str or None
        What stands there; None keeps the solution, without its markers.

    Examples
    --------
    >>> cell = "def f():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION"
    >>> with_solution(cell, "return 2")
    'def f():\n    return 2'
    >>> with_solution(cell, None)
    'def f():\n    return 1'
    """
    lines = source.split("\n")
    for block in reversed([b for b in blocks(source) if b.kind is Secret.SOLUTION]):
        first = lines[block.begin - 1]
        indent = first[: len(first) - len(first.lstrip())]
        kept = lines[block.begin : block.end - 1]
        put = kept if text is None else textwrap.indent(text, indent).split("\n")
        lines[block.begin - 1 : block.end] = put
    return "\n".join(lines)


def _bodies(names: Iterable[str], profile: Profile) -> Iterator[str]:
    for belief in profile.beliefs:
        for name in names:
            if name in profile.bodies.get(belief, {}):
                yield profile.bodies[belief][name]


def _spelt(answer: Any) -> str:
    """Return an answer as text; ``repr`` spells what is not finite as names nobody has bound."""
    if isinstance(answer, float) and not math.isfinite(answer):
        return f"float({str(answer)!r})"
    return repr(answer)


def _respelt(answer: Any) -> str:
    """Return an answer as text, with lists for tuples and numpy's numbers for Python's."""
    if isinstance(answer, tuple):
        return f"[{', '.join(map(_respelt, answer))}]"
    if type(answer) is int and abs(answer) <= np.iinfo(np.int64).max:
        return f"np.int64({answer})"
    return f"np.float64({_spelt(answer)})" if isinstance(answer, float) else _spelt(answer)
