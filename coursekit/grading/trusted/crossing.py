"""The student's functions as a test holds them: what they raised and what they could not return.

Whose fault an error is cannot be told by its class, which the student chooses. It is told by
identity: an error that came out of a student's function is the student's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from coursekit.plain import NotPlainError, Refused


@dataclass(slots=True)
class Crossings:
    """What one test's calls into the student's functions gave.

    Attributes
    ----------
    refused : list of str
        The results that were not plain data, in words for the student.
    unsendable : list of str
        The arguments that were not plain data, in words for the author.
    """

    refused: list[str] = field(default_factory=list)
    unsendable: list[str] = field(default_factory=list)
    _raised: list[BaseException] = field(default_factory=list)

    def watched(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the same values, with each function watched."""
        return {n: self._function(n, v) if callable(v) else v for n, v in values.items()}

    def is_students(self, error: BaseException) -> bool:
        """Tell whether an error, or one that it came of, was raised by a student's function."""
        return any(one is raised for one in chain(error) for raised in self._raised)

    def _function(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            try:
                result = function(*args, **kwargs)
            except NotPlainError as error:
                # What the test passes on may be what another call could not return.
                if not self.refused:
                    self.unsendable.append(f"it calls `{name}` with {error}")
                raise
            except Exception as error:
                self._raised.append(error)
                raise
            if isinstance(result, Refused):
                self.refused.append(f"`{name}` returned {result.reason}")
            return result

        call.__name__ = call.__qualname__ = name
        return call


def chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and those that it came of, each once."""
    waiting: list[BaseException | None] = [error]
    seen: list[BaseException] = []
    while waiting:
        one = waiting.pop()
        if one is not None and not any(one is other for other in seen):
            seen.append(one)
            yield one
            waiting += [one.__cause__, one.__context__]
            if isinstance(one, BaseExceptionGroup):
                waiting += one.exceptions
