"""Tell Enter in a text field from leaving the field, which sends the same change of value.

A field that sends each letter could be overtaken by its own Enter: a busy kernel gets letters
late, and Enter at once. So the field sends its text in one piece, right after Enter.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

AT_ONCE_SECONDS = 1.0
"""Until when a change of value belongs to the Enter before it."""


def on_enter(
    field: Any,
    entered: Callable[[], None],
    *,
    first: Callable[[], bool] = bool,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Call a function whenever something new was typed into a field and Enter was pressed.

    Parameters
    ----------
    field : Text
        A field without continuous update.
    entered : callable
        What to call; the field then holds what was typed.
    first : callable, optional
        Called at each Enter, before what was typed has arrived; returns whether it has dealt with
        that Enter, whatever was typed.
    clock : callable, optional
        Returns seconds.
    """
    pressed: float | None = None

    def hear(_field: object, content: dict[str, Any], _buffers: object) -> None:
        nonlocal pressed
        if content.get("event") == "submit":
            pressed = None if first() else clock()

    def change(_change: object) -> None:
        nonlocal pressed
        by_enter = pressed is not None and clock() - pressed < AT_ONCE_SECONDS
        pressed = None
        if by_enter:
            entered()

    field.on_msg(hear)
    field.observe(change, "value")
