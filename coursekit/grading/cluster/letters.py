"""A result as the bytes in which another machine sends it, and back; nothing is unpickled."""

from __future__ import annotations

import json
from dataclasses import replace

from coursekit.errors import NotebookError
from coursekit.grading.book.stored import as_text, from_text
from coursekit.grading.intake.handed import Handed
from coursekit.grading.results import Status, SubmissionResult
from coursekit.notebooks import notebook_text, parse_notebook

_POSSIBLE = frozenset({Status.GRADED, Status.REFUSED, Status.FAILED})


def as_bytes(result: SubmissionResult) -> bytes:
    """Return a result as JSON, its notebooks with it.

    Parameters
    ----------
    result : SubmissionResult
        What grading gave.
    """
    notebooks = {name: notebook_text(notebook) for name, notebook in result.notebooks.items()}
    return json.dumps([as_text(result), notebooks]).encode("ascii")


def from_bytes(letter: object, handed: Handed) -> SubmissionResult:
    """Return the result that came for a submission, whoever the letter says it is for.

    Parameters
    ----------
    letter : object
        What another machine sent.
    handed : Handed
        The submission that it was sent for.

    Raises
    ------
    ValueError
        If it holds no result.
    """
    if not isinstance(letter, bytes):
        raise ValueError(f"it is of type {type(letter).__name__}")
    try:
        text, notebooks = json.loads(letter)
        result = from_text(text)
        read = {str(name): parse_notebook(one, f"{name}.ipynb") for name, one in notebooks.items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"it cannot be read: {type(error).__name__}") from None
    except NotebookError as error:
        raise ValueError(str(error)) from None
    if result.status not in _POSSIBLE:
        raise ValueError(f"its status is {result.status}")
    return replace(result, student=handed.student, unit=handed.unit, notebooks=read)
