"""What the block demo says of blocks and a memory, as HTML: the question and the answer."""

from __future__ import annotations

from tensorlib.bars import Bar, bars_drawing
from tensorlib.blockcost import crossover_tokens
from tensorlib.demos.block_state import BlockState
from tensorlib.drawing import Drawing, svg_of
from tensorlib.prose import paragraphs


def question_html(state: BlockState) -> str:
    """Return the question.

    Parameters
    ----------
    state : BlockState
        The question.
    """
    sizes = (
        f"B = {state.B} sequences of T = {state.T} tokens, d = {state.d}, {state.heads} heads, "
        f"{_blocks(state)}, every number in {state.format}."
    )
    return paragraphs(
        sizes,
        "A block keeps its input, Q, K and V, the scores and weights of every head, and a hidden "
        f"layer that is 4d wide. Does all of it fit in {state.card_gib} GiB? And are the two T×T "
        "rows, scores and weights, more than half of it?",
    )


def answer_html(state: BlockState) -> str:
    """Return the answer: the rows of one block as bars, and what fits.

    Parameters
    ----------
    state : BlockState
        The question.
    """
    return (
        svg_of(rows_drawing(state))
        + paragraphs(share_text(state))
        + svg_of(card_drawing(state))
        + paragraphs(room_text(state))
    )


def rows_drawing(state: BlockState) -> Drawing:
    """Return the rows of one block as bars, those that are T×T dark and named so.

    Parameters
    ----------
    state : BlockState
        The question.
    """
    cost = state.cost
    bars = [
        Bar(
            f"{row.name} (T×T)" if row.is_quadratic else row.name,
            row.bytes,
            f"{row.bytes.decimal_text}, {row.bytes / cost.block:.1%}",
            strong=row.is_quadratic,
        )
        for row in cost.rows
    ]
    described = "; ".join(f"{bar.label} {bar.figure}" for bar in bars)
    title = f"One block: {cost.block:,} bytes = {cost.block.text}"
    return bars_drawing(bars, title, f"{title}. {described}.")


def card_drawing(state: BlockState) -> Drawing:
    """Return the cost of all blocks beside what the memory holds.

    Parameters
    ----------
    state : BlockState
        The question.
    """
    total, card = state.cost.total, state.card
    bar = Bar(_blocks(state), total, total.binary_text, strong=True)
    name = f"a card of {state.card_gib} GiB"
    verdict = "fits in" if state.cost.fits(card) else "does not fit in"
    title = f"{total.text} {verdict} {card.text}"
    return bars_drawing([bar], title, f"{title}.", limit=(card, name))


def share_text(state: BlockState) -> str:
    """Return which part of a block the T×T rows are, and where they would be half.

    Parameters
    ----------
    state : BlockState
        The question.

    Examples
    --------
    >>> share_text(BlockState(32, 128, 4096, 64, 1, "fp32", 24))
    'The T×T rows are 33.3% of the block. They are half of it at T = 256, four times the head \
width of 64, whatever B and the format are.'
    """
    tokens = crossover_tokens(d=state.d, heads=state.heads)
    return (
        f"The T×T rows are {state.cost.share:.1%} of the block. They are half of it at "
        f"T = {tokens}, four times the head width of {state.d // state.heads}, whatever B and the "
        "format are."
    )


def room_text(state: BlockState) -> str:
    """Return what would fit in the memory, in one size and in the other.

    Parameters
    ----------
    state : BlockState
        The question.

    Examples
    --------
    >>> room_text(BlockState(32, 2048, 4096, 64, 1, "fp32", 24))
    'In 24 GiB fit at most B = 10 sequences of 2048 tokens, or at B = 32 at most T = 1132 tokens.'
    """
    return (
        f"In {state.card_gib} GiB fit at most B = {state.largest_batch} sequences of {state.T} "
        f"tokens, or at B = {state.B} at most T = {state.longest_sequence} tokens."
    )


def _blocks(state: BlockState) -> str:
    return "one block" if state.layers == 1 else f"{state.layers} blocks"
