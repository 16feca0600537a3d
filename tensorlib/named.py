"""Tensors whose axes have names, and whose arithmetic goes by the names.

The broadcasting rule decides by size and cannot tell T from B. Here a name decides, and two
things are refused that sizes let pass: an axis that would meet one of another name, and a quiet
outer product, in which each operand has an axis that the other lacks. Names alone do not refuse
the second: libraries that align by name multiply ``x`` by ``y`` into a table ``x y``. It has to be
asked for, with `NamedTensor.outer` or `NamedTensor.expand`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from numbers import Real
from typing import Any

from tensorlib.errors import AxisMismatch, AxisNameError, AxisSizeMismatch
from tensorlib.meaning.names import Axes
from tensorlib.namedvalues import NamedValues
from tensorlib.tensor import Tensor


class NamedTensor(NamedValues):
    """Hold a tensor and a name for each of its axes.

    Two of them combine if one has all axes of the other; the one with more axes gives their
    order. An axis of one name has one size: 1 does not stretch to another. Real numbers combine
    with anything; a tensor or array without names has to be given some first. There is no
    operation in place.

    Parameters
    ----------
    values : Tensor, TensorView, or array_like
        A tensor or a view is kept, not copied, so that writes to it show; anything else becomes
        a tensor.
    axes : str or sequence of str
        A name an axis, ``"B T d"``, each once.

    Raises
    ------
    AxisNameError
        If the names are no names, one stands twice, or they are not one an axis.
    InvalidData
        If the values are no real numbers.

    Examples
    --------
    >>> scores = NamedTensor(Tensor.zeros((2, 3, 3)), "B Tq Tk")
    >>> mask = NamedTensor([[0, 0, 1], [0, 1, 1]], "B Tk")
    >>> (scores + mask).axes, (scores + mask).to_tensor()[1, 0, 1]
    (('B', 'Tq', 'Tk'), 1.0)
    >>> NamedTensor([1, 2], "T") + NamedTensor([3, 4], "B")
    Traceback (most recent call last):
    tensorlib.nameerrors.AxisMismatch: add: axes T and B: the left operand has no B, the right
    operand has no T
    """

    __slots__ = ()

    __array_ufunc__ = None  # numpy's arithmetic would lose the names, and has to refuse

    def __add__(self, other: object) -> NamedTensor:
        return self._combined(operator.add, "add", other)

    def __sub__(self, other: object) -> NamedTensor:
        return self._combined(operator.sub, "subtract", other)

    def __mul__(self, other: object) -> NamedTensor:
        return self._combined(operator.mul, "multiply", other)

    def __truediv__(self, other: object) -> NamedTensor:
        return self._combined(operator.truediv, "divide", other)

    def __pow__(self, other: object) -> NamedTensor:
        return self._combined(operator.pow, "power", other)

    def __radd__(self, other: object) -> NamedTensor:
        return self._combined(lambda ours, theirs: theirs + ours, "add", other)

    def __rsub__(self, other: object) -> NamedTensor:
        return self._combined(lambda ours, theirs: theirs - ours, "subtract", other)

    def __rmul__(self, other: object) -> NamedTensor:
        return self._combined(lambda ours, theirs: theirs * ours, "multiply", other)

    def __rtruediv__(self, other: object) -> NamedTensor:
        return self._combined(lambda ours, theirs: theirs / ours, "divide", other)

    def _combined(
        self, apply: Callable[[Any, Any], Tensor], operation: str, other: object
    ) -> NamedTensor:
        if isinstance(other, Real):
            return NamedTensor(apply(self._values, other), self._axes)
        if not isinstance(other, NamedTensor):
            if hasattr(other, "shape"):
                reason = f"the other operand, of shape {other.shape}, has no names"
                raise AxisNameError(self._axes, reason, operation=operation)
            return NotImplemented  # type: ignore[no-any-return]  # as of any operator
        axes = max(self._axes, other._axes, key=len)
        if not {*self._axes, *other._axes} <= {*axes}:
            raise AxisMismatch(self._axes, other._axes, operation=operation)
        return self._met(apply, operation, other, axes)

    def _met(
        self, apply: Callable[[Any, Any], Tensor], operation: str, other: NamedTensor, axes: Axes
    ) -> NamedTensor:
        """Return a function of two operands, each brought into the order of some axes."""
        others = other.sizes
        for axis, size in self.sizes.items():
            if others.get(axis, size) != size:
                raise AxisSizeMismatch(axis, (size, others[axis]), operation=operation)
        return NamedTensor(apply(self._aligned(axes), other._aligned(axes)), axes)

    def outer(self, other: NamedTensor) -> NamedTensor:
        """Return the product of each with each along the axes that only one operand has.

        Parameters
        ----------
        other : NamedTensor
            Axes that both have are multiplied one by one, as by ``*``.

        Returns
        -------
        NamedTensor
            This tensor's axes, then those that only the other one has.

        Raises
        ------
        AxisSizeMismatch
            If an axis that both have has two sizes.

        Examples
        --------
        >>> x, y = NamedTensor([1, 2], "x"), NamedTensor([3, 4], "y")
        >>> x.outer(y)
        NamedTensor(Tensor((2, 2), [3.0, 4.0, 6.0, 8.0]), 'x y')
        """
        new = tuple(axis for axis in other._axes if axis not in self._axes)
        return self._met(operator.mul, "outer", other, self._axes + new)
