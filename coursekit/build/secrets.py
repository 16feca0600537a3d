"""What a release must not show, and whether a text shows it.

Two kinds of thing give an answer away: a line of a marked block, and a literal of a solution, such
as ``(20, 5, 1)``, also where it is written ``(4 * 5, 5, 1)``. Both are compared without regard to
white space, quotes and the kind of brackets. A line too plain to tell anything is left
out, and so is what students see anyway: a line that also stands in visible code, a literal that
also stands in visible text.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from nbformat import NotebookNode

from coursekit.grading.trusted.names import python_of
from coursekit.markers import Secret, blocks, secret_lines

_ALIKE = str.maketrans({"[": "(", "]": ")", '"': "'"})
_STUB = "# YOUR CODE HERE\nraise NotImplementedError()\nYOUR ANSWER HERE"  # nbgrader's own
_PLAIN = re.compile(r"\s*(import|from)\b|[\W_]*$")
_CODE = re.compile(r"[=(\[{*/+<>:%@]|\d")
_NUMBER = re.compile(r"\d+(\.\d+)?(e[+-]?\d+)?")
_SHORT, _LONG = 12, 24  # characters, white space apart, that code and that prose need to tell much
_MANY = 3  # literals, or 2 in a call: fewer come about by chance
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something that a release must not show.

    Parameters
    ----------
    text : str
        As it stands in the unit's text.
    cell : str
        The id of the cell that it stands in.
    kind : str
        What it is, for the error.
    """

    text: str
    cell: str
    kind: str

    def __str__(self) -> str:
        return f"{self.kind} of cell {self.cell}: {self.text}"


@dataclass(frozen=True, slots=True)
class Secrets:
    """Everything that the release of one unit must not show.

    Parameters
    ----------
    phrases : tuple of Phrase
        In the order of the notebook.
    """

    phrases: tuple[Phrase, ...]

    @classmethod
    def of(cls, source: NotebookNode) -> Secrets:
        """Return the secrets of an instructor's notebook, whose markers pair up."""
        code, seen = _visible(source)
        lines = [p for cell in source.cells for p in _lines(cell) if squeezed(p.text) not in code]
        literals = [
            p
            for cell in source.cells
            if cell.cell_type == "code"
            for p in _literals(cell)
            if not _shows(p, *seen)
        ]
        return cls(tuple(dict.fromkeys([*lines, *literals])))

    def shown_in(self, text: str) -> Iterator[Phrase]:
        """Yield each secret that a text shows."""
        close = squeezed(text)
        return (phrase for phrase in self.phrases if _shows(phrase, text, close))


def squeezed(text: str) -> str:
    """Return a text without white space and with one kind of bracket and quote.

    Examples
    --------
    >>> squeezed('x = [20, 5,  "a"]')
    "x=(20,5,'a')"
    """
    return "".join(text.split()).translate(_ALIKE)


def _shows(phrase: Phrase, text: str, close: str) -> bool:
    if _NUMBER.fullmatch(phrase.text):  # not as a part of a longer number or of a checksum
        return re.search(rf"(?<![\w.]){re.escape(phrase.text)}(?!\w)", text) is not None
    return squeezed(phrase.text) in close


def _visible(source: NotebookNode) -> tuple[str, tuple[str, str]]:
    """Return the visible code, squeezed, and all visible text, as it is and squeezed."""
    code, everything = [_STUB], [_STUB]
    for cell in source.cells:
        hidden = secret_lines(cell.source)
        lines = enumerate(cell.source.split("\n"), start=1)
        shown = "\n".join(line for number, line in lines if number not in hidden)
        everything.append(shown)
        if cell.cell_type == "code":
            code.append(shown)
    text = "\n".join(everything)
    return squeezed("\n".join(code)), (text, squeezed(text))


def _lines(cell: NotebookNode) -> Iterator[Phrase]:
    lines = cell.source.split("\n")
    for block in blocks(cell.source):
        for line in lines[block.begin : block.end - 1]:
            if _tells_line(line):
                yield Phrase(line.strip(), cell.id, f"a line of the {block.kind.value.lower()}")


def _tells_line(line: str) -> bool:
    length = len(squeezed(line))
    if _PLAIN.match(line) or length < _SHORT:
        return False
    return length >= _LONG or bool(_CODE.search(line))


def _literals(cell: NotebookNode) -> Iterator[Phrase]:
    """Yield the literals of a cell's solutions, as written and with their arithmetic done."""
    try:
        tree = ast.parse(python_of(cell.source))
    except SyntaxError:
        return  # reported where names are checked
    solutions = [b for b in blocks(cell.source) if b.kind is Secret.SOLUTION]
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr) or not _is_literal(node):
            continue
        if any(block.begin < node.lineno < block.end for block in solutions):
            for form in (node, _computed(node)):
                if _tells_literal(form):
                    yield Phrase(_plain_text(form), cell.id, "a literal of the solution")


def _is_literal(node: ast.AST) -> bool:
    """Tell whether an expression is spelt out: constants, arithmetic, brackets, calls on these."""
    match node:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return _is_literal(operand)
        case ast.BinOp(left=left, right=right):
            return _is_literal(left) and _is_literal(right)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return bool(parts) and all(map(_is_literal, parts))
        case ast.Dict(keys=keys, values=values):
            return bool(keys) and all(k is not None and _is_literal(k) for k in [*keys, *values])
        case ast.Call(args=args, keywords=keywords):
            values = [*args, *(k.value for k in keywords)]
            return bool(values) and all(map(_is_literal, values))
    return False


def _computed(node: ast.expr) -> ast.expr:
    done: ast.expr = _Arithmetic().visit(ast.parse(ast.unparse(node), mode="eval").body)
    return done


class _Arithmetic(ast.NodeTransformer):
    """Put the result in the place of each calculation."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        try:
            code = compile(ast.unparse(node), "<literal>", "eval")
            return ast.parse(repr(eval(code, {"__builtins__": {}})), mode="eval").body
        except (ArithmeticError, NameError, SyntaxError, TypeError, ValueError):
            return node


def _tells_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return False
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return len(squeezed(node.value)) >= _LONG
    if isinstance(node, ast.Constant | ast.UnaryOp):
        return len(re.findall(r"\d", ast.unparse(node))) >= _DIGITS
    leaves = [n for n in ast.walk(node) if isinstance(n, ast.Constant)]
    return len(leaves) >= (_MANY - 1 if isinstance(node, ast.Call) else _MANY)


def _plain_text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ast.unparse(node)
