"""Judge an answer: right or wrong, and which belief a wrong one shows. Never says what is right."""

from __future__ import annotations

from dataclasses import dataclass

from coursekit.questions.equality import same
from coursekit.questions.forms import UNANSWERED
from coursekit.questions.misconceptions import CATALOGUE
from coursekit.questions.question import Question
from coursekit.questions.values import plain

RIGHT = "That is right."
WRONG = "That is not right."


@dataclass(frozen=True, slots=True)
class Verdict:
    """What there is to say about an answer.

    Parameters
    ----------
    correct : bool
        Whether it is the right one.
    message : str
        What the learner reads: complete, plain text, without the right value.
    misconception : str, optional
        The id of the belief that a wrong answer shows, such as ``"M29"``.
    """

    correct: bool
    message: str
    misconception: str | None = None


def judge(question: Question, given: object) -> Verdict:
    """Judge an answer: its form, then its value, then what it suggests.

    Parameters
    ----------
    question : Question
        What was asked.
    given : object
        Anything at all; None and ``...`` are no answer yet.

    Returns
    -------
    Verdict
        A known belief is named also where its answer is of another form than the question asks
        for: an offset where an error is expected, say.
    """
    fault = question.form.fault(given)
    if fault == UNANSWERED:
        return Verdict(False, UNANSWERED)
    value = plain(given) if fault else question.form.read(given)
    if not fault and same(question.answer, value):
        return Verdict(True, RIGHT)
    belief = question.belief_behind(value)
    if belief:
        return Verdict(False, f"{WRONG} {CATALOGUE[belief].message}", belief)
    return Verdict(False, fault or WRONG)
