"""Giving up what a process may do, for good."""

from __future__ import annotations

import contextlib
import struct

from coursekit.sandbox.libc import call, control_process

_DROP_FROM_BOUNDING_SET, _SET_NO_NEW_PRIVILEGES = 24, 38
_VERSION_3 = 0x2008_0522  # of the kernel's capabilities
_LAST_CAPABILITY = 63


def bound_privileges() -> None:
    """Take every capability out of the reach of this process's programs."""
    for capability in range(_LAST_CAPABILITY + 1):
        with contextlib.suppress(OSError):  # the kernel does not know all of these numbers
            control_process(_DROP_FROM_BOUNDING_SET, capability)
    control_process(_SET_NO_NEW_PRIVILEGES, 1)


def give_up_privileges() -> None:
    """Drop every capability that this process has."""
    call("capset", struct.pack("=Ii", _VERSION_3, 0), struct.pack("=6I", *[0] * 6))
