"""What a tensor or a view says about itself in fewer numbers: sums, means, maxima; and softmax.

The axis that is named is the one that disappears. With ``keepdims`` it stays, with size 1, so
that the result stretches back over the operand.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from tensorlib import reductions
from tensorlib.axes import as_axis
from tensorlib.kernels import Values
from tensorlib.strided import Strided

OwnerT = TypeVar("OwnerT")

Axes = int | tuple[int, ...] | list[int] | None


class Reducible(Strided[OwnerT]):
    """Give a tensor or a view its reductions, each a new row-major tensor."""

    __slots__ = ()

    def _values(self, operation: str) -> Values:
        return Values(self._cells, self._live(operation))

    def _owning(self, result: Values) -> OwnerT:
        return self._owned(result.layout, result.cells)

    def sum(self, axis: Axes = None, *, keepdims: bool = False) -> OwnerT:
        """Return the sums along axes.

        Parameters
        ----------
        axis : int, tuple of int, or None
            What disappears: one axis, several, all of them, or with ``()`` none, which is
            no reduction. Negative axes count from the right.
        keepdims : bool, optional
            Whether the axes stay, with size 1.

        Returns
        -------
        Tensor
            The other axes; shape ``()`` if there are none. The sum of nothing is 0. The order
            of the additions is numpy's, see `tensorlib.reductions`.

        Raises
        ------
        AxisError
            If an axis is out of bounds, not an integer, or named twice.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> t = Tensor((2, 3), [1, 2, 3, 4, 5, 6])
        >>> t.sum(axis=0), t.sum(axis=1, keepdims=True), t.sum()
        (Tensor((3,), [5.0, 7.0, 9.0]), Tensor((2, 1), [6.0, 15.0]), Tensor((), [21.0]))
        """
        values = self._values("sum")
        axes = reductions.reduced_axes(axis, values.layout.rank, "sum")
        return self._owning(reductions.reduced(np.add, values, axes, "sum", keepdims=keepdims))

    def mean(self, axis: Axes = None, *, keepdims: bool = False) -> OwnerT:
        """Return the means along axes: each sum divided by how many values it has.

        Parameters
        ----------
        axis, keepdims
            As for `sum`.

        Returns
        -------
        Tensor
            The other axes. The mean of nothing is ``0 / 0``, NaN, without a warning.

        Raises
        ------
        AxisError
            If an axis is out of bounds, not an integer, or named twice.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> Tensor.zeros((3, 5, 7)).mean(axis=0).shape, Tensor.zeros((3, 5, 7)).mean(axis=1).shape
        ((5, 7), (3, 7))
        >>> Tensor((2, 3), [1, 2, 3, 4, 5, 6]).mean()
        Tensor((), [3.5])
        """
        values = self._values("mean")
        axes = reductions.reduced_axes(axis, values.layout.rank, "mean")
        return self._owning(reductions.mean(values, axes, "mean", keepdims=keepdims))

    def max(self, axis: Axes = None, *, keepdims: bool = False) -> OwnerT:
        """Return the largest values along axes; a NaN among them is the result.

        Parameters
        ----------
        axis, keepdims
            As for `sum`.

        Returns
        -------
        Tensor
            The other axes.

        Raises
        ------
        AxisError
            If an axis is out of bounds, not an integer, or named twice.
        EmptyReduction
            If one of the axes has no element, so that there is nothing to choose from.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> Tensor((2, 3), [1, 2, 3, 4, 5, 6]).max(axis=1)
        Tensor((2,), [3.0, 6.0])
        >>> Tensor.zeros((2, 0, 3)).max(axis=1)
        Traceback (most recent call last):
        tensorlib.numbererrors.EmptyReduction: max: shape (2, 0, 3) has no value along axes (1,)
        to choose from
        """
        values = self._values("max")
        axes = reductions.reduced_axes(axis, values.layout.rank, "max")
        return self._owning(reductions.reduced(np.maximum, values, axes, "max", keepdims=keepdims))

    def softmax(self, axis: int = -1, *, zero_masked: bool = False) -> OwnerT:
        """Return ``exp(x)`` divided by its sum along an axis, computed without overflow.

        The largest value of each row is subtracted first, which changes no ratio.

        Parameters
        ----------
        axis : int, optional
            Along which the results add up to 1; the last one by default.
        zero_masked : bool, optional
            Whether a row in which every value is -inf becomes zeros. By default it becomes
            NaN, as ``-inf - -inf`` is, and that is how a mask over queries shows itself.
            Attention in libraries may give zeros instead, which hides it; so does a finite
            fill such as -1e9, which gives a uniform row.

        Returns
        -------
        Tensor
            The same shape. A row that holds NaN or +inf becomes NaN.

        Raises
        ------
        AxisError
            If the axis is out of bounds or not an integer; a scalar has none.

        Examples
        --------
        >>> from tensorlib import Tensor
        >>> t = Tensor((2, 2), [0, 0, float("-inf"), float("-inf")])
        >>> t.softmax(axis=1)
        Tensor((2, 2), [0.5, 0.5, nan, nan])
        >>> t.softmax(axis=1, zero_masked=True)
        Tensor((2, 2), [0.5, 0.5, 0.0, 0.0])
        """
        values = self._values("softmax")
        place = as_axis(axis, values.layout.rank, "softmax")
        return self._owning(reductions.softmax(values, place, "softmax", zeros=zero_masked))

    def __float__(self) -> float:
        """Return the value of a scalar, shape ``()``; any other shape is a RankMismatch."""
        return self._cells[self._live("float").offset_of((), "float")]


def softmax(values: Reducible[OwnerT], axis: int = -1, *, zero_masked: bool = False) -> OwnerT:
    """Return ``exp(x)`` divided by its sum along an axis, as the method of that name.

    Parameters
    ----------
    values : Tensor or TensorView
        At least one axis.
    axis, zero_masked
        As for `tensorlib.Tensor.softmax`.

    Raises
    ------
    AxisError
        If the axis is out of bounds or not an integer.

    Examples
    --------
    >>> from tensorlib import Tensor
    >>> softmax(Tensor((2,), [7, 7]))
    Tensor((2,), [0.5, 0.5])
    """
    return values.softmax(axis, zero_masked=zero_masked)
