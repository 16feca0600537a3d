"""Judge a reduction by the name of the axis that it makes disappear.

``mean(axis=0)`` and ``mean(axis=1)`` of ``B T d`` both run, at every size. Whether anybody notices
the wrong one is decided by what its result meets next: at B = T both have the same shape, and
with ``keepdims`` the wrong one stretches wherever the right one would.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tensorlib.axes import as_axes
from tensorlib.broadcasting import common_shape
from tensorlib.errors import AxisError, AxisNameError, BroadcastError
from tensorlib.meaning.check import judge
from tensorlib.meaning.landing import NamedShape, misplaced
from tensorlib.meaning.names import (
    STRETCHED,
    Axes,
    as_names,
    bound_shape,
    names_of,
    prime_sizes,
)
from tensorlib.meaning.verdict import (
    CORRECT,
    CORRECT_BY_LUCK,
    RAISES,
    SILENTLY_WRONG,
    Verdict,
    VerdictKind,
)
from tensorlib.shapes import Shape

_OPERATION = "check_reduction"


def check_reduction(
    axes: str | Sequence[str],
    /,
    *,
    axis: int | Sequence[int] | None,
    drops: str | Sequence[str],
    keepdims: bool = False,
    beside: str | Sequence[str] | None = None,
    **sizes: int,
) -> Verdict:
    """Tell whether a reduction drops the axes that it is meant to, and who would notice.

    Parameters
    ----------
    axes : axes
        Those of the array that is reduced, ``"B T d"``, as for `tensorlib.check_axes`.
    axis : int, sequence of int, or None
        What the reduction is called with; ``None`` reduces all axes.
    drops : axes
        The names that are meant to disappear, ``"T"``.
    keepdims : bool, optional
        Whether the reduction leaves a size 1 where an axis was.
    beside : axes, optional
        What the result is combined with next, such as ``"B T d"`` in ``x - x.mean(0)``; by
        default an array of the axes that the result is meant to have.
    **sizes : int
        The size of each name.

    Returns
    -------
    Verdict
        If the right axes disappear, what `tensorlib.check_axes` says of the result and what
        it is combined with. Else CORRECT_BY_LUCK, if the axes that are confused have size 1;
        RAISES, if what comes next refuses the result, or the array has no such axis; and
        otherwise SILENTLY_WRONG.

    Raises
    ------
    AxisNameError
        If axes are no names, a name stands twice or has no size, or the array lacks one that is
        meant to disappear.
    InvalidSize
        If a size is no non-negative integer.

    Examples
    --------
    >>> print(check_reduction("B T d", axis=0, drops="T", B=16, T=16, d=64))
    SILENTLY_WRONG: axis=0 drops B, T was meant to go; the result (16, 64) fits (16, 64) all the
    same
    axis      -3         -2    -1
    input   B=16       T=16  d=64
    beside     –       B=16  d=64
    result     –  T=16 on B  d=64
    raises at sizes B=3, T=5, d=7
    right at every size: axis=1
    >>> check_reduction("B T d", axis=0, drops="T", B=3, T=5, d=7).reason
    'axis=0 drops B, T was meant to go; the result (5, 7) does not fit (3, 7)'
    >>> check_reduction("B T d", axis=0, drops="T", keepdims=True, B=3, T=5, d=7).kind
    <VerdictKind.SILENTLY_WRONG: 'SILENTLY_WRONG'>
    """
    names = as_names(axes, _OPERATION)
    meant = as_names(drops, _OPERATION)
    for name in names_of(meant):
        if name not in names:
            raise AxisNameError(names, f"there is no axis {name} to drop", operation=_OPERATION)
    whole = NamedShape("input", names, bound_shape(names, sizes, _OPERATION))
    every = tuple(range(len(names)))
    given = every if axis is None else tuple(axis) if isinstance(axis, Sequence) else (axis,)
    try:
        places = as_axes(given, len(names), _OPERATION)
    except AxisError as error:
        return Verdict(RAISES, str(error), (whole,), error=error)
    wanted = tuple(place for place in every if names[place] in meant)
    next_to = _left(names, wanted, keepdims) if beside is None else as_names(beside, _OPERATION)
    reduction = _Reduction(names, places, wanted, keepdims, next_to)
    if reduction.confused:
        return _mistaken(reduction, whole, sizes)
    return _as_meant(reduction, sizes)


@dataclass(frozen=True, slots=True)
class _Reduction:
    """A reduction as it is written, as it is meant, and what its result meets."""

    axes: Axes
    places: Shape
    wanted: Shape
    keepdims: bool
    beside: Axes

    @property
    def result(self) -> Axes:
        return _left(self.axes, self.places, self.keepdims)

    @property
    def confused(self) -> Axes:
        """The names that disappear and are not meant to, or the other way round."""
        return names_of(self.axes[place] for place in sorted({*self.places} ^ {*self.wanted}))

    def kind(self, sizes: dict[str, int]) -> VerdictKind:
        """Return the outcome at some sizes, given that there is something confused."""
        harmless = all(landing.harmless for landing in misplaced(self.meeting(sizes)))
        if harmless and all(sizes[name] == 1 for name in self.confused):
            return CORRECT_BY_LUCK
        return RAISES if self.refusal(sizes) else SILENTLY_WRONG

    def meeting(self, sizes: dict[str, int]) -> tuple[NamedShape, NamedShape]:
        """Return what the result is combined with, and the result."""
        return (
            NamedShape("beside", self.beside, bound_shape(self.beside, sizes, _OPERATION)),
            NamedShape("reduced", self.result, bound_shape(self.result, sizes, _OPERATION)),
        )

    def refusal(self, sizes: dict[str, int]) -> BroadcastError | None:
        """Return what the result meets next, if that is an error."""
        try:
            common_shape(tuple(x.shape for x in self.meeting(sizes)), "broadcast_shapes")
        except BroadcastError as error:
            return error
        return None


def _left(axes: Axes, places: Shape, keepdims: bool) -> Axes:
    """Return the axes that a reduction leaves."""
    if keepdims:
        return tuple(STRETCHED if place in places else name for place, name in enumerate(axes))
    return tuple(name for place, name in enumerate(axes) if place not in places)


def _as_meant(reduction: _Reduction, sizes: dict[str, int]) -> Verdict:
    """Judge what comes after a reduction that drops what it is meant to."""
    verdict = judge(reduction.meeting(sizes))
    if verdict.kind != CORRECT:
        return verdict
    return replace(verdict, reason=f"{_what(reduction)}, as is meant")


def _mistaken(reduction: _Reduction, whole: NamedShape, sizes: dict[str, int]) -> Verdict:
    kind = reduction.kind(sizes)
    beside, reduced = reduction.meeting(sizes)
    names = names_of(reduction.axes + reduction.beside)
    apart, alike = prime_sizes(names), prime_sizes(names, [reduction.confused])
    return Verdict(
        kind,
        _reason(reduction, kind, sizes),
        (whole, beside),
        misplaced((beside, reduced._replace(label="result"))),
        reduction.result,
        reduced.shape,
        error=reduction.refusal(sizes) if kind == RAISES else None,
        raises_at=apart if reduction.kind(apart) == RAISES else None,
        silent_at=alike if reduction.kind(alike) == SILENTLY_WRONG else None,
        right=_right(reduction, apart),
    )


def _right(reduction: _Reduction, sizes: dict[str, int]) -> tuple[str, ...]:
    """Return the arguments that are meant, with keepdims where the result would not land."""
    for keepdims in (reduction.keepdims, True):
        meant = replace(reduction, places=reduction.wanted, keepdims=keepdims)
        if not misplaced(meant.meeting(sizes)):
            argument = f"axis={_axis_text(reduction.wanted)}"
            return (f"{argument}, keepdims=True" if keepdims else argument,)
    return ()


def _reason(reduction: _Reduction, kind: VerdictKind, sizes: dict[str, int]) -> str:
    confused = reduction.confused
    meant = " and ".join(reduction.axes[place] for place in reduction.wanted)
    what = f"{_what(reduction)}, {meant or 'no axis'} was meant to go"
    if kind == CORRECT_BY_LUCK:
        have = "has" if len(confused) == 1 else "have"
        return f"{what}; right only because {' and '.join(confused)} {have} size 1"
    beside, reduced = reduction.meeting(sizes)
    if kind == RAISES:
        return f"{what}; the result {reduced.shape} does not fit {beside.shape}"
    return f"{what}; the result {reduced.shape} fits {beside.shape} all the same"


def _what(reduction: _Reduction) -> str:
    dropped = " and ".join(reduction.axes[place] for place in reduction.places)
    return f"axis={_axis_text(reduction.places)} drops {dropped or 'no axis'}"


def _axis_text(places: Shape) -> str:
    return str(places[0]) if len(places) == 1 else str(places)
