"""What a layout makes of a buffer: which strides, how many bytes, and in which order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from tensorlib import extent
from tensorlib.layout import Layout
from tensorlib.reading import BYTES_A_VALUE
from tensorlib.shapes import row_major_strides
from tensorlib.tables import html_table, text_table

_LONGEST_WALK = 24  # offsets, on one line


@dataclass(frozen=True, slots=True)
class LayoutExplanation:
    """Set a layout beside the row-major one, and the bytes it names beside those there are.

    Parameters
    ----------
    layout : Layout
        What reads the buffer.
    buffer_size : int
        The number of elements in the buffer.

    Examples
    --------
    >>> print(LayoutExplanation(Layout((3, 2), (1, 3)), 6))
    axis               0  1
    size               3  2
    stride             1  3
    contiguous stride  2  1
    base offset 0, not contiguous
    48 bytes by its shape, 48 bytes stored for it, 48 bytes kept alive by it
    offsets in logical order: 0, 3, 1, 4, 2, 5
    """

    layout: Layout
    buffer_size: int

    def notes(self) -> tuple[str, ...]:
        """Return what holds for the layout as a whole, a line each.

        Examples
        --------
        >>> for note in LayoutExplanation(Layout((3,), (0,), 1), 2).notes():
        ...     print(note)
        base offset 1, not contiguous, rows are the same memory
        24 bytes by its shape, 8 bytes stored for it, 16 bytes kept alive by it
        offsets in logical order: 1, 1, 1
        """
        layout, reached = self.layout, extent.distinct_offsets(self.layout)
        facts = [
            f"base offset {layout.offset}",
            "contiguous" if extent.is_contiguous(layout) else "not contiguous",
        ]
        if reached < layout.size:
            facts.append("rows are the same memory")
        logical, stored, kept = (
            f"{BYTES_A_VALUE * count} bytes" for count in (layout.size, reached, self.buffer_size)
        )
        walk = [str(offset) for offset in islice(extent.offsets(layout), _LONGEST_WALK)]
        if layout.size > _LONGEST_WALK:
            walk.append(f"… {layout.size} in all")
        return (
            ", ".join(facts),
            f"{logical} by its shape, {stored} stored for it, {kept} kept alive by it",
            f"offsets in logical order: {', '.join(walk) or 'none'}",
        )

    def _rows(self) -> list[tuple[object, ...]]:
        layout = self.layout
        return [
            ("axis", *range(layout.rank)),
            ("size", *layout.shape),
            ("stride", *layout.strides),
            ("contiguous stride", *row_major_strides(layout.shape)),
        ]

    def __str__(self) -> str:
        return "\n".join([text_table(self._rows()), *self.notes()])

    def _repr_html_(self) -> str:
        """Return a table of sizes and strides, in text and borders only, for a notebook."""
        columns, *rows = self._rows()
        return html_table(f"Shape {self.layout.shape}, axis by axis", columns, rows, self.notes())
