"""Where in the user's code an operation stands, and what its operands are called there."""

from __future__ import annotations

import ast
import linecache
import os
import sys
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import FrameType

import numpy as np

_OWN_CODE = str(Path(__file__).parent) + os.sep
_NUMPY_CODE = str(Path(np.__file__).parent) + os.sep
_LONGEST_LABEL = 30


@dataclass(frozen=True, slots=True)
class Place:
    """Keep one place in the user's code.

    Parameters
    ----------
    file : str
        The file's path, or what Python calls code without a file, such as ``<stdin>``.
    line : int
        Counted from 1.
    code : str
        The expression, or the whole line where it cannot be told; empty without source.
    operands : tuple of str
        The operands as they are written there; empty if they cannot be told.

    Examples
    --------
    >>> print(Place("model/loss.py", 7, "pred - target", ("pred", "target")))
    loss.py:7: pred - target
    """

    file: str
    line: int
    code: str
    operands: tuple[str, ...]

    def __str__(self) -> str:
        path = Path(self.file)
        in_a_cell = self.file.startswith("<") or path.parent.name.startswith("ipykernel_")
        where = f"line {self.line}" if in_a_cell else f"{path.name}:{self.line}"
        return f"{where}: {self.code}" if self.code else where


def calling_frame() -> FrameType | None:
    """Return the frame that called numpy, or ``None`` if that was numpy itself.

    Examples
    --------
    >>> calling_frame().f_lineno
    1
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_OWN_CODE):
        frame = frame.f_back
    if frame is None or frame.f_code.co_filename.startswith(_NUMPY_CODE):
        return None
    return frame


def place_of(frame: FrameType, operands: int) -> Place:
    """Return what a frame is just doing.

    Parameters
    ----------
    frame : frame
        One that runs.
    operands : int
        How many operands the operation has.

    Examples
    --------
    >>> place_of(calling_frame(), 2).operands
    ('calling_frame()', '2')
    """
    file, line = frame.f_code.co_filename, frame.f_lineno
    lines = linecache.getlines(file, frame.f_globals)
    expression = _expression(frame, lines)
    whole = lines[line - 1].strip() if line <= len(lines) else ""
    for code in (expression, whole):
        written = _written_operands(code, operands)
        if written:
            return Place(file, line, " ".join(code.split()), written)
    return Place(file, line, " ".join((expression or whole).split()), ())


def _expression(frame: FrameType, lines: list[str]) -> str:
    """Return the source of the very operation, which Python keeps to underline it in errors."""
    positions = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
    first, last, start, end = positions
    if first is None or last is None or start is None or end is None or last > len(lines):
        return ""
    text = [line.encode() for line in lines[first - 1 : last]]  # columns count bytes
    text[-1] = text[-1][:end]
    text[0] = text[0][start:]
    return b"".join(text).decode()


def _parsed(code: str) -> ast.stmt | None:
    for text in (f"({code})", code):  # an expression may go over several lines
        try:
            (statement,) = ast.parse(text).body
        except (SyntaxError, ValueError):
            continue
        return statement
    return None


def _written_operands(code: str, number: int) -> tuple[str, ...]:
    match _parsed(code):
        case ast.Expr(ast.BinOp(left=left, right=right)):
            nodes = [left, right]
        case ast.Expr(ast.Compare(left=left, comparators=[right])):
            nodes = [left, right]
        case ast.AugAssign(target=left, value=right) | ast.Assign(targets=[left], value=right):
            nodes = [left, right]
        case ast.Expr(ast.Call(args=nodes)):
            pass
        case _:
            return ()
    labels = tuple(_label(node) for node in nodes[:number])
    told = len(set(labels)) == number and all(len(label) <= _LONGEST_LABEL for label in labels)
    return labels if told else ()


def _label(node: ast.expr) -> str:
    text = ast.unparse(node)
    simple = isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.Constant)
    return text if simple else f"({text})"
