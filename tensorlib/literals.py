"""How values are written in messages, in the printed form of errors, and in traces.

Every text here is the same on every run: no addresses, no sets, no more digits than Python
is willing to print.
"""

from __future__ import annotations

import numpy as np

_LONGEST_DECIMAL = 256  # bits; Python itself refuses to print integers of thousands of digits
_LONGEST_STRING = 40
_MOST_ITEMS = 6
_DEEPEST = 4  # a list can hold itself


class Placeholder(str):
    """Stand for an object that is not plain data; it names the type, ``<list>``."""

    __slots__ = ()


def as_plain(value: object, depth: int = 0) -> object:
    """Return a value as plain Python data, which can be compared, hashed and pickled.

    Parameters
    ----------
    value : object
        Lists become tuples, numpy scalars the Python numbers they stand for, and what is no
        number, text, ``None`` or sequence of those a `Placeholder` with its type's name.
    depth : int, optional
        How many sequences the value lies in; what lies too deep is a `Placeholder` as well.

    Examples
    --------
    >>> as_plain([np.int64(2), 1.5, {}])
    (2, 1.5, '<dict>')
    """
    if isinstance(value, (list, tuple)) and depth < _DEEPEST:
        return tuple(as_plain(item, depth + 1) for item in value)
    if value is None or type(value) in (bool, int, float, complex, str, Placeholder):
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    return Placeholder(f"<{type(value).__name__}>")


def literal(value: object) -> str:
    """Return the Python source of plain data.

    Parameters
    ----------
    value : object
        What `as_plain` returns. A huge integer is written in hexadecimal, whose digits Python
        does not limit.

    Examples
    --------
    >>> literal((2, True, -0.0))
    '(2, True, -0.0)'
    """
    if isinstance(value, tuple):
        return _parenthesised([literal(item) for item in value], len(value))
    if type(value) is int and value.bit_length() > _LONGEST_DECIMAL:
        return hex(value)
    return repr(value)


def shown(value: object) -> str:
    """Return plain data as a message shows it, cut to a readable length.

    Parameters
    ----------
    value : object
        What `as_plain` returns.

    Examples
    --------
    >>> shown(tuple(range(8)))
    '(0, 1, 2, 3, 4, 5, … 8 in all)'
    >>> shown(10**5000)
    '<integer of 16610 bits>'
    """
    if isinstance(value, tuple):
        items = [shown(item) for item in value[:_MOST_ITEMS]]
        if len(value) > _MOST_ITEMS:
            items.append(f"… {len(value)} in all")
        return _parenthesised(items, len(value))
    if type(value) is int and value.bit_length() > _LONGEST_DECIMAL:
        return f"{'-' if value < 0 else ''}<integer of {value.bit_length()} bits>"
    if isinstance(value, Placeholder):
        return str(value)
    text = repr(value)
    return text if len(text) <= _LONGEST_STRING or type(value) is int else f"{text[:36]}…"


def kind(value: object) -> str:
    """Return the type of plain data with its article.

    Parameters
    ----------
    value : object
        What `as_plain` returns.

    Examples
    --------
    >>> kind(1.5), kind(as_plain({}))
    ('a float', 'a dict')
    """
    name = value[1:-1] if isinstance(value, Placeholder) else type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def joined(values: object, separator: str) -> str:
    """Return the parts of a tuple as `shown`, side by side; any other plain data as it is.

    Parameters
    ----------
    values : object
        What `as_plain` returns.
    separator : str
        What stands between the parts.

    Examples
    --------
    >>> joined(((8, 16), (8,)), " and ")
    '(8, 16) and (8,)'
    """
    if not isinstance(values, tuple):
        return shown(values)
    return separator.join(shown(value) for value in values)


def decimal_text(value: float) -> str:
    """Return a 64-bit float as decimal digits, never with an exponent.

    The digits are the fewest that read back as the same number; there is always one after
    the point, so that a value (``32.0``) never looks like an offset (``8``).

    Parameters
    ----------
    value : float
        Any 64-bit float.

    Examples
    --------
    >>> decimal_text(32), decimal_text(1e22), decimal_text(-0.0), decimal_text(float("nan"))
    ('32.0', '10000000000000000000000.0', '-0.0', 'nan')
    """
    return np.format_float_positional(np.float64(value), unique=True, trim="0")


def _parenthesised(items: list[str], length: int) -> str:
    return f"({items[0]},)" if length == 1 else f"({', '.join(items)})"
