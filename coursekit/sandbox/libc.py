"""The C library, for the calls of the Linux kernel that Python 3.11 has no function for."""

from __future__ import annotations

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *args: object) -> None:
    """Call a function of the C library that returns 0 when it succeeds.

    Raises
    ------
    OSError
        If it fails; with the kernel's reason.
    """
    if getattr(_libc, name)(*args) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def control_process(option: int, argument: int) -> None:
    """Set one option of this process (``prctl``).

    Raises
    ------
    OSError
        If the kernel refuses it.
    """
    call("prctl", option, ctypes.c_ulong(argument), ctypes.c_ulong(0), ctypes.c_ulong(0),
         ctypes.c_ulong(0))  # fmt: skip
