"""How much a student's process may use, and the limits of the kernel that hold it to that."""

from __future__ import annotations

import resource
from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the processes of one submission may use.

    Parameters
    ----------
    memory_bytes : int
        By all of them together, in memory of their own; more, and all of them are ended.
    address_bytes : int
        By each of them, in addresses; more, and the allocation fails.
    processes : int
        At the same time, threads counted; more, and starting another fails.
    file_bytes : int
        In one file.
    scratch_bytes : int
        In all files together, in each of the two places where files can be written.
    open_files : int
        Opened by one process at the same time.
    cpu_seconds : int
        Of one process; then it is ended.
    """

    memory_bytes: int = 2048 * MIB
    address_bytes: int = 4096 * MIB
    processes: int = 64
    file_bytes: int = 64 * MIB
    scratch_bytes: int = 128 * MIB
    open_files: int = 256
    cpu_seconds: int = 240


def hold_to(bounds: Bounds, *, count_processes: bool) -> None:
    """Set the kernel's limits for this process and those it will start.

    Parameters
    ----------
    bounds : Bounds
        What is allowed.
    count_processes : bool
        Whether to limit the number of processes too. The kernel counts all of a user's, so that is
        right only where the user is one of the sandbox's own.
    """
    limits = {
        resource.RLIMIT_AS: bounds.address_bytes,
        resource.RLIMIT_FSIZE: bounds.file_bytes,
        resource.RLIMIT_NOFILE: bounds.open_files,
        resource.RLIMIT_CPU: bounds.cpu_seconds,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_MEMLOCK: MIB,
    }
    if count_processes:
        limits[resource.RLIMIT_NPROC] = bounds.processes
    for kind, wanted in limits.items():
        _, hard = resource.getrlimit(kind)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(kind, (most, most))
