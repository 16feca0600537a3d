"""Who ends with whom, and what stays open."""

from __future__ import annotations

import os
from collections.abc import Iterable

from coursekit.sandbox.libc import control_process

_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36


def die_with_parent(signal: int) -> None:
    """Let the kernel send this process `signal` when the one that started it ends."""
    control_process(_SET_DEATH_SIGNAL, signal)


def adopt_orphans() -> None:
    """Become the parent of whatever a descendant leaves running."""
    control_process(_SET_SUBREAPER, 1)


def close_all_but(kept: Iterable[int]) -> None:
    """Close every open file beside these and the three standard ones."""
    start = 3
    for descriptor in sorted(set(kept)):
        os.closerange(start, descriptor)
        start = descriptor + 1
    os.closerange(start, os.sysconf("SC_OPEN_MAX"))
