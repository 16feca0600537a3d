"""What numeric work can refuse beyond shapes and axes that are wrong by themselves.

`tensorlib.errors` holds the tree that these belong to.
"""

# ruff: noqa: N818 - what has a name of its own in the subject keeps it, without "Error"

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.errorvalue import TensorError
from tensorlib.literals import joined, shown


@dataclass(eq=False, repr=False)
class EmptyReduction(TensorError, ValueError):
    """Say that there is no value to choose from: an empty set has no largest element.

    Parameters
    ----------
    shape : tuple of int
        The operand's.
    axes : tuple of int
        What is reduced, counted from the left; together they hold no element.
    """

    shape: tuple[int, ...]
    axes: tuple[int, ...]

    _template = "shape {shape} has no value along axes {axes} to choose from"


@dataclass(eq=False, repr=False)
class MatmulError(TensorError, ValueError):
    """Say that rows and columns do not meet: the summed axis differs or is missing.

    Parameters
    ----------
    shapes : tuple of two tuples of int
        Left and right operand.
    """

    shapes: tuple[tuple[int, ...], ...]

    def _message(self) -> str:
        given = f"shapes {joined(self.shapes, ' and ')} do not multiply"
        pair = self.shapes if isinstance(self.shapes, tuple) else ()
        if len(pair) != 2 or not all(isinstance(shape, tuple) for shape in pair):
            return given
        if () in pair:
            return f"{given}: a scalar has no axis to sum over"
        left, right = pair
        axis = -2 if len(right) > 1 else -1
        sizes = f"size {shown(left[-1])} on axis -1 of the left"
        return f"{given}: {sizes}, {shown(right[axis])} on axis {axis} of the right"
