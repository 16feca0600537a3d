"""The catalogue of wrong beliefs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from coursekit.questions.misconceptions import (
    CATALOGUE,
    Misconception,
    Shows,
    parse_catalogue,
)

ENTRIES = list(CATALOGUE.values())
ENTRY = """\
[M1]
name = "n"
belief = "b."
hint = "h."
unit = "01_flat_buffer"
section = "s"
shows = "answer"
"""


@pytest.mark.parametrize("entry", ENTRIES, ids=list(CATALOGUE))
def test_entry_is_named_and_speaks_to_the_learner_in_whole_sentences(entry: Misconception) -> None:
    assert re.fullmatch(r"M\d\d+", entry.id)
    assert entry.belief.startswith("You seem to ")
    assert entry.belief.endswith(".")
    assert entry.hint[-1] in ".?"
    assert not entry.name.endswith(".")


@pytest.mark.parametrize("entry", ENTRIES, ids=list(CATALOGUE))
def test_message_holds_no_number_that_could_be_a_value(entry: Misconception) -> None:
    """Digits are in the names of formats, in 64-bit, and in the 0 that positions start from."""
    said = re.sub(r"fp32|bf16|fp16|int8|64-bit", "", entry.message)

    assert set(re.findall(r"\d+", said)) <= {"0"}


@pytest.mark.parametrize("entry", ENTRIES, ids=list(CATALOGUE))
def test_section_is_one_of_the_plan_and_of_the_lesson(
    entry: Misconception, repository: Path
) -> None:
    """A lesson that is still to be written cannot have it yet; the plan has."""
    course = repository / "course"
    planned = tomllib.loads((course / "outline.toml").read_text(encoding="utf-8"))
    lesson = course / entry.unit / "lesson.py"
    written = lesson.read_text(encoding="utf-8") if lesson.exists() else None

    assert entry.section in planned[entry.unit]["sections"]
    assert written is None or f'<a id="{entry.section}"></a>\n' in written


def test_entries_stand_in_the_order_of_their_numbers() -> None:
    numbers = [int(entry.id.removeprefix("M")) for entry in ENTRIES]

    assert numbers[:73] == list(range(1, 74))
    assert numbers == sorted(numbers)


def test_few_beliefs_are_for_a_lesson_alone() -> None:
    """What nobody can be asked: a warning, an unchecked call, a run of training."""
    alone = {entry.id for entry in ENTRIES if entry.shows is Shows.LESSON}

    assert alone == {"M04", "M22", "M31", "M38", "M57"}


def test_names_and_beliefs_are_told_apart() -> None:
    assert len({entry.name for entry in ENTRIES}) == len(ENTRIES)
    assert len({entry.belief for entry in ENTRIES}) == len(ENTRIES)


def test_message_and_link_are_made_of_the_parts() -> None:
    entry = parse_catalogue(ENTRY)["M1"]

    assert entry.shows is Shows.ANSWER
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


@pytest.mark.parametrize(
    ("line", "fault"),
    [("", "None is not a valid Shows"), ('shows = "both"\n', "'both' is not a valid Shows")],
)
def test_entry_that_shows_itself_nowhere_is_refused(line: str, fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{fault}$"):
        parse_catalogue(ENTRY.replace('shows = "answer"\n', line))
