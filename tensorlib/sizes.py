"""Sizes to test with: some that cannot coincide, and others that do so on purpose.

Sizes that are different primes, or products of such, cannot be mistaken for one another, nor
can products of them. A test at those sizes makes a forgotten or a wrong axis raise. What it
cannot show is how the same mistake looks when two sizes are equal by chance, or one of them is
1; so such sizes are drawn as well, one coincidence at a time.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import Literal

from tensorlib.errors import AxisNameError
from tensorlib.meaning.names import Axes, as_names, names_of, prime_sizes

Pairs = Iterable[tuple[str, str]]
Kind = Literal["distinct", "coincident", "lucky"]

HEADS_DIVIDE_WIDTH = (("h", "d"),)
"""That of the names `h` and `d` the first, the heads, divides the second, the width."""

_SPARE = 2  # how many more primes there are to draw from than names


def distinct_sizes(
    names: str | Iterable[str], *, seed: int = 0, divides: Pairs = HEADS_DIVIDE_WIDTH
) -> dict[str, int]:
    """Return sizes of which no two coincide and none is 1, the head width included.

    Each size is a prime of its own; where one size divides another, that is the one times a
    prime of its own. A number is a product of primes in one way alone, so no product of some
    sizes is a product of others either.

    Parameters
    ----------
    names : str or iterable of str
        Names of axes, such as ``"B T d h"``.
    seed : int, optional
        Equal seeds draw equal sizes.
    divides : iterable of pairs of str, optional
        Which size divides which; a pair counts if both are among the names.

    Raises
    ------
    AxisNameError
        If something is no name, a name stands twice, or sizes would divide one another.

    Examples
    --------
    >>> sizes = distinct_sizes("B T d h", seed=1)
    >>> sizes
    {'B': 3, 'T': 11, 'd': 221, 'h': 13}
    >>> sizes["d"] // sizes["h"]
    17
    """
    axes = names_of(as_names(names, "distinct_sizes"))
    parts = _parts_of(axes, divides)
    return _sizes(_drawn(axes, seed), parts)


@dataclass(frozen=True, slots=True)
class SizeSetting:
    """Give each name a size, and say what is special about it.

    Parameters
    ----------
    kind : {"distinct", "coincident", "lucky"}
        Whether no sizes coincide, some are equal, or one of them is 1.
    label : str
        Which ones, such as ``"B = T"``.
    sizes : dict of str to int
        A size a name.
    """

    kind: Kind
    label: str
    sizes: Mapping[str, int]


def size_settings(
    names: str | Iterable[str], *, seed: int = 0, divides: Pairs = HEADS_DIVIDE_WIDTH
) -> tuple[SizeSetting, ...]:
    """Return sizes that cannot coincide, then each coincidence of two, all, and each size 1.

    Parameters
    ----------
    names, seed, divides
        As for `distinct_sizes`.

    Raises
    ------
    AxisNameError
        As `distinct_sizes`.

    Examples
    --------
    >>> for setting in size_settings("B T"):
    ...     print(setting.kind, "|", setting.label, "|", dict(setting.sizes))
    distinct | none coincide | {'B': 11, 'T': 7}
    coincident | B = T | {'B': 7, 'T': 7}
    lucky | B = 1 | {'B': 1, 'T': 7}
    lucky | T = 1 | {'B': 11, 'T': 1}
    """
    axes = names_of(as_names(names, "size_settings"))
    parts, factors = _parts_of(axes, divides), _drawn(axes, seed)

    def setting(kind: Kind, label: str, changed: Mapping[str, int]) -> SizeSetting:
        return SizeSetting(kind, label, _sizes(factors | dict(changed), parts))

    settings = [setting("distinct", "none coincide", {})]
    for first, second in combinations(axes, 2):
        for changed in _equalising(first, second, factors, parts):
            settings.append(setting("coincident", f"{first} = {second}", changed))
    free = [name for name in axes if not parts[name]]
    for whole, part in ((whole, found[0]) for whole, found in parts.items() if len(found) == 1):
        for name in free:
            changed = {name: factors[whole]}
            settings.append(setting("coincident", f"{name} = {whole} / {part}", changed))
    if len(axes) > 2:
        same = dict.fromkeys(axes, min(factors.values()))
        settings.append(setting("coincident", "all coincide", same))
    settings += (setting("lucky", f"{name} = 1", {name: 1}) for name in free)
    return tuple(settings)


def _drawn(axes: Axes, seed: int) -> dict[str, int]:
    """Return a prime of its own for each name."""
    primes = list(prime_sizes(map(str, range(len(axes) + _SPARE))).values())
    draw = random.Random(seed).random  # the one method whose sequence no release may change
    return dict(zip(axes, sorted(primes, key=lambda _: draw()), strict=False))


def _parts_of(axes: Axes, divides: Pairs) -> dict[str, Axes]:
    """Return for each name those that divide it, once it is known that they form no circle."""
    parts = {
        name: tuple(part for part, whole in divides if whole == name and part in axes)
        for name in axes
    }
    settled: set[str] = set()
    while len(settled) < len(parts):
        ready = {name for name in parts if settled.issuperset(parts[name])} - settled
        if not ready:
            reason = "some sizes would divide one another in a circle"
            raise AxisNameError(axes, reason, operation="distinct_sizes")
        settled |= ready
    return parts


def _sizes(factors: Mapping[str, int], parts: Mapping[str, Axes]) -> dict[str, int]:
    def size(name: str) -> int:
        return factors[name] * prod(size(part) for part in parts[name])

    return {name: size(name) for name in factors}


def _equalising(
    first: str, second: str, factors: dict[str, int], parts: dict[str, Axes]
) -> Iterator[dict[str, int]]:
    """Yield the factor that makes two sizes equal, if there is one such."""
    sizes = _sizes(factors, parts)
    for name, other in ((first, second), (second, first)):
        if parts[other] == (name,):
            yield {other: 1}
            return
        if not parts[name] and name not in parts[other]:
            yield {name: sizes[other]}
            return
