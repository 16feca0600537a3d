"""The student's side: a process that runs a student's cells and answers for their names.

Started as ``python -P -m coursekit.grading.student_side READ_FD WRITE_FD OUTPUT_LIMIT``. It knows
nothing of tests: it is asked to run a cell, to give the values of names, and to call a function,
and it answers with plain data.
"""

from __future__ import annotations

import builtins
import os
import random
import sys
import types
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from coursekit.grading.channel import Channel, ChannelClosedError
from coursekit.grading.interrupts import Interrupts
from coursekit.grading.lending import Borrowing
from coursekit.grading.shell import Shell, make_shell
from coursekit.plain import NotPlainError, from_plain, to_plain
from coursekit.raised import error_to_plain

CALLABLE_TYPES = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, partial)
QUESTION_ASKED = "input() asks a person, and nobody answers while a notebook is graded"


def serve(channel: Channel, shell: Shell, interrupts: Interrupts) -> None:
    """Answer requests until the other side closes the channel."""
    borrowing = Borrowing(channel, interrupts)
    while True:
        try:
            request = channel.receive()
            if "ask" in request:  # else it answers a call back that has been interrupted
                reply = _answered(shell, borrowing, interrupts, request)
                channel.send({"id": request["id"], **reply})
        except ChannelClosedError:
            return


def _answered(
    shell: Shell, borrowing: Borrowing, interrupts: Interrupts, request: dict[str, Any]
) -> dict[str, Any]:
    try:
        with interrupts.allowed():
            match request["ask"]:
                case "run":
                    good, count, outputs = shell.run(request["code"])
                    return {"good": good, "count": count, "outputs": outputs}
                case "names":
                    return {"names": {n: _described(shell, n) for n in request["names"]}}
                case _:
                    return _called(shell, borrowing, request)
    except KeyboardInterrupt:
        interrupts.forbid()
        return {"interrupted": True}


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
    except (KeyboardInterrupt, ChannelClosedError):
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


def _no_input(*_: object) -> str:
    raise EOFError(QUESTION_ASKED)


def main() -> None:
    """Serve the pipes whose descriptors the command line names."""
    read_fd, write_fd, limit = map(int, sys.argv[1:4])
    interrupts = Interrupts()
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    sys.path.append(str(Path.cwd()))  # last: a file beside the notebook shadows no module
    sys.argv = [""]
    builtins.input = _no_input
    random.seed()
    shell = make_shell(limit)
    channel = Channel(read_fd, write_fd)
    channel.send({"ready": True})
    serve(channel, shell, interrupts)


if __name__ == "__main__":
    main()
