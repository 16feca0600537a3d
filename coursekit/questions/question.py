"""A question: its right answer, the form of an answer, and what wrong beliefs would answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from coursekit.errors import CourseError
from coursekit.questions.equality import same
from coursekit.questions.forms import Form
from coursekit.questions.misconceptions import CATALOGUE
from coursekit.questions.values import call_text


@dataclass(frozen=True, slots=True, init=False)
class OneOf:
    """Several answers that show one belief.

    Parameters
    ----------
    *answers : object
        The answers.
    """

    answers: tuple[Any, ...]

    def __init__(self, *answers: object) -> None:
        object.__setattr__(self, "answers", answers)


@dataclass(frozen=True, slots=True)
class Question:
    """A question whose wrong answers can be told apart.

    Parameters
    ----------
    id : str
        Names it in errors: the maker and its parameters.
    prompt : str
        What is asked.
    form : Form
        What an answer must look like.
    answer : object
        The right answer as plain data, computed and not typed in.
    beliefs : mapping of str to object
        The id of a misconception, and what who believes it would answer; `OneOf` where that
        may be several answers.

    Raises
    ------
    CourseError
        If the right answer has not the form asked for, if a belief is not in the catalogue, or if
        a belief's answer is the right one or another belief's: then no answer could show it.
    """

    id: str
    prompt: str
    form: Form
    answer: Any
    beliefs: Mapping[str, Any]

    def __post_init__(self) -> None:
        fault = self.form.fault(self.answer)
        if fault:
            raise CourseError(f"question {self.id}: its right answer does not fit: {fault}")
        for belief in self.beliefs:
            if belief not in CATALOGUE:
                raise CourseError(f"question {self.id}: no misconception {belief} in the catalogue")
        clashes = [
            f"{id_} gives the same answer as {other}"
            for (other, one), (id_, two) in combinations(_answers(self.answer, self.beliefs), 2)
            if other != id_ and same(one, two)
        ]
        if clashes:
            raise CourseError(
                f"question {self.id}: {'; '.join(clashes)}",
                "choose other parameters, or let told_apart drop what these cannot tell apart",
            )

    def belief_behind(self, value: object) -> str | None:
        """Return the id of the belief that gives this answer, or None.

        Parameters
        ----------
        value : object
            A wrong answer, as plain data.
        """
        _, *believed = _answers(self.answer, self.beliefs)
        return next((id_ for id_, answer in believed if same(answer, value)), None)

    def answer_under(self, beliefs: Sequence[str]) -> Any:
        """Return what someone with these beliefs answers: the right answer if none applies.

        Parameters
        ----------
        beliefs : Sequence of str
            Ids of misconceptions; the first that applies here decides.
        """
        for belief in beliefs:
            if belief in self.beliefs:
                return _answers(None, {belief: self.beliefs[belief]})[1][1]
        return self.answer


def told_apart(answer: object, beliefs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the beliefs, without the answers that the right one or another belief gives as well.

    For parameters that are not free to choose: a learner's own, or those a text is about.

    Parameters
    ----------
    answer : object
        The right answer.
    beliefs : mapping of str to object
        As `Question` takes them.

    Examples
    --------
    >>> told_apart(8, {"M29": 8, "M58": 9, "M63": OneOf(9, -2)})
    {'M63': -2}
    """
    answers = _answers(answer, beliefs)
    kept: dict[str, list[Any]] = {}
    for id_, believed in answers[1:]:
        if not any(other != id_ and same(given, believed) for other, given in answers):
            kept.setdefault(id_, []).append(believed)
    return {id_: OneOf(*one) if len(one) > 1 else one[0] for id_, one in kept.items()}


def _answers(right: object, beliefs: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the right answer and then every wrong one, each with who gives it."""
    answers: list[tuple[str, Any]] = [("the right one", right)]
    for id_, answer in beliefs.items():
        several = answer.answers if isinstance(answer, OneOf) else (answer,)
        answers += [(id_, one) for one in several]
    return answers


def ask(
    maker: str,
    parameters: Iterable[object],
    prompt: str,
    form: Form,
    answer: object,
    beliefs: Mapping[str, Any],
    *,
    drop_ambiguous: bool,
) -> Question:
    """Return the question that a maker makes of its parameters.

    Parameters
    ----------
    maker : str
        The maker's name.
    parameters : iterable of object
        What it was called with.
    prompt, form, answer, beliefs
        As `Question` takes them.
    drop_ambiguous : bool
        Whether answers that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        As `Question`.
    """
    kept = told_apart(answer, beliefs) if drop_ambiguous else beliefs
    return Question(call_text(maker, parameters), prompt, form, answer, kept)
