"""Read what a learner types as an answer: plain data, an error as a value, an amount of memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from coursekit.questions.forms import Form
from coursekit.questions.values import ERRORS
from tensorlib.typed import LONGEST, UnreadableError, read_typed

_MAKERS: Mapping[str, Callable[..., object]] = MappingProxyType(
    {error.__name__: error for error in ERRORS}
)
_PREFIXES = "kmgt"
_AMOUNT = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(?:([kmgt]?)(i?)b|(bytes?))", re.IGNORECASE)


def read_answer(text: str, form: Form) -> Any:
    """Return the value that an answer spells.

    Parameters
    ----------
    text : str
        What was typed: ``8``, ``(6, 3, 1)``, ``raises``,
        ``IndexOutOfBounds(axis=1, index=2, dimension=2)``. Nothing of it is run. An amount of
        memory with its unit is a number of bytes: ``1.5 KiB`` is 1536, ``1.5 kB`` 1500.
    form : Form
        What is asked for; an answer of another form is returned as well, as the belief behind it
        may be known.

    Raises
    ------
    UnreadableError
        If it spells nothing.

    Examples
    --------
    >>> from coursekit.questions import ErrorValue, Integer
    >>> read_answer("RankMismatch(3, 2)", ErrorValue())
    RankMismatch(expected=3, actual=2)
    >>> read_answer("1.5 KiB", Integer())
    1536
    """
    amount = _AMOUNT.fullmatch(text.strip())
    if amount and len(text) <= LONGEST:
        return _bytes(*amount.groups())
    try:
        return read_typed(text, _MAKERS)
    except UnreadableError as error:
        raise UnreadableError(f"{error} ({form.expected} is expected)") from None


def _bytes(number: str, prefix: str | None, binary: str | None, _whole: str | None) -> int | float:
    power = _PREFIXES.index(prefix.lower()) + 1 if prefix else 0
    amount = Fraction(number) * (1024 if binary else 1000) ** power
    return int(amount) if amount.denominator == 1 else float(amount)
