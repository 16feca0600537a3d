"""A practice session as a value: the question now, how it went so far, and what comes next.

Two right answers in a row, each at the first try, lead to the next level; an answer that had to
be shown leads one back. A belief that was met is asked about again until a question to which it
gives another answer is solved at the first try. Chance comes from a seed and the question's
number alone, so equal seeds and answers give equal sessions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from coursekit.practice.exercise import Exercise, Topic, draw
from coursekit.practice.reading import read_answer
from coursekit.questions import Verdict, judge
from tensorlib.typed import UnreadableError

TRIES = 2
"""How many wrong answers end a question."""

IN_A_ROW = 2
"""How many questions solved at the first try lead to the next level."""

_REMEMBERED = 3  # beliefs


@dataclass(frozen=True, slots=True)
class Session:
    """Keep the question now, and how it went so far.

    Parameters
    ----------
    topic : Topic
        What is practised.
    seed : int
        What decides the parameters of all questions.
    exercise : Exercise
        The question now.
    number : int
        Which question it is, from 1 on.
    level : int
        From 0 on.
    in_a_row : int
        How many questions were solved at the first try, since the level changed or one was not.
    solved : int
        How many questions were solved, at whatever try.
    missed : tuple of str
        Ids of the beliefs that are to be asked about again, the latest last.
    wrong : int
        How many wrong answers the question has had.
    said : str
        The last of them, as it was typed.
    stage : {"asking", "solved", "shown"}
        Whether the question is still open, and if not, how it ended.
    message : str
        What there is to say about the last answer.
    """

    topic: Topic
    seed: int
    exercise: Exercise
    number: int = 1
    level: int = 0
    in_a_row: int = 0
    solved: int = 0
    missed: tuple[str, ...] = ()
    wrong: int = 0
    said: str = ""
    stage: Literal["asking", "solved", "shown"] = "asking"
    message: str = ""

    @property
    def open(self) -> bool:
        """Whether the question can still be tried."""
        return self.stage == "asking"


def begin(topic: Topic, seed: int) -> Session:
    """Return a session at its first question.

    Parameters
    ----------
    topic : Topic
        What is practised.
    seed : int
        What decides the parameters of all questions.
    """
    return Session(topic, seed, draw(topic, 0, _chance(seed, 1), (), None))


def answered(session: Session, text: str) -> Session:
    """Return the session after an answer.

    Parameters
    ----------
    session : Session
        The session before; one whose question has ended stays as it is.
    text : str
        What was typed. What cannot be read, or has another form and no known belief behind it,
        is no wrong answer: it is said, and not counted. Nor is the same answer once more.
    """
    if not session.open or (session.wrong and text.strip() == session.said):
        return session
    question = session.exercise.question
    try:
        value = read_answer(text, question.form)
    except UnreadableError as error:
        return replace(session, message=f"{error}.")
    verdict = judge(question, value)
    if verdict.correct:
        return _solved(session, verdict)
    if verdict.misconception is None and question.form.fault(value):
        return replace(session, message=f"{verdict.message}.")
    return _missed(replace(session, said=text.strip()), verdict)


def shown(session: Session) -> Session:
    """Return the session after the learner asked for the answer.

    Parameters
    ----------
    session : Session
        The session before; one whose question has ended stays as it is.
    """
    return _given_up(session, "Here is the answer.") if session.open else session


def next_question(session: Session) -> Session:
    """Return the session at its next question.

    Parameters
    ----------
    session : Session
        The session before; one whose question is open stays as it is.
    """
    if session.open:
        return session
    number = session.number + 1
    exercise = draw(
        session.topic,
        session.level,
        _chance(session.seed, number),
        session.missed,
        session.exercise.question,
    )
    return replace(
        session,
        exercise=exercise,
        number=number,
        wrong=0,
        said="",
        stage="asking",
        message="",
    )


def _solved(session: Session, verdict: Verdict) -> Session:
    first = session.wrong == 0
    in_a_row, level, missed = session.in_a_row + 1 if first else 0, session.level, session.missed
    if in_a_row == IN_A_ROW and level + 1 < len(session.topic.levels):
        in_a_row, level = 0, level + 1
    if first:
        beliefs = session.exercise.question.beliefs
        missed = tuple(belief for belief in missed if belief not in beliefs)
    return replace(
        session,
        in_a_row=in_a_row,
        level=level,
        missed=missed,
        solved=session.solved + 1,
        stage="solved",
        message=verdict.message,
    )


def _missed(session: Session, verdict: Verdict) -> Session:
    missed = session.missed
    if verdict.misconception:
        others = [belief for belief in missed if belief != verdict.misconception]
        missed = (*others, verdict.misconception)[-_REMEMBERED:]
    after = replace(session, missed=missed, wrong=session.wrong + 1, in_a_row=0)
    if after.wrong == TRIES:
        return _given_up(after, verdict.message)
    return replace(after, message=f"{verdict.message} Try again.")


def _given_up(session: Session, message: str) -> Session:
    level = max(0, session.level - 1)
    return replace(session, level=level, in_a_row=0, stage="shown", message=message)


def _chance(seed: int, number: int) -> Random:
    return Random(f"{seed}/{number}")
