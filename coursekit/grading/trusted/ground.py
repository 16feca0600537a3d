"""What tests stand on: the names that the instructor's own cells bind, on the trusted side.

An instructor's statement runs here, unless it needs what the student answered; then its names are
fetched from the student's side, where the same cell runs. A function defined here may use an
answer when it is called: what it needs is fetched with the names of the test that calls it. The
imports in an answer cell are the instructor's as well: a module does not cross.
"""

from __future__ import annotations

import ast
import contextlib
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from coursekit.grading.trusted.budget import quiet
from coursekit.grading.trusted.magics import shell_names
from coursekit.grading.trusted.names import Statement

FILE = "<test {}>"


@dataclass(frozen=True, slots=True)
class Placed:
    """A statement and the cell that it stands in.

    Parameters
    ----------
    cell : str
        The id of the cell.
    statement : Statement
        The statement.
    """

    cell: str
    statement: Statement

    def compiled(self) -> Any:
        """Return its code, whose errors name the cell."""
        module = ast.Module([self.statement.tree], [])
        return compile(module, FILE.format(self.cell), "exec", dont_inherit=True)


@dataclass(slots=True)
class Ground:
    """The trusted side's namespace while a notebook is gone through, cell after cell.

    Attributes
    ----------
    space : dict
        The namespace: what functions defined here see as their globals.
    answered : set of str
        The names whose values come from the student's side.
    imported : set of str
        The names that an answer cell imports: bound here, but the student must have them too.
    shown : set of str
        The names among `answered` that an instructor's cell makes of answers.
    faults : dict of str to str
        The names that a cell should have bound and did not, and why.
    failed : list of tuple of str
        The cells that went wrong, each with its fault.
    """

    space: dict[str, Any] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    imported: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    faults: dict[str, str] = field(default_factory=dict)
    failed: list[tuple[str, str]] = field(default_factory=list)
    _later: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.space |= {"__name__": "__main__", **shell_names(self.space)}

    def answer(self, cell: str, statements: Iterable[Statement]) -> None:
        """Take up an answer cell: its names are the student's, its imports are had here."""
        for statement in statements:
            imports = isinstance(statement.tree, ast.Import | ast.ImportFrom)
            if imports and self._ran(Placed(cell, statement)) is None:
                self._bind(statement)
                self.imported |= statement.bound
            else:
                self._ask_for(statement.bound)

    def set_up(self, cell: str, statements: Iterable[Statement]) -> None:
        """Run an instructor's cell, statement by statement, as far as it needs no answer."""
        for statement in statements:
            if self.needed(statement.now):
                self._ask_for(statement.bound)
                self.shown |= statement.bound
                continue
            broken = next((self.faults[n] for n in statement.now if n in self.faults), None)
            fault = broken or self._ran(Placed(cell, statement))
            if fault is None:
                self._bind(statement)
                continue
            if broken is None:
                self.failed.append((cell, f"the set-up fails: {fault}"))
            self.faults |= dict.fromkeys(statement.bound, fault)

    def needed(self, names: Iterable[str]) -> frozenset[str]:
        """Return which of the student's names are needed to use some names."""
        return frozenset(name for name in self._reached(names) if name in self.answered)

    def broken(self, names: Iterable[str]) -> str | None:
        """Return the fault that keeps some names from being used, if there is one."""
        return next((self.faults[n] for n in self._reached(names) if n in self.faults), None)

    def _reached(self, names: Iterable[str]) -> Iterator[str]:
        waiting, seen = list(names), set[str]()
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                yield name
                if name not in self.answered:
                    waiting += self._later.get(name, ())

    def _ask_for(self, names: Iterable[str]) -> None:
        for name in names:
            self.answered.add(name)
            self.imported.discard(name)
            self.shown.discard(name)
            self.faults.pop(name, None)
            self._later.pop(name, None)

    def _bind(self, statement: Statement) -> None:
        inherited = (self._later.get(name, frozenset()) for name in statement.now)
        later = statement.later.union(*inherited)
        for name in statement.bound:
            self.answered.discard(name)
            self.imported.discard(name)
            self.faults.pop(name, None)
            self._later[name] = later

    def _ran(self, placed: Placed) -> str | None:
        """Run a statement; return what went wrong, or None."""
        try:
            with quiet(), warnings.catch_warnings():
                warnings.simplefilter("default")
                exec(placed.compiled(), self.space)  # the instructor's own code
        except (Exception, SystemExit) as error:
            return named(error)
        return None


def starred(statement: Statement) -> Statement:
    """Return a star import with the names that it binds; any other statement as it is."""
    tree = statement.tree
    if not isinstance(tree, ast.ImportFrom) or tree.names[0].name != "*":
        return statement
    space: dict[str, Any] = {}
    with contextlib.suppress(Exception):  # it will fail again where it is run
        exec(Placed("", statement).compiled(), space)
    return replace(statement, bound=frozenset(space) - {"__builtins__"})


def named(error: BaseException) -> str:
    """Return an error as the last line of a traceback would name it.

    Examples
    --------
    >>> named(ValueError("no such axis")), named(KeyboardInterrupt())
    ('ValueError: no such axis', 'KeyboardInterrupt')
    """
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
