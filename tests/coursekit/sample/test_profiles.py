"""The table of the sample class."""

from __future__ import annotations

from coursekit.grading.results import Status
from coursekit.questions.misconceptions import CATALOGUE
from coursekit.sample.flat_buffer import BELIEVERS, BODIES
from coursekit.sample.profiles import profiles_of

UNIT = "01_flat_buffer"


def test_class_is_about_twenty_and_no_two_are_alike() -> None:
    profiles = profiles_of(UNIT, [])

    assert 18 <= len(profiles) <= 25
    assert len({profile.title for profile in profiles}) == len(profiles)


def test_every_kind_of_submission_is_there() -> None:
    titles = [profile.title for profile in profiles_of(UNIT, [])]
    kinds = ["all right", "half done", "blank", "late", "syntax error", "exception",
             "endless loop", "broken JSON", "deleted", "warning"]  # fmt: skip

    for kind in kinds:
        assert any(kind in title for title in titles), kind


def test_only_a_broken_file_is_refused() -> None:
    refused = [p.title for p in profiles_of(UNIT, []) if p.status is Status.REFUSED]

    assert refused == ["broken JSON"]


def test_beliefs_are_in_the_catalogue_and_each_has_a_believer() -> None:
    held = {belief for beliefs in BELIEVERS for belief in beliefs}

    assert held <= set(CATALOGUE)
    assert set(BODIES) <= held


def test_unit_without_a_table_has_one_believer_a_belief() -> None:
    profiles = profiles_of("99_other", ["M29"])

    assert [profile.beliefs for profile in profiles if profile.beliefs] == [("M29",)]
    assert [profile.title for profile in profiles if profile.beliefs] == ["Sizes read as strides"]
