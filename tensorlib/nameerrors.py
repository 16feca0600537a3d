"""What goes wrong with the names of axes, and with shapes that fit without meaning to.

`tensorlib.errors` holds the tree that these belong to.
"""

# ruff: noqa: N818 - what has a name of its own in the subject keeps it, without "Error"

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.errorvalue import TensorError
from tensorlib.literals import joined, shown


@dataclass(eq=False, repr=False)
class AxisNameError(TensorError, ValueError):
    """Say what is wrong with the names of some axes.

    Parameters
    ----------
    axes : object
        The names as they were given, or those that there are.
    reason : str
        What is wrong with them.
    """

    axes: object
    reason: str

    def _message(self) -> str:
        return f"axes {shown(self.axes)}: {self.reason}"


@dataclass(eq=False, repr=False)
class AxisMismatch(TensorError, ValueError):
    """Say that each of two operands has an axis that the other lacks.

    Parameters
    ----------
    left, right : tuple of str
        The names of the operands' axes.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]

    def _message(self) -> str:
        left, right = (tuple(map(str, _items(axes))) for axes in (self.left, self.right))
        left_lacks = ", ".join(name for name in right if name not in left)
        right_lacks = ", ".join(name for name in left if name not in right)
        return (
            f"axes {' '.join(left)} and {' '.join(right)}: the left operand has no {left_lacks}, "
            f"the right operand has no {right_lacks}"
        )


@dataclass(eq=False, repr=False)
class AxisSizeMismatch(TensorError, ValueError):
    """Say that one name stands for two sizes.

    Parameters
    ----------
    axis : str
        The name.
    sizes : tuple of two int
        The size it has already, and the one that differs.
    """

    axis: str
    sizes: tuple[int, ...]

    def _message(self) -> str:
        return f"axis {self.axis} has sizes {joined(self.sizes, ' and ')}"


@dataclass(eq=False, repr=False)
class RankPromotionError(TensorError, ValueError):
    """Say that operands have different ranks while broadcasting is strict.

    Parameters
    ----------
    shapes : tuple of tuple of int
        All shapes.
    """

    shapes: tuple[tuple[int, ...], ...]

    def _message(self) -> str:
        ranks = tuple(len(_items(shape)) for shape in _items(self.shapes))
        return (
            f"shapes {joined(self.shapes, ' and ')} have ranks {joined(ranks, ' and ')}: "
            f"strict broadcasting wants every missing axis written as a size 1"
        )


@dataclass(eq=False, repr=False)
class SuspiciousBroadcast(TensorError, ValueError):
    """Say why a broadcast that numpy would run is not let through.

    Parameters
    ----------
    shapes : tuple of tuple of int
        All shapes.
    reason : str
        What is suspicious about them.
    """

    shapes: tuple[tuple[int, ...], ...]
    reason: str

    def _message(self) -> str:
        return f"shapes {joined(self.shapes, ' and ')}: {self.reason}"


def _items(values: object) -> tuple[object, ...]:
    """Return the parts of a field, which is one part if it is no tuple."""
    return values if isinstance(values, tuple) else (values,)
