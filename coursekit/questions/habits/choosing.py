"""Sizes to test with: whether they can be mistaken for one another, a head's width included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coursekit.questions.forms import Integers
from coursekit.questions.question import Question, ask

Sizes = Mapping[str, int]


def telling_sizes_of(settings: Sequence[Sizes]) -> Question:
    """Ask which sizes cannot coincide, by their numbers from 1.

    Parameters
    ----------
    settings : sequence of mapping of str to int
        The sizes of B, T, h and d; h divides d, which leaves the width of a head.

    Raises
    ------
    CourseError
        If those who forget the width of a head, or take 1 for a size like others, choose the
        same ones as others.

    Examples
    --------
    >>> question = telling_sizes_of(
    ...     [dict(B=3, T=5, h=2, d=14), dict(B=3, T=5, h=2, d=10), dict(B=1, T=5, h=2, d=14)]
    ... )
    >>> question.answer, question.beliefs["M98"], question.beliefs["M99"]
    ((1,), (1, 2), (1, 3))
    """
    listed = "; ".join(
        f"{number}: " + ", ".join(f"{name} = {size}" for name, size in sizes.items())
        for number, sizes in enumerate(settings, start=1)
    )
    return ask(
        "telling_sizes_of",
        (tuple(tuple(sizes.items()) for sizes in settings),),
        f"At which of these sizes can no axis be mistaken for another, heads split? {listed}",
        Integers(),
        _chosen(settings, width=True, ones=False),
        {
            "M98": _chosen(settings, width=False, ones=False),
            "M99": _chosen(settings, width=True, ones=True),
        },
        drop_ambiguous=False,
    )


def _chosen(settings: Sequence[Sizes], *, width: bool, ones: bool) -> tuple[int, ...]:
    """Return the numbers of those that tell, if the head's width counts and sizes may be 1."""
    return tuple(
        number
        for number, sizes in enumerate(settings, start=1)
        if _tells([*sizes.values(), *([sizes["d"] // sizes["h"]] if width else [])], ones=ones)
    )


def _tells(sizes: Sequence[int], *, ones: bool) -> bool:
    return len(set(sizes)) == len(sizes) and (ones or 1 not in sizes)
