"""Tensors that check every shape, coordinate and offset, for learning how tensors work.

>>> from tensorlib import Tensor
>>> t = Tensor((2, 2, 3), [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42])
>>> t.strides, t.offset((1, 0, 2)), t[1, 0, 2]
((6, 3, 1), 8, 32.0)
"""

from tensorlib.alignment import AlignedAxis, BroadcastExplanation, explain_broadcast
from tensorlib.bitpattern import BitPattern
from tensorlib.blockcost import BlockCost, CostRow, block_cost, crossover_tokens
from tensorlib.broadcasting import broadcast_shapes
from tensorlib.bytecount import Bytes
from tensorlib.capacity import largest_batch, longest_sequence
from tensorlib.costs import MemoryUse, memory_of, tensor_bytes
from tensorlib.errors import (
    AliasedWriteError,
    AxisError,
    AxisMismatch,
    AxisNameError,
    AxisSizeMismatch,
    BroadcastError,
    DataLengthMismatch,
    EmptyReduction,
    FormatMismatch,
    IndexOutOfBounds,
    InferredSizeError,
    InvalidCoordinate,
    InvalidData,
    InvalidIndex,
    InvalidShape,
    InvalidSize,
    InvalidSlice,
    LayoutError,
    MaskError,
    MatmulError,
    NotViewableError,
    OffsetOutOfBounds,
    OutOfMemory,
    PaddingSideError,
    RankMismatch,
    RankPromotionError,
    ShapeOverflow,
    SpentTensorError,
    SuspiciousBroadcast,
    TensorError,
    UnknownFormat,
)
from tensorlib.explain import OffsetExplanation
from tensorlib.floatformats import FloatFormat
from tensorlib.formats import FORMATS, format_of, result_format
from tensorlib.history import (
    REFUSED_COORDINATE,
    STUDIED_COORDINATE,
    HistoricTensor,
    frozen_tensor,
    language_model_tensors,
)
from tensorlib.intformats import IntFormat
from tensorlib.layout import Layout, Term, coordinate_of
from tensorlib.layoutexplain import LayoutExplanation
from tensorlib.masks import (
    attention_mask,
    check_mask,
    last_index,
    padding_mask,
    padding_share,
    padding_side,
)
from tensorlib.meaning.check import check_axes
from tensorlib.meaning.landing import Landing, NamedShape
from tensorlib.meaning.reduction import check_reduction
from tensorlib.meaning.verdict import (
    CORRECT,
    CORRECT_BY_LUCK,
    RAISES,
    SILENTLY_WRONG,
    Verdict,
    VerdictKind,
)
from tensorlib.measure import BatchMeasurement, BatchTime, measure_batches
from tensorlib.named import NamedTensor
from tensorlib.numberformat import Format
from tensorlib.padding import PaddedBatch, masked_mean, pad
from tensorlib.reducible import softmax
from tensorlib.scaling import (
    Quantised,
    ScaledGradients,
    largest_scale,
    quantise,
    scale_gradients,
    symmetric_scale,
)
from tensorlib.shapes import element_count, row_major_strides
from tensorlib.sizereport import SizeOutcome, SizeReport, SizeRun, compare_sizes
from tensorlib.sizes import SizeSetting, distinct_sizes, size_settings
from tensorlib.strict import strict_broadcasting
from tensorlib.tensor import Tensor, TensorView
from tensorlib.watch.findings import Suspicion
from tensorlib.watch.recorder import BroadcastEvent
from tensorlib.watch.watcher import BroadcastWatch, watch_broadcasts

__all__ = [
    "CORRECT",
    "CORRECT_BY_LUCK",
    "FORMATS",
    "RAISES",
    "REFUSED_COORDINATE",
    "SILENTLY_WRONG",
    "STUDIED_COORDINATE",
    "AliasedWriteError",
    "AlignedAxis",
    "AxisError",
    "AxisMismatch",
    "AxisNameError",
    "AxisSizeMismatch",
    "BatchMeasurement",
    "BatchTime",
    "BitPattern",
    "BlockCost",
    "BroadcastError",
    "BroadcastEvent",
    "BroadcastExplanation",
    "BroadcastWatch",
    "Bytes",
    "CostRow",
    "DataLengthMismatch",
    "EmptyReduction",
    "FloatFormat",
    "Format",
    "FormatMismatch",
    "HistoricTensor",
    "IndexOutOfBounds",
    "InferredSizeError",
    "IntFormat",
    "InvalidCoordinate",
    "InvalidData",
    "InvalidIndex",
    "InvalidShape",
    "InvalidSize",
    "InvalidSlice",
    "Landing",
    "Layout",
    "LayoutError",
    "LayoutExplanation",
    "MaskError",
    "MatmulError",
    "MemoryUse",
    "NamedShape",
    "NamedTensor",
    "NotViewableError",
    "OffsetExplanation",
    "OffsetOutOfBounds",
    "OutOfMemory",
    "PaddedBatch",
    "PaddingSideError",
    "Quantised",
    "RankMismatch",
    "RankPromotionError",
    "ScaledGradients",
    "ShapeOverflow",
    "SizeOutcome",
    "SizeReport",
    "SizeRun",
    "SizeSetting",
    "SpentTensorError",
    "Suspicion",
    "SuspiciousBroadcast",
    "Tensor",
    "TensorError",
    "TensorView",
    "Term",
    "UnknownFormat",
    "Verdict",
    "VerdictKind",
    "attention_mask",
    "block_cost",
    "broadcast_shapes",
    "check_axes",
    "check_mask",
    "check_reduction",
    "compare_sizes",
    "coordinate_of",
    "crossover_tokens",
    "distinct_sizes",
    "element_count",
    "explain_broadcast",
    "format_of",
    "frozen_tensor",
    "language_model_tensors",
    "largest_batch",
    "largest_scale",
    "last_index",
    "longest_sequence",
    "masked_mean",
    "measure_batches",
    "memory_of",
    "pad",
    "padding_mask",
    "padding_share",
    "padding_side",
    "quantise",
    "result_format",
    "row_major_strides",
    "scale_gradients",
    "size_settings",
    "softmax",
    "strict_broadcasting",
    "symmetric_scale",
    "tensor_bytes",
    "watch_broadcasts",
]
