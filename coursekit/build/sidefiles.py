"""The files that a unit hands out beside its notebook: everything in ``course/UNIT/files``."""

from __future__ import annotations

from pathlib import Path

from coursekit.errors import CourseError, StorageError

IGNORED = frozenset({".ipynb_checkpoints", "__pycache__"})  # made by tools, never handed out


def read_tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder: path within it to content, in order of path.

    Raises
    ------
    StorageError
        If a file cannot be read.
    """
    found = sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())
    try:
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in found
            if not IGNORED & set(path.relative_to(folder).parts)
        }
    except OSError as error:
        raise StorageError(
            f"cannot read {error.filename}: {error.strerror}", "give this user the right to read it"
        ) from None


def side_files(unit: str, folder: Path) -> dict[str, bytes]:
    """Return what a unit hands out beside its notebook.

    Parameters
    ----------
    unit : str
        The unit's name, for the errors.
    folder : Path
        Where these files are; it need not exist.

    Raises
    ------
    CourseError
        If one is a link, which could lead anywhere, or a notebook, which nbgrader would take for
        a second assignment.
    StorageError
        If one cannot be read.
    """
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            raise CourseError(f"{unit}: {path} is a link", "put the file itself there")
        if path.suffix == ".ipynb":
            remedy = "a unit has one notebook, made from assignment.py"
            raise CourseError(f"{unit}: {path} is a notebook", remedy)
    return read_tree(folder)
