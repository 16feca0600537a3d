"""How operands are written so that every axis lands on its own: with None where one is missing.

One operand, which has all names, stays as it is; the others get its order of axes, a ``None``
wherever it has an axis that they lack, and lose a size-1 axis (``0``) that it has no place for.
Without such an operand the result would have a pair of axes that no operand has, and no spelling
can be called right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tensorlib.meaning.landing import NamedShape
from tensorlib.meaning.names import STRETCHED, Axes, names_of

_KEEP, _INSERT, _DROP = ":", "None", "0"


class Spelling(NamedTuple):
    """How one operand is to be written, and the axes that it then has."""

    label: str
    text: str
    axes: Axes


def respelled(operands: Sequence[NamedShape]) -> tuple[Spelling, ...]:
    """Return how to write each operand that has to change, or nothing if there is no way.

    Parameters
    ----------
    operands : sequence of NamedShape
        All axes are names or ``"1"``.

    Examples
    --------
    >>> scores = NamedShape("scores", ("B", "Tq", "Tk"), (8, 16, 16))
    >>> respelled((scores, NamedShape("mask", ("B", "Tk"), (8, 16))))
    (Spelling(label='mask', text='mask[:, None, :]', axes=('B', '1', 'Tk')),)
    """
    every_name = {name for operand in operands for name in names_of(operand.axes)}
    whole = [operand for operand in operands if set(names_of(operand.axes)) == every_name]
    if not whole:
        return ()
    model = tuple(str(axis) for axis in min(whole, key=lambda operand: len(operand.axes)).axes)
    spellings = (_spelling(operand.label, _known(operand), model) for operand in operands)
    return tuple(spelling for spelling in spellings if spelling.text != spelling.label)


def _known(operand: NamedShape) -> Axes:
    return tuple(str(axis) for axis in operand.axes)


def _spelling(label: str, axes: Axes, model: Axes) -> Spelling:
    ordered = sorted(axes, key=lambda axis: -1 if axis == STRETCHED else model.index(axis))
    text = label
    if names_of(ordered) != names_of(axes):
        order = sorted(range(len(axes)), key=lambda place: ordered.index(axes[place]))
        text, axes = f"{label}.transpose({', '.join(map(str, order))})", tuple(ordered)
    wanted = tuple(axis if axis in axes else STRETCHED for axis in model)
    index = _index(axes, wanted)
    if set(index) - {_KEEP}:
        text = f"{text}[{', '.join(index)}]"
    return Spelling(label, text, _indexed(axes, index))


def _index(axes: Axes, wanted: Axes) -> list[str]:
    """Return the index that makes the axes the wanted ones, but for size-1 axes in front."""
    have, want = _runs(axes), _runs(wanted)
    index = [_KEEP] * have[0]
    for there, needed in zip(have[1:], want[1:], strict=True):
        kept = min(there, needed)
        index.append(_KEEP)
        index += [_INSERT] * (needed - kept) + [_KEEP] * kept + [_DROP] * (there - kept)
    return index


def _runs(axes: Axes) -> list[int]:
    """Return how many size-1 axes stand before the first name, and after each name."""
    runs = [0]
    for axis in axes:
        if axis == STRETCHED:
            runs[-1] += 1
        else:
            runs.append(0)
    return runs


def _indexed(axes: Axes, index: Sequence[str]) -> Axes:
    """Return the axes that are left once an index has been applied."""
    left = iter(axes)
    after = []
    for part in index:
        axis = STRETCHED if part == _INSERT else next(left)
        if part != _DROP:
            after.append(axis)
    return tuple(after)
