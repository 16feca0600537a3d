"""Namespaces and mounts of a process's own."""

from __future__ import annotations

import ctypes

from coursekit.sandbox.libc import call

NO_SUID, NO_DEVICES, NO_EXEC = 2, 4, 8  # how a file system is mounted
_MOUNTS, _IPC, _PROCESSES, _NAMES = 0x0002_0000, 0x0800_0000, 0x2000_0000, 0x0400_0000
_RECURSIVE, _PRIVATE = 1 << 14, 1 << 18


def separate() -> None:
    """Give this process its own mounts and shared memory, and the children to come their own ids.

    Raises
    ------
    OSError
        If the system does not allow it.
    """
    call("unshare", _MOUNTS | _IPC | _PROCESSES | _NAMES)


def make_mounts_private() -> None:
    """Keep what is mounted in this namespace from showing anywhere else."""
    call("mount", None, b"/", None, ctypes.c_ulong(_RECURSIVE | _PRIVATE), None)


def mount_new(kind: str, target: str, flags: int, options: str = "") -> None:
    """Mount a new file system, such as ``tmpfs`` or ``proc``, at `target`."""
    name = kind.encode()
    call("mount", name, target.encode(), name, ctypes.c_ulong(flags), options.encode())
