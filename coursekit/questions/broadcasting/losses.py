"""A row of predictions and a column of targets: the loss, the accuracy, and what is learned."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from coursekit.questions.forms import Number, Numbers
from coursekit.questions.question import Question, ask

Floats = NDArray[np.float64]


def stretched_loss_of(
    pred: Sequence[float], target: Sequence[float], *, drop_ambiguous: bool = False
) -> Question:
    """Ask for the mean squared error of a row of predictions and a column of targets.

    Parameters
    ----------
    pred, target : sequence of float
        Equally many numbers; the targets stand below one another.
    drop_ambiguous : bool, optional
        Whether a belief that these parameters cannot tell apart is let go, or fails.

    Raises
    ------
    CourseError
        If the belief gives the right answer.

    Examples
    --------
    >>> question = stretched_loss_of((1, 3, 5, 7), (1, 3, 5, 7))
    >>> question.answer, question.beliefs["M01"]
    (10.0, 0.0)
    """
    row, column = _row_and_column(pred, target)
    return ask(
        "stretched_loss_of",
        (pred, target),
        f"What is ((pred - target) ** 2).mean() for pred {row.tolist()} and "
        f"target {column.tolist()}?",
        Number(),
        float(((row - column) ** 2).mean()),
        {"M01": float(((row - column[:, 0]) ** 2).mean())},
        drop_ambiguous=drop_ambiguous,
    )


def stretched_accuracy_of(
    pred: Sequence[int], target: Sequence[int], *, drop_ambiguous: bool = False
) -> Question:
    """Ask for the share of hits of a row of predicted classes and a column of true ones.

    Parameters
    ----------
    pred, target : sequence of int
        Equally many classes.
    drop_ambiguous : bool, optional
        Whether a belief that these parameters cannot tell apart is let go, or fails.

    Raises
    ------
    CourseError
        If the belief gives the right answer.

    Examples
    --------
    >>> question = stretched_accuracy_of((0, 1, 0, 1), (0, 1, 0, 1))
    >>> question.answer, question.beliefs["M03"]
    (0.5, 1.0)
    """
    row, column = _row_and_column(pred, target)
    return ask(
        "stretched_accuracy_of",
        (pred, target),
        f"What is (pred == target).mean() for pred {list(pred)} and "
        f"target {[[one] for one in target]}?",
        Number(),
        float((row == column).mean()),
        {"M03": float((row == column[:, 0]).mean())},
        drop_ambiguous=drop_ambiguous,
    )


def stretched_fit_of(x: Sequence[float], target: Sequence[float]) -> Question:
    """Ask where a line ends up that is trained on the stretched loss: slope, intercept, loss.

    With the variances and means of predictions p and targets t, the mean over all pairs is
    Var(p) + Var(t) + (mean p - mean t)**2. So the best p is the mean of t, whatever x is.

    Parameters
    ----------
    x, target : sequence of float
        Inputs and targets, not all inputs equal.

    Raises
    ------
    CourseError
        If the best line ignores the inputs anyway.

    Examples
    --------
    >>> question = stretched_fit_of((0, 1, 2, 3), (1, 3, 5, 7))
    >>> question.answer, question.beliefs["M02"]
    ((0.0, 4.0, 5.0), (2.0, 1.0, 0.0))
    """
    inputs, column = _row_and_column(x, target)
    targets = column[:, 0]
    return ask(
        "stretched_fit_of",
        (x, target),
        f"A line is trained on x {list(x)} and a column of targets {list(target)}, with "
        "((pred - target) ** 2).mean() of pred as a row. Slope, intercept and loss in the end?",
        Numbers(3),
        (0.0, float(targets.mean()), float(targets.var())),
        {"M02": _least_squares(inputs, targets)},
        drop_ambiguous=False,
    )


def _least_squares(x: Floats, t: Floats) -> tuple[float, float, float]:
    """Return slope, intercept and loss of the line that fits item by item."""
    apart = x - x.mean()
    slope = float((apart * t).sum() / (apart**2).sum())
    intercept = float(t.mean() - slope * x.mean())
    return slope, intercept, float(((slope * x + intercept - t) ** 2).mean())


def _row_and_column(pred: Sequence[float], target: Sequence[float]) -> tuple[Floats, Floats]:
    return np.array(pred, dtype=np.float64), np.array(target, dtype=np.float64).reshape(-1, 1)
