"""What reading a buffer by other shapes can refuse: stretching, merging, slicing, writing.

`tensorlib.errors` holds the tree that these belong to.
"""

# ruff: noqa: N818 - what has a name of its own in the subject keeps it, without "Error"

from __future__ import annotations

from dataclasses import dataclass, field

from tensorlib.errorvalue import TensorError
from tensorlib.literals import joined, kind, shown


@dataclass(eq=False, repr=False)
class BroadcastError(TensorError, ValueError):
    """Say that two sizes differ and neither is 1.

    Parameters
    ----------
    shapes : tuple of tuple of int
        All shapes.
    axis, sizes : int, tuple of int
        The first axis of conflict, counted from the right (-1 is the last), and its two sizes;
        only one if the shape to stretch to does not have the axis.
    one_way : bool, optional
        Whether only the first shape may stretch, to the second, which must stay as it is.
    """

    shapes: tuple[tuple[int, ...], ...]
    axis: int
    sizes: tuple[int, ...]
    one_way: bool = field(default=False, kw_only=True, compare=False)

    def _message(self) -> str:
        axis, sizes = shown(self.axis), joined(self.sizes, " and ")
        if not self.one_way:
            shapes = joined(self.shapes, " and ")
            return f"shapes {shapes} do not broadcast: axis {axis} has sizes {sizes}"
        shapes = joined(self.shapes, " does not stretch to ")
        if len(self.sizes) == 1:
            return f"shape {shapes}: axis {axis} with size {sizes} would be lost"
        return f"shape {shapes}: axis {axis} has sizes {sizes}"


@dataclass(eq=False, repr=False)
class LayoutError(TensorError, ValueError):
    """Say that strides do not fit a shape, or that they reach an offset below 0.

    Parameters
    ----------
    shape, strides, offset : tuple, object, object
        The sizes, the steps in elements, and where coordinate ``(0, 0, …)`` lies.
    """

    shape: tuple[int, ...]
    strides: object
    offset: object

    def _message(self) -> str:
        shape, strides, offset = map(shown, (self.shape, self.strides, self.offset))
        given = f"shape {shape} with strides {strides} from offset {offset}"
        rank = len(self.shape) if isinstance(self.shape, tuple) else -1
        integers = self.strides if isinstance(self.strides, tuple) else ()
        if len(integers) != rank or any(type(i) is not int for i in (*integers, self.offset)):
            return f"{given} has not one integer stride an axis and an integer offset"
        return f"{given} reaches an offset below 0"


@dataclass(eq=False, repr=False)
class NotViewableError(TensorError, ValueError):
    """Say that no strides over the same buffer read one shape as another.

    Parameters
    ----------
    shape, strides, target : tuple of int
        The layout there is, and the shape asked for.
    axes : tuple of int, optional
        The two axes that would have to merge and cannot, which the message then explains.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    target: tuple[int, ...]
    axes: tuple[int, ...] = field(default=(), kw_only=True, compare=False)

    def _message(self) -> str:
        shape, strides, target = map(shown, (self.shape, self.strides, self.target))
        refused = f"shape {shape} with strides {strides} cannot be seen as {target} without a copy"
        if not self.axes:
            return refused
        outer, inner = self.axes
        size, step = self.shape[inner], self.strides[inner]
        return (
            f"{refused}: axes {outer} and {inner} cannot merge, because stride "
            f"{self.strides[outer]} is not {size} * {step} = {size * step}"
        )


@dataclass(eq=False, repr=False)
class InferredSizeError(TensorError, ValueError):
    """Say that no size follows for the -1 in a shape: none fits, or more than one does.

    Parameters
    ----------
    size : int
        The number of elements to be arranged.
    target : tuple of int
        The shape asked for.
    """

    size: int
    target: tuple[int, ...]

    _template = "no size follows for -1 in shape {target} from {size} elements"


@dataclass(eq=False, repr=False)
class InvalidSlice(TensorError, IndexError, ValueError, TypeError):
    """Say that a slice has a step of 0, or a start, stop or step that is not an integer.

    Parameters
    ----------
    axis : int
        The axis that is sliced.
    start, stop, step : int or None
        The slice, ``start:stop:step``.
    """

    axis: int
    start: object
    stop: object
    step: object

    def _message(self) -> str:
        axis = shown(self.axis)
        parts = {"start": self.start, "stop": self.stop, "step": self.step}
        for name, part in parts.items():
            if part is not None and type(part) is not int:
                return f"{name} {shown(part)} on axis {axis} is {kind(part)}, not an integer"
        return f"step {shown(self.step)} on axis {axis} does not move"


@dataclass(eq=False, repr=False)
class AliasedWriteError(TensorError, ValueError):
    """Say that several coordinates of a view are one element, so that it cannot be written.

    Parameters
    ----------
    shape, strides : tuple of int
        The view's layout.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]

    _template = (
        "shape {shape} with strides {strides} has rows that are the same memory, "
        "a write would change them all: write to a copy, to_tensor()"
    )
