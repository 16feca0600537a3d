"""Random damage to a real release: no answer is lost, and none lands under another question."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from coursekit.errors import NotebookError
from coursekit.grading.repair.matching import Matched, match
from coursekit.grading.repair.recognising import same_text
from coursekit.grading.repair.shaping import shaped
from coursekit.grading.repair.unit import Unit, checksum
from coursekit.notebooks import grade_id, read_notebook

MARK = "answer-to"
ODD_TYPES = ["code", "markdown", "raw", "heading"]

Damage = tuple[str, int, int]
DAMAGES = st.lists(
    st.tuples(
        st.sampled_from(["drop", "copy", "move", "strip", "strip id", "retype", "own", "ends"]),
        st.integers(0, 200),
        st.integers(0, 200),
    ),
    max_size=25,
)
HARMLESS = st.lists(
    st.tuples(st.sampled_from(["own", "ends"]), st.integers(0, 200), st.integers(0, 200)),
    max_size=10,
)


class Case:
    """A real unit, and an honest submission in which each answer names its question."""

    def __init__(self, source: NotebookNode, submission: NotebookNode) -> None:
        self.source, self.submission, self.unit = source, submission, Unit(source)

    def __repr__(self) -> str:
        return "a real unit and an honest submission"


@pytest.fixture(scope="module")
def case(repository: Path, cells: SimpleNamespace) -> Case:
    """Return a real unit, with two essays and a written function at its end."""
    source = read_notebook(repository / "source" / "01_flat_buffer" / "assignment.ipynb")
    for number in (1, 2):
        source.cells.append(new_markdown_cell(f"## Essay {number}\n\nSay why.", id=f"ask-{number}"))
        source.cells.append(cells.essay(f"essay-{number}", "Because."))
    by_hand = cells.essay("by-hand", "def f(x):\n    return x")
    by_hand.cell_type, by_hand.outputs, by_hand.execution_count = "code", [], None
    source.cells.append(by_hand)
    submission = copy.deepcopy(source)
    submission.cells = []
    for own in Unit(source).cells:
        cell = own.shown()
        if own.name:
            cell.metadata.nbgrader["checksum"] = checksum(cell)
        if own.written:
            cell.source = f"{own.text.split('# YOUR')[0]}\nx = 1  # {MARK} {own.name}."
        submission.cells.append(cell)
    return Case(source, submission)


def damaged(submission: NotebookNode, damages: list[Damage]) -> NotebookNode:
    notebook = copy.deepcopy(submission)
    cells = notebook.cells
    for what, one, other in damages:
        if not cells:
            break
        cell = cells[one % len(cells)]
        match what:
            case "drop":
                cells.remove(cell)
            case "copy":
                cells.insert(other % (len(cells) + 1), copy.deepcopy(cell))
            case "move":
                cells.remove(cell)
                cells.insert(other % (len(cells) + 1), cell)
            case "strip":
                for each in cells if other % 3 == 0 else [cell]:
                    each.metadata = NotebookNode()
            case "strip id":
                for each in cells if other % 3 == 0 else [cell]:
                    each.pop("id", None)
            case "retype":
                cell.cell_type = ODD_TYPES[other % len(ODD_TYPES)]
            case "own":
                text = f"y{other} = {one}"
                own = NotebookNode(cell_type="code", source=text, metadata=NotebookNode())
                own.id = f"mine-{len(cells)}"
                cells.insert(other % (len(cells) + 1), own)
            case "ends":
                cell.source = cell.source.replace("\n", " \r\n") + "\n"
    return shaped(notebook, "a.ipynb").notebook


def answers(notebook: NotebookNode) -> Counter[str]:
    """Return the questions that answers stand in a notebook for, as the answers say."""
    return Counter(_belongs(c.source) for c in notebook.cells if MARK in c.source)


def _belongs(text: str) -> str:
    return text.partition(f"{MARK} ")[2].partition(".")[0]


def _faults(unit: Unit, matched: Matched) -> Iterator[str]:
    names = [grade_id(cell) for cell in matched.notebook.cells]
    for own in unit.marked():
        found = [c for c in matched.notebook.cells if grade_id(c) == own.name]
        if own.given and [(c.source, c.metadata) for c in found] != [
            (own.shown().source, own.cell.metadata)
        ]:
            yield f"{own.name} is not the unit's own"
        if own.written and any(_belongs(c.source) not in (own.name, "") for c in found):
            yield f"{own.name} holds the answer to another question"
        if len(found) > 1:
            yield f"{own.name} is there {len(found)} times"
        before = [a.name for a in unit.answers_of(own)] if own.name.endswith("_test") else []
        if any(a in names and names.index(a) > names.index(own.name) for a in before):
            yield f"{own.name} runs before its answer"
    ids = [cell.id for cell in matched.notebook.cells]
    if len(set(ids)) < len(ids):
        yield "an id stands twice"


@given(damages=DAMAGES)
@settings(max_examples=200)
def test_no_answer_is_lost_and_none_lands_under_another_question(
    case: Case, damages: list[Damage]
) -> None:
    handed_in = damaged(case.submission, damages)
    before = answers(handed_in)
    with suppress(NotebookError):
        matched = match(case.source, handed_in)
        assert list(_faults(case.unit, matched)) == []
        assert answers(matched.notebook) == before


@given(damages=DAMAGES)
@settings(max_examples=100)
def test_an_answer_that_is_there_is_never_called_untouched(
    case: Case, damages: list[Damage]
) -> None:
    handed_in = damaged(case.submission, damages)
    with suppress(NotebookError):
        untouched = match(case.source, handed_in).untouched
        there = answers(handed_in)
        wrongly = {name for name in untouched if there[name]}
        assert wrongly == set()


@example(damages=[("ends", 1, 0), ("ends", 1, 0)])
@given(damages=HARMLESS)
@settings(max_examples=50)
def test_an_honest_submission_raises_no_flag(case: Case, damages: list[Damage]) -> None:
    assert match(case.source, damaged(case.submission, damages)).flags == ()


def test_the_damage_of_these_tests_is_seen(case: Case) -> None:
    own = next(cell for cell in case.unit.marked() if cell.given)
    assert not same_text(NotebookNode(source="pass", metadata={}), own)
    assert sum(answers(case.submission).values()) == len([c for c in case.unit.cells if c.written])
