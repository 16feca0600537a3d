"""What the answers of a student's process mean; nothing in them is taken on trust."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from coursekit.plain import NotPlainError, Refused, from_plain
from coursekit.raised import error_from_plain

MISSING = object()
"""What stands where the student did not define a name."""

MAX_OUTPUTS = 1000
_LEFT_OUT = {
    "output_type": "stream",
    "name": "stderr",
    "text": "… more was shown here than is kept\n",
}
_MAX_REASON = 200
_OUTPUT_PARTS: dict[str, dict[str, type]] = {
    "stream": {"name": str, "text": str},
    "display_data": {"data": dict, "metadata": dict},
    "execute_result": {"data": dict, "metadata": dict, "execution_count": int},
    "error": {"ename": str, "evalue": str, "traceback": list},
}


def outputs_of(reply: dict[str, Any], room: int) -> tuple[list[dict[str, Any]], int]:
    """Return the outputs of a cell, and how many characters they take in a file.

    The student's process cuts what is too much; that it does so is not taken on trust either.

    Parameters
    ----------
    reply : dict
        The answer of the student's process.
    room : int
        How many characters the outputs may take in a file; what goes beyond is left out, and that
        said.
    """
    outputs = reply.get("outputs")
    known = [item for item in outputs if _is_output(item)] if isinstance(outputs, list) else []
    kept: list[dict[str, Any]] = []
    taken = 0
    for item in known[:MAX_OUTPUTS]:
        size = len(json.dumps(item, ensure_ascii=False))
        if taken + size > room:
            return [*kept, _LEFT_OUT], taken
        kept.append(item)
        taken += size
    return kept, taken


def count_of(reply: dict[str, Any]) -> int | None:
    """Return the execution count of a cell, if it is one."""
    count = reply.get("count")
    return count if type(count) is int and count >= 0 else None


def value_of(
    name: str, reply: dict[str, Any], function: Callable[[str], Callable[..., Any]]
) -> Any:
    """Return the student's value of a name, or `MISSING`.

    Parameters
    ----------
    name : str
        The name that was asked for.
    reply : dict
        The answer of the student's process.
    function : callable
        Makes what stands for a function of that name.
    """
    answers = reply.get("names")
    answer = answers.get(name) if isinstance(answers, dict) else None
    match answer:
        case {"kind": "value", "value": data}:
            return _rebuilt(data)
        case {"kind": "function"}:
            return function(name)
        case {"kind": "refused", "reason": str(reason)}:
            return Refused(reason[:_MAX_REASON])
    return MISSING


def outcome_of(reply: dict[str, Any]) -> Any:
    """Return what a call gave, or raise what it raised."""
    match reply:
        case {"result": data}:
            return _rebuilt(data)
        case {"refused": str(reason)}:
            return Refused(reason[:_MAX_REASON])
        case {"raised": data}:
            try:
                raised = error_from_plain(data)
            except NotPlainError as error:
                return Refused(str(error))
            raise raised
    return Refused("a damaged message")


def update_arguments(args: tuple[Any, ...], reply: dict[str, Any]) -> None:
    """Bring what a call did to its list, dict and array arguments over to the caller's own."""
    changed = reply.get("args")
    if not isinstance(changed, list) or len(changed) != len(args):
        return
    for own, data in zip(args, changed, strict=True):
        now = None if data is None else _rebuilt(data)
        if type(now) is type(own):
            _overwrite(own, now)


def _overwrite(own: Any, now: Any) -> None:
    if isinstance(own, list):
        own[:] = now
    elif isinstance(own, dict):
        own.clear()
        own.update(now)
    elif isinstance(own, np.ndarray) and own.shape == now.shape and own.flags.writeable:
        own[...] = now


def _rebuilt(data: object) -> Any:
    try:
        return from_plain(data)
    except NotPlainError as error:
        return Refused(str(error))


def _is_output(item: object) -> bool:
    if not isinstance(item, dict):
        return False
    parts = _OUTPUT_PARTS.get(str(item.get("output_type")))
    return parts is not None and all(isinstance(item.get(n), kind) for n, kind in parts.items())
