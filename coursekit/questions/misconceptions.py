"""The catalogue of wrong beliefs that answers can show: data, in ``misconceptions.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong belief about tensors, in words for the learner.

    Parameters
    ----------
    id : str
        The key by which grades, feedback and reports name it, such as ``"M29"``.
    name : str
        A few words, for tables.
    belief : str
        What the answer suggests, one sentence to the learner.
    hint : str
        Where to think again; never a value.
    unit, section : str
        The unit whose lesson treats it, and the anchor of the section there.
    """

    id: str
    name: str
    belief: str
    hint: str
    unit: str
    section: str

    @property
    def message(self) -> str:
        """What a learner reads: the belief, then the hint."""
        return f"{self.belief} {self.hint}"

    @property
    def link(self) -> str:
        """Where the lesson treats it, as a path from the folder of the units' texts."""
        return f"{self.unit}/lesson.ipynb#{self.section}"


def parse_catalogue(text: str) -> Mapping[str, Misconception]:
    r"""Return the entries of a catalogue by id, in the order of the text.

    Parameters
    ----------
    text : str
        TOML: one table for each misconception, named by its id.

    Raises
    ------
    TypeError
        If an entry lacks a part or has one too many.

    Examples
    --------
    >>> text = '[M1]\nname="n"\nbelief="b."\nhint="h."\nunit="u"\nsection="s"'
    >>> parse_catalogue(text)["M1"].message
    'b. h.'
    """
    entries = tomllib.loads(text)
    return MappingProxyType({id_: Misconception(id_, **entry) for id_, entry in entries.items()})


CATALOGUE = parse_catalogue(
    files("coursekit.questions").joinpath("misconceptions.toml").read_text(encoding="utf-8")
)
