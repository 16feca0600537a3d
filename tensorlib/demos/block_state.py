"""What the block demo asks about: blocks of any size in any format, and a memory to hold them."""

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.blockcost import BlockCost, block_cost
from tensorlib.bytecount import Bytes
from tensorlib.capacity import largest_batch, longest_sequence

BATCHES = range(1, 65)
TOKENS = range(128, 8193, 128)
LAYERS = range(1, 49)
WIDTHS = (512, 1024, 2048, 4096, 8192)
"""The numbers a token; every choice of heads divides them."""

HEADS = (1, 2, 4, 8, 16, 32, 64)
NAMES = ("fp32", "bf16", "fp16", "int8")
CARDS = (8, 16, 24, 40, 80)
"""How many GiB a memory card may have."""


@dataclass(frozen=True, slots=True)
class BlockState:
    """Keep the sizes, the format and the memory in question.

    Parameters
    ----------
    B, T, d, heads : int
        Sequences, tokens in each, numbers a token, attention heads; `heads` divides `d`.
    layers : int
        How many blocks there are.
    format : str
        The format of every number.
    card_gib : int
        How many GiB the memory has.
    """

    B: int
    T: int
    d: int
    heads: int
    layers: int
    format: str
    card_gib: int

    @property
    def cost(self) -> BlockCost:
        """What the blocks cost, row by row."""
        return block_cost(
            B=self.B, T=self.T, d=self.d, heads=self.heads, format=self.format, layers=self.layers
        )

    @property
    def card(self) -> Bytes:
        """The memory in bytes."""
        return Bytes.from_gib(self.card_gib)

    @property
    def largest_batch(self) -> int:
        """How many sequences would fit, at these tokens."""
        return largest_batch(
            self.card,
            T=self.T,
            d=self.d,
            heads=self.heads,
            format=self.format,
            layers=self.layers,
        )

    @property
    def longest_sequence(self) -> int:
        """How many tokens would fit, at this batch."""
        return longest_sequence(
            self.card,
            B=self.B,
            d=self.d,
            heads=self.heads,
            format=self.format,
            layers=self.layers,
        )


@dataclass(frozen=True, slots=True)
class BlockOutcome:
    """Say what becomes of blocks in a memory.

    Parameters
    ----------
    fits : bool
        Whether all of them fit.
    quadratic : bool
        Whether the T×T rows are more than half of the cost.
    """

    fits: bool
    quadratic: bool

    def __str__(self) -> str:
        fits = "it fits" if self.fits else "it does not fit"
        return f"that {fits}, and that T×T is {'' if self.quadratic else 'not '}more than half"


def outcome_of(state: BlockState) -> BlockOutcome:
    """Return what becomes of the blocks.

    Parameters
    ----------
    state : BlockState
        The question.

    Examples
    --------
    >>> print(outcome_of(first_state()))
    that it does not fit, and that T×T is more than half
    """
    cost = state.cost
    return BlockOutcome(cost.fits(state.card), 2 * cost.quadratic > cost.block)


def first_state() -> BlockState:
    """Return the question the demo opens with.

    Examples
    --------
    >>> first_state().cost.block
    77309411328
    """
    return BlockState(B=32, T=2048, d=4096, heads=64, layers=1, format="fp32", card_gib=24)
