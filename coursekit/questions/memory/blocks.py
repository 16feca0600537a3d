"""What a transformer block costs, and what those make of it who lose the heads or the square."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from coursekit.errors import CourseError
from coursekit.questions.forms import Integer, Integers
from coursekit.questions.memory.sizes import slips_of_bytes
from coursekit.questions.question import OneOf, Question, ask
from tensorlib import BlockCost, CostRow, block_cost, format_of


@dataclass(frozen=True, slots=True)
class Block:
    """Say how large a transformer block is.

    Parameters
    ----------
    B, T, d, heads : int
        Sequences, tokens in each, numbers a token, attention heads; `heads` divides `d`.
    format : str, optional
        The format of every number.
    layers : int, optional
        How many such blocks there are.
    """

    B: int
    T: int
    d: int
    heads: int
    format: str = "fp32"
    layers: int = 1

    @property
    def cost(self) -> BlockCost:
        """What it costs, row by row."""
        return block_cost(
            B=self.B, T=self.T, d=self.d, heads=self.heads, format=self.format, layers=self.layers
        )

    @property
    def sizes(self) -> str:
        """The sizes in words."""
        return f"B = {self.B}, T = {self.T}, d = {self.d} and {self.heads} heads"

    def row(self, name: str) -> CostRow:
        """Return one of the tensors that the block keeps.

        Parameters
        ----------
        name : str
            What it holds: ``"scores"``.

        Raises
        ------
        CourseError
            If there is none of that name.
        """
        for row in self.cost.rows:
            if row.name == name:
                return row
        raise CourseError(f"Block.row: no row {name!r} among {[r.name for r in self.cost.rows]}")


def believed_parts(block: Block) -> Iterator[tuple[str, int, int]]:
    """Yield each belief with what its rows cost in bytes, those that are T×T counted apart.

    Parameters
    ----------
    block : Block
        The sizes.

    Yields
    ------
    tuple of str, int and int
        The belief's id; bytes of the rows that are not T×T, bytes of those that are.

    Examples
    --------
    >>> list(believed_parts(Block(1, 4, 8, 2, "int8")))
    [('M48', 256, 64), ('M49', 256, 32), ('M49', 256, 128)]
    """
    quadratic = int(block.cost.quadratic)
    linear = int(block.cost.block) - quadratic
    yield "M48", linear, 2 * int(block.row("Q").bytes)
    if block.heads > 1:
        yield "M49", linear, quadratic // block.heads
        yield "M49", linear, quadratic * block.heads


def gathered(answers: Iterator[tuple[str, Any]]) -> dict[str, OneOf]:
    """Return answers by belief.

    Parameters
    ----------
    answers : iterator of tuple
        A belief's id and an answer, as often as it has one.
    """
    kept: dict[str, list[Any]] = {}
    for id_, answer in answers:
        kept.setdefault(id_, []).append(answer)
    return {id_: OneOf(*those) for id_, those in kept.items()}


def scores_shape_of(block: Block) -> Question:
    """Ask for the shape of a block's attention scores.

    Parameters
    ----------
    block : Block
        The sizes.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same shape.

    Examples
    --------
    >>> question = scores_shape_of(Block(2, 5, 12, 3))
    >>> question.answer, question.beliefs["M49"]
    ((2, 3, 5, 5), (2, 5, 5))
    """
    batch, tokens = block.B, block.T
    return Question(
        f"scores_shape_of({block})",
        f"What is the shape of the attention scores for {block.sizes}?",
        Integers(),
        block.row("scores").shape,
        {
            "M48": OneOf(block.row("Q").shape, (batch, block.heads, tokens)),
            "M49": (batch, tokens, tokens),
        },
    )


def row_bytes_of(block: Block, name: str, *, drop_ambiguous: bool = False) -> Question:
    """Ask how many bytes one tensor of a block takes.

    Parameters
    ----------
    block : Block
        The sizes.
    name : str
        A tensor that has an axis for the heads: ``"scores"``, ``"weights"``, ``"Q"``, ``"K"`` or
        ``"V"``.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If there is no such tensor; if two beliefs, or a belief and the right answer, give the
        same number.

    Examples
    --------
    >>> question = row_bytes_of(Block(1, 1000, 256, 16), "scores")
    >>> question.answer, question.beliefs["M49"].answers
    (64000000, (4000000, 1024000000))
    """
    row, width = block.row(name), format_of(block.format).bytes
    size = int(row.bytes)
    beliefs: dict[str, Any] = dict(slips_of_bytes(size // width, block.format))
    if block.heads > 1:
        beliefs["M49"] = OneOf(size // block.heads, size * block.heads)
    if row.is_quadratic:
        beliefs["M48"] = int(block.row("Q").bytes)
    return ask(
        "row_bytes_of",
        (block, name),
        f"{_subject(name)} in {block.format}, at {block.sizes}: how many bytes?",
        Integer(),
        size,
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )


def _subject(name: str) -> str:
    return f"The attention {name}" if name in ("scores", "weights") else name


def block_bytes_of(block: Block, *, drop_ambiguous: bool = False) -> Question:
    """Ask how many bytes all tensors of one block take.

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
    >>> block_bytes_of(Block(32, 2048, 4096, 64)).answer
    77309411328
    """
    size = int(block.cost.block)
    forgotten = ((id_, linear + quadratic) for id_, linear, quadratic in believed_parts(block))
    width = format_of(block.format).bytes
    return ask(
        "block_bytes_of",
        (block,),
        f"One block keeps its input, Q, K, V, scores, weights and a hidden layer of width 4d in "
        f"{block.format}, at {block.sizes}: how many bytes?",
        Integer(),
        size,
        {**gathered(forgotten), **slips_of_bytes(size // width, block.format)},
        drop_ambiguous=drop_ambiguous,
    )


def growth_of(
    block: Block, name: str, changes: Mapping[str, Any], *, drop_ambiguous: bool = False
) -> Question:
    """Ask how many times as many bytes a tensor takes once sizes have grown.

    Parameters
    ----------
    block : Block
        The sizes before.
    name : str
        As for `row_bytes_of`.
    changes : mapping of str to int
        The new sizes, by name; multiples of the old ones.
    drop_ambiguous : bool, optional
        Whether beliefs that these parameters cannot tell apart are let go, or fail.

    Raises
    ------
    CourseError
        If two beliefs, or a belief and the right answer, give the same number.

    Examples
    --------
    >>> question = growth_of(Block(1, 100, 64, 4), "scores", {"T": 300})
    >>> question.answer, question.beliefs["M48"]
    (9, 3)
    """
    grown = replace(block, **changes)
    row = block.row(name)
    factors = {size: value // getattr(block, size) for size, value in changes.items()}
    beliefs: dict[str, Any] = {}
    if row.is_quadratic and "T" in factors:
        beliefs["M48"] = factors["T"]
    if "heads" in factors:
        beliefs["M49"] = 1 if row.is_quadratic else factors["heads"]
    change = ", ".join(f"{size} from {getattr(block, size)} to {changes[size]}" for size in changes)
    return ask(
        "growth_of",
        (block, name, dict(changes)),
        f"With {change}: how many times as many bytes does {_subject(name)} take?",
        Integer(),
        grown.row(name).bytes // row.bytes,
        beliefs,
        drop_ambiguous=drop_ambiguous,
    )
