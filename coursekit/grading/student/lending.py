"""Functions of a test that the student's function may call while it is called itself.

A test that the student wrote is tried on implementations it must not read: they stay on the trusted
side, and the student's process holds a name that calls back with plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from coursekit.grading.student.channel import Channel, ChannelClosedError
from coursekit.plain import NotPlainError, from_plain, to_plain
from coursekit.raised import error_from_plain, error_to_plain


class Lent:
    """The functions among the arguments of one call, on the trusted side.

    Parameters
    ----------
    args : Sequence
        The arguments: functions and plain data.

    Attributes
    ----------
    sent : list
        What is sent in their place.

    Raises
    ------
    NotPlainError
        If an argument is neither a function nor plain data.
    """

    def __init__(self, args: Sequence[Any]) -> None:
        self._functions: dict[int, Callable[..., Any]] = {}
        self.sent = [self._taken(arg) for arg in args]

    def _taken(self, arg: Any) -> list[Any]:
        if not callable(arg):
            return to_plain(arg)
        number = len(self._functions)
        self._functions[number] = arg
        return ["lent", number]

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Call a lent function with what the student's side sent; return plain data."""
        try:
            function = self._functions[request["lent"]]
            args = [from_plain(arg) for arg in request["args"]]
            kwargs = {str(name): from_plain(arg) for name, arg in request["kwargs"].items()}
        except (NotPlainError, LookupError, TypeError, AttributeError, ValueError) as error:
            return {"raised": error_to_plain(TypeError(f"not a call: {error}"))}
        try:
            return {"result": to_plain(function(*args, **kwargs))}
        except Exception as error:
            return {"raised": error_to_plain(error)}


class Borrowing:
    """The same functions, on the student's side.

    Parameters
    ----------
    channel : Channel
        The way to the trusted side.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._numbers = count(1)

    def argument(self, sent: list[Any]) -> Any:
        """Return what was sent for an argument: plain data, or a function that calls back."""
        match sent:
            case ["lent", int(number)]:
                return self._function(number)
        return from_plain(sent)

    def _function(self, lent: int) -> Callable[..., Any]:
        def implementation(*args: Any, **kwargs: Any) -> Any:
            return self._called(lent, args, kwargs)

        return implementation

    def _called(self, lent: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        number = next(self._numbers)
        plain = [to_plain(arg) for arg in args]
        named = {name: to_plain(arg) for name, arg in kwargs.items()}
        self._channel.send({"lent": lent, "number": number, "args": plain, "kwargs": named})
        reply = self._reply(number)
        if "raised" in reply:
            raise error_from_plain(reply["raised"])
        return from_plain(reply["result"])

    def _reply(self, number: int) -> dict[str, Any]:
        while True:
            reply = self._channel.receive()
            if "ask" in reply:
                raise ChannelClosedError("a new request before the last one ended")
            if reply.get("number") == number:
                return reply
