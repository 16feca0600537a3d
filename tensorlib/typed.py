"""Read what a person types as plain data. Nothing of it is ever run.

The text is parsed as a Python expression and only literals are taken out of it, so a number, a
tuple or a name can be typed as in a notebook, and a call of anything is refused.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Mapping
from types import MappingProxyType

from tensorlib.literals import shown

LONGEST = 200

_NAMES: Mapping[str, float] = MappingProxyType({"nan": float("nan"), "inf": float("inf")})
_NO_MAKERS: Mapping[str, Callable[..., object]] = MappingProxyType({})
_SIGNS = str.maketrans({"−": "-", "–": "-", "\N{NO-BREAK SPACE}": " "})
_WORDS = re.compile(r"[A-Za-z]+(?:[' -]+[A-Za-z]+)+")


class UnreadableError(ValueError):
    """What was typed cannot be read; says why, for the one who typed it."""


def read_typed(text: str, makers: Mapping[str, Callable[..., object]] = _NO_MAKERS) -> object:
    """Return the plain data that a text spells.

    Parameters
    ----------
    text : str
        A number, a text, or several with commas between them, with or without parentheses. Plain
        words need no quotation marks.
    makers : mapping of str to callable, optional
        What may be called by name, with plain arguments: errors that are values, say.

    Raises
    ------
    UnreadableError
        If the text is nothing of the kind.

    Examples
    --------
    >>> read_typed("8"), read_typed("6, 3, 1"), read_typed("(3,)"), read_typed("raises")
    (8, (6, 3, 1), (3,), 'raises')
    >>> read_typed("Pair(1, right=2)", {"Pair": lambda left, right: (left, right)})
    (1, 2)
    """
    stripped = text.translate(_SIGNS).strip()
    if not stripped:
        raise UnreadableError("nothing is typed yet")
    if len(stripped) > LONGEST:
        raise UnreadableError(f"this is longer than {LONGEST} characters")
    if _WORDS.fullmatch(stripped):
        return stripped
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's remarks on odd literals are not for learners
            tree = ast.parse(stripped, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise UnreadableError(
            f"{shown(stripped)} cannot be read: type a number, or several with commas between them"
        ) from None
    return _Reader(makers).read(tree.body)


def read_integer(text: str) -> int:
    """Return the integer that a text spells.

    Parameters
    ----------
    text : str
        What was typed.

    Raises
    ------
    UnreadableError
        If it is none.

    Examples
    --------
    >>> read_integer(" 12 ")
    12
    """
    value = read_typed(text)
    if type(value) is not int:
        raise UnreadableError(f"an integer is expected, such as 12, not {shown(value)}")
    return value


def read_number(text: str) -> float:
    """Return the number that a text spells, as a float.

    Parameters
    ----------
    text : str
        What was typed.

    Raises
    ------
    UnreadableError
        If it is none.

    Examples
    --------
    >>> read_number("0.5"), read_number("-3")
    (0.5, -3.0)
    """
    value = read_typed(text)
    if type(value) not in (int, float):
        raise UnreadableError(f"a number is expected, such as 0.5, not {shown(value)}")
    return float(value)  # type: ignore[arg-type]  # the type was just compared


def read_integers(text: str) -> tuple[int, ...]:
    """Return the tuple of integers that a text spells: a shape, strides, a coordinate.

    Parameters
    ----------
    text : str
        What was typed; a single integer is a tuple of one.

    Raises
    ------
    UnreadableError
        If it is none.

    Examples
    --------
    >>> read_integers("(8, 4, 16)"), read_integers("3"), read_integers("()")
    ((8, 4, 16), (3,), ())
    """
    value = read_typed(text)
    parts = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    numbers = tuple(part for part in parts if type(part) is int)
    if len(numbers) != len(parts):
        raise UnreadableError(f"integers are expected, such as (8, 4, 16), not {shown(value)}")
    return numbers


class _Reader:
    """Take the literals out of a syntax tree."""

    def __init__(self, makers: Mapping[str, Callable[..., object]]) -> None:
        self._makers = makers

    def read(self, node: ast.expr) -> object:
        match node:
            case ast.Constant(value) if value is not Ellipsis:
                return value
            case ast.Tuple(items):
                return tuple(map(self.read, items))
            case ast.List(items):
                return [self.read(item) for item in items]
            case ast.UnaryOp(ast.USub(), operand):
                return -self._number(operand)
            case ast.UnaryOp(ast.UAdd(), operand):
                return self._number(operand)
            case ast.Name(name):
                return _NAMES.get(name, self._makers.get(name, name))
            case ast.Call(ast.Name(name), arguments, keywords) if name in self._makers:
                return self._made(name, arguments, keywords)
        if isinstance(node, ast.BinOp):
            raise UnreadableError("this is a calculation: type its result")
        raise UnreadableError(f"{shown(ast.unparse(node))} is not plain data")

    def _number(self, node: ast.expr) -> float:
        value = self.read(node)
        if type(value) not in (int, float):
            raise UnreadableError(f"a sign stands before a number, not before {shown(value)}")
        return value  # type: ignore[return-value]  # the type was just compared

    def _made(self, name: str, arguments: list[ast.expr], keywords: list[ast.keyword]) -> object:
        named = {keyword.arg: self.read(keyword.value) for keyword in keywords if keyword.arg}
        if len(named) < len(keywords):
            raise UnreadableError(f"{name}: write out its parts by name")
        given = [self.read(argument) for argument in arguments]
        try:
            return self._makers[name](*given, **named)
        except (TypeError, ValueError) as error:
            raise UnreadableError(f"{name} cannot be made of these parts: {error}") from None
