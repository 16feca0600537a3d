"""Read a notebook that a student handed in, however damaged, as far as it can be read."""

from __future__ import annotations

from pathlib import Path

from coursekit.errors import NotebookError
from coursekit.grading.repair.decoding import decoded
from coursekit.grading.repair.opening import read_regular
from coursekit.grading.repair.shaping import Shaped, shaped
from coursekit.grading.repair.texts import shown_name

LARGEST = 50_000_000  # bytes of a notebook file


def read_damaged(path: Path) -> Shaped:
    """Read a notebook file; mend its encoding, its format and its cells.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    Shaped
        The notebook in the present format, without outputs, and what was mended.

    Raises
    ------
    NotebookError
        If it is no regular file, is too large, or is not a notebook; it says what it is instead.
    """
    name = shown_name(path.name)
    raw = decoded(read_regular(path, LARGEST), name)
    try:
        notebook = shaped(raw.data, name)
    except RecursionError:
        raise NotebookError(f"{name} is not a notebook: its data are nested too deeply") from None
    return Shaped(notebook.notebook, raw.flags + notebook.flags)
