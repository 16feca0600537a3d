"""Files beside a notebook that would be imported in the place of an installed module."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import PurePosixPath

from coursekit.grading.intake.sidefiles import SideFile
from coursekit.grading.repair.texts import shown_name

_CODE = (".py", ".pyc", ".pyd", ".so")
_HOOKS = frozenset({"sitecustomize", "usercustomize"})  # imported unasked when Python starts


def without_shadows(files: Sequence[SideFile]) -> tuple[tuple[SideFile, ...], tuple[str, ...]]:
    """Leave out the files that shadow a module; return the others, and a flag for each module.

    Parameters
    ----------
    files : Sequence of SideFile
        What lies beside the notebook.
    """
    importable = {top for file in files if (top := _module(file.name))}
    if not importable:
        return tuple(files), ()
    shadowed = importable & _installed()
    kept = tuple(file for file in files if _top(file.name) not in shadowed)
    return kept, tuple(_flag(module) for module in sorted(shadowed))


def _flag(module: str) -> str:
    """Return the flag for a module; one of the standard library's may be named so by chance."""
    name = shown_name(module)
    if module in sys.stdlib_module_names:
        return f"mended: {name} beside the notebook has the name of a module; it was left out"
    return f"tampering: {name} beside the notebook has the name of a module; it was left out"


def _module(name: PurePosixPath) -> str | None:
    """Return the module that a file would be, or be a part of."""
    return _top(name) if name.suffix in _CODE else None


def _top(name: PurePosixPath) -> str:
    return name.parts[0] if len(name.parts) > 1 else name.name.partition(".")[0]


@cache
def _installed() -> frozenset[str]:
    return _HOOKS | sys.stdlib_module_names | set(packages_distributions())
