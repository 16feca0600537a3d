"""The folder that an instructor's cells and tests run in: what lies beside their notebook, copied.

A set-up cell reads its data by a relative path and imports a module of the course's own, as it does
in the instructor's folder. What it writes is gone with the folder.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from coursekit.grading.intake.sidefiles import SideFile


@contextlib.contextmanager
def workplace(files: Sequence[SideFile]) -> Iterator[Path]:
    """Work in a new folder that holds copies of some files, and can import the modules among them.

    Parameters
    ----------
    files : Sequence of SideFile
        What the folder holds.
    """
    with tempfile.TemporaryDirectory(prefix="tests-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for file in files:
            place = folder / file.name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.path, place)
        sys.path.append(name)  # last: a file here shadows no module
        try:
            with contextlib.chdir(folder):
                yield folder
        finally:
            sys.path.remove(name)
            _forget_modules(folder)


def _forget_modules(folder: Path) -> None:
    """Forget the modules that were imported from a folder: another unit's may have their names."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and Path(file).is_relative_to(folder):
            del sys.modules[name]
