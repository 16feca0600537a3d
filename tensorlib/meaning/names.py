"""Names of axes: how they are written, and the sizes that they stand for.

Axes are written as one text, ``"B 1 Tk"``, or as a sequence of names. A name stands for one axis
and one size. ``1`` is an axis that was inserted to be stretched: it has size 1 and no name. The
two T of attention scores are two axes, the queries' and the keys', and need two names: which of
them a mask's T means decides whether the mask is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from tensorlib.errors import AxisNameError
from tensorlib.literals import as_plain, shown
from tensorlib.namedsizes import as_size
from tensorlib.shapes import Shape, as_index, in_order

Axes = tuple[str, ...]

STRETCHED = "1"
"""What stands for an axis of size 1 that has no name."""


def as_names(given: object, operation: str) -> Axes:
    """Return axes as a tuple of names, with ``"1"`` for an axis without one.

    Parameters
    ----------
    given : str or sequence of str
        Names that could be Python's, each once, separated by spaces if they are one text; and
        ``1``.
    operation : str
        Heads the message of an error.

    Raises
    ------
    AxisNameError
        If something is no name, or a name stands for two axes.

    Examples
    --------
    >>> as_names("B 1 Tk", "example"), as_names(["B", 1, "Tk"], "example"), as_names("", "example")
    (('B', '1', 'Tk'), ('B', '1', 'Tk'), ())
    >>> as_names("B T T", "example")
    Traceback (most recent call last):
    tensorlib.nameerrors.AxisNameError: example: axes 'B T T': the name T stands for two axes; tell
    them apart, as Tq and Tk
    """
    parts = _parts(given, operation)
    axes: list[str] = []
    for part in parts:
        if not isinstance(part, str) or not (part == STRETCHED or part.isidentifier()):
            reason = f"{shown(as_plain(part))} is no name of an axis"
            raise AxisNameError(given, reason, operation=operation)
        if part != STRETCHED and part in axes:
            reason = f"the name {part} stands for two axes; tell them apart, as {part}q and {part}k"
            raise AxisNameError(given, reason, operation=operation)
        axes.append(part)
    return tuple(axes)


def _parts(given: object, operation: str) -> tuple[object, ...]:
    if isinstance(given, str):
        return tuple(given.split())
    if not in_order(given):
        raise AxisNameError(given, "this is no text and no sequence of names", operation=operation)
    return tuple(STRETCHED if as_index(part) == 1 else part for part in given)


def names_of(axes: Iterable[str | None]) -> Axes:
    """Return the names alone, without the axes that have none.

    Parameters
    ----------
    axes : iterable of str or None
        What `as_names` returns; ``None`` is an axis of which nothing is known.

    Examples
    --------
    >>> names_of(("B", "1", None, "Tk"))
    ('B', 'Tk')
    """
    return tuple(axis for axis in axes if axis is not None and axis != STRETCHED)


def bound_shape(axes: Axes, sizes: Mapping[str, object], operation: str) -> Shape:
    """Return the shape that axes have once their names stand for sizes.

    Parameters
    ----------
    axes : tuple of str
        What `as_names` returns.
    sizes : mapping of str to int
        At least the sizes of the names.
    operation : str
        Heads the message of an error.

    Raises
    ------
    AxisNameError
        If a name has no size.
    InvalidSize
        If a size is no non-negative integer.

    Examples
    --------
    >>> bound_shape(("B", "1", "Tk"), {"B": 8, "Tk": 16}, "example")
    (8, 1, 16)
    """
    for axis in names_of(axes):
        if axis not in sizes:
            raise AxisNameError(axes, f"axis {axis} has no size", operation=operation)
    return tuple(
        1 if axis == STRETCHED else as_size(axis, sizes[axis], operation=operation, least=0)
        for axis in axes
    )


def prime_sizes(names: Iterable[str], tied: Iterable[Axes] = ()) -> dict[str, int]:
    """Return sizes of which no two coincide and none is 1: the odd primes, in order.

    With them a name cannot pass for another, and no axis stretches that should not. Primes also
    keep a product of two sizes from being a third.

    Parameters
    ----------
    names : iterable of str
        The names, in the order in which they take the primes; repeated ones count once.
    tied : iterable of tuples of str, optional
        Names that stand for one size, such as the queries and keys of one sequence.

    Examples
    --------
    >>> prime_sizes(["B", "T", "d"])
    {'B': 3, 'T': 5, 'd': 7}
    >>> prime_sizes(["B", "Tq", "Tk", "d"], tied=[("Tq", "Tk")])
    {'B': 3, 'Tq': 5, 'Tk': 5, 'd': 7}
    """
    leaders = _leaders(tied)
    primes = _odd_primes()
    of_leader: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for name in names:
        leader = leaders.get(name, name)
        if leader not in of_leader:
            of_leader[leader] = next(primes)
        sizes[name] = of_leader[leader]
    return sizes


def _leaders(tied: Iterable[Axes]) -> dict[str, str]:
    """Return one name for all that are tied to one another, through others as well."""
    leaders: dict[str, str] = {}
    for group in tied:
        joined = {leaders.get(name, name) for name in group}
        first = leaders.get(group[0], group[0])
        leaders |= dict.fromkeys(group, first)
        leaders |= {name: first for name, leader in leaders.items() if leader in joined}
    return leaders


def _odd_primes() -> Iterator[int]:
    found: list[int] = []
    for number in count(3, 2):
        if all(number % prime for prime in found):
            found.append(number)
            yield number


def bindings_text(sizes: Mapping[str, int]) -> str:
    """Return sizes as the arguments that would bind them.

    Parameters
    ----------
    sizes : mapping of str to int
        A size a name.

    Examples
    --------
    >>> bindings_text({"B": 3, "T": 5})
    'B=3, T=5'
    """
    return ", ".join(f"{name}={size}" for name, size in sizes.items())
