"""What a user imports, and what that import costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tensorlib
from tensorlib import IndexOutOfBounds, Tensor, coordinate_of, element_count, row_major_strides

NAMES = {
    "the tensor": {"Tensor", "Layout", "Term", "OffsetExplanation"},
    "views": {
        "TensorView",
        "LayoutExplanation",
        "AliasedWriteError",
        "InferredSizeError",
        "InvalidSlice",
    },
    "tuple arithmetic": {"row_major_strides", "element_count", "coordinate_of"},
    "the rule": {
        "broadcast_shapes",
        "explain_broadcast",
        "BroadcastExplanation",
        "AlignedAxis",
    },
    "meaning": {
        "check_axes",
        "check_reduction",
        "Verdict",
        "VerdictKind",
        "RAISES",
        "CORRECT",
        "CORRECT_BY_LUCK",
        "SILENTLY_WRONG",
        "Landing",
        "NamedShape",
        "NamedTensor",
        "strict_broadcasting",
        "AxisNameError",
        "AxisMismatch",
        "AxisSizeMismatch",
        "RankPromotionError",
    },
    "a watch over numpy code": {
        "watch_broadcasts",
        "BroadcastWatch",
        "BroadcastEvent",
        "Suspicion",
        "SuspiciousBroadcast",
    },
    "padding": {
        "pad",
        "PaddedBatch",
        "padding_mask",
        "padding_side",
        "padding_share",
        "check_mask",
        "last_index",
        "masked_mean",
        "attention_mask",
        "MaskError",
        "PaddingSideError",
    },
    "formats": {
        "FORMATS",
        "Format",
        "FloatFormat",
        "IntFormat",
        "BitPattern",
        "format_of",
        "result_format",
        "quantise",
        "Quantised",
        "symmetric_scale",
        "scale_gradients",
        "ScaledGradients",
        "largest_scale",
        "UnknownFormat",
        "FormatMismatch",
    },
    "costs": {
        "tensor_bytes",
        "memory_of",
        "MemoryUse",
        "Bytes",
        "block_cost",
        "BlockCost",
        "CostRow",
        "crossover_tokens",
        "largest_batch",
        "longest_sequence",
        "measure_batches",
        "BatchMeasurement",
        "BatchTime",
        "InvalidSize",
    },
    "sizes to test with": {
        "distinct_sizes",
        "size_settings",
        "SizeSetting",
        "compare_sizes",
        "SizeReport",
        "SizeRun",
        "SizeOutcome",
    },
    "numbers": {"softmax", "EmptyReduction", "MatmulError"},
    "errors": {
        "TensorError",
        "ShapeOverflow",
        "InvalidShape",
        "DataLengthMismatch",
        "InvalidData",
        "OutOfMemory",
        "RankMismatch",
        "IndexOutOfBounds",
        "InvalidIndex",
        "InvalidCoordinate",
        "OffsetOutOfBounds",
        "LayoutError",
        "AxisError",
        "BroadcastError",
        "NotViewableError",
        "SpentTensorError",
    },
    "the first unit's material": {
        "frozen_tensor",
        "language_model_tensors",
        "HistoricTensor",
        "STUDIED_COORDINATE",
        "REFUSED_COORDINATE",
    },
}


def test_the_public_names_are_these():
    assert set(tensorlib.__all__) == set().union(*NAMES.values())
    assert len(tensorlib.__all__) == len(set(tensorlib.__all__))
    assert all(hasattr(tensorlib, name) for name in tensorlib.__all__)


def test_the_first_steps_of_a_user():
    t = Tensor((2, 2, 3), [10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42])

    assert (t.shape, t.strides, t.rank, t.size) == ((2, 2, 3), (6, 3, 1), 3, 12)
    assert t.offset((1, 0, 2)) == 8
    assert t[1, 0, 2] == 32.0
    t[0, 1, 1] = 99.0
    assert t.buffer[4] == 99.0
    assert row_major_strides((2, 2, 3)) == (6, 3, 1)
    assert element_count((2, 2, 3)) == 12
    assert coordinate_of(8, (2, 2, 3)) == (1, 0, 2)
    with pytest.raises(IndexOutOfBounds) as caught:
        t.offset((1, 2, 0))
    assert caught.value == IndexOutOfBounds(axis=1, index=2, dimension=2)


HEAVY = {
    *("matplotlib", "ipywidgets", "IPython", "traitlets", "coursekit"),
    *("jaxtyping", "beartype", "ml_dtypes"),
}


def _imported_by(statement, repository):
    run = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys\nprint(*sys.modules)"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in run.stdout.split()}


@pytest.mark.parametrize(
    "module", ["tensorlib", "tensorlib.trace", "tensorlib.picture", "tensorlib.history"]
)
def test_the_library_imports_numpy_and_nothing_heavy(module, repository):
    imported = _imported_by(f"import {module}", repository)

    assert "numpy" in imported
    assert imported & HEAVY == set()


def test_a_heavy_import_would_be_seen(repository):
    assert "matplotlib" in _imported_by("import tensorlib.figures", repository)
