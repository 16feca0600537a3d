"""What one transformer block keeps in memory, tensor by tensor, and what of it fits where.

The block keeps its input, the queries, keys and values, the scores and the attention weights
of every head, and the hidden layer of its feed-forward part, which is four times as wide as
the input. In units of ``B * T * d`` numbers that is 1 + 3 + 4 = 8, and twice
``B * heads * T * T`` besides::

    T×T rows / the rest = 2 * heads * T / (8 * d) = T / (4 * head width)

so that neither the batch nor the format decides which of them is larger.
"""

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.bytecount import Bytes
from tensorlib.costs import tensor_bytes
from tensorlib.errors import InvalidSize
from tensorlib.formats import format_of
from tensorlib.namedsizes import as_size
from tensorlib.shapes import Shape
from tensorlib.tables import html_table, text_table

HIDDEN_WIDTHS = 4  # the feed-forward hidden layer, in widths of the input
LINEAR_UNITS = 4 + HIDDEN_WIDTHS  # of B * T * d numbers: input, Q, K, V; the hidden layer
QUADRATIC_UNITS = 2  # of B * heads * T * T numbers: scores and weights

_COLUMNS = ("tensor", "shape", "bytes", "size", "share")


@dataclass(frozen=True, slots=True)
class CostRow:
    """Name one tensor that a block keeps.

    Parameters
    ----------
    name : str
        What it holds.
    shape : tuple of int
        Its sizes.
    bytes : Bytes
        What it costs.
    is_quadratic : bool
        Whether it has a row and a column for every token, ``T`` by ``T``.
    """

    name: str
    shape: Shape
    bytes: Bytes
    is_quadratic: bool


@dataclass(frozen=True, slots=True)
class BlockCost:
    """Tell what one transformer block keeps, tensor by tensor.

    Parameters
    ----------
    B, T, d, heads : int
        Sequences, tokens in each, numbers a token, attention heads.
    format : str
        The format of every number.
    layers : int
        How many such blocks there are.
    rows : tuple of CostRow
        The tensors of one block.
    """

    B: int
    T: int
    d: int
    heads: int
    format: str
    layers: int
    rows: tuple[CostRow, ...]

    @property
    def block(self) -> Bytes:
        """What one block costs."""
        return sum((row.bytes for row in self.rows), start=Bytes(0))

    @property
    def total(self) -> Bytes:
        """What all blocks cost."""
        return self.layers * self.block

    @property
    def quadratic(self) -> Bytes:
        """What the T×T rows of one block cost."""
        return sum((row.bytes for row in self.rows if row.is_quadratic), start=Bytes(0))

    @property
    def share(self) -> float:
        """Which part of a block the T×T rows are, from 0 to 1."""
        return self.quadratic / self.block

    def fits(self, card: int) -> bool:
        """Tell whether all blocks fit in some memory.

        Parameters
        ----------
        card : int
            Bytes, such as ``Bytes.from_gib(24)``.

        Examples
        --------
        >>> block_cost(B=1, T=2048, d=4096, heads=64).fits(Bytes.from_gib(24))
        True
        """
        return self.total <= card

    def __str__(self) -> str:
        return "\n".join([self._title, text_table([_COLUMNS, *self._cells()]), *self._notes()])

    def _repr_html_(self) -> str:
        """Return the rows as a table for a notebook."""
        return html_table(self._title, _COLUMNS, self._cells(), self._notes())

    @property
    def _title(self) -> str:
        sizes = f"B = {self.B}, T = {self.T}, d = {self.d}, heads = {self.heads}"
        return f"One transformer block, {sizes}, in {self.format}"

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (
                f"{row.name} (T×T)" if row.is_quadratic else row.name,
                " × ".join(map(str, row.shape)),
                f"{row.bytes:,}",
                row.bytes.decimal_text,
                f"{row.bytes / self.block:.1%}",
            )
            for row in self.rows
        ]

    def _notes(self) -> list[str]:
        notes = [
            f"total: {_exactly(self.block)}",
            f"the two T×T rows are {self.share:.1%} of it; at "
            f"T = {crossover_tokens(d=self.d, heads=self.heads)} they are half",
        ]
        if self.layers > 1:
            notes.append(f"{self.layers} blocks: {_exactly(self.total)}")
        return notes


def _exactly(size: Bytes) -> str:
    return f"{size:,} bytes = {size.text}" if size >= 1000 else size.text


def block_cost(
    *,
    B: int,
    T: int,
    d: int,
    heads: int,
    format: object = "fp32",
    layers: int = 1,
) -> BlockCost:
    """Return what a transformer block keeps in memory, tensor by tensor.

    Parameters
    ----------
    B, T, d, heads : int
        Sequences, tokens in each, numbers a token, attention heads; `heads` divides `d`.
    format : str, Format or dtype, optional
        The format of every number.
    layers : int, optional
        How many such blocks there are.

    Raises
    ------
    InvalidSize
        If a size is no integer of at least 1, or `heads` does not divide `d`.
    ShapeOverflow
        If a row has more than ``2**64 - 1`` numbers.
    UnknownFormat
        If there is no such format.

    Examples
    --------
    >>> cost = block_cost(B=32, T=2048, d=4096, heads=64, format="fp32")
    >>> cost.total, round(cost.share, 2)
    (77309411328, 0.89)
    >>> print(block_cost(B=1, T=128, d=4096, heads=64, format="bf16"))
    One transformer block, B = 1, T = 128, d = 4096, heads = 64, in bf16
    tensor                            shape      bytes     size  share
    input                    1 × 128 × 4096  1,048,576  1.05 MB   8.3%
    Q                     1 × 64 × 128 × 64  1,048,576  1.05 MB   8.3%
    K                     1 × 64 × 128 × 64  1,048,576  1.05 MB   8.3%
    V                     1 × 64 × 128 × 64  1,048,576  1.05 MB   8.3%
    scores (T×T)         1 × 64 × 128 × 128  2,097,152  2.10 MB  16.7%
    weights (T×T)        1 × 64 × 128 × 128  2,097,152  2.10 MB  16.7%
    feed-forward hidden     1 × 128 × 16384  4,194,304  4.19 MB  33.3%
    total: 12,582,912 bytes = 12.6 MB = 12.0 MiB
    the two T×T rows are 33.3% of it; at T = 256 they are half
    """
    width, known = head_width(d, heads, "block_cost"), format_of(format)
    batch = as_size("B", B, operation="block_cost")
    tokens = as_size("T", T, operation="block_cost")
    blocks = as_size("layers", layers, operation="block_cost")
    per_head, square = (batch, heads, tokens, width), (batch, heads, tokens, tokens)
    shapes = (
        ("input", (batch, tokens, d), False),
        *((name, per_head, False) for name in "QKV"),
        *((name, square, True) for name in ("scores", "weights")),
        ("feed-forward hidden", (batch, tokens, HIDDEN_WIDTHS * d), False),
    )
    rows = tuple(
        CostRow(name, shape, tensor_bytes(shape, known), quadratic)
        for name, shape, quadratic in shapes
    )
    return BlockCost(batch, tokens, d, heads, known.name, blocks, rows)


def crossover_tokens(*, d: int, heads: int) -> int:
    """Return the number of tokens at which the T×T rows cost as much as all others.

    It is four times the head width, whatever batch and format are. One token more, and the
    T×T rows are the larger part.

    Parameters
    ----------
    d, heads : int
        Numbers a token, attention heads; `heads` divides `d`.

    Raises
    ------
    InvalidSize
        If a size is no integer of at least 1, or `heads` does not divide `d`.

    Examples
    --------
    >>> crossover_tokens(d=4096, heads=64)
    256
    """
    return head_width(d, heads, "crossover_tokens") * LINEAR_UNITS // QUADRATIC_UNITS


def head_width(d: int, heads: int, operation: str) -> int:
    """Return how many numbers of a token each head reads.

    Parameters
    ----------
    d, heads : int
        Numbers a token, attention heads; `heads` divides `d`.
    operation : str
        Heads the message of an error.

    Raises
    ------
    InvalidSize
        If a size is no integer of at least 1, or `heads` does not divide `d`.

    Examples
    --------
    >>> head_width(4096, 64, "example")
    64
    """
    numbers, parts = (
        as_size("d", d, operation=operation),
        as_size("heads", heads, operation=operation),
    )
    if numbers % parts:
        raise InvalidSize("heads", parts, f"does not divide d = {numbers}", operation=operation)
    return numbers // parts
