"""The trusted side: test cells run here, in a fresh namespace, over plain data.

A test's names are its own, Python's, those of the instructor's set-up cells, which run here too,
and those of answer cells, which are fetched from the student's side at that moment.
"""

from __future__ import annotations

import ast
import math
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode

from coursekit.grading.faults import TestFaultError
from coursekit.grading.hidden import hidden_lines
from coursekit.grading.names import names_bound, names_read, python_of
from coursekit.grading.process import OutOfTimeError, StudentEndedError
from coursekit.grading.results import QuestionResult
from coursekit.grading.student import StudentSession
from coursekit.notebooks import Role, grade_id, points, role
from coursekit.plain import Refused
from coursekit.questions.checks import FormError
from coursekit.questions.marking import MarkedScore
from coursekit.questions.score import Score

HIDDEN_FAILED = "a hidden test did not pass"
MAX_REASON = 600
_FILE = "<test {}>"


@dataclass(frozen=True, slots=True)
class Test:
    """A test cell, ready to run.

    Parameters
    ----------
    id : str
        Its nbgrader id.
    code : str
        Its text, hidden blocks included.
    points : float
        What it gives at most.
    wanted : tuple of str
        The names it needs from the student's side.
    """

    __test__ = False  # for pytest: not a class of tests

    id: str
    code: str
    points: float
    wanted: tuple[str, ...]


class TrustedSide:
    """The tests of one notebook and the set-up they rest on.

    Parameters
    ----------
    source : NotebookNode
        The instructor's notebook.

    Raises
    ------
    TestFaultError
        If a set-up cell fails or a test is not Python.
    """

    def __init__(self, source: NotebookNode) -> None:
        self._base: dict[str, Any] = {"__name__": "__main__"}
        answered: set[str] = set()
        self.tests: dict[str, Test] = {}
        for cell in source.cells:
            if cell.cell_type != "code":
                continue
            match role(cell):
                case Role.ANSWER | Role.MANUAL:
                    answered |= _parsed(cell, names_bound)
                case Role.TEST:
                    test = self._test(cell, answered)
                    self.tests[test.id] = test
                case Role.LOCKED | Role.PLAIN:
                    self._set_up(cell, answered)

    def _test(self, cell: NotebookNode, answered: Iterable[str]) -> Test:
        wanted = _parsed(cell, names_read) & frozenset(answered)
        return Test(grade_id(cell) or cell.id, cell.source, points(cell), tuple(sorted(wanted)))

    def _set_up(self, cell: NotebookNode, answered: set[str]) -> None:
        """Run an instructor's cell, unless it shows what the student answered."""
        if _parsed(cell, names_read) & answered:
            return
        try:
            code = compile(python_of(cell.source), _FILE.format(cell.id), "exec")
            exec(code, self._base)  # the instructor's own code
        except Exception as error:
            raise TestFaultError(cell.id, f"the set-up fails: {_named(error)}") from None
        answered -= _parsed(cell, names_bound)

    def run(self, test: Test, session: StudentSession) -> QuestionResult:
        """Run one test over the student's answers as they are now.

        Raises
        ------
        TestFaultError
            If the test itself is at fault.
        """
        try:
            values = session.values(test.wanted)
        except (OutOfTimeError, StudentEndedError) as error:
            return QuestionResult(test.id, 0.0, test.points, f"the answer cannot be read: {error}")
        missing = [name for name in test.wanted if name not in values]
        if missing:
            names = ", ".join(f"`{name}`" for name in missing)
            return QuestionResult(
                test.id, 0.0, test.points, f"not answered: {names} is not defined"
            )
        return _Run(test, {**self._base, **values}).result()

    def namespace(self) -> dict[str, Any]:
        """Return what the set-up cells bind, in a namespace of its own."""
        return dict(self._base)

    def value(self, test: Test, values: Mapping[str, Any]) -> Any:
        """Return the last value of a test over answers that are at hand, as the test gives it.

        Parameters
        ----------
        test : Test
            One of `tests`.
        values : mapping of str to object
            A value for each name that the test wants.
        """
        return _Run(test, {**self._base, **values}).last_value()

    def asked(self) -> dict[str, MarkedScore]:
        """Return, by id, what each test that marks says over answers that are missing.

        Such a mark holds what the test asks, and which beliefs its answers can show. A test that
        cannot bear a missing answer, as another course's may not, is left out.

        Raises
        ------
        TestFaultError
            If a test is itself at fault.
        """
        scores = {test.id: self._unanswered(test) for test in self.tests.values()}
        return {id_: score for id_, score in scores.items() if isinstance(score, MarkedScore)}

    def _unanswered(self, test: Test) -> Any:
        try:
            return self.value(test, dict.fromkeys(test.wanted))
        except (ImportError, SyntaxError) as error:
            raise TestFaultError(test.id, _named(error)) from None
        except Exception:
            return None


class _Run:
    """One run of one test."""

    def __init__(self, test: Test, namespace: dict[str, Any]) -> None:
        self._test, self._namespace = test, namespace
        self._form_fault: FormError | None = None
        self._file = _FILE.format(test.id)

    def result(self) -> QuestionResult:
        try:
            value = self.last_value()
        except (OutOfTimeError, StudentEndedError) as error:
            return self._scored(0.0, f"the call of your function failed: {error}")
        except (ImportError, SyntaxError) as error:
            raise TestFaultError(self._test.id, _named(error)) from None
        except Exception as error:
            return self._scored(0.0, self._reason(error))
        return self._of_value(value)

    def last_value(self) -> Any:
        """Run the test statement by statement; return the value of a last expression.

        A fault of an answer's form does not stop the marking that follows: marking judges the form
        of each part itself, so one ill-formed part does not cost the others.
        """
        body = ast.parse(python_of(self._test.code), self._file).body
        last = _expression(body)
        for statement in body:
            try:
                exec(self._compiled(ast.Module([statement], []), "exec"), self._namespace)
            except FormError as fault:
                self._form_fault = self._form_fault or fault
        if last is None:
            return None
        try:
            return eval(self._compiled(last, "eval"), self._namespace)
        except FormError as fault:
            self._form_fault = self._form_fault or fault
            return None

    def _compiled(self, tree: ast.Module | ast.Expression, mode: str) -> Any:
        return compile(tree, self._file, mode)

    def _of_value(self, value: Any) -> QuestionResult:
        if isinstance(value, Score):
            return self._scored(self._checked(value), value.reason, value.misconception)
        if self._form_fault is not None:
            return self._scored(0.0, str(self._form_fault))
        if value is None:
            return self._scored(self._test.points)
        if isinstance(value, bool) or not isinstance(value, int | float):
            fault = f"its last value is {value!r}; a number of points or nothing is expected"
            raise TestFaultError(self._test.id, fault)
        return self._scored(self._checked(value))

    def _checked(self, score: float) -> float:
        if not math.isfinite(score) or not 0 <= score <= self._test.points:
            fault = (
                f"its last value is {float(score)}; 0 to {self._test.points:g} points are allowed"
            )
            raise TestFaultError(self._test.id, fault)
        return float(score)

    def _scored(
        self, score: float, reason: str | None = None, misconception: str | None = None
    ) -> QuestionResult:
        cut = reason if reason is None or len(reason) <= MAX_REASON else reason[:MAX_REASON] + " …"
        return QuestionResult(self._test.id, score, self._test.points, cut, misconception)

    def _reason(self, error: Exception) -> str:
        """Say why the test failed, without a word of what students do not see."""
        for name in self._test.wanted:
            if isinstance(value := self._namespace[name], Refused):
                return f"`{name}` is {value.reason}"
        hidden = hidden_lines(self._test.code)
        own = [
            f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == self._file
        ]
        if not own or any(line in hidden for line in own):
            return HIDDEN_FAILED
        return (
            _named(error) if str(error) else f"a visible test did not pass, in its line {own[-1]}"
        )


def _expression(body: list[ast.stmt]) -> ast.Expression | None:
    """Take a last expression off a test's statements."""
    last = body[-1] if body else None
    if not isinstance(last, ast.Expr):
        return None
    body.pop()
    return ast.Expression(last.value)


def _parsed(cell: NotebookNode, look: Any) -> frozenset[str]:
    try:
        return frozenset(look(cell.source))
    except SyntaxError as error:
        raise TestFaultError(cell.id, f"it is not Python: {_named(error)}") from None


def _named(error: BaseException) -> str:
    """Return an error as the last line of a traceback would name it."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
