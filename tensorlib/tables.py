"""Small tables, as text for a terminal and as HTML for a notebook.

The first cell of a row names the row. Text and borders alone carry the meaning: a table says
the same in print, in grey and to a screen reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_CELL = "border:1px solid;padding:.2em .7em;text-align:"
_SHORT = 16  # characters; a longer cell of words is read from the left


def html_table(
    caption: str, columns: Sequence[object], rows: Iterable[Sequence[object]], notes: Iterable[str]
) -> str:
    """Return a table with a caption, headers for columns and rows, and lines below it.

    Parameters
    ----------
    caption : str
        What the table shows.
    columns : sequence
        The heads, one a column; anything that prints as text.
    rows : iterable of sequences
        As many cells as there are columns; the first of each row is its header.
    notes : iterable of str
        A paragraph each.

    Examples
    --------
    >>> html = html_table("Sizes", ["axis", "size"], [[0, "< 2"]], ["one axis"])
    >>> "<caption>Sizes</caption>" in html and "&lt; 2" in html and "<p>one axis</p>" in html
    True
    """
    texts = [[str(cell) for cell in row] for row in rows]
    styles = [_style([row[place] for row in texts]) for place in range(len(columns))]
    head = "".join(
        f'<th scope="col" style="{style}">{escape(str(name))}</th>'
        for name, style in zip(columns, styles, strict=True)
    )
    body = "".join(_row(row, styles) for row in texts)
    return (
        '<div><table style="border-collapse:collapse">'
        f"<caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        f"{''.join(f'<p>{escape(note)}</p>' for note in notes)}</div>"
    )


def text_table(rows: Sequence[Sequence[object]]) -> str:
    """Return rows as lines, the first column to the left and all others to the right.

    Parameters
    ----------
    rows : sequence of sequences
        Equally many cells each; anything that prints as text.

    Examples
    --------
    >>> print(text_table([["axis", -2, -1], ["size", 16, 5]]))
    axis  -2  -1
    size  16   5
    """
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in texts
    )


def _style(column: Sequence[str]) -> str:
    """Return the style of a column: words from the left, numbers and signs to the right."""
    words = any(
        len(cell) > _SHORT and 2 * sum(map(str.isalpha, cell)) > len(cell) for cell in column
    )
    return _CELL + ("left" if words else "right")


def _row(cells: Sequence[str], styles: Sequence[str]) -> str:
    (name, first), *data = zip(map(escape, cells), styles, strict=True)
    filled = "".join(f'<td style="{style}">{cell}</td>' for cell, style in data)
    return f'<tr><th scope="row" style="{first}">{name}</th>{filled}</tr>'
