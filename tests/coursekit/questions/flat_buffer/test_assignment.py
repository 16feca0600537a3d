"""The first unit's assignment: what it asks, what it gives, and what students see of its tests."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode

from coursekit.build.text import read_text
from coursekit.grading.trusted.hidden import visible_part
from coursekit.grading.trusted.names import names_bound, names_read
from coursekit.grading.trusted.side import TrustedSide
from coursekit.notebooks import Role, grade_id, points, role
from coursekit.questions.score import Score
from coursekit.sample.flat_buffer import BODIES
from coursekit.sample.sheet import Sheet, with_solution
from tensorlib import DataLengthMismatch, IndexOutOfBounds, RankMismatch, ShapeOverflow

UNIT = "01_flat_buffer"
FUNCTIONS = {"row_major_strides", "checked_offset"}

# What each name must hold, worked out by hand. The frozen tensor has shape (2, 2, 3), so strides
# (2·3, 3, 1) = (6, 3, 1); (1, 0, 2) gives 6 + 0 + 2 = 8, where the ninth value 32 lies.
RIGHT: dict[str, Any] = {
    "strides_345": (20, 5, 1),
    "terms_102": (6, 0, 2),
    "offset_102": 8,
    "value_102": 32.0,
    "refused_120": IndexOutOfBounds(axis=1, index=2, dimension=2),
    "refused_50": RankMismatch(expected=3, actual=2),
    "refused_123": IndexOutOfBounds(axis=1, index=2, dimension=2),
    "refused_negative": IndexOutOfBounds(axis=0, index=-1, dimension=2),
    "scalar_rank": 0,
    "scalar_strides": (),
    "scalar_size": 1,
    "scalar_coordinate": (),
    "scalar_offset": 0,
    "empty_strides": (0, 3, 1),
    "empty_size": 0,
    "empty_refusal": IndexOutOfBounds(axis=1, index=0, dimension=0),
    "three_values": DataLengthMismatch(expected=4, actual=3),
    "no_values": ShapeOverflow(),
    "changed_offset": 4,
    "changed_buffer": (10, 11, 12, 20, 99, 22, 30, 31, 32, 40, 41, 42),
    "unchecked_120": 12,
    "unchecked_020": 6,
    "read_020": 30.0,
    "owner_020": (1, 0, 0),
    "coordinate_37": (1, 3, 2),
    "coordinate_7": (1, 0, 3),
}


@pytest.fixture(scope="module")
def source(repository: Path) -> NotebookNode:
    return read_text(repository / "course" / UNIT / "assignment.py", UNIT).notebook


@pytest.fixture(scope="module")
def sheet(source: NotebookNode) -> Sheet:
    return Sheet(source)


@pytest.fixture(scope="module")
def trusted(source: NotebookNode) -> TrustedSide:
    return TrustedSide(source)


def graded_cells(source: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in source.cells if role(cell) is Role.TEST]


def test_every_right_answer_is_the_one_worked_out_by_hand(sheet: Sheet) -> None:
    assert {name: part.question.answer for name, part in sheet.parts.items()} == RIGHT


def test_right_answers_give_all_points_and_none_gives_none(trusted: TrustedSide) -> None:
    for test in trusted.tests.values():
        if FUNCTIONS.isdisjoint(test.wanted):
            right = trusted.value(test, {name: RIGHT[name] for name in test.wanted})
            assert right == test.points
            assert right.reason is None
            assert trusted.value(test, dict.fromkeys(test.wanted)) == 0.0


def test_every_belief_costs_its_part_and_is_named(sheet: Sheet, trusted: TrustedSide) -> None:
    tried = set()
    for test in trusted.tests.values():
        for name in FUNCTIONS.symmetric_difference({*test.wanted, *FUNCTIONS}):
            part = sheet.parts[name]
            for belief in part.question.beliefs:
                answers = {n: RIGHT[n] for n in test.wanted}
                answers[name] = part.question.answer_under([belief])
                score = trusted.value(test, answers)
                assert (score, score.misconception) == (test.points - part.points, belief)
                tried.add((name, belief))

    assert {name for name, _ in tried} == set(RIGHT)


@pytest.mark.parametrize("belief", BODIES)
def test_function_written_in_a_belief_shows_it(
    belief: str, source: NotebookNode, trusted: TrustedSide
) -> None:
    (name, body), *rest = BODIES[belief].items()
    cell = next(c for c in source.cells if c.cell_type == "code" and f"def {name}(" in c.source)
    setup = next(c for c in source.cells if c.cell_type == "code" and role(c) is Role.LOCKED)
    namespace: dict[str, Any] = {}
    exec(setup.source + "\n" + with_solution(cell.source, body), namespace)
    test = trusted.tests[f"{grade_id(cell)}_test"]
    score = trusted.value(test, {name: namespace[name]})

    assert not rest
    assert 0 < score < test.points
    assert score.misconception == belief


def test_points_stand_in_the_headings_and_add_up_in_the_introduction(source: NotebookNode) -> None:
    text = "\n".join(cell.source for cell in source.cells if cell.cell_type == "markdown")
    stated = [float(number) for number in re.findall(r"^## \d+\. .*\((\d+) points\)$", text, re.M)]
    given = [points(cell) for cell in graded_cells(source)]

    assert stated == given
    assert f"There are {sum(given):g} points." in text


def test_number_of_graded_cells_and_their_names(source: NotebookNode) -> None:
    ids = [grade_id(cell) for cell in source.cells if grade_id(cell)]

    assert 10 <= len(graded_cells(source)) <= 14
    assert all(str(name).startswith("flat_buffer_") for name in ids)


def test_visible_tests_know_forms_and_no_answer(source: NotebookNode) -> None:
    """They read the answers and what the set-up cell imports: forms and checks of form."""
    allowed = {
        "ErrorValue",
        "Integer",
        "Integers",
        "Number",
        "Numbers",
        "check_call",
        "check_forms",
    }
    for cell in graded_cells(source):
        shown = visible_part(cell.source)
        read = names_read(shown) - {*RIGHT, *FUNCTIONS}
        assert read <= allowed
        assert names_bound(shown) == frozenset()


def test_visible_tests_let_wrong_answers_of_the_right_form_pass(
    source: NotebookNode, sheet: Sheet
) -> None:
    """Each name holds what some belief answers in the form asked for."""
    wrong: dict[str, Any] = {
        "row_major_strides": lambda shape: (5,),
        "checked_offset": lambda shape, strides, coordinate: 5,
    }
    for name, part in sheet.parts.items():
        answers = (part.question.answer_under([belief]) for belief in part.question.beliefs)
        wrong[name] = next(a for a in answers if part.question.form.fault(a) is None)
    setup = next(c for c in source.cells if c.cell_type == "code" and role(c) is Role.LOCKED)
    namespace = dict(wrong)
    exec(setup.source, namespace)

    for cell in graded_cells(source):
        exec(visible_part(cell.source), namespace)


def test_every_answer_cell_binds_its_names_before_the_solution(source: NotebookNode) -> None:
    """An untouched cell then leaves its names at None, and each part is judged for itself."""
    for cell in source.cells:
        if cell.cell_type == "code" and role(cell) is Role.ANSWER:
            stub = with_solution(cell.source, "raise NotImplementedError()")
            assert names_bound(stub) == names_bound(cell.source)


def test_example_in_the_text_is_never_the_answer(source: NotebookNode) -> None:
    """Each question shows the form in an example of another case."""
    questions = [c for c in source.cells if c.cell_type == "markdown" and "## " in c.source]
    examples = ["".join(re.findall(r"\*([^*]{40,})\*", cell.source)) for cell in questions]

    assert len([e for e in examples if e]) >= len(graded_cells(source))
    for example in examples:
        for error in re.findall(r"\w+\(\w+=[^)]*\)", example):
            assert eval(error) not in RIGHT.values()


def test_score_is_what_a_test_gives(trusted: TrustedSide) -> None:
    for test in trusted.tests.values():
        assert isinstance(trusted.value(test, dict.fromkeys(test.wanted)), Score)
