"""Sizes that have a name, such as B, T and d, checked one by one."""

from __future__ import annotations

from tensorlib.errors import InvalidSize
from tensorlib.literals import as_plain, kind
from tensorlib.shapes import as_index


def as_size(
    name: str, value: object, *, operation: str, least: int = 1, most: int | None = None
) -> int:
    """Return a size as ``int``.

    Parameters
    ----------
    name : str
        What the size counts, for the message.
    value : int
        An integer of any kind; a bool is none.
    operation : str
        Heads the message of an error.
    least, most : int, optional
        The range that it must be in.

    Raises
    ------
    InvalidSize
        If it is not an integer, or outside the range.

    Examples
    --------
    >>> as_size("T", 5, operation="example")
    5
    >>> as_size("T", 0, operation="example")
    Traceback (most recent call last):
    tensorlib.batcherrors.InvalidSize: example: T = 0 is less than 1
    """
    size = as_index(value)
    if size is None:
        reason = f"is {kind(as_plain(value))}, not an integer"
    elif size < least:
        reason = f"is less than {least}"
    elif most is not None and size > most:
        reason = f"is more than {most}"
    else:
        return size
    raise InvalidSize(name, value, reason, operation=operation)
