"""The markers that set solutions, hidden tests and marking schemes apart from what students see.

::

    ### BEGIN SOLUTION          ### BEGIN HIDDEN TESTS          ### BEGIN MARK SCHEME
    …                           …                               …
    ### END SOLUTION            ### END HIDDEN TESTS            ### END MARK SCHEME

nbgrader looks for these very words anywhere in a line and passes over anything else, so a
misspelt marker releases what it should hide. Here a marker is a line of its own, spelt exactly so,
and whatever looks like one is reported.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher


class Secret(enum.Enum):
    """What a pair of markers encloses."""

    SOLUTION = "SOLUTION"
    HIDDEN_TESTS = "HIDDEN TESTS"
    MARK_SCHEME = "MARK SCHEME"


_NAMES = "|".join(kind.value for kind in Secret)
_EXACT = re.compile(rf"\s*### (?P<edge>BEGIN|END) (?P<name>{_NAMES})\s*")
_ANYWHERE = re.compile(
    r"\b(begin|end)[ _-]*(solutions?|hidden[ _-]*tests?|mark(ing)?[ _-]*scheme)\b", re.IGNORECASE
)
_COMMENT = re.compile(r"\s*(?P<sign>#+|<!--|//|%+|\"\"\"|''')(?P<text>.*)")
_TAILS = ("SOLUTION", "HIDDENTESTS", "HIDDEN", "TESTS", "MARKSCHEME")
_SPELLINGS = tuple(
    spelling
    for edge in ("BEGIN", "START", "END")
    for tail in _TAILS
    for spelling in (edge + tail, tail + edge)
)
_LONGEST = max(map(len, _SPELLINGS)) + 4
_SIMILAR = 0.88  # lets a letter or two go wrong; "resolution" is farther from "END SOLUTION"


@dataclass(frozen=True, slots=True)
class Block:
    """A marked part of a cell.

    Parameters
    ----------
    kind : Secret
        What it holds.
    begin, end : int
        The numbers, from 1, of the lines that the two markers stand in.
    """

    kind: Secret
    begin: int
    end: int


class MarkerError(ValueError):
    """The markers of a cell do not pair up.

    Parameters
    ----------
    line : int
        The number, from 1, of the line that does not fit.
    fault : str
        What is wrong there.
    """

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(line, fault)
        self.line, self.fault = line, fault

    def __str__(self) -> str:
        return f"line {self.line}: {self.fault}"


def blocks(source: str) -> tuple[Block, ...]:
    r"""Return the marked parts of a cell, in order.

    Parameters
    ----------
    source : str
        The cell's text.

    Raises
    ------
    MarkerError
        If a marker does not close, closes nothing, or stands inside another pair.

    Examples
    --------
    >>> blocks("a\n### BEGIN SOLUTION\nb\n### END SOLUTION")
    (Block(kind=<Secret.SOLUTION: 'SOLUTION'>, begin=2, end=4),)
    """
    found: list[Block] = []
    opened: tuple[int, Secret] | None = None
    for number, line in enumerate(source.split("\n"), start=1):
        marker = _EXACT.fullmatch(line)
        if marker is None:
            continue
        kind = Secret(marker["name"])
        if marker["edge"] == "BEGIN":
            if opened is not None:
                raise MarkerError(number, _nested(line, *opened))
            opened = number, kind
        elif opened is None or opened[1] is not kind:
            raise MarkerError(number, _closes_nothing(line, opened))
        else:
            found.append(Block(kind, opened[0], number))
            opened = None
    if opened is not None:
        raise MarkerError(opened[0], f"### BEGIN {opened[1].value} has no ### END after it")
    return tuple(found)


def _nested(line: str, begin: int, kind: Secret) -> str:
    return f"{line.strip()} stands inside the {kind.value} block that line {begin} begins"


def _closes_nothing(line: str, opened: tuple[int, Secret] | None) -> str:
    if opened is None:
        return f"{line.strip()} closes nothing"
    return f"{line.strip()} closes the {opened[1].value} block that line {opened[0]} begins"


def secret_lines(source: str) -> frozenset[int]:
    r"""Return the numbers, from 1, of the lines that students do not see, markers included.

    Raises
    ------
    MarkerError
        If the markers do not pair up.

    Examples
    --------
    >>> sorted(secret_lines("a\n### BEGIN SOLUTION\nb\n### END SOLUTION"))
    [2, 3, 4]
    """
    return frozenset(n for block in blocks(source) for n in range(block.begin, block.end + 1))


def misspelt(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield the number, from 1, and the text of each line that looks like a marker and is none.

    Examples
    --------
    >>> list(misspelt("### BEGIN HIDDEN TESTS\n## BEGIN HIDDEN TEST\n# the tests"))
    [(2, '## BEGIN HIDDEN TEST')]
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if not _EXACT.fullmatch(line) and _resembles(line):
            yield number, line.strip()


def markers(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield the number, from 1, and the text of each line that is a marker or looks like one.

    Examples
    --------
    >>> list(markers("x = 1  # begin solution\n### END SOLUTION"))
    [(1, 'x = 1  # begin solution'), (2, '### END SOLUTION')]
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if _resembles(line):
            yield number, line.strip()


def _resembles(line: str) -> bool:
    if _ANYWHERE.search(line):
        return True
    comment = _COMMENT.match(line)
    if comment is None:
        return False
    if not comment["sign"].startswith("###") and not comment["text"].isupper():
        return False  # an ordinary remark
    letters = re.sub(r"[^A-Z]", "", comment["text"].upper())
    if not 6 <= len(letters) <= _LONGEST:
        return False
    return any(SequenceMatcher(None, letters, s).ratio() >= _SIMILAR for s in _SPELLINGS)
