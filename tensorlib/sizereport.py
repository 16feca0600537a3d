"""Hold a function against another at sizes that cannot coincide, at equal ones, and at 1.

A wrong axis raises at some sizes, is right by luck at others, and at others gives wrong numbers
of the right shape. One run shows one of the three; this shows at which sizes which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from tensorlib.buffers import Float64Array, array_of
from tensorlib.meaning.names import bindings_text
from tensorlib.sizes import HEADS_DIVIDE_WIDTH, Pairs, SizeSetting, size_settings
from tensorlib.tables import html_table

_COLUMNS = ("sizes", "bound to", "outcome", "what happened")


class SizeOutcome(StrEnum):
    """Say what a function did at some sizes, compared with its reference."""

    RAISED = "raised"
    AGREED = "agreed"
    DIFFERED = "silently differed"


@dataclass(frozen=True, slots=True)
class SizeRun:
    """Keep the outcome at one setting of sizes.

    Parameters
    ----------
    setting : SizeSetting
        The sizes.
    outcome : SizeOutcome
        What the function did.
    detail : str
        The error, or how the result differs; empty if it agreed.
    """

    setting: SizeSetting
    outcome: SizeOutcome
    detail: str


@dataclass(frozen=True, slots=True)
class SizeReport:
    """Tell at which sizes a function raised, agreed with its reference, or silently differed.

    Parameters
    ----------
    runs : tuple of SizeRun
        The sizes that cannot coincide first.
    """

    runs: tuple[SizeRun, ...]

    def labels(self, outcome: SizeOutcome) -> tuple[str, ...]:
        """Return at which sizes there was an outcome.

        Parameters
        ----------
        outcome : SizeOutcome
            One of the three.

        Examples
        --------
        >>> report = compare_sizes(np.sum, np.max, lambda sizes: [np.ones(sizes["n"])], "n")
        >>> report.labels(SizeOutcome.AGREED)
        ('n = 1',)
        """
        return tuple(run.setting.label for run in self.runs if run.outcome is outcome)

    @property
    def is_right(self) -> bool:
        """Whether it agreed at all sizes."""
        return all(run.outcome is SizeOutcome.AGREED for run in self.runs)

    @property
    def at_distinct_sizes(self) -> SizeOutcome:
        """What it did at the sizes that cannot coincide."""
        return self.runs[0].outcome

    @property
    def summary(self) -> str:
        """What the runs say together, in one sentence."""
        if self.is_right:
            return "it agrees at all these sizes"
        silent = ", ".join(self.labels(SizeOutcome.DIFFERED)) or "none of these sizes"
        lucky = ", ".join(self.labels(SizeOutcome.AGREED)) or "none of these sizes"
        if self.at_distinct_sizes is SizeOutcome.DIFFERED:
            return (
                "it is silently wrong even at sizes that cannot coincide, where only a "
                f"comparison of values shows it; right by luck at: {lucky}"
            )
        if self.at_distinct_sizes is SizeOutcome.RAISED:
            return (
                "it raises at sizes that cannot coincide, so a test there finds it; "
                f"silently wrong at: {silent}; right by luck at: {lucky}"
            )
        raised = ", ".join(self.labels(SizeOutcome.RAISED)) or "none of these sizes"
        return (
            "it agrees at sizes that cannot coincide, but not at all others; "
            f"silently wrong at: {silent}; raises at: {raised}"
        )

    def __str__(self) -> str:
        return "\n".join([*map(_line, self._cells()), self.summary])

    def _repr_html_(self) -> str:
        """Return the runs as a table for a notebook."""
        return html_table("One function at several sizes", _COLUMNS, self._cells(), [self.summary])

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (run.setting.label, bindings_text(run.setting.sizes), run.outcome.value, run.detail)
            for run in self.runs
        ]


def _line(cells: Sequence[str]) -> str:
    label, bound, outcome, detail = cells
    return f"{label} ({bound}): {outcome}{': ' if detail else ''}{detail}"


def compare_sizes(
    function: Callable[..., Any],
    reference: Callable[..., Any],
    make_inputs: Callable[[Mapping[str, int]], Sequence[Any]],
    names: str | Iterable[str],
    *,
    seed: int = 0,
    divides: Pairs = HEADS_DIVIDE_WIDTH,
    tolerance: float = 1e-9,
) -> SizeReport:
    """Run a function and its reference at telling sizes, and report where they part.

    Parameters
    ----------
    function, reference : callable
        Take the inputs and return one tensor, array or number. What the reference raises is
        raised; what the function raises is an outcome.
    make_inputs : callable
        Takes the sizes by name and returns the inputs; each side gets a copy of its own.
    names, seed, divides
        As for `distinct_sizes`.
    tolerance : float, optional
        How far results may differ, as a part of the largest magnitude in the reference's.

    Returns
    -------
    SizeReport
        One run a setting of `size_settings`.

    Raises
    ------
    AxisNameError
        As `distinct_sizes`.
    InvalidData
        If the reference's result holds no real numbers.

    Examples
    --------
    An additive mask [B, T] must become [B, 1, T] before it is added to scores [B, T, T].

    >>> def make_inputs(sizes):
    ...     B, T = sizes["B"], sizes["T"]
    ...     return np.zeros((B, T, T)), np.arange(B * T).reshape(B, T)
    >>> forgotten = lambda scores, mask: scores + mask
    >>> right = lambda scores, mask: scores + mask[:, None, :]
    >>> print(compare_sizes(forgotten, right, make_inputs, "B T"))
    none coincide (B=11, T=7): raised: ValueError: operands could not be broadcast together with
    shapes (11,7,7) (11,7)
    B = T (B=7, T=7): silently differed: the largest difference is 42
    B = 1 (B=1, T=7): agreed
    T = 1 (B=11, T=1): silently differed: the shape is (11, 11, 1), not (11, 1, 1)
    it raises at sizes that cannot coincide, so a test there finds it; silently wrong at: B = T,
    T = 1; right by luck at: B = 1
    """
    runs = []
    for setting in size_settings(names, seed=seed, divides=divides):
        inputs = make_inputs(setting.sizes)
        expected = array_of(reference(*deepcopy(inputs)), "compare_sizes")
        try:
            actual = array_of(function(*deepcopy(inputs)), "compare_sizes")
        except Exception as error:
            what = f"{type(error).__name__}: {error}".strip().partition("\n")[0]
            runs.append(SizeRun(setting, SizeOutcome.RAISED, what))
            continue
        difference = _difference(actual, expected, tolerance)
        outcome = SizeOutcome.DIFFERED if difference else SizeOutcome.AGREED
        runs.append(SizeRun(setting, outcome, difference))
    return SizeReport(tuple(runs))


def _difference(actual: Float64Array, expected: Float64Array, tolerance: float) -> str:
    """Return in which way two results differ, or nothing."""
    if actual.shape != expected.shape:
        return f"the shape is {actual.shape}, not {expected.shape}"
    scale = np.max(np.abs(expected), initial=0.0, where=np.isfinite(expected))
    close = np.isclose(actual, expected, rtol=0, atol=tolerance * scale, equal_nan=True)
    if close.all():
        return ""
    both = np.isfinite(actual) & np.isfinite(expected)
    if not both[~close].all():
        return f"{np.sum(~both & ~close)} of {close.size} values are infinite or NaN on one side"
    return f"the largest difference is {np.max(np.abs(actual - expected)[~close]):.3g}"
