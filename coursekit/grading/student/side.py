"""The student's side: a process that runs a student's cells and answers for their names.

It knows nothing of tests: it is asked to run a cell, to give the values of names, and to call a
function, and it answers with plain data.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import partial
from typing import Any

from coursekit.grading.student.channel import Channel, ChannelClosedError
from coursekit.grading.student.lending import Borrowing
from coursekit.grading.student.shell import Shell
from coursekit.plain import NotPlainError, from_plain, to_plain
from coursekit.raised import error_to_plain

CALLABLE_TYPES = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, partial)


def serve(channel: Channel, shell: Shell) -> None:
    """Answer requests until the other side closes the channel."""
    borrowing = Borrowing(channel)
    while True:
        try:
            request = channel.receive()
            channel.send({"id": request["id"], **_answered(shell, borrowing, request)})
        except ChannelClosedError:
            return


def _answered(shell: Shell, borrowing: Borrowing, request: dict[str, Any]) -> dict[str, Any]:
    match request["ask"]:
        case "run":
            good, count, outputs = shell.run(request["code"])
            return {"good": good, "count": count, "outputs": outputs}
        case "names":
            return {"names": {name: _described(shell, name) for name in request["names"]}}
        case _:
            return _called(shell, borrowing, request)


def _described(shell: Shell, name: str) -> dict[str, Any]:
    if name not in shell.user_ns:
        return {"kind": "missing"}
    value = shell.user_ns[name]
    if isinstance(value, CALLABLE_TYPES):
        return {"kind": "function"}
    try:
        return {"kind": "value", "value": to_plain(value)}
    except NotPlainError as error:
        return {"kind": "refused", "reason": str(error)}


def _called(shell: Shell, borrowing: Borrowing, request: dict[str, Any]) -> dict[str, Any]:
    args = [borrowing.argument(arg) for arg in request["args"]]
    kwargs = {name: from_plain(arg) for name, arg in request["kwargs"].items()}
    function: Callable[..., Any] = shell.user_ns[request["name"]]
    try:
        reply: dict[str, Any] = {"result": to_plain(shell.call_quietly(function, args, kwargs))}
    except NotPlainError as error:
        reply = {"refused": str(error)}
    except ChannelClosedError:
        raise
    except BaseException as error:
        reply = {"raised": error_to_plain(error)}
    return {
        **reply,
        "args": [_changed(a, sent) for a, sent in zip(args, request["args"], strict=True)],
    }


def _changed(argument: object, sent: list[Any]) -> list[Any] | None:
    """Return an argument as the call left it, or None where it is as it was sent."""
    try:
        now = to_plain(argument)
    except NotPlainError:
        return None
    return None if now == sent else now
