"""The catalogue of wrong beliefs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coursekit.questions.misconceptions import CATALOGUE, Misconception, parse_catalogue

ENTRIES = list(CATALOGUE.values())
ENTRY = '[M1]\nname = "n"\nbelief = "b."\nhint = "h."\nunit = "01_flat_buffer"\nsection = "s"\n'


@pytest.mark.parametrize("entry", ENTRIES, ids=list(CATALOGUE))
def test_entry_is_named_and_speaks_to_the_learner_in_whole_sentences(entry: Misconception) -> None:
    assert re.fullmatch(r"M\d\d+", entry.id)
    assert entry.belief.startswith("You seem to ")
    assert entry.belief.endswith(".")
    assert entry.hint[-1] in ".?"
    assert not entry.name.endswith(".")


@pytest.mark.parametrize("entry", ENTRIES, ids=list(CATALOGUE))
def test_message_holds_no_number_that_could_be_a_value(entry: Misconception) -> None:
    """Only the 64 of 64-bit and the 0 that positions are counted from are said in digits."""
    numbers = set(re.findall(r"\d+", entry.message))

    assert numbers <= {"64", "0"}


@pytest.mark.parametrize("entry", ENTRIES, ids=list(CATALOGUE))
def test_section_is_one_of_the_lesson(entry: Misconception, repository: Path) -> None:
    lesson = (repository / "course" / entry.unit / "lesson.py").read_text(encoding="utf-8")

    assert f'<a id="{entry.section}"></a>' in lesson


def test_names_and_beliefs_are_told_apart() -> None:
    assert len({entry.name for entry in ENTRIES}) == len(ENTRIES)
    assert len({entry.belief for entry in ENTRIES}) == len(ENTRIES)


def test_message_and_link_are_made_of_the_parts() -> None:
    entry = parse_catalogue(ENTRY)["M1"]

    assert entry.message == "b. h."
    assert entry.link == "01_flat_buffer/lesson.ipynb#s"


def test_catalogue_cannot_be_changed() -> None:
    with pytest.raises(TypeError, match="does not support item assignment"):
        CATALOGUE["M29"] = ENTRIES[0]  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (ENTRY.replace('hint = "h."\n', ""), "missing 1 required positional argument: 'hint'"),
        (ENTRY + 'remedy = "r"\n', "unexpected keyword argument 'remedy'"),
    ],
)
def test_entry_with_other_parts_is_refused(text: str, fault: str) -> None:
    with pytest.raises(TypeError, match=fault):
        parse_catalogue(text)
