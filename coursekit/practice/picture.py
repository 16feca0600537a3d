"""What a practice session looks like, as HTML: the question, the verdict, the explanation."""

from __future__ import annotations

from coursekit.practice.exercise import Exercise, Topic
from coursekit.practice.session import Session, begin
from tensorlib.prose import message_html, paragraphs, static_html

_STORED_SEED = 0


def question_html(session: Session) -> str:
    """Return the question, with its number and level.

    Parameters
    ----------
    session : Session
        The session.
    """
    place = f"Question {session.number}, level {session.level + 1} of {len(session.topic.levels)}"
    return paragraphs(f"{place}. {session.exercise.question.prompt}")


def status_html(session: Session) -> str:
    """Return the status line: how an answer is typed, or what there is to say about the last one.

    Parameters
    ----------
    session : Session
        The session.
    """
    if not session.message:
        return message_html(f"Type your answer, such as {session.topic.example}, and press Enter.")
    if session.open:
        return message_html(f"{'✗ ' if session.wrong else ''}{session.message}")
    sign = "✓" if session.stage == "solved" else "✗"
    count = f"Solved so far: {session.solved} of {session.number}."
    return message_html(f"{sign} {session.message} {count} Press Enter for the next one.")


def explanation_html(session: Session) -> str:
    """Return the answer and how it is found, or nothing while the question can be tried.

    Parameters
    ----------
    session : Session
        The session.
    """
    return "" if session.open else _answer_html(session.exercise)


def topic_html(topic: Topic) -> str:
    """Return a worked question of a topic, for a page without a kernel.

    Parameters
    ----------
    topic : Topic
        What is practised.
    """
    session = begin(topic, _STORED_SEED)
    return static_html(
        paragraphs(f"Practice: {topic.title}.", session.exercise.question.prompt),
        _answer_html(session.exercise),
        "Run this notebook in JupyterLab for questions without end.",
    )


def _answer_html(exercise: Exercise) -> str:
    answer = exercise.question.answer
    shown = answer if isinstance(answer, str) else repr(answer)
    return paragraphs(f"Answer: {shown}", exercise.explanation)
