"""The kernel's calls that a student's code is refused, as a seccomp filter.

Numerical code needs none of them. They make namespaces, mount, look into other processes, load code
into the kernel, or hold memory that no limit counts: so the buffers of sockets keep their usual
size, and a thread shares its open files with its process.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
from collections.abc import Sequence
from typing import Any

from coursekit.sandbox.libc import call

# name: (number on x86_64, number on aarch64), from the kernel's tables of system calls
REFUSED = {
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39),
    "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438), "kcmp": (312, 272),
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "memfd_create": (319, 279), "memfd_secret": (447, 447),
    "shmget": (29, 194), "shmat": (30, 196), "msgget": (68, 186), "semget": (64, 190),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "personality": (135, 92),
    "quotactl": (179, 60), "acct": (163, 89), "swapon": (167, 224), "swapoff": (168, 225),
    "reboot": (169, 142), "syslog": (103, 116),
}  # fmt: skip
_CLONE, _CLONE3 = (56, 220), (435, 435)
_NAMESPACE_FLAGS = 0x7E02_0080  # of clone: CLONE_NEW…, the time namespace included
_THREAD, _SHARED_FILES = 0x1_0000, 0x400  # of clone: CLONE_THREAD, CLONE_FILES
_SETSOCKOPT = (54, 208)
_OF_SOCKETS, _BUFFER_SIZES = 1, (7, 8)  # SOL_SOCKET; SO_SNDBUF, SO_RCVBUF
_MACHINES = {"x86_64": (0, 0xC000_003E), "aarch64": (1, 0xC000_00B7)}  # column, audit number
_X32 = 0x4000_0000  # calls of another numbering that the same machine understands
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, (16, 24, 32)  # places in struct seccomp_data
_SET_SECCOMP, _FILTER = 22, 2
_ALLOW, _KILL, _ERROR = 0x7FFF_0000, 0x8000_0000, 0x0005_0000


def refuse_calls() -> bool:
    """Refuse those calls to this process and its children, for good.

    Returns
    -------
    bool
        False on a machine whose numbers are not known here; nothing is refused there.
    """
    if platform.machine() not in _MACHINES:
        return False
    _install(program_for(platform.machine()))
    return True


def program_for(machine: str) -> bytes:
    """Return the filter for a kind of machine, as the kernel's instructions of 8 bytes each.

    Examples
    --------
    >>> len(program_for("x86_64")) % 8
    0
    """
    column, audit_number = _MACHINES[machine]
    smallest, largest = _BUFFER_SIZES
    return _assembled([
        (_LOAD, _MACHINE),
        (_EQUAL, audit_number, "", "kill"),
        (_LOAD, _NUMBER),
        (_EQUAL, _CLONE3[column], "no such call"),  # its flags stand in memory, out of sight
        (_AT_LEAST, _X32, "refuse"),
        *[(_EQUAL, numbers[column], "refuse") for numbers in REFUSED.values()],
        (_EQUAL, _SETSOCKOPT[column], "option"),
        (_EQUAL, _CLONE[column], "clone", "allow"),
        "option",
        (_LOAD, _ARGUMENTS[1]),
        (_EQUAL, _OF_SOCKETS, "", "allow"),
        (_LOAD, _ARGUMENTS[2]),
        (_EQUAL, smallest, "refuse"),
        (_EQUAL, largest, "refuse", "allow"),
        "clone",
        (_LOAD, _ARGUMENTS[0]),
        (_ANY_BIT, _NAMESPACE_FLAGS, "refuse"),
        (_ANY_BIT, _THREAD, "", "allow"),
        (_ANY_BIT, _SHARED_FILES, "allow", "refuse"),  # nobody counts a thread's own files
        "refuse", (_RETURN, _ERROR | errno.EPERM),
        "no such call", (_RETURN, _ERROR | errno.ENOSYS),
        "kill", (_RETURN, _KILL),
        "allow", (_RETURN, _ALLOW),
    ])  # fmt: skip


def _assembled(lines: Sequence[str | tuple[Any, ...]]) -> bytes:
    """Return instructions, and the places that their jumps name, as the kernel reads them.

    An instruction is its code, its value, and where it goes on if its test holds and if it does
    not; the next one where that is left out.
    """
    places: dict[str, int] = {}
    steps: list[tuple[Any, ...]] = []
    for line in lines:
        if isinstance(line, str):
            places[line] = len(steps)
        else:
            steps.append(line)
    code = b""
    for here, (number, value, *names) in enumerate(steps):
        ways = [places[name] - here - 1 if name else 0 for name in names]
        if_true, if_false = (*ways, 0, 0)[:2]
        code += struct.pack("=HBBI", number, if_true, if_false, value)
    return code


def _install(program: bytes) -> None:
    code = ctypes.create_string_buffer(program, len(program))
    # struct sock_fprog: how many instructions, as a short, and where
    described = struct.pack("=HxxxxxxQ", len(program) // 8, ctypes.addressof(code))
    zero = ctypes.c_ulong(0)
    call("prctl", _SET_SECCOMP, ctypes.c_ulong(_FILTER), described, zero, zero)
