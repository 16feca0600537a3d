"""A line fitted to points, with the targets as a row or by mistake as a column.

Predictions of shape (N,) minus targets of shape (N, 1) pair every prediction with every target. The
mean square over all pairs is Var(p) + Var(t) + (mean p - mean t)^2, so its gradient, like the loss
itself, needs no table of N times N numbers.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property

import numpy as np

POINTS = 256
RATE = 0.01
STEPS = range(0, 2001, 100)
FIRST_SLOPE = 2.0
_NEAR = 0.15
_CHANCE = np.random.default_rng(256)
_X = _CHANCE.normal(size=POINTS)
_NOISE = 0.8 * _CHANCE.normal(size=POINTS)


class Learned(enum.Enum):
    """Which line came out."""

    POINTS = "about the slope of the points"
    FLAT = "a slope of about 0"
    NEITHER = "neither of them, or not yet"


@dataclass(frozen=True)
class Training:
    """Keep what a training came to.

    Parameters
    ----------
    slope, intercept : float
        The line after the last step.
    losses : tuple of float
        The loss before each step, and after the last.
    """

    slope: float
    intercept: float
    losses: tuple[float, ...]


@dataclass(frozen=True)
class RegressionState:
    """Keep how the targets are given, for how long the line is trained, and what the points are.

    Parameters
    ----------
    column : bool
        Whether the targets are a column, (256, 1), and not a row, (256,).
    steps : int
        How many steps of gradient descent.
    slope : int
        The slope of the line that the points lie about; not 0.
    """

    column: bool
    steps: int
    slope: int

    @property
    def x(self) -> np.ndarray:
        """The inputs, shape (256,)."""
        return _X

    @cached_property
    def targets(self) -> np.ndarray:
        """The targets, shape (256,)."""
        return self.slope * _X + 1 + _NOISE

    @cached_property
    def training(self) -> Training:
        """The line that gradient descent finds."""
        return trained(self.x, self.targets, self.steps, column=self.column)

    @property
    def learned(self) -> Learned:
        """Which line came out."""
        if abs(self.training.slope - self.slope) < _NEAR:
            return Learned.POINTS
        return Learned.FLAT if abs(self.training.slope) < _NEAR else Learned.NEITHER


def trained(x: np.ndarray, targets: np.ndarray, steps: int, *, column: bool) -> Training:
    """Fit a line by gradient descent on the mean square of predictions minus targets.

    Parameters
    ----------
    x, targets : numpy.ndarray
        Shape (N,) each.
    steps : int
        How many steps.
    column : bool
        Whether each prediction is compared with every target, as a column of targets does it.

    Examples
    --------
    >>> x = np.array([-1.0, 0.0, 1.0])
    >>> line = trained(x, 3 * x + 1, 2000, column=True)
    >>> round(line.slope, 6), round(line.intercept, 6)
    (0.0, 1.0)
    """
    mean_x, mean_t = float(x.mean()), float(targets.mean())
    square_x, square_t = float((x * x).mean()), float((targets * targets).mean())
    # What couples an input with its own target; in a column every target meets every input.
    product = mean_x * mean_t if column else float((x * targets).mean())
    slope, intercept, losses = FIRST_SLOPE, 0.0, []
    for step in range(steps + 1):
        mean_p = slope * mean_x + intercept
        square_p = slope * slope * square_x + 2 * slope * intercept * mean_x + intercept**2
        losses.append(square_p - 2 * (slope * product + intercept * mean_t) + square_t)
        if step < steps:
            toward_slope = slope * square_x + intercept * mean_x - product
            slope -= RATE * 2 * toward_slope
            intercept -= RATE * 2 * (mean_p - mean_t)
    return Training(slope, intercept, tuple(losses))


def first_state() -> RegressionState:
    """Return the question that the demo opens with."""
    return RegressionState(column=True, steps=STEPS[-1], slope=3)
