"""What holds for the assignment of every unit: its forms, its points, and what marks say.

What each name must hold, worked out by hand, stands in the unit's own test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nbformat import NotebookNode

import coursekit.questions
from coursekit.build.text import read_text
from coursekit.grading.trusted.hidden import visible_part
from coursekit.grading.trusted.names import names_bound, names_read
from coursekit.grading.trusted.testrun import Test
from coursekit.grading.trusted.side import TrustedSide
from coursekit.notebooks import Role, grade_id, points, role
from coursekit.questions.score import Score
from coursekit.sample.profiles import profiles_of
from coursekit.sample.sheet import Sheet, with_solution

COURSE = Path(__file__).parents[2] / "course"
UNITS = sorted(path.parent.name for path in COURSE.glob("*/assignment.py"))
each_unit = pytest.mark.parametrize("unit", UNITS)


@cache
def source_of(unit: str) -> NotebookNode:
    return read_text(COURSE / unit / "assignment.py", unit).notebook


@cache
def sheet_of(unit: str) -> Sheet:
    return Sheet(source_of(unit))


@cache
def trusted_side(unit: str) -> TrustedSide:
    return TrustedSide(source_of(unit))


def cells(unit: str, *roles: Role) -> list[NotebookNode]:
    return [c for c in source_of(unit).cells if c.cell_type == "code" and role(c) in roles]


def namespace_of(unit: str) -> dict[str, Any]:
    """Return what the set-up cells bind, in a fresh namespace."""
    return trusted_side(unit).namespace()


def solved(unit: str, test: Test) -> dict[str, Any]:
    """Return what the reference solution binds of the names that a test wants."""
    namespace = namespace_of(unit)
    for cell in cells(unit, Role.ANSWER):
        exec(with_solution(cell.source, None), namespace)
    return {name: namespace[name] for name in test.wanted}


def value_tests(unit: str) -> Iterator[Test]:
    """Yield the tests whose names all hold values that a question asks for."""
    for test in trusted_side(unit).tests.values():
        if all(name in sheet_of(unit).parts for name in test.wanted):
            yield test


@each_unit
def test_the_solution_is_right_and_nothing_is_worth_nothing(unit: str) -> None:
    for test in trusted_side(unit).tests.values():
        right = trusted_side(unit).value(test, solved(unit, test))
        nothing = trusted_side(unit).value(test, dict.fromkeys(test.wanted))

        assert (right, right.reason) == (test.points, None), test.id
        assert isinstance(nothing, Score)
        assert nothing == 0.0


@each_unit
def test_every_belief_costs_its_part_and_is_named(unit: str) -> None:
    parts = sheet_of(unit).parts
    for test in value_tests(unit):
        right = {name: parts[name].question.answer for name in test.wanted}
        for name in test.wanted:
            for belief in parts[name].question.beliefs:
                believed = {name: parts[name].question.answer_under([belief])}
                score = trusted_side(unit).value(test, {**right, **believed})
                assert score == test.points - parts[name].points, (name, belief)
                assert score.misconception == belief, name


def bodies(unit: str) -> dict[tuple[str, str], str]:
    """Return what believers of the sample class write, by belief and function."""
    return {
        (belief, function): body
        for profile in profiles_of(unit, sheet_of(unit).beliefs())
        for belief, functions in profile.bodies.items()
        for function, body in functions.items()
    }


@each_unit
def test_function_written_in_a_belief_shows_it(unit: str) -> None:
    for (belief, name), body in bodies(unit).items():
        (cell,) = [c for c in cells(unit, Role.ANSWER) if f"def {name}(" in c.source]
        namespace = namespace_of(unit)
        exec(with_solution(cell.source, body), namespace)
        test = trusted_side(unit).tests[f"{grade_id(cell)}_test"]
        score = trusted_side(unit).value(test, {name: namespace[name]})

        assert 0 < score < test.points, (belief, name)
        assert score.misconception == belief, name


@each_unit
def test_believers_of_the_sample_class_show_every_belief_they_hold(unit: str) -> None:
    sheet = sheet_of(unit)
    stubs = {name: cell.source for name, cell in sheet.cells.items()}
    for profile in profiles_of(unit, sheet.beliefs()):
        outcomes = sheet.outcomes(sheet.replies(profile, stubs))
        named = {outcome.misconception for outcome in outcomes.values()} - {None}
        assert named == set(profile.beliefs), profile.title


@each_unit
def test_points_stand_in_the_headings_and_add_up_in_the_introduction(unit: str) -> None:
    text = "\n".join(c.source for c in source_of(unit).cells if c.cell_type == "markdown")
    stated = [float(number) for number in re.findall(r"^## \d+\. .*\((\d+) points\)$", text, re.M)]
    given = [points(cell) for cell in cells(unit, Role.TEST)]

    assert stated == given
    assert f"{sum(given):g} points" in " ".join(text.split())


@each_unit
def test_number_of_graded_cells_and_their_names(unit: str) -> None:
    ids = [name for name in map(grade_id, source_of(unit).cells) if name]
    slug = unit.partition("_")[2]

    assert 8 <= len(cells(unit, Role.TEST)) <= 15
    assert all(name.startswith(f"{slug}_") for name in ids)


@each_unit
def test_visible_tests_know_forms_and_no_answer(unit: str) -> None:
    """They read the answers and what the set-up cells bind: forms, checks of form, and numpy."""
    answered = {name for cell in cells(unit, Role.ANSWER) for name in names_bound(cell.source)}
    for cell in cells(unit, Role.TEST):
        shown = visible_part(cell.source)
        read = names_read(shown) - answered
        assert all(_is_form(namespace_of(unit)[name]) for name in read), cell.id
        assert names_bound(shown) == frozenset()


def _is_form(value: object) -> bool:
    kind = value if isinstance(value, type) else type(value)
    if issubclass(kind, coursekit.questions.forms.Form):
        return True
    return value is np or getattr(value, "__module__", "") == coursekit.questions.checks.__name__


@each_unit
def test_visible_tests_let_wrong_answers_of_the_right_form_pass(unit: str) -> None:
    """Each name holds what some belief answers in the form asked for."""
    parts = sheet_of(unit).parts
    for test, cell in zip(trusted_side(unit).tests.values(), cells(unit, Role.TEST), strict=True):
        if not all(name in parts for name in test.wanted):
            continue
        namespace = namespace_of(unit)
        for name in test.wanted:
            question = parts[name].question
            answers = (question.answer_under([belief]) for belief in question.beliefs)
            fitting = (a for a in answers if question.form.fault(a) is None)
            namespace[name] = next(fitting, question.answer)
        exec(visible_part(cell.source), namespace)


@each_unit
def test_every_answer_cell_binds_its_names_before_the_solution(unit: str) -> None:
    """An untouched cell then leaves its names at None, and each part is judged for itself."""
    for cell in cells(unit, Role.ANSWER):
        stub = with_solution(cell.source, "raise NotImplementedError()")
        assert names_bound(stub) == names_bound(cell.source)


@each_unit
def test_example_in_the_text_is_never_the_answer(unit: str) -> None:
    """Each question shows the form in an example of another case."""
    answers = [part.question.answer for part in sheet_of(unit).parts.values()]
    questions = [c.source for c in source_of(unit).cells if re.search(r"^## \d+\.", c.source)]
    namespace = namespace_of(unit)
    for source in questions:
        (example,) = re.findall(r"^\*(?! )([^*]+)\*$", source, re.M)
        for error in re.findall(r"\w+\(\w+=[^`]*\)", example):
            assert eval(error, namespace) not in answers

    assert len(questions) == len(cells(unit, Role.TEST))
