"""How a coordinate becomes an offset and a value, or where on the way it is refused.

An explanation is built from the very terms of the layout's own check, so it cannot tell
another story than the access does. It knows no tensor, only a layout and the cells it reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from tensorlib.errors import IndexOutOfBounds, InvalidIndex, TensorError
from tensorlib.layout import Layout, Term
from tensorlib.literals import as_plain, decimal_text, shown
from tensorlib.tables import html_table

_COLUMNS = ("axis", "size", "index", "stride", "index × stride")


@dataclass(frozen=True, slots=True)
class OffsetExplanation:
    """Keep every step from a coordinate to its value.

    Parameters
    ----------
    layout : Layout
        What reads the buffer.
    coordinate : object
        What was given, as plain data; a tuple of integers if nothing is wrong with it.
    terms : tuple of Term
        One term an axis, from axis 0 on; up to the refused axis if there is one.
    offset : int or None
        The position in the flat buffer, an integer; ``None`` if the coordinate is refused.
    value : float or None
        What the buffer holds there; ``None`` if the coordinate is refused.
    error : TensorError or None
        Why the coordinate is refused.

    Examples
    --------
    >>> cells = memoryview(bytearray(96)).cast("d")
    >>> cells[8] = 32.0
    >>> print(OffsetExplanation.of(Layout.row_major((2, 2, 3)), cells, (1, 0, 2)))
    coordinate (1, 0, 2), shape (2, 2, 3), strides (6, 3, 1)
    axis 0: index 1 * stride 6 = 6
    axis 1: index 0 * stride 3 = 0
    axis 2: index 2 * stride 1 = 2
    offset = 6 + 0 + 2 = 8
    value = 32.0
    """

    layout: Layout
    coordinate: object
    terms: tuple[Term, ...]
    offset: int | None
    value: float | None
    error: TensorError | None

    @classmethod
    def of(cls, layout: Layout, cells: memoryview[float], coordinate: object) -> Self:
        """Follow a coordinate through a layout as far as it gets.

        Parameters
        ----------
        layout : Layout
            What reads the buffer.
        cells : memoryview of 64-bit floats
            A flat buffer that holds every offset of the layout.
        coordinate : object
            One index an axis, or anything else, which is then refused.

        Examples
        --------
        >>> cells = memoryview(bytearray(16)).cast("d")
        >>> OffsetExplanation.of(Layout.row_major((2,)), cells, (2,)).error
        IndexOutOfBounds(axis=0, index=2, dimension=2)
        """
        terms: list[Term] = []
        try:
            for term in layout.terms(coordinate):
                terms.append(term)
        except TensorError as error:
            return cls(layout, as_plain(coordinate), tuple(terms), None, None, error)
        offset = layout.offset + sum(term.contribution for term in terms)
        indices = tuple(term.index for term in terms)
        return cls(layout, indices, tuple(terms), offset, cells[offset], None)

    def unchecked_offset(self) -> int | None:
        """Return what the arithmetic alone would give, without any look at the sizes.

        It is the offset of an accepted coordinate. For a refused one it may be outside the
        buffer, or inside, and then it is another element's: what the check protects from.
        ``None`` if there is no integer for every axis.

        Examples
        --------
        >>> cells = memoryview(bytearray(96)).cast("d")
        >>> OffsetExplanation.of(Layout.row_major((2, 2, 3)), cells, (0, 2, 0)).unchecked_offset()
        6
        """
        indices = self.coordinate if isinstance(self.coordinate, tuple) else ()
        if [type(index) for index in indices] != [int] * self.layout.rank:
            return None
        pairs = zip(indices, self.layout.strides, strict=True)
        products: list[int] = [index * stride for index, stride in pairs]
        return self.layout.offset + sum(products)

    def __str__(self) -> str:
        lines = [
            f"coordinate {shown(self.coordinate)}, shape {self.layout.shape}, "
            f"strides {self.layout.strides}"
        ]
        for term in self.terms:
            product = f"index {term.index} * stride {term.stride}"
            lines.append(f"axis {term.axis}: {product} = {term.contribution}")
        return "\n".join([*lines, *self.outcome()])

    def _repr_html_(self) -> str:
        """Return a table of the terms, in text and borders only, for a notebook."""
        caption = f"Coordinate {shown(self.coordinate)}, axis by axis"
        rows = [self._row(axis) for axis in range(self.layout.rank)]
        return html_table(caption, _COLUMNS, rows, self.outcome())

    def outcome(self) -> list[str]:
        """Return the lines that say where the coordinate ends: offset and value, or refusal.

        Examples
        --------
        >>> cells = memoryview(bytearray(16)).cast("d")
        >>> OffsetExplanation.of(Layout.row_major((1, 2)), cells, (0, 1)).outcome()
        ['offset = 0 + 1 = 1', 'value = 0.0']
        """
        if self.offset is None or self.value is None:
            return [f"refused: {self.error}"]
        parts = [term.contribution for term in self.terms]
        if self.layout.offset:
            parts.insert(0, self.layout.offset)
        steps = [" + ".join(map(str, parts))] if len(parts) > 1 else []
        total = " = ".join(["offset", *steps, str(self.offset)])
        return [total, f"value = {decimal_text(self.value)}"]

    def _row(self, axis: int) -> tuple[object, ...]:
        index, product = self._reached(axis)
        return axis, self.layout.shape[axis], index, self.layout.strides[axis], product

    def _reached(self, axis: int) -> tuple[str, str]:
        """Return an axis' index and contribution, or what became of it."""
        if axis < len(self.terms):
            return str(self.terms[axis].index), str(self.terms[axis].contribution)
        if isinstance(self.error, (IndexOutOfBounds, InvalidIndex)) and axis == self.error.axis:
            return shown(self.error.index), "refused"
        return "–", "not looked at"
