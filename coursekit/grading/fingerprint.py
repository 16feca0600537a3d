"""What a result depends on: the submission, the tests, and the environment they ran in."""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

import coursekit
import tensorlib
from coursekit.grading.intake.handed import Handed

NEW = "new"
_MADE = {".ipynb_checkpoints", "__pycache__"}  # what editors and Python leave behind


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A hash of each thing that a result depends on.

    Parameters
    ----------
    submission : str
        Of all that was handed in.
    tests : str
        Of every file in the unit's ``source/`` folder, and of what was chosen for its tests.
    environment : str
        Of Python, the installed packages, this kit's own code, and the limits.
    """

    submission: str
    tests: str
    environment: str

    def changed_since(self, old: Fingerprint | None) -> tuple[str, ...]:
        """Say what differs from when a result was recorded; ``new`` where there is none.

        Examples
        --------
        >>> Fingerprint("a", "b", "d").changed_since(Fingerprint("a", "c", "d"))
        ('the tests changed',)
        """
        if old is None:
            return (NEW,)
        parts = ("submission", "tests", "environment")
        return tuple(f"the {p} changed" for p in parts if getattr(self, p) != getattr(old, p))


def submission_digest(handed: Handed) -> str:
    """Return a hash of all that was handed in, or of why it cannot be read."""
    try:
        return handed.digest()
    except OSError as error:  # graded all the same: the result then says what is wrong with it
        return hashlib.sha256(f"{error}".encode()).hexdigest()


def source_digest(folder: Path, *choices: object) -> str:
    """Return a hash of the instructor's files of a unit: notebooks and whatever lies beside them.

    Parameters
    ----------
    folder : Path
        ``source/<unit>``.
    *choices : object
        What the instructor chose for the unit's tests; each has a `repr` that says all of it.
    """
    return _hash("\n".join([_tree_digest(folder), *map(repr, choices)]).encode())


def environment_digest(*settings: object) -> str:
    """Return a hash of what code runs on.

    Parameters
    ----------
    *settings : object
        What else decides how it runs; each has a `repr` that says all of it.
    """
    return _hash("\n".join([_installed(), *map(repr, settings)]).encode())


@cache
def _installed() -> str:
    """Return a hash of Python, of every installed package by name and version, and of this kit."""
    found = {f"{one.metadata['Name']} {one.version}" for one in distributions(path=_places())}
    own = [_tree_digest(Path(str(p.__file__)).parent) for p in (coursekit, tensorlib)]
    return _hash("\n".join([platform.python_version(), *sorted(found), *own]).encode())


def _places() -> list[str]:
    """Return where packages are looked for, whatever was imported before.

    Once setuptools is imported, also the packages that it carries inside itself are found.
    """
    return [place for place in sys.path if Path(place).name != "_vendor"]


def _tree_digest(folder: Path) -> str:
    total = hashlib.sha256()
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        total.update(name.encode("utf-8", errors="surrogateescape") + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not _MADE & set(path.relative_to(folder).parts):
            yield path


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
