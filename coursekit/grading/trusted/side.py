"""The trusted side: test cells run here, each in a fresh namespace, over plain data.

A test's names are its own, Python's, those of the instructor's cells above it, which run here too,
and those of answer cells, which are fetched from the student's side at that moment. What an earlier
test binds is bound again for the tests that read it; nothing else of one test is seen by another.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from nbformat import NotebookNode

from coursekit.grading.results import QuestionResult
from coursekit.grading.student.process import OutOfTimeError, StudentEndedError
from coursekit.grading.student.session import StudentSession
from coursekit.grading.trusted.faults import TestFaultError
from coursekit.grading.trusted.ground import Ground, Placed, named, starred
from coursekit.grading.trusted.names import BUILTIN_NAMES, Statement, statements
from coursekit.grading.trusted.testrun import USUAL_MANNER, Manner, Test, TestRun
from coursekit.notebooks import Role, grade_id, points, role
from coursekit.questions.marking import MarkedScore

os.environ.setdefault("MPLBACKEND", "agg")  # tests draw for nobody, and there may be no screen


class TrustedSide:
    """The tests of one notebook and what they stand on.

    Parameters
    ----------
    source : NotebookNode
        The instructor's notebook.
    manner : Manner
        How the tests are run.

    Attributes
    ----------
    tests : dict of str to Test
        The tests by id, in order.
    faults : tuple of TestFaultError
        What is wrong with the instructor's other cells.
    """

    def __init__(self, source: NotebookNode, manner: Manner = USUAL_MANNER) -> None:
        self.tests: dict[str, Test] = {}
        self._manner = manner
        self._ground = Ground()
        self._seen: dict[str, dict[str, Any]] = {}  # by test: the instructor's names at its place
        self._unfit: dict[str, str] = {}  # by test: why it cannot be run at all
        self._earlier: list[Placed] = []  # what the tests so far bind
        for cell in source.cells:
            if cell.cell_type == "code":
                self._take_up(cell)
        self.faults = tuple(TestFaultError(*failed) for failed in self._ground.failed)

    def _take_up(self, cell: NotebookNode) -> None:
        name = grade_id(cell) or str(cell.get("id"))
        try:
            parsed, fault = tuple(map(starred, statements(cell.source))), None
        except SyntaxError as error:
            parsed, fault = (), f"it is not Python: {named(error)}"
        match role(cell):
            case Role.TEST:
                self._test(name, cell, parsed, fault)
            case Role.ANSWER | Role.MANUAL:  # may be unfinished in the instructor's own notebook
                self._ground.answer(name, parsed)
            case _ if fault:
                self._ground.failed.append((name, fault))
            case _:
                self._ground.set_up(name, parsed)

    def _test(
        self, name: str, cell: NotebookNode, parsed: tuple[Statement, ...], fault: str | None
    ) -> None:
        read = _free(parsed)
        before = self._before(read)
        read |= _free(placed.statement for placed in before)
        own = frozenset[str]().union(*(p.statement.bound for p in before))
        ground = self._ground
        wanted = {n for n in read - own if n not in ground.space} | ground.needed(read)
        broken = ground.broken(read)
        fault = fault or (broken and f"a set-up cell that it needs fails: {broken}")
        imported = tuple(sorted((read & ground.imported) - wanted))
        shown = frozenset(wanted & ground.shown)
        self.tests[name] = Test(
            name, cell.source, points(cell), tuple(sorted(wanted)), imported, shown, before
        )
        self._seen[name] = dict(ground.space)
        if fault:
            self._unfit[name] = fault
        self._earlier += [Placed(name, statement) for statement in parsed]

    def _before(self, read: Iterable[str]) -> tuple[Placed, ...]:
        """Return the statements of earlier tests that bind what a test reads, in order."""
        ground, needed = self._ground, set(read)
        found: list[Placed] = []
        for placed in reversed(self._earlier):
            statement = placed.statement
            lacking = {n for n in needed if n not in ground.space and n not in ground.answered}
            if statement.bound & lacking:
                found.append(placed)
                needed = (needed - statement.bound) | statement.now | statement.later
        return tuple(reversed(found))

    def run(self, test: Test, session: StudentSession, *, doubtful: bool = False) -> QuestionResult:
        """Run one test over the student's answers as they are now.

        Parameters
        ----------
        test : Test
            One of `tests`.
        session : StudentSession
            The student's side.
        doubtful : bool
            Whether a right answer may be one that cannot cross: then it is no fault of the
            student's that this one does not.

        Raises
        ------
        TestFaultError
            If the test itself is at fault.
        """
        if test.id in self._unfit:
            raise TestFaultError(test.id, self._unfit[test.id])
        asked = (*test.wanted, *test.imported)
        try:
            values = session.values(asked)
        except (OutOfTimeError, StudentEndedError) as error:
            return QuestionResult(test.id, 0.0, test.points, f"the answer cannot be read: {error}")
        missing = [name for name in asked if name not in values]
        if missing:
            verb = "is" if len(missing) == 1 else "are"
            names = ", ".join(f"`{name}`" for name in missing)
            reason = f"not answered: {names} {verb} not defined"
            return QuestionResult(test.id, 0.0, test.points, reason)
        wanted = {name: values[name] for name in test.wanted}
        with self._space(test) as space:
            manner = replace(self._manner, doubtful=doubtful)
            return TestRun(test, space, wanted, manner).result()

    def namespace(self) -> dict[str, Any]:
        """Return what the set-up cells bind, in a namespace of its own."""
        return dict(self._ground.space)

    def value(self, test: Test, values: Mapping[str, Any]) -> Any:
        """Return the last value of a test over answers that are at hand, as the test gives it.

        Parameters
        ----------
        test : Test
            One of `tests`.
        values : mapping of str to object
            A value for each name that the test wants.

        Raises
        ------
        TestFaultError
            If the test cannot be run at all.
        """
        if test.id in self._unfit:
            raise TestFaultError(test.id, self._unfit[test.id])
        with self._space(test) as space:
            return TestRun(test, space, values, self._manner).last_value()

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
            raise TestFaultError(test.id, named(error)) from None
        except TestFaultError:
            raise
        except Exception:
            return None

    @contextmanager
    def _space(self, test: Test) -> Iterator[dict[str, Any]]:
        """Lend the namespace as it is at a test's place.

        It is one and the same dict for all tests: the globals of the functions that the
        instructor's cells define, which so see the student's values.
        """
        space = self._ground.space
        before = dict(space)
        _fill(space, self._seen[test.id])
        try:
            yield space
        finally:
            _fill(space, before)


def _fill(space: dict[str, Any], content: Mapping[str, Any]) -> None:
    space.clear()
    space.update(content)


def _free(parsed: Iterable[Statement]) -> frozenset[str]:
    """Return the names that statements read and do not bind before."""
    bound, read, later = set[str](), set[str](), set[str]()
    for statement in parsed:
        read |= statement.now - bound
        bound |= statement.bound
        later |= statement.later
    return frozenset(read | (later - bound)) - BUILTIN_NAMES
