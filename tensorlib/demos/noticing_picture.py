"""What the noticing demo says, as HTML: the lines in question, and who notices what."""

from __future__ import annotations

from html import escape

from tensorlib.demos.noticing_state import NoticingState
from tensorlib.noticing import BugRun, Sighting, Watcher
from tensorlib.prose import paragraphs
from tensorlib.tables import html_table

_NOTICED, _UNNOTICED = "✓ notices", "– lets it pass"
_COLUMNS = ("asked by itself", "outcome", "what it sees")


def question_html(state: NoticingState) -> str:
    """Return the question: the wrong line, the signature and the sizes.

    Parameters
    ----------
    state : NoticingState
        The question.
    """
    run = state.run
    checked = "its names are bound and checked" if state.annotated else "nobody checks it"
    sizes = ", ".join(f"{name} = {run.sizes[name]}" for name in run.bug.names)
    return (
        f"<p>The bug: {escape(run.bug.name)}. There stands "
        f"<code>{escape(run.bug.line)}</code> for <code>{escape(run.bug.mended)}</code>.</p>"
        f"<p>Signature: {escape(run.bug.signature)}; {checked}. Sizes: {sizes}.</p>"
        "<p>Who notices first?</p>"
    )


def answer_html(state: NoticingState) -> str:
    """Return the answer: what each of the four sees, and who is first.

    Parameters
    ----------
    state : NoticingState
        The question.
    """
    run = state.run
    rows = [(one.watcher.value, _sign(one), one.words) for one in run.sightings]
    table = html_table("Who notices what", _COLUMNS, rows, [])
    return table + paragraphs(first_text(run))


def first_text(run: BugRun) -> str:
    """Return who notices first, in a sentence.

    Parameters
    ----------
    run : BugRun
        The run.

    Examples
    --------
    >>> from tensorlib.demos.noticing_state import NoticingState
    >>> first_text(NoticingState("axis", 4, 4, 7, True).run)
    'First in a run: a test of values, and nobody else.'
    >>> print(first_text(NoticingState("axis", 1, 1, 7, True).run))
    Nobody can notice: at these sizes the numbers are right by luck. The bug is there all the
    same.
    """
    if run.first is Watcher.NOBODY:
        luck = "at these sizes the numbers are right by luck. The bug is there all the same."
        return f"Nobody can notice: {luck}"
    others = [one for one in run.sightings if one.noticed and one.watcher is not run.first]
    alone = "" if others else ", and nobody else"
    return f"First in a run: {run.first.value}{alone}."


def _sign(sighting: Sighting) -> str:
    return _NOTICED if sighting.noticed else _UNNOTICED


def prediction_text(prediction: Watcher) -> str:
    """Return a prediction in words.

    Parameters
    ----------
    prediction : Watcher
        Whom the learner expects.
    """
    return prediction.value
