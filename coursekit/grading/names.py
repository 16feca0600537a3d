"""Which names a piece of code reads, and which it binds, found without running it.

A test's names decide what has to cross from the student's side.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Iterable, Iterator, Sequence

from IPython.core.inputtransformer2 import TransformerManager

BUILTIN_NAMES = frozenset(dir(builtins)) | {"__name__", "__builtins__", "get_ipython", "display"}


def python_of(code: str) -> str:
    """Return a cell's code as plain Python: magics and shell lines become calls."""
    return TransformerManager().transform_cell(code)


def names_bound(code: str) -> frozenset[str]:
    r"""Return the names that a cell binds at its top level.

    Parameters
    ----------
    code : str
        A cell's code; magics are allowed.

    Raises
    ------
    SyntaxError
        If it is not Python.

    Examples
    --------
    >>> sorted(names_bound("import numpy as np\ndef f(x): y = x"))
    ['f', 'np']
    """
    bound: set[str] = set()
    for statement in ast.parse(python_of(code)).body:
        bound |= _bound_by(statement)
    return frozenset(bound)


def names_read(code: str) -> frozenset[str]:
    r"""Return the names that a cell reads and neither binds beforehand nor finds in builtins.

    Parameters
    ----------
    code : str
        A cell's code; magics are allowed.

    Raises
    ------
    SyntaxError
        If it is not Python.

    Examples
    --------
    >>> sorted(names_read("total = sum(offsets)\nassert total == scale * 2"))
    ['offsets', 'scale']
    >>> sorted(names_read("def check(x): return x == limit\nlimit = 3\ncheck(offset)"))
    ['offset']
    """
    return frozenset(_Reading(ast.parse(python_of(code)).body).read - BUILTIN_NAMES)


class _Reading:
    """Goes through statements in the order they run, and keeps what is read before it is bound."""

    def __init__(self, statements: Sequence[ast.stmt]) -> None:
        self.read: set[str] = set()
        self._bound: set[str] = set()
        self._everywhere = set().union(*map(_bound_by, statements))
        self._block(statements)

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.For() | ast.AsyncFor():
                self._simple(ast.Assign([statement.target], statement.iter, lineno=1))
            case ast.While() | ast.If():
                self._simple(ast.Expr(statement.test))
            case ast.With() | ast.AsyncWith():
                for item in statement.items:
                    target = item.optional_vars or ast.Name("_", ast.Store())
                    self._simple(ast.Assign([target], item.context_expr, lineno=1))
            case ast.Try() | ast.TryStar():
                self._handlers(statement)
                return
            case _:
                self._simple(statement)
                return
        self._block(statement.body)
        self._block(getattr(statement, "orelse", []))

    def _handlers(self, statement: ast.Try | ast.TryStar) -> None:
        self._block(statement.body)
        for handler in statement.handlers:
            if handler.type is not None:
                self._simple(ast.Expr(handler.type))
            self._bound |= {handler.name} if handler.name else set()
            self._block(handler.body)
        self._block(statement.orelse)
        self._block(statement.finalbody)

    def _simple(self, statement: ast.stmt) -> None:
        now, later = _read_by(statement)
        self.read |= now - self._bound
        self.read |= later - self._everywhere  # a function's body runs only when it is called
        self._bound |= _bound_by(statement)


def _bound_by(statement: ast.stmt) -> set[str]:
    table = _table(statement)
    bound = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
    for inner in _inner(table):
        bound |= {
            s.get_name()
            for s in inner.get_symbols()
            if s.is_declared_global() and (s.is_assigned() or s.is_imported())
        }
    return bound


def _read_by(statement: ast.stmt) -> tuple[set[str], set[str]]:
    """Return the names read as a statement runs, and those its functions read when called."""
    table = _table(statement)
    now = {s.get_name() for s in table.get_symbols() if s.is_referenced()}
    now |= {
        node.target.id
        for node in ast.walk(statement)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
        and node.target.id in table.get_identifiers()
    }  # fmt: skip
    inner = {
        s.get_name() for t in _inner(table) for s in t.get_symbols()
        if s.is_referenced() and s.is_global()
    }  # fmt: skip
    delayed = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
    return (now, inner) if delayed else (now | inner, set())


def _table(statement: ast.stmt) -> symtable.SymbolTable:
    return symtable.symtable(ast.unparse(statement), "<cell>", "exec")


def _inner(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    children: Iterable[symtable.SymbolTable] = table.get_children()
    for child in children:
        yield child
        yield from _inner(child)
