"""Without the walls the attacks do get what they want: what keeps it from them is the sandbox.

A few that do no harm are run without one, in a world of their own. The two sides stay apart all
the same, so no answer is worth more than it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.hostile import cases_network, cases_patching, cases_reading, cases_writing
from tests.hostile.case import Case
from tests.hostile.cases_honest import CASES as HONEST
from tests.hostile.conftest import Graded, graded_class
from tests.hostile.test_hostile_class import shown_in
from tests.hostile.world import CANARIES, PEER

pytestmark = pytest.mark.slow

GET_OUT = {
    "reads the source": "HIDDEN",
    "copies a peer": "PEER",
    "reads the instructor's home": "HOME",
    "goes through the roots and folders of other processes": "FILE",
    "reads connection files": "KEY",
    "calls a service of this machine": "SERVICE",
    "calls a socket file": "SERVICE",
    "calls an abstract socket": "SERVICE",
}
CHANGES = "changes a peer's work"
BY_NAME = {c.name: c for m in (cases_reading, cases_network, cases_writing) for c in m.CASES}
PATCHES = [case for case in cases_patching.CASES if case.unit == cases_patching.CASES[0].unit]


@pytest.fixture(scope="module")
def open_class() -> Iterator[Graded]:
    peer = [case for case in HONEST if case.id == PEER]
    chosen = [BY_NAME[name] for name in (*GET_OUT, CHANGES)]
    yield from graded_class([*peer, *chosen, *PATCHES], "--sandbox", "none")


@pytest.mark.parametrize(("name", "secret"), GET_OUT.items())
def test_secrets_get_out(open_class: Graded, name: str, secret: str) -> None:
    assert CANARIES[secret] in shown_in(open_class.world, BY_NAME[name])


def test_others_are_changed(open_class: Graded) -> None:
    changed = {path for path, was in open_class.before.items() if open_class.after[path] != was}
    assert open_class.world.values["PEER"] in changed


def test_the_servers_are_visited(open_class: Graded) -> None:
    assert {"tcp", "unix", "abstract"} <= set(open_class.visits)


def test_a_hidden_test_that_was_read_gives_its_points_away(open_class: Graded) -> None:
    assert open_class.run.outcomes["reads-the-source"]["score"] == 10


@pytest.mark.parametrize("case", PATCHES, ids=lambda case: case.name)
def test_patches_give_no_points_all_the_same(open_class: Graded, case: Case) -> None:
    assert case.faults(open_class.run.outcomes[case.id]) == []


def test_it_is_said_and_recorded(open_class: Graded) -> None:
    assert re.search("sandbox none", open_class.run.errors)
    assert all("sandbox none" in o["flags"] for o in open_class.run.outcomes.values())
