"""Answers in words and truth values: one word of several, yes or no."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from coursekit.questions.forms import Form
from coursekit.questions.values import TRUTHS, described


@dataclass(frozen=True, slots=True, init=False)
class Choice(Form):
    """One of several words.

    Parameters
    ----------
    *words : str
        The words that can be chosen; how they are written in capitals does not matter.

    Examples
    --------
    >>> Choice("RAISES", "CORRECT").fault("maybe")
    "one of 'RAISES', 'CORRECT' is expected, this is the text 'maybe'"
    """

    words: tuple[str, ...]

    def __init__(self, *words: str) -> None:
        object.__setattr__(self, "words", words)

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return f"one of {', '.join(map(repr, self.words))}"

    def read(self, value: Any) -> str:
        """Return it as the choices have it."""
        return next(word for word in self.words if word.casefold() == value.strip().casefold())

    def _misfit(self, value: Any) -> str | None:
        known = {word.casefold() for word in self.words}
        fits = type(value) is str and value.strip().casefold() in known
        return None if fits else f"this is {described(value)}"


@dataclass(frozen=True, slots=True)
class Truth(Form):
    """``True`` or ``False``, Python's or numpy's; no number stands for it."""

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return "True or False"

    def read(self, value: Any) -> bool:
        """Return it as ``bool``."""
        return bool(value)

    def _misfit(self, value: Any) -> str | None:
        return None if type(value) in TRUTHS else f"this is {described(value)}"
