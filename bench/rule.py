"""What the broadcasting rule costs, which every operation on two operands asks first."""

from __future__ import annotations

from functools import partial

import numpy as np

from bench.harness import Case
from tensorlib import broadcast_shapes

SHAPES: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((32, 128, 768), (768,)),
    ((16, 16, 16), (16, 1, 16)),
    ((256,), (256, 1)),
    ((8, 1, 6, 1), (7, 1, 5)),
    ((2, 3), (2, 3)),
    ((1,), (3, 1), (5, 1, 1)),
    ((0, 1), (1, 3)),
)

CASES = tuple(
    Case(
        f"broadcast_shapes({', '.join(map(str, shapes))})",
        partial(broadcast_shapes, *shapes),
        "numpy.broadcast_shapes",
        partial(np.broadcast_shapes, *shapes),
    )
    for shapes in SHAPES
)
