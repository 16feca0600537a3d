"""Where a block's T×T tensors take over, and what of it fits in some memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from coursekit.questions.forms import Integer, Number
from coursekit.questions.memory.blocks import Block, believed_parts, gathered
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import Bytes, crossover_tokens, format_of, largest_batch


def crossover_of(block: Block) -> Question:
    """Ask at how many tokens a block's T×T tensors cost as much as all others.

    Parameters
    ----------
    block : Block
        The sizes, of which the number of tokens makes no difference.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = crossover_of(Block(1, 1, 4096, 64))
    >>> question.answer, question.beliefs["M49"].answers
    (256, (16384, 4))
    """
    tokens, width = crossover_tokens(d=block.d, heads=block.heads), format_of(block.format).bytes
    beliefs: dict[str, Any] = {
        "M49": OneOf(tokens * block.heads, tokens // block.heads),
    }
    if width > 1:
        beliefs["M50"] = OneOf(tokens * width, tokens // width)
    return Question(
        f"crossover_of({block})",
        f"At d = {block.d} and {block.heads} heads in {block.format}, at how many tokens do the "
        "T×T tensors cost as much as all others together?",
        Integer(),
        tokens,
        beliefs,
    )


def share_of(block: Block, *, drop_ambiguous: bool = False) -> Question:
    """Ask which part of a block its T×T tensors are.

    Parameters
    ----------
    block : Block
        The sizes.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = share_of(Block(1, 256, 4096, 64))
    >>> question.answer, question.beliefs["M48"].answers
    (0.5, (0.2,))
    """
    parts = believed_parts(block)
    return ask(
        "share_of",
        (block,),
        f"Which part of a block with {block.sizes} are its T×T tensors, from 0 to 1?",
        Number(),
        block.cost.share,
        gathered((id_, square / (linear + square)) for id_, linear, square in parts),
        drop_ambiguous=drop_ambiguous,
    )


def largest_batch_of(block: Block, card_gib: int, *, drop_ambiguous: bool = False) -> Question:
    """Ask how many sequences fit in some memory.

    Parameters
    ----------
    block : Block
        The sizes, of which the batch makes no difference.
    card_gib : int
        How many times ``2**30`` bytes there are.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = largest_batch_of(Block(1, 2048, 4096, 64), 24)
    >>> question.answer, question.beliefs["M51"]
    (10, 9)
    """
    one, card = replace(block, B=1), Bytes.from_gib(card_gib)
    parts = believed_parts(one)
    beliefs: dict[str, Any] = gathered(
        (id_, card // (one.layers * (linear + square))) for id_, linear, square in parts
    )
    beliefs["M50"] = card // (one.cost.total // format_of(one.format).bytes)
    beliefs["M51"] = card_gib * 10**9 // one.cost.total
    return ask(
        "largest_batch_of",
        (one, card_gib),
        f"How many sequences fit in {card_gib} GiB, in {one.layers} blocks with T = {one.T}, "
        f"d = {one.d} and {one.heads} heads in {one.format}?",
        Integer(),
        largest_batch(
            card, T=one.T, d=one.d, heads=one.heads, format=one.format, layers=one.layers
        ),
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )
