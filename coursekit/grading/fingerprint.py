"""What a result depends on: the submission, the tests, and the code that compares them."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

import coursekit
import tensorlib
from coursekit.grading.intake import Handed

LIBRARIES = ("numpy", "ipython", "matplotlib")


def result_key(handed: Handed, sources: Sequence[Path]) -> str:
    """Return a hash that changes when the result might.

    Parameters
    ----------
    handed : Handed
        The submission.
    sources : Sequence of Path
        The instructor's notebooks of the unit, hidden tests included.
    """
    parts = [handed.digest(), environment_digest(), *map(_digest, sources)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def environment_digest() -> str:
    """Return a hash of the grader's own code and of the libraries it runs on."""
    versions = [f"{name} {version(name)}" for name in LIBRARIES] + [platform.python_version()]
    modules = [
        path
        for package in (coursekit, tensorlib)
        for path in sorted(_folder(package).rglob("*.py"))
    ]
    return hashlib.sha256("\n".join(versions + [_digest(p) for p in modules]).encode()).hexdigest()


def _folder(package: object) -> Path:
    return Path(str(getattr(package, "__file__", ""))).parent


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
