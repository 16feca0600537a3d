"""One run of one test, in a namespace that holds the student's answers as plain data."""

from __future__ import annotations

import ast
import traceback
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import CodeType, ModuleType
from typing import Any

from coursekit.grading.limits import USUAL, Limits
from coursekit.grading.results import QuestionResult
from coursekit.grading.student.process import OutOfTimeError, StudentEndedError
from coursekit.grading.trusted.budget import TestEndlessError, bounded, quiet
from coursekit.grading.trusted.crossing import Crossings, chain
from coursekit.grading.trusted.faults import TestFaultError
from coursekit.grading.trusted.ground import FILE, Placed, named
from coursekit.grading.trusted.hidden import hidden_lines
from coursekit.grading.trusted.magics import UnavailableError
from coursekit.grading.trusted.names import parsed
from coursekit.grading.trusted.scoring import NotAScoreError, is_quiet, readable, score_of
from coursekit.grading.trusted.secrecy import may_tell_hidden
from coursekit.plain import Refused
from coursekit.questions.checks import FormError
from coursekit.questions.forms import UNANSWERED
from coursekit.questions.score import Score
from coursekit.raised import StudentError

HIDDEN_FAILED = "a hidden test did not pass"
_AUTHORS = (ImportError, SyntaxError, MemoryError, RecursionError, UnavailableError)


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
    imported : tuple of str
        The names it needs that the student has to import, and that are had here.
    shown : frozenset of str
        The names among `wanted` that an instructor's cell makes of the student's answers.
    before : tuple of Placed
        Statements of earlier tests that bind what it needs.
    """

    __test__ = False  # for pytest: not a class of tests

    id: str
    code: str
    points: float
    wanted: tuple[str, ...]
    imported: tuple[str, ...] = ()
    shown: frozenset[str] = frozenset()
    before: tuple[Placed, ...] = ()

    @property
    def file(self) -> str:
        """The name that its lines have in a traceback."""
        return FILE.format(self.id)


@dataclass(frozen=True, slots=True)
class Manner:
    """How tests are run, and for whom.

    Parameters
    ----------
    limits : Limits
        What a test's own code may use.
    strict : bool
        Whether a last value True is a fault of the test, as at build time.
    doubtful : bool
        Whether a right answer may be one that cannot cross.
    candid : bool
        Whether the reasons are for the instructor alone, and may tell of hidden tests.
    """

    limits: Limits = USUAL
    strict: bool = False
    doubtful: bool = False
    candid: bool = False


USUAL_MANNER = Manner()


@dataclass(slots=True)
class TestRun:
    """One run of one test.

    Parameters
    ----------
    test : Test
        The test.
    space : dict
        Its namespace: the instructor's names.
    values : mapping of str to object
        The student's values.
    manner : Manner
        How it is run.
    """

    __test__ = False

    test: Test
    space: dict[str, Any]
    values: Mapping[str, Any]
    manner: Manner = USUAL_MANNER
    _crossings: Crossings = field(default_factory=Crossings)
    _form_fault: FormError | None = None

    def result(self) -> QuestionResult:
        """Run the test and say what it gives.

        Raises
        ------
        TestFaultError
            If the test itself is at fault.
        """
        limits = self.manner.limits
        self._check_shown()
        try:
            with bounded(limits.test_seconds, limits.test_bytes, limits.question_seconds):
                value = self.last_value()
        except (OutOfTimeError, StudentEndedError) as error:
            return self._scored(0.0, f"the call of your function failed: {error}")
        except TestEndlessError:
            raise self._fault("its own code does not end in its time") from None
        except Exception as error:
            return self._of_error(error)
        except BaseException as error:
            if self._is_interrupt(error):
                raise
            raise self._fault(f"it ends the grader: {named(error)}") from None
        return self._of_value(value)

    def _check_shown(self) -> None:
        """Refuse a function that the instructor's cell made on the student's side.

        It would be called there: the student could put another in its place that checks nothing.
        """
        for name in sorted(self.test.shown):
            if callable(self.values.get(name)):
                raise self._fault(f"`{name}` is a function that a cell makes of the answers")

    def last_value(self) -> Any:
        """Run the test statement by statement; return the value of a last expression.

        A fault of an answer's form does not stop the marking that follows: marking judges the form
        of each part itself, so one ill-formed part does not cost the others.
        """
        body = parsed(self.test.code)
        last = None if is_quiet(self.test.code) else last_expression(body)
        parts = [placed.compiled() for placed in self.test.before]
        parts += [self._compiled(ast.Module([statement], [])) for statement in body]
        with quiet(), warnings.catch_warnings():
            warnings.simplefilter("default")  # a warning decides nothing
            self.space.update(self._crossings.watched(dict(self.values)))
            for part in parts:
                self._formed(part)
            return None if last is None else self._formed(self._compiled(last))

    def _formed(self, code: CodeType) -> Any:
        try:
            return eval(code, self.space)
        except FormError as fault:
            self._form_fault = self._form_fault or fault
            return None

    def _compiled(self, tree: ast.Module | ast.Expression) -> CodeType:
        mode = "eval" if isinstance(tree, ast.Expression) else "exec"
        compiled: CodeType = compile(tree, self.test.file, mode, dont_inherit=True)
        return compiled

    def _of_value(self, value: Any) -> QuestionResult:
        if not isinstance(value, Score) and self._form_fault is not None:
            return self._scored(0.0, str(self._form_fault))
        # A test that asserts something to be unequal is passed by whatever cannot cross.
        if not isinstance(value, Score) and (refused := self._refused()) is not None:
            return self._of_refused(refused)
        try:
            score = score_of(value, self.test.points, strict=self.manner.strict)
        except NotAScoreError as error:
            raise self._fault(str(error)) from None
        if score < self.test.points and self._crossings.unsendable:
            raise self._fault(self._crossings.unsendable[0])
        return self._scored(float(score), score.reason, score.misconception)

    def _of_error(self, error: Exception) -> QuestionResult:
        if (refused := self._refused()) is not None:
            return self._of_refused(refused)
        if self._crossings.unsendable:
            raise self._fault(self._crossings.unsendable[0])
        if isinstance(error, _AUTHORS) and not self._crossings.is_students(error):
            raise self._fault(named(error)) from None
        if isinstance(error, NotImplementedError) and self._crossings.is_students(error):
            return self._scored(0.0, UNANSWERED)
        return self._scored(0.0, self._reason(error))

    def _of_refused(self, refused: str) -> QuestionResult:
        if self.manner.doubtful:
            raise self._fault(f"it cannot run apart from the student's code: {refused}")
        return self._scored(0.0, refused)

    def _refused(self) -> str | None:
        """Return what of the student's was not plain data, if anything was."""
        for name in self.test.wanted:
            value = self.values.get(name)
            if isinstance(value, Refused):
                return f"`{name}` is {value.reason}"
        return next(iter(self._crossings.refused), None)

    def _reason(self, error: Exception) -> str:
        """Say why the test failed, without a word of what students do not see."""
        own = [line for one in chain(error) for line in self._own_lines(one)]
        secret = not own or self._tells_hidden(own)
        if secret and not self.manner.candid:
            return HIDDEN_FAILED
        if own and not str(error):
            return f"a visible test did not pass, in its line {own[0]}"
        return str(error) if isinstance(error, StudentError) else named(error)

    def _own_lines(self, error: BaseException) -> list[int]:
        """Return the lines of this test that an error passed through, the last one first."""
        frames = reversed(traceback.extract_tb(error.__traceback__))
        return [f.lineno or 0 for f in frames if f.filename == self.test.file]

    def _tells_hidden(self, lines: list[int]) -> bool:
        """Tell whether the words of an error that passed these lines may be hidden ones."""
        hidden = hidden_lines(self.test.code)
        kept = {name for name, value in self.space.items() if isinstance(value, ModuleType)}
        return bool(hidden) and may_tell_hidden(
            parsed(self.test.code), hidden, lines, kept.union(self.test.wanted)
        )

    def _is_interrupt(self, error: BaseException) -> bool:
        """Tell whether a person stopped the grader, and not the test itself."""
        return isinstance(error, KeyboardInterrupt) and "KeyboardInterrupt" not in self.test.code

    def _fault(self, fault: str) -> TestFaultError:
        return TestFaultError(self.test.id, readable(fault) or "")

    def _scored(
        self, score: float, reason: str | None = None, misconception: str | None = None
    ) -> QuestionResult:
        test = self.test
        return QuestionResult(test.id, score, test.points, readable(reason), misconception)


def last_expression(body: list[ast.stmt]) -> ast.Expression | None:
    """Take a last expression off a test's statements."""
    last = body[-1] if body else None
    if not isinstance(last, ast.Expr):
        return None
    body.pop()
    return ast.Expression(last.value)
