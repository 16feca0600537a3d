"""Magics where there is no shell: a test's or a set-up cell's, as far as they mean something here.

What only looks after the screen does nothing; what runs code runs it; the rest cannot run apart
from a notebook, and says so.
"""

from __future__ import annotations

from typing import Any

from coursekit.grading.trusted.names import RUNNING_MAGICS, python_of

_IDLE = frozenset({"matplotlib", "config", "load_ext", "reload_ext", "autoreload", "precision",
                   "colors", "xmode", "pdb", "pinfo", "pinfo2", "pylab", "unload_ext"})  # fmt: skip


class UnavailableError(Exception):
    """Code asks for something that only a notebook's own process has."""


class NoShell:
    """What ``get_ipython()`` gives where tests run.

    Parameters
    ----------
    user_ns : dict
        The names that code run by a magic sees.
    """

    def __init__(self, user_ns: dict[str, Any]) -> None:
        self.user_ns = user_ns

    def run_line_magic(self, name: str, line: str, *_: object, **__: object) -> None:
        """Run the code of ``%time`` and its like; let what is for the screen pass.

        Raises
        ------
        UnavailableError
            If it is another magic.
        """
        if name in RUNNING_MAGICS and not line.lstrip().startswith("-"):
            self._execute(line)
        elif name not in _IDLE:
            raise UnavailableError(f"the magic %{name} needs a notebook's own process")

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        """Run the cell under ``%%capture``, ``%%time`` and their like.

        Raises
        ------
        UnavailableError
            If it is another magic.
        """
        if name not in RUNNING_MAGICS:
            raise UnavailableError(f"the magic %%{name} needs a notebook's own process")
        self._execute(cell)

    def system(self, command: str) -> None:
        """Refuse to run a command of the shell.

        Raises
        ------
        UnavailableError
            Always.
        """
        raise UnavailableError(f"the command !{command} needs a notebook's own process")

    getoutput = system

    def magic(self, line: str) -> None:
        """Run a line magic in its old spelling."""
        name, _, rest = line.lstrip("%").partition(" ")
        self.run_line_magic(name, rest)

    def _execute(self, code: str) -> None:
        exec(compile(python_of(code), "<magic>", "exec", dont_inherit=True), self.user_ns)


def shell_names(space: dict[str, Any]) -> dict[str, Any]:
    """Return what a notebook has beside builtins: ``get_ipython`` and ``display``."""
    shell = NoShell(space)
    return {"get_ipython": lambda: shell, "display": _display}


def _display(*_: object, **__: object) -> None:
    """Show nothing: nobody looks."""
