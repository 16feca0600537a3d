"""Every submission of the hostile class gets the outcome that it must have, and no other harm."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from coursekit.grading.book.stored import storable
from tests.hostile.case import BUFFER, SUMS, Case, Kind
from tests.hostile.conftest import Graded
from tests.hostile.hostile_class import ALL, HONEST
from tests.hostile.running import grade
from tests.hostile.world import CANARIES, NO_WORK, PEER, World
from tests.inert import acting_parts

pytestmark = pytest.mark.slow
MAXIMUM_BYTES = 5_000_000  # of a page or of a notebook as it ran
OTHER = {SUMS: BUFFER, BUFFER: SUMS}
MAXIMUM = {SUMS: 10, BUFFER: 50}


def pages(world: World) -> list[Path]:
    return sorted(world.course.glob("feedback/*/*/*.html"))


def shown_in(world: World, case: Case) -> str:
    """Return the outputs of a notebook as it ran."""
    path = world.course / "autograded" / case.id / case.unit / "assignment.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join(json.dumps(o) for cell in cells for o in cell.get("outputs", []))


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_the_outcome_is_as_it_must_be(graded: Graded, case: Case) -> None:
    assert case.id in graded.run.outcomes, graded.run.errors[-2000:]
    assert case.faults(graded.run.outcomes[case.id]) == []


@pytest.mark.parametrize("case", [c for c in ALL if c.shown], ids=lambda case: case.name)
def test_the_attack_did_run(graded: Graded, case: Case) -> None:
    assert re.search(str(case.shown), shown_in(graded.world, case))


def test_the_class_is_large_and_of_every_kind() -> None:
    assert len(ALL) >= 60
    counts = {kind: sum(case.kind is kind for case in ALL) for kind in Kind}
    assert min(counts.values()) >= 2, counts
    assert len({case.id for case in ALL}) == len(ALL)


def test_everyone_is_in_the_one_summary_and_nobody_else(graded: Graded) -> None:
    assert set(graded.run.outcomes) == {case.id for case in ALL}
    other = {(case.id, OTHER[case.unit]) for case in ALL}
    assert graded.run.missing == other | {(NO_WORK, unit) for unit in OTHER}
    assert graded.run.code == 1


def test_honest_ones_get_what_they_get_alone(graded: Graded, alone: Graded) -> None:
    for case in HONEST:
        assert graded.run.outcomes[case.id] == alone.run.outcomes[case.id]
        page = Path("feedback") / case.id / case.unit / "assignment.html"
        pair = [(g.world.course / page).read_bytes() for g in (graded, alone)]
        assert pair[0] == pair[1], case.name


def test_nothing_outside_has_changed(graded: Graded) -> None:
    assert graded.after == graded.before


def test_nothing_is_left_behind(graded: Graded) -> None:
    assert graded.left == []
    assert graded.run.running == ()


def test_nobody_came_to_the_servers(graded: Graded) -> None:
    assert graded.visits == []


@pytest.mark.parametrize("secret", sorted(CANARIES))
def test_no_secret_is_in_any_page_outcome_or_notebook(graded: Graded, secret: str) -> None:
    told = CANARIES[secret]
    ran = graded.world.course.glob("autograded/*/*/*.ipynb")
    own = [path for path in ran if path.parts[-3] != PEER]  # who may have it in the own notebook
    found = [p for p in (*pages(graded.world), *own) if told in p.read_text(encoding="utf-8")]
    assert found == []
    assert told not in json.dumps(list(graded.run.outcomes.values()))
    assert told not in graded.run.errors


def test_everyone_has_a_page_on_which_nothing_acts(graded: Graded) -> None:
    found = pages(graded.world)
    assert {page.parts[-3] for page in found} == {case.id for case in ALL}
    acting = {page.parts[-3]: acting_parts(page.read_text(encoding="utf-8")) for page in found}
    assert {student: parts for student, parts in acting.items() if parts} == {}


def test_floods_end_in_files_of_a_usual_size(graded: Graded) -> None:
    kept = [
        p
        for folder in ("autograded", "feedback")
        for p in graded.world.course.rglob(f"{folder}/*/*/*")
    ]
    assert [p for p in kept if p.stat().st_size > MAXIMUM_BYTES] == []


def test_the_gradebook_holds_what_the_summary_says(graded: Graded) -> None:
    scores: dict[str, float] = {}
    with Gradebook(f"sqlite:///{graded.world.course / 'gradebook.db'}") as book:
        for unit in (SUMS, BUFFER):
            handed = book.assignment_submissions(unit)
            scores |= {one.student_id: one.score for one in handed}
            assert {one.max_score for one in handed} == {MAXIMUM[unit]}
    outcomes = graded.run.outcomes.values()
    said = {storable(o["student"]): o["score"] for o in outcomes if o["score"] is not None}
    assert scores == said


def test_a_second_run_grades_nothing_and_says_the_same(graded: Graded) -> None:
    again = grade(graded.world)

    assert again.outcomes == graded.run.outcomes
    assert "unchanged" in again.errors
