"""The catalogue of wrong beliefs: data, in ``misconceptions.toml``."""

from __future__ import annotations

import enum
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType


class Shows(enum.Enum):
    """Where a belief meets the learner."""

    ANSWER = "answer"  # some question can tell it by a wrong answer
    LESSON = "lesson"  # it is taught, and no question asks for it


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
    shows : Shows
        Whether some answer can show it, or a lesson alone treats it.
    """

    id: str
    name: str
    belief: str
    hint: str
    unit: str
    section: str
    shows: Shows

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
    ValueError
        If an entry shows itself in neither of the two ways.

    Examples
    --------
    >>> text = '[M1]\nname="n"\nbelief="b."\nhint="h."\nunit="u"\nsection="s"\nshows="answer"'
    >>> parse_catalogue(text)["M1"].message
    'b. h.'
    """
    return MappingProxyType(
        {
            id_: Misconception(id_, shows=Shows(entry.pop("shows", None)), **entry)
            for id_, entry in tomllib.loads(text).items()
        }
    )


CATALOGUE = parse_catalogue(
    files("coursekit.questions").joinpath("misconceptions.toml").read_text(encoding="utf-8")
)
