"""What a transformer block keeps, row by row, and where its T×T rows take over."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import (
    FORMATS,
    InvalidSize,
    ShapeOverflow,
    UnknownFormat,
    block_cost,
    crossover_tokens,
)

sizes = st.integers(1, 50)


def test_the_block_of_the_demo():
    """Eight units of 32*2048*4096 numbers, two of 32*64*2048*2048, 4 bytes each."""
    cost = block_cost(B=32, T=2048, d=4096, heads=64, format="fp32")

    assert cost.total == 77_309_411_328 == 4 * (8 * 32 * 2048 * 4096 + 2 * 32 * 64 * 2048**2)
    assert cost.total.text == "77.3 GB = 72.0 GiB"
    assert round(cost.share, 2) == 0.89
    assert [row.name for row in cost.rows] == [
        "input",
        "Q",
        "K",
        "V",
        "scores",
        "weights",
        "feed-forward hidden",
    ]
    assert [row.name for row in cost.rows if row.is_quadratic] == ["scores", "weights"]
    assert [row.bytes for row in cost.rows] == [2**30] * 4 + [2**35] * 2 + [2**32]


def test_at_128_tokens_the_quadratic_rows_are_a_third():
    cost = block_cost(B=32, T=128, d=4096, heads=64)

    assert Fraction(cost.quadratic, cost.block) == Fraction(1, 3)


def test_the_table_in_text():
    assert str(block_cost(B=2, T=3, d=4, heads=2, format="bf16", layers=3)) == (
        "One transformer block, B = 2, T = 3, d = 4, heads = 2, in bf16\n"
        "tensor                       shape  bytes       size  share\n"
        "input                    2 × 3 × 4     48   48 bytes   9.1%\n"
        "Q                    2 × 2 × 3 × 2     48   48 bytes   9.1%\n"
        "K                    2 × 2 × 3 × 2     48   48 bytes   9.1%\n"
        "V                    2 × 2 × 3 × 2     48   48 bytes   9.1%\n"
        "scores (T×T)         2 × 2 × 3 × 3     72   72 bytes  13.6%\n"
        "weights (T×T)        2 × 2 × 3 × 3     72   72 bytes  13.6%\n"
        "feed-forward hidden     2 × 3 × 16    192  192 bytes  36.4%\n"
        "total: 528 bytes\n"
        "the two T×T rows are 27.3% of it; at T = 8 they are half\n"
        "3 blocks: 1,584 bytes = 1.58 kB = 1.55 KiB"
    )


def test_the_table_in_html():
    cost = block_cost(B=32, T=2048, d=4096, heads=64)
    root = ElementTree.fromstring(cost._repr_html_())
    rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]

    assert rows[0] == ["tensor", "shape", "bytes", "size", "share"]
    assert rows[5] == [
        "scores (T×T)",
        "32 × 64 × 2048 × 2048",
        "34,359,738,368",
        "34.4 GB",
        "44.4%",
    ]
    assert [paragraph.text for paragraph in root.iter("p")] == [
        "total: 77,309,411,328 bytes = 77.3 GB = 72.0 GiB",
        "the two T×T rows are 88.9% of it; at T = 256 they are half",
    ]


@given(sizes, sizes, sizes, sizes, st.sampled_from(list(FORMATS)), st.integers(1, 4))
def test_rows_add_up(batch, tokens, width, heads, name, layers):
    cost = block_cost(B=batch, T=tokens, d=heads * width, heads=heads, format=name, layers=layers)

    numbers = 8 * batch * tokens * heads * width + 2 * batch * heads * tokens**2
    assert cost.block == FORMATS[name].bytes * numbers
    assert cost.total == layers * cost.block
    assert cost.share == cost.quadratic / cost.block
    assert cost.fits(cost.total)
    assert not cost.fits(cost.total - 1)


@given(sizes, sizes, sizes)
def test_at_the_crossover_both_parts_are_equal_and_then_the_quadratic_one_is_larger(
    batch, width, heads
):
    tokens = crossover_tokens(d=heads * width, heads=heads)

    def parts(length):
        cost = block_cost(B=batch, T=length, d=heads * width, heads=heads)
        return cost.quadratic, cost.block - cost.quadratic

    assert parts(tokens)[0] == parts(tokens)[1]
    assert parts(tokens + 1)[0] > parts(tokens + 1)[1]
    assert parts(tokens - 1)[0] < parts(tokens - 1)[1]


def test_neither_batch_nor_format_moves_the_crossover():
    """Head width 4096 / 64 = 64, times four."""
    assert crossover_tokens(d=4096, heads=64) == 256
    for batch, name in ((1, "int8"), (512, "fp64")):
        assert block_cost(B=batch, T=256, d=4096, heads=64, format=name).share == 0.5


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"B": 0}, "block_cost: B = 0 is less than 1"),
        ({"T": -1}, "block_cost: T = -1 is less than 1"),
        ({"T": 16.0}, "block_cost: T = 16.0 is a float, not an integer"),
        ({"d": True}, "block_cost: d = True is a bool, not an integer"),
        ({"heads": 0}, "block_cost: heads = 0 is less than 1"),
        ({"heads": 3}, "block_cost: heads = 3 does not divide d = 8"),
        ({"layers": 0}, "block_cost: layers = 0 is less than 1"),
    ],
)
def test_sizes_that_are_refused(changed, message):
    with pytest.raises(InvalidSize) as caught:
        block_cost(**{"B": 2, "T": 4, "d": 8, "heads": 2} | changed)
    assert str(caught.value) == message


def test_too_many_numbers_and_unknown_formats_are_refused():
    with pytest.raises(ShapeOverflow, match=r"^tensor_bytes: shape \(1, 1, 4294967296, "):
        block_cost(B=1, T=2**32, d=1, heads=1)
    with pytest.raises(UnknownFormat, match="'fp23' is none of"):
        block_cost(B=1, T=1, d=1, heads=1, format="fp23")


def test_the_crossover_refuses_heads_that_do_not_divide():
    with pytest.raises(InvalidSize, match=r"^crossover_tokens: heads = 3 does not divide d = 8$"):
        crossover_tokens(d=8, heads=3)
