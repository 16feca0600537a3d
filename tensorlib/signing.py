"""Shapes held against a signature: the number of axes, and names that stand for one size each.

It does what an annotation such as jaxtyping's does at a call, without its machinery: a name is
bound to the first size that it meets, and every later size under that name must be the same.
Values and formats are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tensorlib.shapes import Shape


class Signed(NamedTuple):
    """One argument, or the result, beside what a signature says of it.

    Parameters
    ----------
    label : str
        What it is called.
    axes : str
        The names of its axes, ``"B T d"``; a name may stand twice.
    shape : tuple of int
        The shape it has.
    """

    label: str
    axes: str
    shape: Shape


def signature_misfit(signed: Iterable[Signed], *, names_bound: bool = True) -> str | None:
    """Return what in some shapes contradicts a signature, or None.

    Parameters
    ----------
    signed : iterable of Signed
        Arguments in their order, the result last.
    names_bound : bool, optional
        Whether a name stands for one size all along. To a type checker alone it does so within
        one annotation, and each annotation is looked at by itself.

    Examples
    --------
    >>> x, mask = Signed("x", "B T d", (3, 5, 7)), Signed("mask", "B T", (3, 4))
    >>> signature_misfit([x, mask])
    'mask (3, 4) is no [B, T]: T is 5, not 4'
    >>> signature_misfit([x, mask], names_bound=False) is None
    True
    >>> signature_misfit([Signed("target", "N", (4, 1))], names_bound=False)
    'target (4, 1) is no [N]: it has 2 axes, not 1'
    """
    bound: dict[str, int] = {}
    for label, axes, shape in signed:
        if not names_bound:
            bound = {}
        names = axes.split()
        what = f"{label} {shape} is no [{', '.join(names)}]"
        if len(names) != len(shape):
            return f"{what}: it has {len(shape)} axes, not {len(names)}"
        for name, size in zip(names, shape, strict=True):
            known = bound.setdefault(name, size)
            if known != size:
                return f"{what}: {name} is {known}, not {size}"
    return None
