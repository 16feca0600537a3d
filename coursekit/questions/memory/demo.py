"""Judge predictions about blocks of any size, and about any number in any format."""

from __future__ import annotations

from typing import Protocol

from coursekit.questions.forms import Number
from coursekit.questions.judging import Verdict, judge
from coursekit.questions.memory.blocks import Block, believed_parts, gathered
from coursekit.questions.memory.integers import int8_converted_of
from coursekit.questions.memory.rounding import rounded_of
from coursekit.questions.question import Question, ask
from coursekit.questions.wordforms import Choice
from tensorlib import Bytes

WORDS = {
    (True, True): "fits, and the T×T tensors are the larger part",
    (True, False): "fits, and the T×T tensors are not the larger part",
    (False, True): "does not fit, and the T×T tensors are the larger part",
    (False, False): "does not fit, and the T×T tensors are not the larger part",
}
"""What can be said of a block: whether it fits, and whether T×T is more than half of it."""


class BlockState(Protocol):
    """Sizes, a format and a memory, as the block demo has them."""

    @property
    def B(self) -> int:
        """The number of sequences."""

    @property
    def T(self) -> int:
        """The number of tokens in each."""

    @property
    def d(self) -> int:
        """The number of numbers a token."""

    @property
    def heads(self) -> int:
        """The number of heads."""

    @property
    def layers(self) -> int:
        """The number of blocks."""

    @property
    def format(self) -> str:
        """The format of every number."""

    @property
    def card_gib(self) -> int:
        """How many GiB there are."""


class BlockOutcome(Protocol):
    """What is expected of a block."""

    @property
    def fits(self) -> bool:
        """Whether all blocks fit."""

    @property
    def quadratic(self) -> bool:
        """Whether the T×T tensors are more than half."""


class NumberState(Protocol):
    """A number and a format, as the demo of bits has them."""

    @property
    def number(self) -> float:
        """The number, which is finite."""

    @property
    def format(self) -> str:
        """The format that it is rounded to."""


def fate_of(block: Block, card_gib: int) -> Question:
    """Ask whether blocks fit in some memory, and which part of them is the larger.

    Beliefs that the parameters cannot tell apart are let go, since a learner chose them.

    Parameters
    ----------
    block : Block
        The sizes.
    card_gib : int
        How many times ``2**30`` bytes there are.

    Examples
    --------
    >>> fate_of(Block(1, 512, 4096, 64), 1).answer
    'fits, and the T×T tensors are the larger part'
    """
    cost, card = block.cost, Bytes.from_gib(card_gib)
    others = int(cost.block) - int(cost.quadratic)

    def words(linear: int, square: int, room: int) -> str:
        return WORDS[block.layers * (linear + square) <= room, square > linear]

    right = words(others, cost.quadratic, card)
    believed = [
        *((id_, words(linear, square, card)) for id_, linear, square in believed_parts(block)),
        ("M51", words(others, cost.quadratic, card_gib * 10**9)),
    ]
    return ask(
        "fate_of",
        (block, card_gib),
        f"{block.layers} blocks with {block.sizes} in {block.format}: do they fit in "
        f"{card_gib} GiB, and are the T×T tensors the larger part?",
        Choice(*WORDS.values()),
        right,
        gathered((id_, answer) for id_, answer in dict.fromkeys(believed) if answer != right),
        drop_ambiguous=True,
    )


def judge_block(state: BlockState, prediction: BlockOutcome) -> Verdict:
    """Judge a learner's prediction of what becomes of a block.

    Parameters
    ----------
    state : BlockState
        What was asked about.
    prediction : BlockOutcome
        What the learner expects.
    """
    block = Block(state.B, state.T, state.d, state.heads, state.format, state.layers)
    words = WORDS[prediction.fits, prediction.quadratic]
    return judge(fate_of(block, state.card_gib), words)


def stored_of(number: float, format: str) -> Question:
    """Ask what a number becomes in any format, be it floating-point or int8.

    Beliefs that the parameters cannot tell apart are let go, since a learner chose them.

    Parameters
    ----------
    number : float
        A finite number.
    format : str
        The format.

    Examples
    --------
    >>> stored_of(200.0, "int8").beliefs["M92"]
    -56.0
    """
    if format != "int8":
        return rounded_of(number, format, drop_ambiguous=True)
    converted = int8_converted_of(number, 1.0, drop_ambiguous=True)
    beliefs = {id_: float(answer) for id_, answer in converted.beliefs.items()}
    prompt = f"What does int8 make of {number}?"
    return Question(converted.id, prompt, Number(), float(converted.answer), beliefs)


def judge_number(state: NumberState, prediction: float) -> Verdict:
    """Judge a learner's prediction of what a number becomes in a format.

    Parameters
    ----------
    state : NumberState
        What was asked about.
    prediction : float
        What the learner expects.
    """
    return judge(stored_of(state.number, state.format), prediction + 0.0)  # a zero has no sign
