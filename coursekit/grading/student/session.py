"""The student's side of one submission, as the trusted side holds it.

When its process ends or has to be ended, the session starts another and runs again the cells that
had ended well.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

from coursekit.grading.intake.sidefiles import SideFile
from coursekit.grading.limits import Limits
from coursekit.grading.student.housing import Housing, open_house
from coursekit.grading.student.lending import Lent
from coursekit.grading.student.process import (
    OutOfTimeError,
    Serve,
    StudentEndedError,
    StudentProcess,
)
from coursekit.grading.student.replies import (
    MISSING,
    count_of,
    outcome_of,
    outputs_of,
    update_arguments,
    value_of,
)
from coursekit.plain import to_plain

_ESCAPED = 2  # times as long, at most, as its text, is a usual output in a file
_NOTES = 10_000  # characters around it, and for what the student's side says of having cut


class StudentSession:
    """The student's side of one submission.

    Parameters
    ----------
    limits : Limits
        What the submission may use.
    files : Sequence of SideFile
        The files that were handed in beside the notebook; its folder holds copies of them.
    housing : Housing, optional
        Where its processes come from; without one, from the open house: no walls.
    """

    def __init__(
        self, limits: Limits, files: Sequence[SideFile] = (), housing: Housing | None = None
    ) -> None:
        self._limits, self._files = limits, tuple(files)
        self._ends = time.monotonic() + limits.total_seconds
        self._housing = open_house() if housing is None else housing
        self._process: StudentProcess | None = None
        self._ran_well: list[str] = []
        self._output_left = limits.notebook_bytes

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self._process.end()

    def run(self, code: str) -> tuple[list[dict[str, Any]], int | None]:
        """Run a cell; return its outputs and its execution count.

        Time and death are outputs too: an error that names them stands last.
        """
        try:
            reply = self._ask({"ask": "run", "code": code}, self._limits.cell_seconds)
        except (OutOfTimeError, StudentEndedError) as error:
            return [_error_output(error)], None
        if reply.get("good"):
            self._ran_well.append(code)
        usual = self._limits.output_bytes * _ESCAPED + _NOTES
        outputs, taken = outputs_of(reply, min(usual, self._output_left))
        self._output_left -= taken
        return outputs, count_of(reply)

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the student's values of some names: plain data, `Refused` or a function.

        A name that the student did not define is left out.

        Raises
        ------
        OutOfTimeError, StudentEndedError
            If the student's process does not answer.
        """
        if not names:
            return {}
        reply = self._ask({"ask": "names", "names": list(names)}, self._limits.cell_seconds)
        calls = Calls(self, self._limits.question_seconds)
        found = {name: value_of(name, reply, calls.function) for name in names}
        return {name: value for name, value in found.items() if value is not MISSING}

    def _ask(
        self, request: dict[str, Any], seconds: float, serve: Serve | None = None
    ) -> dict[str, Any]:
        process = self._living()
        return process.ask(request, self._at_most(seconds), serve)

    def _living(self) -> StudentProcess:
        if self._process is not None and self._process.alive:
            return self._process
        self._at_most(0)
        self._process = StudentProcess(self._housing, self._limits, self._files)
        for code in self._ran_well:
            seconds = self._at_most(self._limits.cell_seconds)
            self._process.ask({"ask": "run", "code": code}, seconds)
        return self._process

    def _at_most(self, seconds: float) -> float:
        """Return these seconds, or what is left of the whole submission's time."""
        left = self._ends - time.monotonic()
        if left <= 0:
            raise OutOfTimeError(
                f"the whole submission did not end within {self._limits.total_seconds:g} seconds"
            )
        return min(seconds, left)

    def call(self, name: str, lent: Lent, kwargs: dict[str, Any], seconds: float) -> Any:
        """Send one call to the student's function `name`; return the raw reply."""
        request = {"ask": "call", "name": name, "args": lent.sent, "kwargs": kwargs}
        return self._ask(request, seconds, lent.answer)


class Calls:
    """The time that all calls of one question share.

    Parameters
    ----------
    session : StudentSession
        Whose functions are called.
    seconds : float
        For all calls together.
    """

    def __init__(self, session: StudentSession, seconds: float) -> None:
        self._session, self._allowed = session, seconds
        self._left = seconds

    def make(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call the student's function with plain arguments.

        Lists, dicts and arrays among the arguments are left as the call left them. A function
        among them stays here; the student's function calls it back.

        Raises
        ------
        OutOfTimeError, StudentEndedError
            If the call does not end well.
        NotPlainError
            If an argument is not plain data: the test's own fault.
        Exception
            What the student's function raised, by class and fields.
        """
        if self._left <= 0:
            raise OutOfTimeError(f"its calls did not end within {self._allowed:g} seconds")
        lent = Lent(args)
        named = {key: to_plain(arg) for key, arg in kwargs.items()}
        started = time.monotonic()
        try:
            reply = self._session.call(name, lent, named, self._left)
        finally:
            self._left -= time.monotonic() - started
        update_arguments(args, reply)
        return outcome_of(reply)

    def function(self, name: str) -> Callable[..., Any]:
        """Return a function that looks like the student's and calls across."""

        def call(*args: Any, **kwargs: Any) -> Any:
            return self.make(name, args, kwargs)

        call.__name__ = call.__qualname__ = name
        return call


def _error_output(error: Exception) -> dict[str, Any]:
    name = "TimeoutError" if isinstance(error, OutOfTimeError) else "ProcessEnded"
    return {"output_type": "error", "ename": name, "evalue": str(error),
            "traceback": [f"{name}: {error}"]}  # fmt: skip
