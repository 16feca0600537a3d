"""Judge an element-wise operation by the names of its operands' axes, at given sizes.

The broadcasting rule decides by size and is blind to meaning. Here both are asked: the rule,
whether it runs; the names, whether every axis lands on its own. With scores ``B Tq Tk`` and a
padding mask ``B Tk``, the mask's B lands on the queries: an error at B=8, Tq=16, right by luck
at B=1, and at B=16, Tq=16 a mask of the wrong sequence, of which nobody is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tensorlib.broadcasting import common_shape
from tensorlib.errors import AxisNameError, BroadcastError, ShapeOverflow
from tensorlib.meaning.landing import Landing, NamedShape, misplaced
from tensorlib.meaning.names import (
    STRETCHED,
    Axes,
    as_names,
    bindings_text,
    bound_shape,
    names_of,
    prime_sizes,
)
from tensorlib.meaning.spelling import respelled
from tensorlib.meaning.verdict import (
    CORRECT,
    CORRECT_BY_LUCK,
    RAISES,
    SILENTLY_WRONG,
    Verdict,
    VerdictKind,
)
from tensorlib.namedsizes import as_size
from tensorlib.shapes import Shape

_OPERATION = "check_axes"

Refusal = BroadcastError | ShapeOverflow


def check_axes(
    operands: Mapping[str, str | Sequence[str]],
    tied: str | Iterable[str] = (),
    /,
    **sizes: int,
) -> Verdict:
    """Tell whether operands that are added, multiplied or compared mean what their sizes allow.

    What is meant is an alignment by name: an operand's axis belongs where the result has the
    axis of the same name. What happens is an alignment from the right. The verdict compares
    which elements meet in the one and in the other.

    Parameters
    ----------
    operands : mapping of str to axes
        What each operand is called, and its axes: ``"B 1 Tk"``, or a sequence of names.
        ``1`` is an axis that was inserted to be stretched, as by ``mask[:, None, :]``.
    tied : str or iterable of str, optional
        Names that always have the same size, ``"Tq Tk"``; several such groups as several
        texts. It matters for the sizes that the verdict proposes. Like the operands it is
        given by position, so that axes can have any name.
    **sizes : int
        The size of each name; names that no operand has are not looked at.

    Returns
    -------
    Verdict
        RAISES, CORRECT (at every size), CORRECT_BY_LUCK (at these sizes, through a size 1, or
        since there is no element) or SILENTLY_WRONG, and why.

    Raises
    ------
    AxisNameError
        If axes are no names, a name stands twice in one operand or has no size, or tied names
        have different sizes.
    InvalidSize
        If a size is no non-negative integer.

    Notes
    -----
    What happens is numpy's and torch's broadcasting rule: align from the right, stretch a size 1
    or a missing axis, refuse other differences. It knows no names, so a name stands in one place
    in all operands, and each place has one name, or the sizes alone decide.

    The names can only vouch for what they tell. A reduction over the wrong axis is a matter for
    `tensorlib.check_reduction`; a reshape in place of a transpose needs a test of values.

    Examples
    --------
    >>> axes = {"scores": "B Tq Tk", "mask": "B Tk"}
    >>> print(check_axes(axes, B=16, Tq=16, Tk=16))
    SILENTLY_WRONG: axis B of mask lands on axis Tq of scores; both have size 16, so it runs
    axis      -3           -2     -1
    scores  B=16        Tq=16  Tk=16
    mask       –   B=16 on Tq  Tk=16
    result  B=16        Tq=16  Tk=16
    raises at sizes B=3, Tq=5, Tk=7
    right at every size: mask[:, None, :]
    >>> print(check_axes(axes, B=8, Tq=16, Tk=16).kind, check_axes(axes, B=1, Tq=16, Tk=16).kind)
    RAISES CORRECT_BY_LUCK
    >>> check_axes({"scores": "B Tq Tk", "mask": "B 1 Tk"}, B=16, Tq=16, Tk=16).kind
    <VerdictKind.CORRECT: 'CORRECT'>
    """
    given = {str(label): as_names(axes, _OPERATION) for label, axes in operands.items()}
    for name, size in sizes.items():
        as_size(name, size, operation=_OPERATION, least=0)
    named = tuple(
        NamedShape(label, axes, bound_shape(axes, sizes, _OPERATION))
        for label, axes in given.items()
    )
    return judge(named, _tied_groups(tied, sizes))


def _tied_groups(tied: str | Iterable[str], sizes: Mapping[str, int]) -> tuple[Axes, ...]:
    groups = [as_names(group, _OPERATION) for group in ([tied] if isinstance(tied, str) else tied)]
    for group in groups:
        bound = bindings_text({name: sizes[name] for name in group if name in sizes})
        if len({sizes[name] for name in group if name in sizes}) > 1:
            reason = f"tied axes have different sizes: {bound}"
            raise AxisNameError(group, reason, operation=_OPERATION)
    return tuple(group for group in groups if group)


def judge(operands: Sequence[NamedShape], tied: tuple[Axes, ...] = ()) -> Verdict:
    """Judge operands whose axes have their sizes already, as `check_axes` does.

    Parameters
    ----------
    operands : sequence of NamedShape
        An axis may be ``None``: nothing is known about it, and so nothing is held against it.
    tied : tuple of tuples of str, optional
        Names that always have the same size.

    Examples
    --------
    >>> judge([NamedShape("x", ("T",), (4,)), NamedShape("y", (None,), (4,))]).kind
    <VerdictKind.CORRECT: 'CORRECT'>
    """
    landings = misplaced(operands)
    shape, error = _outcome(tuple(operand.shape for operand in operands))
    if isinstance(error, BroadcastError):
        landings = tuple(sorted(landings, key=lambda landing: landing.place != error.axis))
    kind = _kind(operands, landings, shape)
    met = tuple((x.axis, x.onto) for x in landings if x.onto.isidentifier())
    return Verdict(
        kind,
        _reason(kind, landings, error),
        tuple(operands),
        landings,
        _result_axes(operands) if shape is not None else (),
        shape,
        error,
        _sizes_that(RAISES, operands, tied) if landings else None,
        _sizes_that(SILENTLY_WRONG, operands, (*tied, *met)) if landings else None,
        _right(operands) if landings else (),
    )


def _outcome(shapes: tuple[Shape, ...]) -> tuple[Shape | None, Refusal | None]:
    """Return the result's shape, or why there is none."""
    try:
        return common_shape(shapes, "broadcast_shapes"), None
    except (BroadcastError, ShapeOverflow) as error:
        return None, error


def _kind(
    operands: Sequence[NamedShape], landings: Sequence[Landing], shape: Shape | None
) -> VerdictKind:
    if shape is None:
        return RAISES
    if not landings:
        return CORRECT
    if all(landing.harmless for landing in landings) or _is_empty_as_meant(operands, shape):
        return CORRECT_BY_LUCK
    return SILENTLY_WRONG


def _is_empty_as_meant(operands: Sequence[NamedShape], shape: Shape) -> bool:
    """Tell whether there is no element, in the shape that an alignment by name has as well."""
    meant = {name: operand.size_of(name) for operand in operands for name in names_of(operand.axes)}
    return 0 in shape and _without_ones(shape) == _without_ones(meant.values())


def _without_ones(sizes: Iterable[int]) -> list[int]:
    return sorted(size for size in sizes if size != 1)


def _reason(kind: VerdictKind, landings: Sequence[Landing], error: Refusal | None) -> str:
    if not landings:
        return str(error) if error else "every axis lands on its own, at every size"
    first = landings[0]
    if kind == RAISES:
        return f"{first}, and sizes {first.size} and {first.other_size} differ"
    if kind == CORRECT_BY_LUCK:
        return f"{first}; it is right only because {_luck(first)}"
    if first.onto.isidentifier() and 1 not in (first.size, first.other_size):
        return f"{first}; both have size {first.size}, so it runs"
    return f"{first}; a size 1 stretches, so it runs"


def _luck(landing: Landing) -> str:
    if not landing.harmless:
        return "there is no element"
    if landing.size == 1:
        return f"axis {landing.axis} has size 1"
    return f"axis {landing.onto} of {landing.other} has size 1"


def _result_axes(operands: Sequence[NamedShape]) -> Axes:
    """Return what stands in each place of the result: the first name there, by rank."""
    ordered = sorted(operands, key=lambda operand: -len(operand.axes))
    rank = max((len(operand.axes) for operand in operands), default=0)
    axes = []
    for place in range(-rank, 0):
        there = [operand.axes[place] for operand in ordered if len(operand.axes) >= -place]
        axes.append(next(iter(names_of(there)), STRETCHED))
    return tuple(axes)


def _sizes_that(
    wanted: VerdictKind, operands: Sequence[NamedShape], tied: tuple[Axes, ...]
) -> dict[str, int] | None:
    """Return sizes at which the outcome is the wanted one, found by trying them."""
    if any(axis is None for operand in operands for axis in operand.axes):
        return None
    names = [name for operand in operands for name in names_of(operand.axes)]
    sizes = prime_sizes(names, tied)
    bound = [_rebound(operand, sizes) for operand in operands]
    shape, _ = _outcome(tuple(operand.shape for operand in bound))
    return sizes if _kind(bound, misplaced(bound), shape) == wanted else None


def _rebound(operand: NamedShape, sizes: Mapping[str, int]) -> NamedShape:
    axes = tuple(str(axis) for axis in operand.axes)
    return NamedShape(operand.label, axes, bound_shape(axes, sizes, _OPERATION))


def _right(operands: Sequence[NamedShape]) -> tuple[str, ...]:
    """Return how to write the operands, if that is found to be right at every size."""
    if any(axis is None for operand in operands for axis in operand.axes):
        return ()
    changed = {spelling.label: spelling for spelling in respelled(operands)}
    sizes = prime_sizes(name for operand in operands for name in names_of(operand.axes))
    respelt = [
        _rebound(NamedShape(x.label, changed[x.label].axes, ()) if x.label in changed else x, sizes)
        for x in operands
    ]
    if misplaced(respelt):
        return ()
    return tuple(spelling.text for spelling in changed.values())
