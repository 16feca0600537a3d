"""Padding masks: which positions of a batch are real, and what follows from that.

A mask has the shape (B, T), and **True, or 1, marks what is real**. Libraries differ here: in
some, True marks what is to be ignored. In every row the real positions are the first ones, with
padding on the right, or the last ones, with padding on the left, and there is at least one. In
one batch all padding lies on one side. A mask that is otherwise is refused by every function
here, since what follows from it would be wrong without a sign of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tensorlib.buffers import array_of, real_number
from tensorlib.errors import InvalidData, MaskError, PaddingSideError
from tensorlib.literals import as_plain, kind, shown
from tensorlib.namedsizes import as_size
from tensorlib.shapes import as_index, in_order
from tensorlib.tensor import Tensor

Mask = NDArray[np.bool_]
Side = Literal["left", "right"]


def padding_mask(lengths: Iterable[int], T: int, side: Side = "right") -> Mask:
    """Return the mask of sequences of some lengths in a batch that is T wide.

    Parameters
    ----------
    lengths : iterable of int, length B
        How many real positions each row has, from 1 to T.
    T : int
        The width of the batch.
    side : {"right", "left"}, optional
        Where the padding lies.

    Returns
    -------
    ndarray of bool, shape (B, T)
        True marks what is real.

    Raises
    ------
    MaskError
        If a length is no integer from 1 to T.
    InvalidSize
        If T is no integer of at least 0.
    PaddingSideError
        If the side is neither.

    Examples
    --------
    >>> padding_mask([3, 1], T=3, side="left").astype(int)
    array([[1, 1, 1],
           [0, 0, 1]])
    """
    width = as_size("T", T, least=0, operation="padding_mask")
    is_left = _as_side(side, "padding_mask") == "left"
    if not in_order(lengths):
        given = as_plain(lengths)
        reason = f"lengths {shown(given)} are {kind(given)}, not a sequence of integers"
        raise MaskError(reason, operation="padding_mask")
    counts = [_as_length(row, length, width) for row, length in enumerate(lengths)]
    real = np.array(counts, dtype=np.int64).reshape(-1, 1)
    positions = np.arange(width)
    return positions >= width - real if is_left else positions < real


def padding_side(mask: ArrayLike) -> Side | None:
    """Return the side on which a mask has its padding, ``None`` if there is no padding.

    Parameters
    ----------
    mask : array_like of bool, or of 0 and 1, shape (B, T)
        True marks what is real.

    Raises
    ------
    InvalidData, MaskError, PaddingSideError
        As `check_mask`.

    Examples
    --------
    >>> padding_side([[1, 1, 1], [0, 0, 1]])
    'left'
    """
    return next((side for _, side in _sides(check_mask(mask, operation="padding_side"))), None)


def check_mask(mask: ArrayLike, side: Side | None = None, *, operation: str = "mask") -> Mask:
    """Return a mask as truth values, once it is known to be one.

    Parameters
    ----------
    mask : array_like of bool, or of 0 and 1, shape (B, T)
        True marks what is real.
    side : {"right", "left"}, optional
        Where the padding is said to lie; by default where the first padded row has it.
    operation : str, optional
        Heads the message of an error.

    Raises
    ------
    InvalidData
        If it is no array of numbers or truth values.
    MaskError
        If it has not two axes or not only zeros and ones; if a row has no real position, or
        real positions that are neither its first nor its last ones.
    PaddingSideError
        If the side is neither, or a row has its padding on the other side.

    Examples
    --------
    >>> check_mask([[1, 1], [1, 0]], "left")
    Traceback (most recent call last):
    tensorlib.batcherrors.PaddingSideError: mask: row 1 is padded on the right, the side of the
    batch is 'left' (True marks what is real)
    """
    stated = None if side is None else _as_side(side, operation)
    numbers = array_of(mask, operation)
    if numbers.ndim != 2:
        reason = f"a mask has the 2 axes (B, T), not the shape {numbers.shape}"
        raise MaskError(reason, operation=operation)
    for row, position in np.argwhere((numbers != 0) & (numbers != 1))[:1].tolist():
        reason = f"value {numbers[row, position]} at position {position} is neither 0 nor 1"
        raise MaskError(reason, row, operation=operation)
    real: Mask = numbers == 1
    for row in np.flatnonzero(~real.any(axis=1))[:1].tolist():
        reason = f"none of {real.shape[1]} positions is real (True marks what is real)"
        raise MaskError(reason, row, operation=operation)
    for row, found in _sides(real):
        if found is None:
            positions = shown(tuple(np.flatnonzero(real[row]).tolist()))
            reason = f"the real positions {positions} of {real.shape[1]} are not its first or last"
            raise MaskError(reason, row, operation=operation)
        stated = stated or found
        if found != stated:
            raise PaddingSideError(stated, row, found, operation=operation)
    return real


def last_index(mask: ArrayLike, side: Side | None = None) -> NDArray[np.int64]:
    """Return where in each row the last real position is; from the mask, never from T.

    Parameters
    ----------
    mask : array_like of bool, or of 0 and 1, shape (B, T)
        True marks what is real.
    side : {"right", "left"}, optional
        Where the padding is said to lie.

    Returns
    -------
    ndarray of int64, shape (B,)
        One index a row.

    Raises
    ------
    InvalidData, MaskError, PaddingSideError
        As `check_mask`.

    Examples
    --------
    >>> last_index(padding_mask([5, 3, 1], T=5)), last_index(padding_mask([5, 3, 1], 5, "left"))
    (array([4, 2, 0]), array([4, 4, 4]))
    """
    real = check_mask(mask, side, operation="last_index")
    positions = np.where(real, np.arange(real.shape[1]), -1)
    return np.asarray(positions.max(axis=1, initial=-1), dtype=np.int64)


def padding_share(mask: ArrayLike, side: Side | None = None) -> float:
    """Return which part of a batch is padding, from 0 to 1.

    Parameters
    ----------
    mask : array_like of bool, or of 0 and 1, shape (B, T)
        True marks what is real.
    side : {"right", "left"}, optional
        Where the padding is said to lie.

    Returns
    -------
    float
        0.0 for a batch without rows.

    Raises
    ------
    InvalidData, MaskError, PaddingSideError
        As `check_mask`.

    Examples
    --------
    >>> padding_share(padding_mask([5, 3, 1], T=5))
    0.4
    """
    real = check_mask(mask, side, operation="padding_share")
    return int(np.sum(~real)) / real.size if real.size else 0.0


def attention_mask(
    mask: ArrayLike, heads: bool = False, *, fill: float = -np.inf, side: Side | None = None
) -> Tensor:
    """Return what to add to attention scores so that no query looks at a padding key.

    The keys are the last axis of the scores. So the mask's T comes last, and a size 1 stands
    where the queries are; without it, B would land on the queries. With heads, a second size 1
    stands where they are.

    Parameters
    ----------
    mask : array_like of bool, or of 0 and 1, shape (B, T)
        True marks what is real.
    heads : bool, optional
        Whether the scores are [B, heads, T, T], and not [B, T, T].
    fill : float, optional
        What padding keys get, a number below 0. A finite one must still be in the range of the
        format in which it is added: -1e9 is beyond fp16.
    side : {"right", "left"}, optional
        Where the padding is said to lie.

    Returns
    -------
    Tensor, shape (B, 1, T) or (B, 1, 1, T)
        0 for real keys, `fill` for padding.

    Raises
    ------
    InvalidData, MaskError, PaddingSideError
        As `check_mask`; InvalidData also if `fill` is not below 0, or `heads` no truth value.

    Examples
    --------
    >>> attention_mask([[1, 1], [1, 0]])
    Tensor((2, 1, 2), [0.0, 0.0, 0.0, -inf])
    >>> attention_mask([[1, 1], [1, 0]], heads=True).shape
    (2, 1, 1, 2)
    """
    real = check_mask(mask, side, operation="attention_mask")
    if not isinstance(heads, (bool, np.bool_)):
        reason = f"heads is {shown(as_plain(heads))}, not True or False"
        raise InvalidData(reason, operation="attention_mask")
    level = real_number(fill, "attention_mask")
    if not level < 0:
        raise InvalidData(f"fill {level} is not below 0", operation="attention_mask")
    batch, width = real.shape
    shape = (batch, 1, 1, width) if heads else (batch, 1, width)
    return Tensor(shape, np.where(real, 0.0, level).reshape(-1))


def _as_side(side: object, operation: str) -> Side:
    if not isinstance(side, str) or side not in ("left", "right"):
        raise PaddingSideError(side, operation=operation)
    return cast(Side, side)


def _as_length(row: int, given: object, width: int) -> int:
    length = as_index(given)
    if length is None:
        plain = as_plain(given)
        reason = f"length {shown(plain)} is {kind(plain)}, not an integer"
    elif length < 1:
        reason = f"length {length} leaves no real position"
    elif length > width:
        reason = f"length {length} is more than T = {width}"
    else:
        return length
    raise MaskError(reason, row, operation="padding_mask")


def _sides(real: Mask) -> list[tuple[int, Side | None]]:
    """Return each row that has padding, with its side; ``None`` if that is neither."""
    is_prefix = np.all(real[:, :-1] >= real[:, 1:], axis=1)
    is_suffix = np.all(real[:, :-1] <= real[:, 1:], axis=1)
    return [
        (row, "right" if is_prefix[row] else "left" if is_suffix[row] else None)
        for row in np.flatnonzero(~real.all(axis=1)).tolist()
    ]
