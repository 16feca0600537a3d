"""What the checks of a tensor cost: each access tests rank and bounds before it reads."""

from __future__ import annotations

import numpy as np

from bench.harness import Case
from tensorlib import Tensor, row_major_strides

SHAPE = (2, 2, 3)
VALUES = [10.0, 11.0, 12.0, 20.0, 21.0, 22.0, 30.0, 31.0, 32.0, 40.0, 41.0, 42.0]

_tensor = Tensor(SHAPE, VALUES)
_array = np.array(VALUES).reshape(SHAPE)


def _numpy_strides() -> tuple[int, ...]:
    array = np.empty(SHAPE)
    return tuple(stride // array.itemsize for stride in array.strides)


CASES = (
    Case(
        "read one element: t[1, 0, 2]",
        lambda: _tensor[1, 0, 2],
        "numpy: a[1, 0, 2]",
        lambda: _array[1, 0, 2],
    ),
    Case(
        "make a tensor of 12 values",
        lambda: Tensor(SHAPE, VALUES).shape,
        "numpy: array(values).reshape(shape)",
        lambda: np.array(VALUES).reshape(SHAPE).shape,
    ),
    Case(
        "row_major_strides((2, 2, 3))",
        lambda: row_major_strides(SHAPE),
        "numpy: empty(shape).strides",
        _numpy_strides,
    ),
)
