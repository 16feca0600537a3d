"""An error that is a value: comparable, hashable, and unharmed by pickle and copy.

A subclass is a dataclass whose compared fields say in plain data what went wrong. Two errors
are equal when they print the same, that is, when class and fields agree; the printed form
tells ``True`` from 1 and 8.0 from 8, and finds a NaN equal to itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import partial
from typing import ClassVar

from tensorlib.literals import as_plain, literal, shown


@dataclass(eq=False, repr=False)
class TensorError(Exception):
    """Be the base of every error that tensorlib raises.

    Parameters
    ----------
    operation : str, optional
        What was attempted. It heads the message and does not count in comparisons.

    Examples
    --------
    >>> from tensorlib import IndexOutOfBounds
    >>> error = IndexOutOfBounds(axis=1, index=2, dimension=2, operation="offset")
    >>> print(error)
    offset: index 2 is out of bounds for axis 1 with size 2
    >>> error
    IndexOutOfBounds(axis=1, index=2, dimension=2)
    >>> error == IndexOutOfBounds(1, 2, 2)
    True
    """

    _template: ClassVar[str] = "a tensor error"

    operation: str = field(default="", kw_only=True, compare=False)

    def __post_init__(self) -> None:
        plain = {name: as_plain(getattr(self, name)) for name in self._compared()}
        self.__dict__.update(plain)
        self.args = tuple(plain.values())

    @classmethod
    def _compared(cls) -> tuple[str, ...]:
        return tuple(item.name for item in fields(cls) if item.compare)

    def _message(self) -> str:
        """Return what failed and where, built from the fields."""
        values = {name: shown(getattr(self, name)) for name in self._compared()}
        return self._template.format_map(values)

    def __setattr__(self, name: str, value: object) -> None:
        # A frozen dataclass would also refuse __traceback__, which contextlib sets on errors.
        if name in self.__dict__ and name in self.__dataclass_fields__:
            raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")
        super().__setattr__(name, value)

    def __str__(self) -> str:
        return f"{self.operation}: {self._message()}" if self.operation else self._message()

    def __repr__(self) -> str:
        parts = (f"{name}={literal(getattr(self, name))}" for name in self._compared())
        return f"{type(self).__name__}({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __reduce__(self) -> tuple[object, ...]:
        declared = {item.name: getattr(self, item.name) for item in fields(self)}
        notes = {name: value for name, value in vars(self).items() if name not in declared}
        return partial(type(self), **declared), (), notes or None
