"""What the figures were measured on: cores, memory and versions, and nothing that names a host."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine and what runs on it.

    Parameters
    ----------
    processor : str
        The processor's name.
    cores : int
        How many a process may use.
    memory_bytes : int
        The memory in all.
    system : str
        The kernel's name and release.
    python, numpy, nbgrader : str
        Versions.
    """

    processor: str
    cores: int
    memory_bytes: int
    system: str
    python: str
    numpy: str
    nbgrader: str

    def __str__(self) -> str:
        memory = f"{self.memory_bytes / 2**30:.0f} GiB"
        versions = f"Python {self.python}, numpy {self.numpy}, nbgrader {self.nbgrader}"
        return f"{self.cores} cores of {self.processor}, {memory}, {self.system}, {versions}"


def this_machine() -> Machine:
    """Return the machine that this runs on.

    Examples
    --------
    >>> this_machine().cores >= 1
    True
    """
    return Machine(
        _processor(),
        len(os.sched_getaffinity(0)),
        os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
        f"{platform.system()} {platform.release().partition('-')[0]}",
        platform.python_version(),
        np.__version__,
        version("nbgrader"),
    )


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return " ".join(line.partition(":")[2].split())
    return platform.machine()
