"""Whether the words of a visible line of a test may come from a hidden one."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence


def may_tell_hidden(
    body: Sequence[ast.stmt],
    hidden: Collection[int],
    lines: Collection[int],
    kept: Collection[str] = (),
) -> bool:
    r"""Return whether what an error says may have been made by hidden lines.

    A name is spoilt where a hidden line binds or fills it, and where a line that reads a spoilt
    name does. It may be spoilt for nothing; a student then reads less than could be said.

    Parameters
    ----------
    body : Sequence of ast.stmt
        The statements of the test.
    hidden : collection of int
        Its hidden lines.
    lines : collection of int
        The lines that the error passed through.
    kept : collection of str
        Names, such as those of modules, that hold nothing new once a line has called a method.

    Examples
    --------
    >>> test = ast.parse("right = 3\nwords = f'not {right}'\nassert x == 1, words").body
    >>> may_tell_hidden(test, {1}, {3}), may_tell_hidden(test, {}, {3})
    (True, False)
    """
    statements = [s for outer in body for s in ast.walk(outer) if isinstance(s, ast.stmt)]
    spoilt: set[str] = set()
    while (
        found := {
            name
            for statement in statements
            if statement.lineno in hidden or spoilt & _read(statement)
            for name in _bound(statement) | (_filled(statement) - set(kept))
        }
        - spoilt
    ):
        spoilt |= found
    passed = [s for s in statements if any(line in _span(s) for line in lines)]
    return any(line in hidden for line in lines) or any(spoilt & _read(s) for s in passed)


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a statement and what stands in it, other statements left out."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.stmt):
            yield from _own(child)


def _span(statement: ast.stmt) -> range:
    """Return the lines of a statement, those of the statements in it left out."""
    end = max(getattr(node, "end_lineno", None) or 0 for node in _own_parts(statement))
    return range(statement.lineno, end + 1)


def _own_parts(statement: ast.stmt) -> list[ast.AST]:
    parts = list(_own(statement))
    has_inner = any(isinstance(n, ast.stmt) for n in ast.walk(statement) if n is not statement)
    return parts[1:] or parts if has_inner else parts


def _read(statement: ast.stmt) -> set[str]:
    return {
        node.id
        for node in _own(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def _bound(statement: ast.stmt) -> set[str]:
    bound = set()
    for node in _own(statement):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                bound.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.alias(name=name, asname=other):
                bound.add(other or name)
    return bound


def _filled(statement: ast.stmt) -> set[str]:
    """Return the names of what a statement may change: by a place, a field or a method of it."""
    filled = set()
    for node in _own(statement):
        match node:
            case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
                filled.add(_base(node))
            case ast.Call(func=ast.Attribute() as method):
                filled.add(_base(method))
    return filled


def _base(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
