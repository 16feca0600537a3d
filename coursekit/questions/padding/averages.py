"""Averages of averages, and a batch of one that goes without its mask."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

import numpy as np

from coursekit.questions.forms import Number
from coursekit.questions.padding.mixing import VERDICT
from coursekit.questions.question import Question, ask
from tensorlib import CORRECT, CORRECT_BY_LUCK, SILENTLY_WRONG, masked_mean, padding_mask

Losses = Sequence[Sequence[float]]


def token_mean_of(rows: Losses, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the mean loss of a token, over rows of different lengths.

    Parameters
    ----------
    rows : sequence of sequences of float
        The losses of each row's tokens.
    drop_ambiguous : bool, optional
        Whether a belief that these losses cannot tell apart is let go, or fails.

    Raises
    ------
    CourseError
        If the belief gives the right mean.

    Examples
    --------
    >>> question = token_mean_of(((2, 2, 2, 2), (7,)))
    >>> question.answer, question.beliefs["M46"]
    (3.0, 4.5)
    """
    return ask(
        "token_mean_of",
        (tuple(rows),),
        f"The tokens of {len(rows)} rows have the losses {_listed(rows)}. What is the mean loss "
        "of a token?",
        Number(),
        _token_mean(rows),
        {"M46": fmean(map(fmean, rows))},
        drop_ambiguous=drop_ambiguous,
    )


def mean_of_means_of(rows: Losses, *, drop_ambiguous: bool = False) -> Question:
    """Ask for the mean of the rows' own means.

    Parameters
    ----------
    rows, drop_ambiguous
        As for `token_mean_of`.

    Raises
    ------
    CourseError
        If the belief gives the right mean.
    """
    return ask(
        "mean_of_means_of",
        (tuple(rows),),
        f"The tokens of {len(rows)} rows have the losses {_listed(rows)}. What is the mean of the "
        "rows' means?",
        Number(),
        fmean(map(fmean, rows)),
        {"M46": _token_mean(rows)},
        drop_ambiguous=drop_ambiguous,
    )


def guarded_mean_of(values: Sequence[float], length: int) -> Question:
    """Ask for the mean of a single padded row if code uses the mask for larger batches only.

    Parameters
    ----------
    values : sequence of float
        The T numbers of the row, what stands in its padding included.
    length : int
        How many of them are real, on the left.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same mean.

    Examples
    --------
    >>> question = guarded_mean_of((3, 5, 20, 40), 2)
    >>> question.answer, question.beliefs["M47"]
    (17.0, 4.0)
    """
    plain, masked = _both_means(values, length)
    return Question(
        f"guarded_mean_of({tuple(values)}, {length})",
        f"A batch of one holds {tuple(values)}, of which {length} are real, on the left. The mask "
        "is used if B > 1. Which mean comes out?",
        Number(),
        plain,
        {"M47": masked, "M42": sum(values[:length]) / len(values)},
    )


def guarded_verdict_of(values: Sequence[float], length: int) -> Question:
    """Ask what becomes of a mean whose mask is used for larger batches only.

    Parameters
    ----------
    values, length
        As for `guarded_mean_of`.

    Examples
    --------
    >>> guarded_verdict_of((3, 5, 20, 40), 2).answer
    'SILENTLY_WRONG'
    >>> guarded_verdict_of((3, 5), 2).answer
    'CORRECT_BY_LUCK'
    """
    plain, masked = _both_means(values, length)
    lucky = plain == masked
    return Question(
        f"guarded_verdict_of({tuple(values)}, {length})",
        f"A batch of one holds {tuple(values)}, of which {length} are real, on the left. The mask "
        "is used if B > 1. What becomes of the mean?",
        VERDICT,
        str(CORRECT_BY_LUCK if lucky else SILENTLY_WRONG),
        {"M80" if lucky else "M47": str(CORRECT)},
    )


def _both_means(values: Sequence[float], length: int) -> tuple[float, float]:
    """Return the mean of a row over all of its positions, and over the real ones."""
    batch = np.asarray([values], dtype=np.float64)
    masked = masked_mean(batch, padding_mask((length,), len(values)))
    return float(batch.mean()), float(masked.buffer[0])


def _token_mean(rows: Losses) -> float:
    return fmean(loss for row in rows for loss in row)


def _listed(rows: Losses) -> str:
    return " and ".join(str(tuple(row)) for row in rows)
