"""What a batch, its mask, its sizes by name and its number format can refuse.

`tensorlib.errors` holds the tree that these belong to.
"""

# ruff: noqa: N818 - what has a name of its own in the subject keeps it, without "Error"

from __future__ import annotations

from dataclasses import dataclass

from tensorlib.errorvalue import TensorError
from tensorlib.literals import joined, shown


@dataclass(eq=False, repr=False)
class MaskError(TensorError, ValueError):
    """Say why something is no padding mask, or no batch that one could describe.

    Parameters
    ----------
    reason : str
        What is wrong, and where in the row.
    row : int or None, optional
        The first row that is wrong, ``None`` if it is no row in particular.
    """

    reason: str
    row: int | None = None

    def _message(self) -> str:
        return f"{self.reason}" if self.row is None else f"row {shown(self.row)}: {self.reason}"


@dataclass(eq=False, repr=False)
class PaddingSideError(TensorError, ValueError):
    """Say that a side is neither left nor right, or not the side on which the padding lies.

    Parameters
    ----------
    side : object
        The side stated.
    row : int or None, optional
        The first row whose padding lies elsewhere; ``None`` if the side itself is none.
    found : {"left", "right"} or None, optional
        Where that row has its padding.
    """

    side: object
    row: int | None = None
    found: str | None = None

    def _message(self) -> str:
        if self.row is None:
            return f"side {shown(self.side)} is neither 'left' nor 'right'"
        where = f"row {shown(self.row)} is padded on the {self.found}"
        return f"{where}, the side of the batch is {shown(self.side)} (True marks what is real)"


@dataclass(eq=False, repr=False)
class InvalidSize(TensorError, ValueError, TypeError):
    """Say why a size that has a name cannot be what was given.

    Parameters
    ----------
    name : str
        What the size counts.
    size : object
        What was given.
    reason : str
        The comparison that fails.
    """

    name: str
    size: object
    reason: str

    def _message(self) -> str:
        return f"{self.name} = {shown(self.size)} {self.reason}"


@dataclass(eq=False, repr=False)
class UnknownFormat(TensorError, KeyError, ValueError):
    """Say that a number format has no such name.

    Parameters
    ----------
    format : object
        What was given.
    known : tuple of str
        The names there are.
    """

    format: object
    known: tuple[str, ...]

    def _message(self) -> str:
        return f"format {shown(self.format)} is none of {joined(self.known, ', ')}"


@dataclass(eq=False, repr=False)
class FormatMismatch(TensorError, ValueError, TypeError):
    """Say that no one format is the narrowest that holds all numbers of several others.

    Parameters
    ----------
    formats : tuple of str
        The formats of the operands.
    """

    formats: tuple[str, ...]

    def _message(self) -> str:
        return f"formats {joined(self.formats, ' and ')} have no common format: convert one first"
