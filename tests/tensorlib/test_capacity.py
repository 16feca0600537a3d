"""What fits in some memory, against the cost of the block itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tensorlib import (
    FORMATS,
    Bytes,
    InvalidSize,
    UnknownFormat,
    block_cost,
    largest_batch,
    longest_sequence,
)

sizes = st.integers(1, 40)
cards = st.integers(0, 10**7)
names = st.sampled_from(list(FORMATS))


def test_a_card_of_24_gib():
    """One sequence costs 72 GiB / 32 = 2.25 GiB, and 24 / 2.25 is 10.67."""
    card = Bytes.from_gib(24)

    assert largest_batch(card, T=2048, d=4096, heads=64) == 10
    assert largest_batch(card, T=2048, d=4096, heads=64, format="bf16") == 21
    assert largest_batch(card, T=2048, d=4096, heads=64, layers=32) == 0


@given(cards, sizes, sizes, sizes, names, st.integers(1, 3))
def test_one_sequence_more_does_not_fit(card, tokens, width, heads, name, layers):
    fixed = {"T": tokens, "d": heads * width, "heads": heads, "format": name, "layers": layers}
    batch = largest_batch(card, **fixed)

    assert not block_cost(B=batch + 1, **fixed).fits(card)
    assert batch == 0 or block_cost(B=batch, **fixed).fits(card)


@given(cards, sizes, sizes, sizes, names, st.integers(1, 3))
def test_one_token_more_does_not_fit(card, batch, width, heads, name, layers):
    fixed = {"B": batch, "d": heads * width, "heads": heads, "format": name, "layers": layers}
    tokens = longest_sequence(card, **fixed)

    assert not block_cost(T=tokens + 1, **fixed).fits(card)
    assert tokens == 0 or block_cost(T=tokens, **fixed).fits(card)


@pytest.mark.parametrize("tokens", [1, 255, 256, 257, 2048])
def test_exactly_enough_is_enough(tokens):
    card = block_cost(B=32, T=tokens, d=4096, heads=64).total

    assert longest_sequence(card, B=32, d=4096, heads=64) == tokens
    assert longest_sequence(card - 1, B=32, d=4096, heads=64) == tokens - 1
    assert largest_batch(card, T=tokens, d=4096, heads=64) == 32


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: largest_batch(-1, T=1, d=1, heads=1),
            "largest_batch: card = -1 is less than 0",
        ),
        (
            lambda: largest_batch(24.0, T=1, d=1, heads=1),
            "largest_batch: card = 24.0 is a float, not an integer",
        ),
        (
            lambda: longest_sequence(1, B=0, d=1, heads=1),
            "longest_sequence: B = 0 is less than 1",
        ),
        (
            lambda: longest_sequence(1, B=1, d=4, heads=3),
            "longest_sequence: heads = 3 does not divide d = 4",
        ),
        (
            lambda: longest_sequence(1, B=1, d=1, heads=1, layers=0),
            "longest_sequence: layers = 0 is less than 1",
        ),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(InvalidSize) as caught:
        call()
    assert str(caught.value) == message


def test_an_unknown_format_is_refused():
    with pytest.raises(UnknownFormat, match="'fp23' is none of"):
        longest_sequence(1, B=1, d=1, heads=1, format="fp23")
