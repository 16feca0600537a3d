"""Sequences of different lengths as one batch, and means that leave the padding out.

Where the padding lies is part of what a batch is: code that expects it on the right reads
padding, or the wrong token, from a batch that is padded on the left. So values, mask and side
are kept together, and cannot contradict one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from tensorlib import masks
from tensorlib.buffers import Float64Array, array_of, real_number
from tensorlib.errors import InvalidData, MaskError
from tensorlib.literals import as_plain, kind, shown
from tensorlib.masks import Mask, Side
from tensorlib.shapes import Shape, in_order
from tensorlib.tensor import Tensor


@dataclass(frozen=True, slots=True, eq=False)
class PaddedBatch:
    """Keep padded sequences with their mask and the side of the padding.

    It unpacks, ``values, mask = batch``, and ``numpy.asarray(batch)`` gives the values.

    Parameters
    ----------
    values : Tensor, shape (B, T) or (B, T, …)
        The sequences.
    mask : ndarray of bool, shape (B, T)
        True marks what is real. It is copied, and the copy cannot be written.
    side : {"right", "left"}
        Where the padding lies.

    Raises
    ------
    InvalidData, MaskError, PaddingSideError
        If the mask is none, contradicts the side, or does not fit the values.

    Examples
    --------
    >>> batch = pad([[1, 2, 3, 4, 5], [6, 7, 8], [9]], side="left")
    >>> print(batch)
    batch of shape (3, 5), padded on the left, 40.0% padding
    >>> batch.lengths, batch.last_index
    (array([5, 3, 1]), array([4, 4, 4]))
    """

    values: Tensor
    mask: Mask
    side: Side

    def __post_init__(self) -> None:
        real = masks.check_mask(self.mask, self.side, operation="PaddedBatch")
        _check_fit(self.values.shape, real, "PaddedBatch")
        real.setflags(write=False)
        object.__setattr__(self, "mask", real)

    @property
    def shape(self) -> Shape:
        """The sizes of the values."""
        return self.values.shape

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many real positions each row has."""
        return np.asarray(self.mask.sum(axis=1), dtype=np.int64)

    @property
    def last_index(self) -> NDArray[np.int64]:
        """Where in each row the last real position is."""
        return masks.last_index(self.mask, self.side)

    @property
    def padding_share(self) -> float:
        """Which part of the batch is padding, from 0 to 1."""
        return masks.padding_share(self.mask, self.side)

    def mean(self) -> Tensor:
        """Return the mean over the real positions of each row, see `masked_mean`.

        Examples
        --------
        >>> pad([[1, 2, 3], [9]]).mean()
        Tensor((2,), [2.0, 9.0])
        """
        return masked_mean(self.values, self.mask, self.side)

    def __iter__(self) -> Iterator[Tensor | Mask]:
        return iter((self.values, self.mask))

    def __array__(
        self, dtype: DTypeLike | None = None, copy: bool | None = None
    ) -> NDArray[np.generic]:
        """Return the values as `Tensor.__array__` does."""
        return self.values.__array__(dtype, copy)

    def __str__(self) -> str:
        share = f"{self.padding_share:.1%} padding"
        return f"batch of shape {self.shape}, padded on the {self.side}, {share}"


def pad(sequences: Iterable[ArrayLike], side: Side = "right", value: float = 0.0) -> PaddedBatch:
    """Return sequences as one batch that is as wide as the longest of them.

    Parameters
    ----------
    sequences : iterable of array_like, length B, each of shape (t,) or (t, …)
        At least one row each, and all rows of one shape.
    side : {"right", "left"}, optional
        Where the padding goes.
    value : float, optional
        What stands in the padding.

    Returns
    -------
    PaddedBatch
        Values of shape (B, T) or (B, T, …) with their mask.

    Raises
    ------
    InvalidData
        If a sequence holds no real numbers, is a number itself, or has rows of another shape.
    MaskError
        If a sequence is empty: its row would be all padding.
    PaddingSideError
        If the side is neither.

    Examples
    --------
    >>> values, mask = pad([[1, 2, 3], [4]], side="right")
    >>> np.asarray(values)
    array([[1., 2., 3.],
           [4., 0., 0.]])
    >>> mask
    array([[ True,  True,  True],
           [ True, False, False]])
    """
    rows = _as_sequences(sequences)
    filler = real_number(value, "pad")
    width = max(map(len, rows), default=0)
    mask = masks.padding_mask([len(row) for row in rows], width, side)
    trailing = rows[0].shape[1:] if rows else ()
    batch = np.full((len(rows), width, *trailing), filler)
    for number, row in enumerate(rows):
        batch[number, mask[number]] = row
    return PaddedBatch(Tensor.from_array(batch), mask, side)


def masked_mean(x: ArrayLike, mask: ArrayLike, side: Side | None = None) -> Tensor:
    """Return the mean over the real positions of each row; padding does not count.

    What stands in the padding does not matter, be it NaN. Sum and count are 64-bit floats
    whatever the type of `x`: a running count in bf16 would stop at 256.

    Parameters
    ----------
    x : array_like, shape (B, T) or (B, T, …)
        The values.
    mask : array_like of bool, or of 0 and 1, shape (B, T)
        True marks what is real.
    side : {"right", "left"}, optional
        Where the padding is said to lie.

    Returns
    -------
    Tensor, shape (B,) or (B, …)
        Without the axis T.

    Raises
    ------
    InvalidData, MaskError, PaddingSideError
        As `check_mask`, so also for a row that is all padding; or if `x` holds no real numbers, or
        its first two sizes are not those of the mask.

    Examples
    --------
    >>> x = np.arange(1, 31).reshape(3, 5, 2)
    >>> mask = masks.padding_mask([5, 3, 1], T=5)
    >>> masked_mean(x, mask)
    Tensor((3, 2), [5.0, 6.0, 13.0, 14.0, 21.0, 22.0])
    >>> x.mean(axis=1)[2]  # four rows of padding count as well
    array([25., 26.])
    """
    real = masks.check_mask(mask, side, operation="masked_mean")
    values = array_of(x, "masked_mean")
    _check_fit(values.shape, real, "masked_mean")
    trailing = (1,) * (values.ndim - 2)
    kept = np.where(real.reshape(*real.shape, *trailing), values, 0.0)
    counts = real.sum(axis=1).reshape(-1, *trailing)
    with np.errstate(over="ignore", invalid="ignore"):  # infinities among the real values
        return Tensor.from_array(kept.sum(axis=1) / counts)


def _as_sequences(sequences: object) -> list[Float64Array]:
    if not in_order(sequences):
        given = as_plain(sequences)
        reason = f"sequences {shown(given)} are {kind(given)}, not a sequence of sequences"
        raise InvalidData(reason, operation="pad")
    rows: list[Float64Array] = []
    for number, sequence in enumerate(sequences):
        row = array_of(sequence, "pad")
        if row.ndim == 0:
            raise InvalidData(f"sequence {number} is a number alone", operation="pad")
        if not len(row):
            raise MaskError("the sequence is empty", number, operation="pad")
        rows.append(row)
        if row.shape[1:] != rows[0].shape[1:]:
            reason = f"sequence {number} has rows of shape {row.shape[1:]}, "
            reason += f"sequence 0 of shape {rows[0].shape[1:]}"
            raise InvalidData(reason, operation="pad")
    return rows


def _check_fit(shape: Shape, real: Mask, operation: str) -> None:
    if shape[:2] != real.shape:
        reason = f"the mask has shape {real.shape}, but shape {shape} begins with {shape[:2]}"
        raise MaskError(reason, operation=operation)
