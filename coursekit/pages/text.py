"""Text of unknown origin, made fit to be read: cut, without escape sequences or control codes."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

# Cursor and colour sequences, then those that carry a string (titles, links), then the short ones.
_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]{0,1000}(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]?"
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
_RETURNS = re.compile(r"(?<!\r)\r++(?=\n|\Z)")  # each run is looked at once, however long it is
_OVERWRITTEN = re.compile(r"^[^\n]*\r(?=[^\n])", re.MULTILINE)


def displayable(text: str) -> str:
    r"""Return the text with codes that no page or file can hold spelt out, its line ends as ``\n``.

    Examples
    --------
    >>> displayable("a\x00b \udc80\r\n")
    'a\\x00b \\udc80\n'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    spelt = _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), lines)
    return spelt.encode("utf-8", "backslashreplace").decode("utf-8")


def printed(text: str) -> str:
    r"""Return what a terminal would show in the end: no colours, a rewritten line once.

    Examples
    --------
    >>> printed("\x1b[31mred\x1b[0m\n10 %\r20 %\r\n")
    'red\n20 %\n'
    """
    lines = _RETURNS.sub("", _ESCAPES.sub("", text))
    return displayable(_CONTROLS.sub("", _OVERWRITTEN.sub("", lines)))


def cut(text: str, most: int) -> str:
    """Return the text with its middle left out, and that said, where it is longer than `most`.

    Parameters
    ----------
    text : str
        Any text.
    most : int
        How many characters of it may stay: three quarters from its head, the rest from its end.

    Examples
    --------
    >>> print(cut("abcdefghijkl", 8))
    abcdef
    … 4 characters left out …
    kl
    """
    if len(text) <= most:
        return text
    tail = most // 4
    head = most - tail
    left_out = counted(len(text) - most, "character")
    return f"{text[:head]}\n… {left_out} left out …\n{text[len(text) - tail :]}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> counted(1, "question"), counted(1200, "question")
    ('1 question', '1,200 questions')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def amount(value: float) -> str:
    """Return a number of points with at most two decimals.

    Examples
    --------
    >>> amount(2.0), amount(0.5), amount(1 / 3), amount(0.0)
    ('2', '0.5', '0.33', '0')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def counted_points(value: float) -> str:
    """Return a number of points with the word.

    Examples
    --------
    >>> counted_points(1.0), counted_points(2.5)
    ('1 point', '2.5 points')
    """
    return f"{amount(value)} point" if value == 1 else f"{amount(value)} points"


def inline_code(text: str) -> Markup:
    """Return text as HTML, what stands between backticks as code.

    Examples
    --------
    >>> inline_code("not answered: `x < y`")
    Markup('not answered: <code>x &lt; y</code>')
    """
    return Markup(re.sub(r"`([^`\n]+)`", r"<code>\1</code>", str(escape(text))))


def joined(value: object) -> str:
    """Return the text of a notebook's field: a string, or a list of strings; else nothing.

    Examples
    --------
    >>> joined(["a ", "b"]), joined("a"), joined({"not": "text"})
    ('a b', 'a', '')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(part for part in value if isinstance(part, str))
    return ""
