"""What language a submission is in, whatever kernel it names."""

from __future__ import annotations

from nbformat import NotebookNode

from coursekit.errors import NotebookError
from coursekit.grading.repair.texts import shown_name
from coursekit.grading.trusted.names import names_bound

_PYTHON = ("python", "python3", "ipython", "ipython3")
_LOOKED_THROUGH = 100  # code cells
_LONGEST_PARSED = 20_000  # characters of one


def kernel_flags(source: NotebookNode, submitted: NotebookNode) -> tuple[str, ...]:
    """Return what has to be said of a submission's kernel; it runs with the unit's in any case.

    Parameters
    ----------
    source, submitted : NotebookNode
        The unit's notebook and the submission.

    Raises
    ------
    NotebookError
        If its code is in another language than Python.
    """
    name, language = _named(submitted)
    if (name, language) == _named(source) or language in _PYTHON:
        return ()
    if language:
        if not _is_python(submitted):
            raise NotebookError(
                f"the notebook's language is {shown_name(language)}; Python is expected",
                "answer in the notebook that was handed out, with its own kernel",
            )
        return (
            f"mended: the notebook named the language {shown_name(language)}; it ran as Python",
        )
    if "python" in name or name == _named(source)[0]:
        return ()
    if not name:
        return ("mended: the notebook named no kernel; it ran as Python",)
    return (f"mended: the kernel {shown_name(name)} is not known; it ran as Python",)


def _named(notebook: NotebookNode) -> tuple[str, str]:
    """Return the kernel and the language that a notebook names, in small letters."""
    kernel = notebook.metadata.get("kernelspec") or {}
    info = notebook.metadata.get("language_info") or {}
    language = kernel.get("language") or info.get("name") or ""
    return str(kernel.get("name") or "").lower(), str(language).lower()


def _is_python(notebook: NotebookNode) -> bool:
    """Return whether at least half of the code cells can be read as Python."""
    codes = [c.source for c in notebook.cells if c.cell_type == "code" and c.source.strip()]
    read = [_parses(code) for code in codes[:_LOOKED_THROUGH] if len(code) <= _LONGEST_PARSED]
    return 2 * sum(read) >= len(read)


def _parses(code: str) -> bool:
    try:
        names_bound(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
