"""Tuple arithmetic: what a shape is, how many elements it holds, and its row-major strides.

The strides come from right to left: the last is 1, each earlier one is the product of all
sizes to its right. The element count is one product more. Every product of that chain must
fit an unsigned 64-bit integer, also when a size 0 elsewhere makes the tensor empty; so the
order of the products decides which shapes are refused::

    (2**63, 2, 0)    0*1, then 2*0, then 2**63*0      fits, no elements
    (0, 2**63, 2)    2*1, then 2**63*2                refused, although it has no elements

Strides count elements, not bytes.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Set
from itertools import islice
from typing import TypeGuard

from tensorlib.errors import MAX_RANK, MAX_SIZE, InvalidShape, ShapeOverflow

Shape = tuple[int, ...]

_INTEGERS = frozenset((int,))


def as_index(value: object) -> int | None:
    """Return an integer as ``int``, or ``None`` for anything else.

    Parameters
    ----------
    value : object
        Integers of every kind that ``operator.index`` takes, numpy's among them. A bool is
        a truth value and not an integer here, and a float is not one even if it is whole.

    Examples
    --------
    >>> as_index(3), as_index(True), as_index(3.0)
    (3, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # the question is whether it is one
    except TypeError:
        return None


def in_order(values: object) -> TypeGuard[Iterable[object]]:
    """Tell whether items can be taken one by one, in an order that means something.

    Parameters
    ----------
    values : object
        A text, a set or a mapping is no such thing, although Python can loop over it.

    Examples
    --------
    >>> in_order([3, 4]), in_order({3, 4}), in_order("34"), in_order(34)
    (True, False, False, False)
    """
    if isinstance(values, (tuple, list)):
        return True
    return isinstance(values, Iterable) and not isinstance(values, (str, bytes, Mapping, Set))


def as_shape(shape: object, *, operation: str = "shape") -> Shape:
    """Return a shape as a tuple of ``int``.

    Parameters
    ----------
    shape : iterable of int
        At most 64 sizes, each from 0 to ``2**64 - 1``.
    operation : str, optional
        Heads the message of an error.

    Raises
    ------
    InvalidShape
        If it is no iterable, has more than 64 sizes, or one is negative or not an integer.
    ShapeOverflow
        If one size alone exceeds ``2**64 - 1``.

    Examples
    --------
    >>> as_shape([2, 2, 3])
    (2, 2, 3)
    """
    # For speed; what is no tuple of plain sizes is left to the lines below.
    if all_plain(shape) and len(shape) <= MAX_RANK and _within_limits(shape):
        return shape
    given = items_of(shape, operation)
    sizes = tuple(size for size in map(as_index, given) if size is not None and size >= 0)
    if len(sizes) != len(given) or len(given) > MAX_RANK:
        raise InvalidShape(given, operation=operation)
    if any(size > MAX_SIZE for size in sizes):
        raise ShapeOverflow(shape=sizes, factors=(max(sizes),), operation=operation)
    return sizes


def all_plain(values: object) -> TypeGuard[tuple[int, ...]]:
    """Tell whether something is a tuple of nothing but Python's own ``int``.

    Parameters
    ----------
    values : object
        A bool in it, or a number of numpy's, is not plain.

    Examples
    --------
    >>> all_plain((2, 3)), all_plain((2, True)), all_plain([2, 3])
    (True, False, False)
    """
    return type(values) is tuple and _INTEGERS.issuperset(map(type, values))


def items_of(shape: object, operation: str) -> tuple[object, ...]:
    """Return what should be sizes, not looked at yet, and no more than show that it is too much.

    Parameters
    ----------
    shape : iterable
        It may be endless.
    operation : str
        Heads the message of an error.

    Raises
    ------
    InvalidShape
        If it is no iterable.

    Examples
    --------
    >>> items_of(iter([2, -1]), "example")
    (2, -1)
    """
    if not in_order(shape):
        raise InvalidShape(shape, operation=operation)
    try:
        return tuple(islice(shape, MAX_RANK + 1))
    except TypeError:  # numpy's 0-d array calls itself iterable
        raise InvalidShape(shape, operation=operation) from None


def row_major_strides(shape: Iterable[int]) -> Shape:
    """Return how far one step along each axis moves in a row-major buffer, in elements.

    Parameters
    ----------
    shape : iterable of int
        The sizes; ``()`` is a scalar and has no strides.

    Returns
    -------
    tuple of int
        One stride an axis.

    Raises
    ------
    InvalidShape
        If the shape is not at most 64 non-negative integers.
    ShapeOverflow
        If a product of the chain, the element count included, exceeds ``2**64 - 1``.

    Examples
    --------
    >>> row_major_strides((2, 2, 3))
    (6, 3, 1)
    >>> row_major_strides((2, 0, 3))
    (0, 3, 1)
    >>> row_major_strides(())
    ()
    """
    return strides_and_count(as_shape(shape, operation="row_major_strides"), "row_major_strides")[0]


def element_count(shape: Iterable[int]) -> int:
    """Return how many elements a tensor of this shape has.

    Parameters
    ----------
    shape : iterable of int
        The sizes; ``()`` is a scalar and has one element.

    Raises
    ------
    InvalidShape
        If the shape is not at most 64 non-negative integers.
    ShapeOverflow
        If a product of the chain of strides, or the count, exceeds ``2**64 - 1``.

    Examples
    --------
    >>> element_count((2, 2, 3)), element_count((2, 0, 3)), element_count(())
    (12, 0, 1)
    """
    return strides_and_count(as_shape(shape, operation="element_count"), "element_count")[1]


def _within_limits(sizes: Shape) -> bool:
    return not sizes or (min(sizes) >= 0 and max(sizes) <= MAX_SIZE)


def strides_and_count(shape: Shape, operation: str) -> tuple[Shape, int]:
    """Return the row-major strides and the element count from one chain of products.

    Parameters
    ----------
    shape : tuple of int
        What `as_shape` returns.
    operation : str
        Heads the message of an error.

    Raises
    ------
    ShapeOverflow
        If a product exceeds ``2**64 - 1``; the first one, from the right, is named.

    Examples
    --------
    >>> strides_and_count((3, 4, 5), "example")
    ((20, 5, 1), 60)
    """
    strides_from_right = []
    product = 1
    for size in reversed(shape):
        strides_from_right.append(product)
        stride, product = product, size * product
        if product > MAX_SIZE:
            raise ShapeOverflow(shape=shape, factors=(size, stride), operation=operation)
    return tuple(reversed(strides_from_right)), product
