"""Compare the texts of cells: exactly, up to white space, and by what they have in common."""

from __future__ import annotations

import re
from collections import Counter

LONGEST_NAME = 60
_LINE_END = re.compile(r"[ \t\r]*\n")
_WORD = re.compile(r"\w+|[^\w\s]")
_MOST_WORDS = 2_000  # a longer text is compared by its beginning


def normalised(text: str) -> str:
    r"""Return a text without what editors change unasked: line ends and white space at ends.

    Examples
    --------
    >>> normalised("a = 1  \r\nb = 2\n\n")
    'a = 1\nb = 2'
    """
    lines = _LINE_END.sub("\n", text).replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def squeezed(text: str) -> str:
    r"""Return a text with one blank for each run of white space.

    Examples
    --------
    >>> squeezed("if a:\n\tb = 2")
    'if a: b = 2'
    """
    return " ".join(text.split())


def words(text: str) -> Counter[str]:
    """Return the words and signs of a text, with how often each stands in it."""
    found: Counter[str] = Counter()
    for number, match in enumerate(_WORD.finditer(text)):
        if number == _MOST_WORDS:
            break
        found[match.group()] += 1
    return found


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """Return which share of their words two texts have in common, from 0 to 1.

    Examples
    --------
    >>> likeness(words("a = 1"), words("a = 2"))
    0.6666666666666666
    """
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def shown_name(name: str) -> str:
    r"""Return a file's name as it can stand in one line: printable, and not too long.

    Examples
    --------
    >>> shown_name("a\nb.ipynb")
    'a\\nb.ipynb'
    """
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in name)
    return plain if len(plain) <= LONGEST_NAME else plain[:LONGEST_NAME] + "…"
