"""Tensors that check every shape, coordinate and offset, for learning how tensors work.

>>> from tensorlib import Tensor
>>> t = Tensor((2, 2, 3), [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42])
>>> t.strides, t.offset((1, 0, 2)), t[1, 0, 2]
((6, 3, 1), 8, 32.0)
"""

from tensorlib.errors import (
    AxisError,
    BroadcastError,
    DataLengthMismatch,
    IndexOutOfBounds,
    InvalidCoordinate,
    InvalidData,
    InvalidIndex,
    InvalidShape,
    LayoutError,
    NotViewableError,
    OffsetOutOfBounds,
    OutOfMemory,
    RankMismatch,
    ShapeOverflow,
    SpentTensorError,
    TensorError,
)
from tensorlib.explain import OffsetExplanation
from tensorlib.history import (
    REFUSED_COORDINATE,
    STUDIED_COORDINATE,
    HistoricTensor,
    frozen_tensor,
    language_model_tensors,
)
from tensorlib.layout import Layout, Term, coordinate_of
from tensorlib.shapes import element_count, row_major_strides
from tensorlib.tensor import Tensor

__all__ = [
    "REFUSED_COORDINATE",
    "STUDIED_COORDINATE",
    "AxisError",
    "BroadcastError",
    "DataLengthMismatch",
    "HistoricTensor",
    "IndexOutOfBounds",
    "InvalidCoordinate",
    "InvalidData",
    "InvalidIndex",
    "InvalidShape",
    "Layout",
    "LayoutError",
    "NotViewableError",
    "OffsetExplanation",
    "OffsetOutOfBounds",
    "OutOfMemory",
    "RankMismatch",
    "ShapeOverflow",
    "SpentTensorError",
    "Tensor",
    "TensorError",
    "Term",
    "coordinate_of",
    "element_count",
    "frozen_tensor",
    "language_model_tensors",
    "row_major_strides",
]
