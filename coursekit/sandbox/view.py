"""What of the machine's files a student's code sees: the installed packages, and nothing else."""

from __future__ import annotations

import site
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import coursekit
import tensorlib

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = (
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives",
    "/etc/fonts", "/etc/localtime", "/etc/mime.types",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """The files that are shown, all of them read-only.

    Parameters
    ----------
    shown : tuple of Path
        Files and folders, with all that is in them.
    emptied : tuple of Path
        Folders that are shown without what is in them, except for what `shown` names below.
    """

    shown: tuple[Path, ...]
    emptied: tuple[Path, ...]


def packages_view(secret: Sequence[Path] = ()) -> View:
    """Return the view of the system's programs and the installed packages.

    Parameters
    ----------
    secret : Sequence of Path
        Folders that stay out of sight also where they lie among the packages: the course's.
    """
    prefixes = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.base_prefix).resolve()}
    shown = {p for p in (*map(Path, SYSTEM), *map(Path, SETTINGS), *prefixes, *_sites(), *_kit())
             if p.exists()}  # fmt: skip
    emptied = {folder.resolve() for folder in secret} | set(_answers())
    return View(tuple(sorted(shown)), tuple(sorted(emptied)))


def _sites() -> list[Path]:
    """Return the folders of packages that lie outside the interpreter's own."""
    user = [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    return [Path(folder) for folder in (*site.getsitepackages(), *user) if Path(folder).is_dir()]


def _kit() -> list[Path]:
    """Return the folders of this kit's two packages, wherever they are installed."""
    return [Path(str(package.__file__)).parent.resolve() for package in (coursekit, tensorlib)]


def _answers() -> list[Path]:
    """Return the folders that hold what a unit's questions ask and what is right."""
    (kit, _) = _kit()
    parts = [folder for folder in (kit / "questions").iterdir() if folder.is_dir()]
    return [kit / "sample", *(folder for folder in parts if folder.name != "__pycache__")]
