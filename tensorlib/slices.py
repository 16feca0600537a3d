"""A layout as people draw it: slices, each a table of rows over the last two axes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from tensorlib.layout import Layout
from tensorlib.shapes import Shape


@dataclass(frozen=True, slots=True)
class Slice:
    """Keep the offsets of one table.

    Parameters
    ----------
    leading : tuple of int
        The indices on all axes but the last two, which the whole slice shares.
    rows : tuple of tuple of int
        For each index on the last but one axis, the offsets along the last axis.
    """

    leading: Shape
    rows: tuple[Shape, ...]

    @property
    def name(self) -> str:
        """What the slice is called."""
        return slice_name(self.leading)


def slice_name(leading: Shape) -> str:
    """Return what the slice at some leading indices is called.

    Parameters
    ----------
    leading : tuple of int
        The indices on all axes but the last two.

    Examples
    --------
    >>> slice_name((1,)), slice_name((0, 1)), slice_name(())
    ('slice 1', 'slice (0, 1)', 'values')
    """
    if not leading:
        return "values"
    return f"slice {leading[0] if len(leading) == 1 else leading}"


def slices_of(layout: Layout) -> tuple[Slice, ...]:
    """Return every slice of a layout, in the order of the leading indices.

    Parameters
    ----------
    layout : Layout
        Of any rank; with fewer than two axes it is one slice of one row.

    Examples
    --------
    >>> for part in slices_of(Layout.row_major((2, 2, 3))):
    ...     print(part.name, part.rows)
    slice 0 ((0, 1, 2), (3, 4, 5))
    slice 1 ((6, 7, 8), (9, 10, 11))
    """
    missing = max(0, 2 - layout.rank)
    *leading_sizes, rows, positions = (1,) * missing + layout.shape
    return tuple(
        Slice(
            leading,
            tuple(
                tuple(
                    layout.offset_of((*leading, row, position)[missing:])
                    for position in range(positions)
                )
                for row in range(rows)
            ),
        )
        for leading in product(*map(range, leading_sizes))
    )
