"""The rules of the house, read from the syntax trees of the modules and never by importing them.

Each rule takes a tree of packages and returns the faults it finds as `file:line: what is wrong`,
so that a test can hold it both against this project and against a small bad tree.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

MODULE_LINES = 300
FUNCTION_LINES = 40
PUBLIC_NAMES = 8
OUTPUT_CALLS = {"print", "exit", "quit", "sys.exit", "sys.stdout.write", "sys.stderr.write"}

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file of a package: its dotted name, and what stands in it."""

    root: Path
    path: Path

    @cached_property
    def name(self) -> str:
        parts = self.path.relative_to(self.root).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def package(self) -> str:
        return self.name.partition(".")[0]

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text(encoding="utf-8"))

    def fault(self, line: int, what: str) -> str:
        return f"{self.path.relative_to(self.root)}:{line}: {what}"


@dataclass(frozen=True)
class Import:
    """One imported module: its dotted name, and the line that imports it."""

    target: str
    line: int


def modules(root: Path, packages: Collection[str]) -> list[Module]:
    """Return every module of the packages that lie in `root`."""
    return [
        Module(root, path)
        for package in sorted(packages)
        for path in sorted((root / package).rglob("*.py"))
    ]


def imports(module: Module, known: Collection[str]) -> Iterator[Import]:
    """Yield what a module imports; `from package import module` counts as the module."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield Import(inner if inner in known else str(node.module), node.lineno)


def read_layers(text: str) -> dict[str, int]:
    """Read the table of layers: module name to height.

    A line holds a layer's label and its modules, separated by `·`; a line without a space is the
    package that the lines below it belong to. Lower lines are higher layers.
    """
    heights: dict[str, int] = {}
    package = ""
    for height, line in enumerate(filter(str.strip, text.splitlines())):
        _, _, names = line.strip().partition(" ")
        if not names:
            package = line.strip()
            continue
        for name in (part.strip() for part in names.split("·")):
            full = package if name == package else f"{package}.{name}"
            if full in heights:
                raise ValueError(f"{full} has two layers")
            heights[full] = height
    return heights


def unlayered(tree: Sequence[Module], heights: Mapping[str, int]) -> list[str]:
    """Find modules without a declared layer, and declared layers without a module."""
    names = {module.name for module in tree}
    strays = [
        module.fault(1, f"{module.name} has no layer: give it one in ARCHITECTURE.md")
        for module in tree
        if module.name not in heights
    ]
    ghosts = [
        f"ARCHITECTURE.md: {name} has a layer, but there is no such module"
        for name in heights
        if name not in names
    ]
    return strays + ghosts


def upward_imports(tree: Sequence[Module], heights: Mapping[str, int]) -> list[str]:
    """Find imports that do not lead to a strictly lower layer of the own package."""
    return [
        module.fault(found.line, f"{module.name} imports {found.target}, which is not below it")
        for module in tree
        for found in imports(module, heights)
        if found.target.partition(".")[0] == module.package
        and heights.get(found.target, sys.maxsize) >= heights.get(module.name, -1)
    ]


def foreign_imports(tree: Sequence[Module], allowed: Mapping[str, Collection[str]]) -> list[str]:
    """Find imports of packages that are neither the standard library's nor allowed.

    `allowed` maps a module or package to what it may import besides; the longest name that fits a
    module decides. A module that no name fits may import anything.
    """
    return [
        module.fault(found.line, f"{module.name} may not import {found.target}")
        for module in tree
        if (rule := _longest_fit(module.name, allowed)) is not None
        for found in imports(module, ())
        if (top := found.target.partition(".")[0]) not in sys.stdlib_module_names
        and top not in allowed[rule]
        and top != module.package
    ]


def _longest_fit(name: str, prefixes: Collection[str]) -> str | None:
    fitting = [prefix for prefix in prefixes if f"{name}.".startswith(f"{prefix}.")]
    return max(fitting, key=len, default=None)


def hidden_imports(tree: Sequence[Module]) -> list[str]:
    """Find imports inside a function, star and relative imports, and `TYPE_CHECKING`."""
    faults = []
    for module in tree:
        for function in _functions(module.tree):
            for node in ast.walk(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    faults.append(module.fault(node.lineno, "import inside a function"))
        for node in ast.walk(module.tree):
            match node:
                case ast.ImportFrom(names=[ast.alias(name="*")]):
                    faults.append(module.fault(node.lineno, "star import"))
                case ast.ImportFrom(level=level) if level:
                    faults.append(module.fault(node.lineno, "relative import"))
                case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
                    faults.append(module.fault(node.lineno, "TYPE_CHECKING"))
    return sorted(set(faults))


def oversized(tree: Sequence[Module], wide: Collection[str]) -> list[str]:
    """Find modules and functions that are too long, and modules with too many public names.

    The modules named in `wide` may have any number of names.
    """
    faults = []
    for module in tree:
        lines = len(module.path.read_text(encoding="utf-8").splitlines())
        if lines > MODULE_LINES:
            faults.append(module.fault(1, f"{lines} lines, more than {MODULE_LINES}"))
        names = public_names(module)
        if len(names) > PUBLIC_NAMES and module.name not in wide:
            listed = ", ".join(names)
            faults.append(module.fault(1, f"{len(names)} public names ({listed})"))
        for function in _functions(module.tree):
            length = code_lines(function)
            if length > FUNCTION_LINES:
                what = f"{function.name} has {length} lines, more than {FUNCTION_LINES}"
                faults.append(module.fault(function.lineno, what))
    return faults


def code_lines(function: FunctionNode) -> int:
    """Count a function's lines from `def` to its end, without its docstring."""
    length = (function.end_lineno or 0) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        length -= (first.end_lineno or 0) - first.lineno + 1
    return length


def public_names(module: Module) -> list[str]:
    """Return the public functions and classes that a module defines."""
    return [
        node.name
        for node in module.tree.body
        if isinstance(node, FunctionNode | ast.ClassDef) and not node.name.startswith("_")
    ]


def printing_or_exiting(tree: Sequence[Module], free: Collection[str]) -> list[str]:
    """Find calls of `print`, `exit` and their like outside the modules named in `free`."""
    return [
        module.fault(node.lineno, f"{ast.unparse(node)} outside the command line")
        for module in tree
        if module.name not in free
        for node in ast.walk(module.tree)
        if _prints_or_exits(node)
    ]


def _prints_or_exits(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=called):
            return ast.unparse(called) in OUTPUT_CALLS
        case ast.Raise(exc=ast.Name(id="SystemExit") | ast.Call(func=ast.Name(id="SystemExit"))):
            return True
    return False


def _functions(tree: ast.AST) -> Iterator[FunctionNode]:
    return (node for node in ast.walk(tree) if isinstance(node, FunctionNode))
