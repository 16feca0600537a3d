"""Strict broadcasting: operands of one operation must have the same rank.

Aligning from the right gives an operand with fewer axes new ones on its left, and that is where
a mask of one sequence becomes a mask of another. In strict mode the missing axis has to be
written, as a size 1 in its place, and so has to be thought about. A scalar has no axis to
misplace and always goes.

The mode belongs to the running context: other threads and other asyncio tasks keep their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tensorlib.errors import RankPromotionError
from tensorlib.shapes import Shape

_STRICT = ContextVar("tensorlib_strict_broadcasting", default=False)


@contextmanager
def strict_broadcasting(strict: bool = True) -> Iterator[None]:
    """Refuse arithmetic on tensors of different ranks within a ``with`` block.

    It can decorate a function as well. A thread that is started inside begins without it.

    Parameters
    ----------
    strict : bool, optional
        ``False`` lifts it again within a strict block.

    Raises
    ------
    RankPromotionError
        Inside, by an operation whose operands, scalars aside, have different ranks. Which
        operations broadcast is not changed otherwise.

    Examples
    --------
    >>> from tensorlib import Tensor
    >>> scores, mask = Tensor.zeros((2, 2, 2)), Tensor.zeros((2, 2))
    >>> (scores + mask).shape
    (2, 2, 2)
    >>> with strict_broadcasting():
    ...     scores + mask
    Traceback (most recent call last):
    tensorlib.nameerrors.RankPromotionError: add: shapes (2, 2, 2) and (2, 2) have ranks 3 and 2:
    strict broadcasting wants every missing axis written as a size 1
    """
    token = _STRICT.set(strict)
    try:
        yield
    finally:
        _STRICT.reset(token)


def refuse_rank_promotion(shapes: tuple[Shape, ...], operation: str) -> None:
    """Raise an error if broadcasting is strict and an operand would be given new axes.

    Parameters
    ----------
    shapes : tuple of tuple of int
        The operands of one element-wise operation.
    operation : str
        Heads the message of the error.

    Raises
    ------
    RankPromotionError
        If the ranks differ; scalars are not counted.

    Examples
    --------
    >>> refuse_rank_promotion(((3, 5, 7), (5, 7)), "example")
    >>> with strict_broadcasting():
    ...     refuse_rank_promotion(((3, 5, 7), (1, 5, 7), ()), "example")
    """
    if _STRICT.get() and len({len(shape) for shape in shapes if shape}) > 1:
        raise RankPromotionError(shapes, operation=operation)
