"""An array that remembers the names of its axes and has its operations looked at.

It is numpy's own array in every other way: values, types and errors are numpy's.
"""

from __future__ import annotations

from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from tensorlib.broadcasting import common_shape
from tensorlib.errors import AxisError, BroadcastError
from tensorlib.meaning.landing import NamedShape
from tensorlib.watch import tracking
from tensorlib.watch.recorder import Recorder
from tensorlib.watch.tracking import Tracked

AnyArray = NDArray[Any]


class WatchedArray(np.ndarray[Any, np.dtype[Any]]):
    """Remember the axes' names through numpy's operations, and report to a recorder.

    Names go with arithmetic and all other ufuncs, reductions, products of matrices, ``where``,
    basic indexing, transposing, copies, and reshapes that only add or remove sizes 1. After
    anything else the names are unknown; the array is still watched by its shape wherever
    numpy keeps the type of its arguments.

    Examples
    --------
    >>> recorder = Recorder({}, raising=False)
    >>> x = watched(np.zeros((2, 3)), ("B", "T"), recorder)
    >>> (x[:, None] * 2).axes, x.T.axes, x.mean(0).axes, x[[1, 0]].axes
    (('B', '1', 'T'), ('T', 'B'), ('T',), (None, None))
    """

    _axes: Tracked
    _recorder: Recorder | None

    def __array_finalize__(self, parent: object) -> None:
        self._axes = (None,) * self.ndim
        self._recorder = getattr(parent, "_recorder", None)

    @property
    def axes(self) -> Tracked:
        """The names of the axes; ``"1"`` for an inserted one, ``None`` for an unknown one."""
        return self._axes

    def _named(self, axes: Tracked | None) -> Self:
        """Set the names, if they are known, and return the array itself."""
        if axes is not None and len(axes) == self.ndim:
            self._axes = axes
        return self

    def __array_ufunc__(self, ufunc: np.ufunc, method: Any, *inputs: Any, **options: Any) -> Any:
        """Look at what numpy is asked to do, let it be done on plain arrays, name the result."""
        recorder = next(filter(None, (getattr(x, "_recorder", None) for x in inputs)), None)
        outputs = options.get("out", ())
        axes = _result_axes(ufunc, method, inputs, options, recorder or self._recorder)
        plain = {name: _plain(value) for name, value in options.items()}
        if outputs:
            plain["out"] = tuple(map(_plain, outputs))
        try:
            results = getattr(ufunc, method)(*map(_plain, inputs), **plain)
        except ValueError as error:
            if recorder is not None and method == "__call__" and ufunc.signature is None:
                recorder.explain(error, _operands(inputs))
            raise
        if outputs:
            return outputs[0] if len(outputs) == 1 else outputs
        if isinstance(results, tuple):
            return tuple(_wrapped(result, axes, recorder) for result in results)
        return _wrapped(results, axes, recorder)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        """Name the result of ``where``; all else is numpy's own, on the array as it is."""
        if function is not np.where or len(args) != 3:
            return super().__array_function__(function, types, args, options)
        operands = _operands(args)
        if self._recorder is not None:
            self._recorder.look("where", operands)
        result = np.where(*map(_plain, args))
        return _wrapped(result, tracking.combined(operands, result.shape), self._recorder)

    def __getitem__(self, key: Any) -> Any:
        part = super().__getitem__(_plain_key(key))
        if isinstance(part, WatchedArray):
            part._named(tracking.indexed(self._axes, key))
        return part

    def __setitem__(self, key: Any, value: Any) -> None:
        if self._recorder is not None and np.ndim(value):
            region = self[key]
            self._recorder.look("setitem", _operands((region, value)))
        super().__setitem__(_plain_key(key), _plain(value))

    @property
    def T(self) -> Self:  # noqa: N802 - numpy's name
        """The array with its axes in reverse order."""
        return self.transpose()

    @property
    def mT(self) -> Self:  # noqa: N802 - numpy's name
        """The array with its last two axes exchanged."""
        return self.swapaxes(-1, -2)

    def transpose(self, *axes: Any) -> Self:
        """Return a view with permuted axes, as numpy does."""
        order = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
        places = tuple(order) if order else range(self.ndim - 1, -1, -1)
        return super().transpose(*axes)._named(tuple(self._axes[place] for place in places))

    def swapaxes(self, first: Any, second: Any) -> Self:
        """Return a view with two axes exchanged, as numpy does."""
        swapped = list(self._axes)
        view = super().swapaxes(first, second)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        return view._named(tuple(swapped))

    def reshape(self, *shape: Any, **options: Any) -> Self:
        """Return the values in another shape, as numpy does."""
        view = cast(Self, super().reshape(*shape, **options))
        return view._named(tracking.reshaped(self._axes, self.shape, view.shape))

    def squeeze(self, axis: Any = None) -> Self:
        """Return a view without axes of size 1, as numpy does."""
        view = cast(Self, super().squeeze(axis))
        return view._named(tracking.reshaped(self._axes, self.shape, view.shape))

    def copy(self, order: Any = "C") -> Self:
        """Return a copy, as numpy does."""
        return super().copy(order)._named(self._axes)

    def astype(self, *args: Any, **options: Any) -> Any:
        """Return a copy with another type of values, as numpy does."""
        result = super().astype(*args, **options)
        return result._named(self._axes) if isinstance(result, WatchedArray) else result


def watched(array: AnyArray, axes: Tracked, recorder: Recorder) -> WatchedArray:
    """Return an array over the same memory that is watched.

    Parameters
    ----------
    array : ndarray
        Of any shape.
    axes : tuple of str or None
        One an axis.
    recorder : Recorder
        Who is told.

    Examples
    --------
    >>> watched(np.zeros(3), ("T",), Recorder({}, raising=False)).axes
    ('T',)
    """
    view = array.view(WatchedArray)
    view._recorder = recorder
    return view._named(axes)


def _wrapped(result: Any, axes: Tracked | None, recorder: Recorder | None) -> Any:
    if type(result) is not np.ndarray or recorder is None:
        return result
    return watched(result, axes if axes is not None else (None,) * result.ndim, recorder)


def _plain(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, WatchedArray) else value


def _plain_key(key: Any) -> Any:
    return tuple(map(_plain, key)) if isinstance(key, tuple) else _plain(key)


def _operands(values: Any) -> list[NamedShape]:
    """Return what is known about operands, which need not be arrays."""
    operands = []
    for value in values:
        shape = np.shape(value)
        axes = value.axes if isinstance(value, WatchedArray) else None
        unknown = tuple("1" if size == 1 else None for size in shape)
        operands.append(NamedShape("", axes if axes is not None else unknown, shape))
    return operands


def _result_axes(
    ufunc: np.ufunc, method: str, inputs: Any, options: Any, recorder: Recorder | None
) -> Tracked | None:
    """Return the names of a result's axes, after a look at how the operands' meet."""
    operands = _operands(inputs)
    if method == "reduce":
        try:
            keepdims = bool(options.get("keepdims", False))
            return tracking.reduced(operands[0].axes, options.get("axis", 0), keepdims)
        except AxisError:
            return None
    if method == "accumulate":
        return operands[0].axes
    if method == "outer":
        return tracking.without_twins(axis for operand in operands for axis in operand.axes)
    if method != "__call__" or recorder is None:
        return None
    if ufunc.signature is not None:
        return _product_axes(ufunc, ufunc.signature, operands, options, recorder)
    recorder.look(ufunc.__name__, operands)
    result = _met(operands)
    for target in _operands(options.get("out", ())):
        if result is not None:
            recorder.look(ufunc.__name__, [target._replace(label="out"), result])
    return result.axes if result is not None else None


def _product_axes(
    ufunc: np.ufunc,
    signature: str,
    operands: list[NamedShape],
    options: Any,
    recorder: Recorder,
) -> Tracked | None:
    """Return the names of the axes of a product of matrices and its like."""
    moved = "axes" in options or "axis" in options
    if moved or ufunc.nout != 1 or any(not operand.axes for operand in operands):
        return None
    taken, given = tracking.core_axes(signature, [len(x.axes) for x in operands])
    recorder.look(ufunc.__name__, operands, taken)
    leading = [x.without_last(len(core)) for x, core in zip(operands, taken, strict=True)]
    met = _met(leading)
    if met is None:
        return None
    named: dict[str, str | None] = {}
    for operand, core in zip(operands, taken, strict=True):
        for place, label in enumerate(core, start=-len(core)):
            named[label] = named.get(label) or operand.axes[place]
    return tracking.without_twins((*met.axes, *(named.get(label) for label in given)))


def _met(operands: list[NamedShape]) -> NamedShape | None:
    """Return the result of operands that meet element by element, if they do."""
    try:
        shape = common_shape(tuple(operand.shape for operand in operands), "watch")
    except BroadcastError:
        return None  # numpy will say so
    return NamedShape("result", tracking.combined(operands, shape), shape)
