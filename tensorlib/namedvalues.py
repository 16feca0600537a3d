"""Values whose axes have names: what can be done to one such tensor.

An axis is asked for by its name wherever numpy wants its number, so that no order of axes has
to be remembered, and a name that there is not is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from numpy.typing import ArrayLike

from tensorlib.errors import AxisNameError
from tensorlib.meaning.names import STRETCHED, Axes, as_names
from tensorlib.shapes import Shape
from tensorlib.tensor import Tensor, TensorView

Names = str | Sequence[str]


class NamedValues:
    """Hold a tensor and a name for each of its axes.

    Parameters
    ----------
    values : Tensor, TensorView, or array_like
        A tensor or a view is kept, not copied; anything else becomes a tensor.
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
    >>> NamedValues([[1, 2, 3]], "B T").sizes
    {'B': 1, 'T': 3}
    """

    __slots__ = ("_axes", "_values")

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: Tensor | TensorView | ArrayLike, axes: Names) -> None:
        operation = type(self).__name__
        held = values if isinstance(values, (Tensor, TensorView)) else Tensor.from_array(values)
        names = as_names(axes, operation)
        if STRETCHED in names:
            reason = "an axis without a name cannot be aligned by name"
            raise AxisNameError(axes, reason, operation=operation)
        if len(names) != held.rank:
            reason = f"they are for rank {len(names)}, shape {held.shape} has rank {held.rank}"
            raise AxisNameError(axes, reason, operation=operation)
        self._values: Tensor | TensorView = held
        self._axes = names

    @property
    def axes(self) -> Axes:
        """The names of the axes."""
        return self._axes

    @property
    def shape(self) -> Shape:
        """The sizes, one an axis."""
        return self._values.shape

    @property
    def sizes(self) -> dict[str, int]:
        """The size of each name, in the order of the axes."""
        return dict(zip(self._axes, self.shape, strict=True))

    def to_tensor(self) -> Tensor:
        """Return a tensor without names, with a row-major copy of the values.

        Examples
        --------
        >>> NamedValues([5, 6], "T").to_tensor()
        Tensor((2,), [5.0, 6.0])
        """
        return self._values.to_tensor()

    def _aligned(self, axes: Axes) -> TensorView:
        """Return a view in the order of some axes, with size 1 for those that are missing."""
        view = self._values.view()
        order = [self._axes.index(axis) for axis in axes if axis in self._axes]
        index = tuple(slice(None) if axis in self._axes else None for axis in axes)
        aligned: TensorView = view.permute(*order)[index] if index else view
        return aligned

    def expand(self, **sizes: int) -> Self:
        """Return the same values, repeated along new axes in front of the others.

        Nothing is copied: along a new axis all values are the same memory.

        Parameters
        ----------
        **sizes : int
            A size for each new name.

        Raises
        ------
        AxisNameError
            If there is an axis of that name already.
        InvalidShape
            If a size is no non-negative integer.

        Examples
        --------
        >>> NamedValues([1, 2], "x").expand(y=3).sizes
        {'y': 3, 'x': 2}
        """
        for name in sizes:
            if name in self._axes:
                raise AxisNameError(self._axes, f"there is an axis {name}", operation="expand")
        view = self._values.view().expand((*sizes.values(), *self.shape))
        return type(self)(view, (*sizes, *self._axes))

    def permute(self, axes: Names) -> Self:
        """Return the same values with the axes in another order; nothing is copied.

        Parameters
        ----------
        axes : str or sequence of str
            Every name once.

        Raises
        ------
        AxisNameError
            If a name is missing, or there is no such axis.

        Examples
        --------
        >>> NamedValues(Tensor.zeros((2, 3)), "B T").permute("T B").shape
        (3, 2)
        """
        order = as_names(axes, "permute")
        self._places(order, "permute")
        for name in self._axes:
            if name not in order:
                raise AxisNameError(order, f"axis {name} is missing", operation="permute")
        return type(self)(self._aligned(order), order)

    def rename(self, **names: str) -> Self:
        """Return the same values under other names; nothing is copied.

        Parameters
        ----------
        **names : str
            The new name of each axis that gets one.

        Raises
        ------
        AxisNameError
            If there is no such axis, or the new names are no names or stand twice.

        Examples
        --------
        >>> NamedValues(Tensor.zeros((2, 3)), "B T").rename(T="Tk").axes
        ('B', 'Tk')
        """
        self._places(tuple(names), "rename")
        renamed = as_names([names.get(axis, axis) for axis in self._axes], "rename")
        return type(self)(self._values, renamed)

    def sum(self, axes: Names | None = None) -> Self:
        """Return the sums along axes, which disappear; along all of them by default.

        Parameters
        ----------
        axes : str or sequence of str, optional
            The names.

        Raises
        ------
        AxisNameError
            If there is no axis of a name.

        Examples
        --------
        >>> NamedValues([[1, 2], [3, 4]], "B T").sum("T")
        NamedValues(Tensor((2,), [3.0, 7.0]), 'B')
        """
        return self._reduced(self._values.sum, "sum", axes)

    def mean(self, axes: Names | None = None) -> Self:
        """Return the means along axes, which disappear; along all of them by default.

        Parameters
        ----------
        axes : str or sequence of str, optional
            The names.

        Raises
        ------
        AxisNameError
            If there is no axis of a name.

        Examples
        --------
        >>> NamedValues([[1, 2], [3, 4]], "B T").mean("B")
        NamedValues(Tensor((2,), [2.0, 3.0]), 'T')
        """
        return self._reduced(self._values.mean, "mean", axes)

    def max(self, axes: Names | None = None) -> Self:
        """Return the largest values along axes, which disappear; along all of them by default.

        Parameters
        ----------
        axes : str or sequence of str, optional
            The names.

        Raises
        ------
        AxisNameError
            If there is no axis of a name.
        EmptyReduction
            If there is a result to be had and no value to take it from.

        Examples
        --------
        >>> NamedValues([[1, 2], [3, 4]], "B T").max("B T").to_tensor()
        Tensor((), [4.0])
        """
        return self._reduced(self._values.max, "max", axes)

    def softmax(self, axis: str) -> Self:
        """Return ``exp(x)`` divided by its sum along one axis, as `tensorlib.Tensor.softmax`.

        Parameters
        ----------
        axis : str
            Its name.

        Raises
        ------
        AxisNameError
            If there is no axis of this name.

        Examples
        --------
        >>> NamedValues([[0, 0]], "B Tk").softmax("Tk")
        NamedValues(Tensor((1, 2), [0.5, 0.5]), 'B Tk')
        """
        (place,) = self._places((axis,), "softmax")
        return type(self)(self._values.softmax(place), self._axes)

    def _reduced(self, reduce: Callable[..., Tensor], operation: str, axes: Names | None) -> Self:
        gone = self._axes if axes is None else as_names(axes, operation)
        values = reduce(axis=self._places(gone, operation))
        return type(self)(values, [axis for axis in self._axes if axis not in gone])

    def _places(self, names: Axes, operation: str) -> Shape:
        """Return where some axes are, or raise `AxisNameError`."""
        for name in names:
            if name not in self._axes:
                raise AxisNameError(self._axes, f"there is no axis {name}", operation=operation)
        return tuple(map(self._axes.index, names))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._axes == other._axes and self._values == other._values

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._values!r}, {' '.join(self._axes)!r})"
