"""Bytes of shapes, and of views: logical, stored and kept."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from strategies import shapes, strided_views

from tensorlib import (
    FORMATS,
    Bytes,
    InvalidData,
    InvalidShape,
    ShapeOverflow,
    Tensor,
    UnknownFormat,
    memory_of,
    tensor_bytes,
)


@pytest.mark.parametrize(
    ("name", "size", "text"),
    [
        ("fp32", 1_073_741_824, "1.07 GB"),
        ("bf16", 536_870_912, "537 MB"),
        ("int8", 268_435_456, "268 MB"),
        ("fp8_e5m2", 268_435_456, "268 MB"),
    ],
)
def test_an_activation_in_several_formats(name, size, text):
    """32 * 2048 * 4096 = 268,435,456 numbers."""
    cost = tensor_bytes((32, 2048, 4096), name)

    assert cost == size
    assert type(cost) is Bytes
    assert cost.decimal_text == text


@given(shapes())
def test_bytes_are_numpys(shape):
    for name, dtype in (("fp64", np.float64), ("fp32", np.float32), ("int8", np.int8)):
        assert (
            tensor_bytes(shape, name) == tensor_bytes(shape, dtype) == np.zeros(shape, dtype).nbytes
        )


def test_quadratic_scores_of_a_long_sequence():
    assert tensor_bytes((16, 20000, 20000), "fp32").decimal_text == "25.6 GB"


def test_a_scalar_and_an_empty_tensor():
    assert tensor_bytes((), "bf16") == 2
    assert tensor_bytes((2, 0, 3), "bf16") == 0


@pytest.mark.parametrize(
    ("shape", "name", "error", "message"),
    [
        ((2, -1), "fp32", InvalidShape, "tensor_bytes: size -1 on axis 1 is less than 0"),
        (
            (2**63, 3),
            "fp32",
            ShapeOverflow,
            "tensor_bytes: shape (9223372036854775808, 3): 9223372036854775808 * 3 is more than "
            "18446744073709551615",
        ),
        (
            (2, 3),
            "float",
            UnknownFormat,
            "format: format 'float' is none of 'fp64', 'fp32', 'bf16', 'fp16', 'fp8_e4m3fn', "
            "'fp8_e5m2', 'int8'",
        ),
    ],
)
def test_what_is_refused(shape, name, error, message):
    with pytest.raises(error) as caught:
        tensor_bytes(shape, name)
    assert str(caught.value) == message


def test_an_expanded_view_stores_less():
    """Eight numbers seen as 1000 rows of them."""
    rows = np.broadcast_to(np.zeros(8, dtype=np.float32), (1000, 8))
    use = memory_of(rows)

    assert (use.logical, use.stored, use.kept) == (32000, 32, 32)
    assert str(use) == "logical 32000 bytes, stored 32 bytes, kept 32 bytes"


def test_a_small_slice_keeps_a_large_buffer():
    corner = np.zeros((1000, 1000), dtype=np.float32)[:2, ::-500]
    use = memory_of(corner)

    assert (use.logical, use.stored, use.kept) == (16, 16, 4_000_000)


def test_tensors_and_their_views():
    tensor = Tensor.zeros((100, 100))
    assert memory_of(tensor) == memory_of(tensor.view())

    corner = tensor.view()[:2, :3]
    assert memory_of(corner).logical == corner.logical_bytes == 48
    assert memory_of(corner).kept == corner.buffer_bytes == 80_000

    stretched = tensor.view()[:, :1].expand((100, 50))
    assert memory_of(stretched).logical == stretched.logical_bytes == 40_000
    assert memory_of(stretched).stored == stretched.stored_bytes == 800


def test_sizes_as_if_in_another_format():
    tensor = Tensor.zeros((10, 10))

    assert memory_of(tensor, "bf16").logical == tensor_bytes((10, 10), "bf16")
    assert memory_of(np.zeros((10, 10), np.int8)[:5], "fp32").kept == 400


@given(strided_views())
def test_a_view_that_repeats_nothing_stores_what_it_shows(view):
    use = memory_of(view)

    assert use.logical == use.stored == view.nbytes
    assert use.kept >= use.stored
    seen = {int(address) for address in np.nditer([view], order="C")}
    assert use.stored == FORMATS["fp64"].bytes * len(seen)


def test_windows_that_overlap_store_each_number_once():
    """Windows of 3 over 10 numbers: 8 windows, all ten numbers."""
    windows = np.lib.stride_tricks.sliding_window_view(np.arange(10.0), 3)
    use = memory_of(windows)

    assert (use.logical, use.stored, use.kept) == (8 * 3 * 8, 80, 80)


def test_an_array_of_no_bytes():
    assert memory_of(np.zeros(3, dtype="V0")).kept == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((2, 3), "memory_of: a tuple is no tensor, view or array"),
        ("zeros", "memory_of: a str is no tensor, view or array"),
    ],
)
def test_what_has_no_memory(given, message):
    with pytest.raises(InvalidData) as caught:
        memory_of(given)
    assert str(caught.value) == message
