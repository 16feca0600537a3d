"""What becomes of the names of axes in numpy's operations, as far as it is certain.

An axis that nothing certain can be said of is ``None``, and so nothing is held against it. No
name stands twice in one array: the scores ``queries @ keys.T`` of one sequence have two axes T,
and which of them a mask's T means is not to be guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tensorlib.axes import as_axes
from tensorlib.meaning.landing import NamedShape
from tensorlib.meaning.names import STRETCHED, names_of
from tensorlib.shapes import Shape, as_index

Tracked = tuple[str | None, ...]


def without_twins(axes: Iterable[str | None]) -> Tracked:
    """Return axes in which a name that stands twice is unknown.

    Parameters
    ----------
    axes : iterable of str or None
        The axes of one array.

    Examples
    --------
    >>> without_twins(("B", "T", "T", "1", "1"))
    ('B', None, None, '1', '1')
    """
    given = tuple(axes)
    return tuple(
        None if axis != STRETCHED and given.count(axis) > 1 else axis  # twins
        for axis in given
    )


def indexed(axes: Tracked, key: object) -> Tracked | None:
    """Return the axes after ``array[key]``, or ``None`` where a key is no basic index.

    Parameters
    ----------
    axes : tuple of str or None
        The array's.
    key : object
        Integers, slices, ``None`` and one ``...``; an axis keeps its name in a slice.

    Examples
    --------
    >>> indexed(("B", "T", "d"), (0, slice(1, None), None))
    ('T', '1', 'd')
    >>> indexed(("B", "T"), [0, 1]) is None
    True
    """
    parts = key if isinstance(key, tuple) else (key,)
    basic = [part is None or part is ... or isinstance(part, slice) for part in parts]
    whole = [as_index(part) is not None and getattr(part, "ndim", 0) == 0 for part in parts]
    if not all(one or other for one, other in zip(basic, whole, strict=True)):
        return None
    taken = sum(part is not None and part is not ... for part in parts)
    after: list[str | None] = []
    left = iter(axes)
    for part in parts if any(part is ... for part in parts) else (*parts, ...):
        if part is None:
            after.append(STRETCHED)
        elif part is ...:
            after += (next(left) for _ in range(len(axes) - taken))
        else:
            axis = next(left)
            after += [axis] if isinstance(part, slice) else []
    return tuple(after)


def reduced(axes: Tracked, axis: object, keepdims: bool) -> Tracked:
    """Return the axes that a reduction leaves.

    Parameters
    ----------
    axes : tuple of str or None
        The array's.
    axis : int, tuple of int, or None
        As numpy takes it.
    keepdims : bool
        Whether a size 1 stays where an axis was.

    Raises
    ------
    AxisError
        If there is no such axis.

    Examples
    --------
    >>> reduced(("B", "T", "d"), 1, False), reduced(("B", "T", "d"), -1, True)
    (('B', 'd'), ('B', 'T', '1'))
    """
    given = range(len(axes)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    gone = as_axes(given, len(axes), "reduce")
    if keepdims:
        return tuple(STRETCHED if place in gone else name for place, name in enumerate(axes))
    return tuple(name for place, name in enumerate(axes) if place not in gone)


def reshaped(axes: Tracked, old: Shape, new: Shape) -> Tracked:
    """Return the axes after a reshape: known if it only adds or takes away sizes 1.

    Parameters
    ----------
    axes : tuple of str or None
        The array's.
    old, new : tuple of int
        Its shape before and after.

    Examples
    --------
    >>> reshaped(("N",), (256,), (256, 1))
    ('N', '1')
    >>> reshaped(("B", "T"), (2, 6), (3, 4))
    (None, None)
    """
    if old == new:
        return axes
    if [size for size in old if size != 1] != [size for size in new if size != 1]:
        return (None,) * len(new)
    kept = iter([axis for axis, size in zip(axes, old, strict=True) if size != 1])
    ones = {axis for axis, size in zip(axes, old, strict=True) if size == 1}
    added = STRETCHED if ones <= {STRETCHED} else None
    return tuple(added if size == 1 else next(kept) for size in new)


def combined(operands: Sequence[NamedShape], shape: Shape) -> Tracked:
    """Return the axes of an element-wise result: those of the operands that have its sizes.

    Parameters
    ----------
    operands : sequence of NamedShape
        Of shapes that broadcast.
    shape : tuple of int
        The result's.

    Examples
    --------
    >>> x, y = NamedShape("x", ("B", "1"), (3, 1)), NamedShape("y", ("d",), (7,))
    >>> combined((x, y), (3, 7))
    ('B', 'd')
    """
    return without_twins(_name_at(operands, place, shape[place]) for place in range(-len(shape), 0))


def _name_at(operands: Sequence[NamedShape], place: int, size: int) -> str | None:
    there = [
        operand.axes[place]
        for operand in sorted(operands, key=lambda operand: -len(operand.axes))
        if len(operand.axes) >= -place and operand.shape[place] == size
    ]
    unnamed = None if None in there else STRETCHED
    return next(iter(names_of(there)), unnamed)


def core_axes(signature: str, ranks: Sequence[int]) -> tuple[list[list[str]], list[str]]:
    """Return the labels of the last axes that a function of sub-arrays takes and gives.

    Parameters
    ----------
    signature : str
        Of a generalised ufunc with one result; ``(n?,k),(k,m?)->(n?,m?)`` is matmul's. A label
        with ``?`` falls away for an operand of too few axes.
    ranks : sequence of int
        The operands' ranks.

    Examples
    --------
    >>> core_axes("(n?,k),(k,m?)->(n?,m?)", (3, 1))
    ([['n', 'k'], ['k']], ['n'])
    """
    taken, given = (list(_groups(side)) for side in signature.split("->"))
    absent = {
        label
        for labels, rank in zip(taken, ranks, strict=True)
        if rank < len(labels)
        for label in labels
        if label.endswith("?")
    }
    inputs, outputs = (
        [[label.rstrip("?") for label in labels if label not in absent] for labels in side]
        for side in (taken, given)
    )
    return inputs, outputs[0]


def _groups(side: str) -> Iterator[list[str]]:
    for group in side.strip("()").split("),("):
        yield [label for label in group.split(",") if label]
