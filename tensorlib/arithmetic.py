"""The operators of tensors and views: ``+ - * / **`` and ``@``, in place too.

They follow the broadcasting rule and give new row-major tensors. The other operand may be a
tensor, a view, a real number or a numpy array, on either side; `numpy.add` and its like give
tensors as well. All other functions of numpy see an array, and give one.

In place the target keeps its shape, and every result is computed from the values before: also
where the operands overlap, ``a -= a[:, :1]`` gives what ``a - a[:, :1]`` does. Only ``a @= b`` is
``a = a @ b``, a new tensor, as a product has a shape of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any, Self, TypeVar

import numpy as np

from tensorlib import buffers
from tensorlib.kernels import Values, combine_in_place, combined
from tensorlib.layout import Layout
from tensorlib.products import matmul
from tensorlib.reducible import Reducible
from tensorlib.strided import Strided

OwnerT = TypeVar("OwnerT")

_NAMES = {
    np.add: "add",
    np.subtract: "subtract",
    np.multiply: "multiply",
    np.true_divide: "divide",
    np.power: "power",
    np.matmul: "matmul",
}

_SCALAR = Layout((), ())


class Arithmetic(Reducible[OwnerT]):
    """Give a tensor or a view the operators."""

    __slots__ = ()

    def __add__(self, other: object) -> OwnerT:
        return self._applied(np.add, self, other)

    def __radd__(self, other: object) -> OwnerT:
        return self._applied(np.add, other, self)

    def __iadd__(self, other: object) -> Self:
        return self._changed(np.add, other)

    def __sub__(self, other: object) -> OwnerT:
        return self._applied(np.subtract, self, other)

    def __rsub__(self, other: object) -> OwnerT:
        return self._applied(np.subtract, other, self)

    def __isub__(self, other: object) -> Self:
        return self._changed(np.subtract, other)

    def __mul__(self, other: object) -> OwnerT:
        return self._applied(np.multiply, self, other)

    def __rmul__(self, other: object) -> OwnerT:
        return self._applied(np.multiply, other, self)

    def __imul__(self, other: object) -> Self:
        return self._changed(np.multiply, other)

    def __truediv__(self, other: object) -> OwnerT:
        return self._applied(np.true_divide, self, other)

    def __rtruediv__(self, other: object) -> OwnerT:
        return self._applied(np.true_divide, other, self)

    def __itruediv__(self, other: object) -> Self:
        return self._changed(np.true_divide, other)

    def __pow__(self, other: object) -> OwnerT:
        return self._applied(np.power, self, other)

    def __rpow__(self, other: object) -> OwnerT:
        return self._applied(np.power, other, self)

    def __ipow__(self, other: object) -> Self:
        return self._changed(np.power, other)

    def __matmul__(self, other: object) -> OwnerT:
        return self._applied(np.matmul, self, other)

    def __rmatmul__(self, other: object) -> OwnerT:
        return self._applied(np.matmul, other, self)

    def __array_ufunc__(
        self, function: np.ufunc, method: str, *inputs: object, **options: Any
    ) -> Any:
        """Apply a function of numpy: an operator's as the operator, any other to arrays."""
        if method == "__call__" and not options and function in _NAMES:
            result = self._applied(function, *inputs)
            if result is not NotImplemented:
                return result
        return self.__array_function__(getattr(function, method), (), inputs, options)

    def __array_function__(
        self,
        function: Callable[..., Any],
        types: object,
        inputs: tuple[object, ...],
        options: dict[str, object],
    ) -> Any:
        """Give numpy's functions what they know: arrays, read-only, of the same memory."""
        return function(*map(_plain, inputs), **{k: _plain(v) for k, v in options.items()})

    def _applied(self, function: np.ufunc, left: object, right: object) -> OwnerT:
        """Return a new tensor, or NotImplemented if an operand is neither numbers nor tensor."""
        operation = _NAMES[function]
        one, other = _values(left, operation), _values(right, operation)
        if one is None or other is None:
            return NotImplemented  # type: ignore[no-any-return]  # as of any operator
        if function is np.matmul:
            return self._owning(matmul(one, other, operation))
        return self._owning(combined(function, one, other, operation))

    def _changed(self, function: np.ufunc, other: object) -> Self:
        operation = f"{_NAMES[function]} in place"
        value = _values(other, operation)
        if value is None:
            return NotImplemented  # type: ignore[no-any-return]
        combine_in_place(function, self._values(operation), value, operation)
        return self


def _values(operand: object, operation: str) -> Values | None:
    """Return an operand as a buffer and a layout, or `None` if it is no operand.

    Only an array that is not row-major, or not of 64-bit floats, has to be copied for that.
    """
    if isinstance(operand, Reducible):
        return operand._values(operation)
    if isinstance(operand, (Real, np.bool_)):
        number = np.array(buffers.real_number(operand, operation))
        return Values(buffers.flat_cells(number), _SCALAR)
    if type(operand) is not np.ndarray:  # a masked array knows more than its values
        return None
    as_it_is = operand.dtype == np.float64 and operand.flags.c_contiguous
    array = operand if as_it_is else buffers.array_of(operand, operation)
    return Values(buffers.flat_cells(array), Layout.row_major(array.shape, operation=operation))


def _plain(value: object) -> object:
    """Return what numpy is given with arrays in place of tensors, in lists of them too."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if type(value) is tuple:
        return tuple(_plain(item) for item in value)
    return np.asarray(value) if isinstance(value, Strided) else value
