"""Tests that run beside the student's code, because the instructor chose so: unprotected.

They run in a process of their own, after all else, over the student's cells run again: their text
never stands in the process whose answers decide other questions. What they say is a value under a
name that nobody can guess; the process can still read the test and lie about it. So no word that it
says goes to a page, and the question is flagged.
"""

from __future__ import annotations

import ast
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from nbformat import NotebookNode

from coursekit.grading.results import QuestionResult
from coursekit.grading.student.process import OutOfTimeError, StudentEndedError
from coursekit.grading.student.session import StudentSession
from coursekit.grading.trusted.faults import TestFaultError
from coursekit.grading.trusted.names import parsed
from coursekit.grading.trusted.scoring import NotAScoreError, is_quiet, score_of
from coursekit.grading.trusted.testrun import Test, last_expression
from coursekit.notebooks import grade_id
from coursekit.plain import Refused

NOT_PASSED = "the test did not pass"
_PASSED = "passed"


def run_beside(
    cells: Iterable[NotebookNode],
    tests: Mapping[str, Test],
    foreign: frozenset[str],
    session: StudentSession,
) -> dict[str, QuestionResult | TestFaultError]:
    """Run tests in a student's process, each at its place among the student's cells.

    Parameters
    ----------
    cells : iterable of NotebookNode
        The student's cells with the unit's tests among them; they are not changed.
    tests : mapping of str to Test
        The tests to run, by id.
    foreign : frozenset of str
        The ids of all other tests: they are not run here.
    session : StudentSession
        A new one.

    Returns
    -------
    dict of str to QuestionResult or TestFaultError
        What each test gives, or what is wrong with it.
    """
    found: dict[str, QuestionResult | TestFaultError] = {}
    for cell in cells:
        name = grade_id(cell) or ""
        if cell.cell_type != "code" or name in foreign:
            continue
        if name in tests:
            try:
                found[name] = _result(tests[name], session)
            except TestFaultError as error:
                found[name] = error
        elif cell.source.strip():
            session.run(cell.source)
    return found


def _result(test: Test, session: StudentSession) -> QuestionResult:
    outcome, value = (f"_{secrets.token_hex(16)}" for _ in range(2))
    outputs, _ = session.run(_asking(test, outcome, value))
    try:
        said = session.values((outcome, value))
    except (OutOfTimeError, StudentEndedError):
        said = {}
    failed = any(output.get("output_type") == "error" for output in outputs)
    if failed or said.get(outcome) != _PASSED:
        return QuestionResult(test.id, 0.0, test.points, NOT_PASSED)
    last = said.get(value)
    try:
        score = score_of(last, test.points)
    except NotAScoreError as error:
        fault = f"its last value is {last.reason}" if isinstance(last, Refused) else str(error)
        raise TestFaultError(test.id, fault) from None
    reason = None if score == test.points else f"the test gives {score:g} points"
    return QuestionResult(test.id, float(score), test.points, reason)


def _asking(test: Test, outcome: str, value: str) -> str:
    """Return the code of a test that leaves what it gives under two names."""
    try:
        body = parsed(test.code)
    except SyntaxError as error:
        raise TestFaultError(test.id, f"it is not Python: {error}") from None
    last = None if is_quiet(test.code) else last_expression(body)
    lines = [ast.unparse(placed.statement.tree) for placed in test.before]
    lines += [ast.unparse(statement) for statement in body]
    given: Any = ast.unparse(last) if last else "None"
    return "\n".join([*lines, f"{value} = {given}", f"{outcome} = {_PASSED!r}"])
