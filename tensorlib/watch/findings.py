"""What is suspicious about one broadcast: by its shapes, and by the names as far as known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import prod

from tensorlib.literals import joined
from tensorlib.meaning.check import judge
from tensorlib.meaning.landing import NamedShape
from tensorlib.meaning.names import names_of
from tensorlib.meaning.verdict import RAISES, Verdict


class Suspicion(StrEnum):
    """Name what a broadcast is reported for.

    ``ONE_SIZE``: an axis lands on another, and passes only because both names have one size.
    ``MISSES``: an axis lands where its own is not, and a size 1 lets it pass. ``LUCK``: an axis
    lands on the wrong one, and a size 1 makes the numbers right. ``STRETCHES_BOTH``: no operand
    has the result's shape. ``PROMOTES_RANK``: an operand gets new axes on its left, and the
    names do not show that they belong there.

    Examples
    --------
    >>> print(Suspicion.ONE_SIZE)
    two names, one size
    """

    ONE_SIZE = "two names, one size"
    MISSES = "an axis misses its own"
    LUCK = "right by luck"
    STRETCHES_BOTH = "both operands stretch"
    PROMOTES_RANK = "the rank grows"


@dataclass(frozen=True, slots=True)
class Finding:
    """Keep what is suspicious about one broadcast.

    Parameters
    ----------
    suspicions : tuple of Suspicion
        At least one.
    reasons : tuple of str
        One line each.
    verdict : Verdict
        What the names say as far as they are known.
    is_right : bool
        Whether the names vouch for it: they are all known, and every axis is on its own.

    Examples
    --------
    >>> pred, target = NamedShape("pred", (None,), (9,)), NamedShape("target", (None, "1"), (9, 1))
    >>> found = finding((pred, target), {})
    >>> print(*found.reasons, sep="; ")
    both operands stretch: (9,) and (9, 1) make (9, 9); the rank grows: (9,) gets 1 new axis on
    its left
    """

    suspicions: tuple[Suspicion, ...]
    reasons: tuple[str, ...]
    verdict: Verdict
    is_right: bool


def finding(operands: Sequence[NamedShape], sizes: Mapping[str, int]) -> Finding | None:
    """Return what is suspicious about an element-wise operation, or ``None``.

    Parameters
    ----------
    operands : sequence of NamedShape
        Of any shapes; those that do not broadcast are numpy's to refuse.
    sizes : mapping of str to int
        The sizes that names stand for.

    Examples
    --------
    >>> x = NamedShape("x", ("B", "T"), (3, 5))
    >>> finding((x, x._replace(label="y")), {}) is None
    True
    """
    verdict = _verdict(operands)
    if verdict.kind == RAISES:
        return None
    return _found({**_by_name(verdict), **_by_shape(verdict, sizes)}, verdict)


def product_finding(
    operands: Sequence[NamedShape], cores: Sequence[Sequence[str]], sizes: Mapping[str, int]
) -> Finding | None:
    """Return what is suspicious about a product of matrices, or ``None``.

    Parameters
    ----------
    operands : sequence of NamedShape
        The factors.
    cores : sequence of sequences of str
        What the function calls each operand's last axes; those of one label meet.
    sizes : mapping of str to int
        The sizes that names stand for.

    Examples
    --------
    >>> x, y = NamedShape("x", ("B", "T"), (4, 4)), NamedShape("y", ("d", "k"), (4, 5))
    >>> product_finding((x, y), (("n", "k"), ("k", "m")), {}).reasons
    ('two names, one size: axis T of x meets axis d of y; both have size 4, so it runs',)
    """
    leading = [x.without_last(len(core)) for x, core in zip(operands, cores, strict=True)]
    verdict = _verdict(leading)
    if verdict.kind == RAISES:
        return None
    found = {**_by_name(verdict), **_by_shape(verdict, sizes), **_by_label(operands, cores)}
    return _found(found, verdict)


def _verdict(operands: Sequence[NamedShape]) -> Verdict:
    return judge([operand for operand in operands if operand.axes])  # a scalar fits anywhere


def _found(found: dict[Suspicion, str], verdict: Verdict) -> Finding | None:
    if not found:
        return None
    reasons = tuple(f"{suspicion}: {reason}" for suspicion, reason in found.items())
    is_right = _names_vouch(verdict) and [*found] == [Suspicion.STRETCHES_BOTH]
    return Finding(tuple(found), reasons, verdict, is_right)


def _by_label(
    operands: Sequence[NamedShape], cores: Sequence[Sequence[str]]
) -> dict[Suspicion, str]:
    """Look at the axes that a product takes together, which no size 1 stretches."""
    first: dict[str, tuple[NamedShape, int]] = {}
    for operand, core in zip(operands, cores, strict=True):
        for place, label in enumerate(core, start=-len(core)):
            other, there = first.setdefault(label, (operand, place))
            names = names_of((other.axes[there], operand.axes[place]))
            sizes = (other.shape[there], operand.shape[place])
            if len(set(names)) == 2 and len(set(sizes)) == 1:
                met = f"axis {names[0]} of {other.label} meets axis {names[1]} of {operand.label}"
                return {Suspicion.ONE_SIZE: f"{met}; both have size {sizes[0]}, so it runs"}
    return {}


def _by_name(verdict: Verdict) -> dict[Suspicion, str]:
    if not verdict.landings:
        return {}
    first = verdict.landings[0]
    if first.harmless:
        return {Suspicion.LUCK: verdict.reason}
    coincide = first.size == first.other_size and first.onto.isidentifier()
    return {Suspicion.ONE_SIZE if coincide else Suspicion.MISSES: verdict.reason}


def _by_shape(verdict: Verdict, sizes: Mapping[str, int]) -> dict[Suspicion, str]:
    # An operand that is one number, in however many brackets, has nothing to misplace.
    shapes = [operand.shape for operand in verdict.operands if prod(operand.shape) != 1]
    found = {}
    if len(shapes) > 1 and verdict.shape not in [_as_wide(shape, verdict) for shape in shapes]:
        made = f"{joined(tuple(shapes), ' and ')} make {verdict.shape}"
        found[Suspicion.STRETCHES_BOTH] = made
    rank = max(map(len, shapes), default=0)
    lower = next((shape for shape in shapes if len(shape) < rank), None)
    if lower is not None and not verdict.landings and not _names_vouch(verdict):
        number = rank - len(lower)
        axes = "1 new axis" if number == 1 else f"{number} new axes"
        grown = f"{lower} gets {axes} on its left{_ambiguity(verdict, lower, sizes)}"
        found[Suspicion.PROMOTES_RANK] = grown
    return found


def _as_wide(shape: tuple[int, ...], verdict: Verdict) -> tuple[int, ...]:
    rank = len(verdict.shape or ())
    return (1,) * (rank - len(shape)) + shape


def _names_vouch(verdict: Verdict) -> bool:
    known = all(None not in operand.axes for operand in verdict.operands)
    return known and not verdict.landings


def _ambiguity(verdict: Verdict, shape: tuple[int, ...], sizes: Mapping[str, int]) -> str:
    """Say which names a size could stand for, if the names of the axes are not known."""
    if all(None not in operand.axes for operand in verdict.operands):
        return ""
    for size in shape:
        names = [name for name, bound in sizes.items() if bound == size != 1]
        if len(names) > 1:
            return f"; size {size} is that of {' and '.join(names)}"
    return ""
