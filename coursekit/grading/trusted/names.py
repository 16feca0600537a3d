"""Which names a piece of code reads, and which it binds, found without running it.

A test's names decide what has to cross from the student's side.
"""

from __future__ import annotations

import ast
import builtins
import re
import symtable
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from IPython.core.inputtransformer2 import TransformerManager

BUILTIN_NAMES = frozenset(dir(builtins)) | {"__name__", "__builtins__", "get_ipython", "display"}
RUNNING_MAGICS = ("time", "timeit", "capture", "prun")  # those that run Python
_HEAD = re.compile(rf"(?:[ \t]*\n)*(?:%%(?:{'|'.join(RUNNING_MAGICS)})\b[^\n]*(?:\n|\Z))?")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a cell's top level, and the names it deals with.

    Parameters
    ----------
    tree : ast.stmt
        The statement.
    bound : frozenset of str
        The names it binds.
    now : frozenset of str
        The names it reads as it runs; builtins are left out.
    later : frozenset of str
        The names that a function, a method or a lambda it defines reads when it is called.
    """

    tree: ast.stmt
    bound: frozenset[str]
    now: frozenset[str]
    later: frozenset[str]


def python_of(code: str) -> str:
    """Return a cell's code as plain Python: magics and shell lines become calls."""
    return TransformerManager().transform_cell(code)


def parsed(code: str) -> list[ast.stmt]:
    r"""Return the statements of a cell as plain Python, each with its line number in the cell.

    Code that a magic runs, such as that of ``%time`` or below ``%%capture``, stands for the magic.

    Parameters
    ----------
    code : str
        A cell's code.

    Raises
    ------
    SyntaxError
        If it is not Python.

    Examples
    --------
    >>> [ast.unparse(statement) for statement in parsed("%%time\n%matplotlib inline\nx = 1")]
    ["get_ipython().run_line_magic('matplotlib', 'inline')", 'x = 1']
    """
    skipped = _HEAD.match(code)
    head = skipped[0] if skipped else ""
    tree = ast.parse(python_of(code[len(head) :]))
    ast.increment_lineno(tree, head.count("\n"))
    return [inner for statement in tree.body for inner in _unwrapped(statement)]


def _unwrapped(statement: ast.stmt) -> list[ast.stmt]:
    match statement:
        case ast.Expr(
            ast.Call(
                ast.Attribute(ast.Call(ast.Name("get_ipython")), "run_line_magic"),
                [ast.Constant(str(name)), ast.Constant(str(text))],
            )
        ) if name in RUNNING_MAGICS and not text.startswith("-"):
            inner = ast.parse(python_of(text))
            ast.increment_lineno(inner, statement.lineno - 1)
            return inner.body
    return [statement]


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
    for statement in parsed(code):
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
    return frozenset(_Reading(parsed(code)).read - BUILTIN_NAMES)


def statements(code: str) -> tuple[Statement, ...]:
    r"""Return the statements of a cell, in order.

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
    >>> check, call = statements("def check(f): return f(limit)\ncheck(area)")
    >>> sorted(check.bound), sorted(check.now), sorted(check.later)
    (['check'], [], ['limit'])
    >>> sorted(call.now)
    ['area', 'check']
    """
    return tuple(map(_statement, parsed(code)))


def _statement(tree: ast.stmt) -> Statement:
    read = _Reading([tree]).read - BUILTIN_NAMES
    delayed = _delayed(tree) & read
    return Statement(
        tree, frozenset(_bound_by(tree)), frozenset(read - delayed), frozenset(delayed)
    )


def _delayed(tree: ast.stmt) -> set[str]:
    """Return the names that a definition reads only when what it defines is called."""
    match tree:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Assign(value=ast.Lambda()):
            return _read_inside(tree) - _read_at_once(tree)
        case ast.ClassDef(body=body):
            methods = [m for m in body if isinstance(m, ast.FunctionDef | ast.AsyncFunctionDef)]
            now = set().union(*(_read_at_once(m) for m in body), *map(_read_at_once, tree.bases))
            return set().union(*(_delayed(m) for m in methods)) - now
    return set()


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
    now, inner = _read_at_once(statement), _read_inside(statement)
    delayed = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
    return (now, inner) if delayed else (now | inner, set())


def _read_at_once(part: ast.stmt | ast.expr) -> set[str]:
    table = _table(part)
    return {s.get_name() for s in table.get_symbols() if s.is_referenced()} | {
        node.target.id
        for node in ast.walk(part)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
        and node.target.id in table.get_identifiers()
    }  # fmt: skip


def _read_inside(part: ast.stmt) -> set[str]:
    return {
        s.get_name() for t in _inner(_table(part)) for s in t.get_symbols()
        if s.is_referenced() and s.is_global()
    }  # fmt: skip


def _table(part: ast.stmt | ast.expr) -> symtable.SymbolTable:
    return symtable.symtable(ast.unparse(part), "<cell>", "exec")


def _inner(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    children: Iterable[symtable.SymbolTable] = table.get_children()
    for child in children:
        yield child
        yield from _inner(child)
