"""The ``coursekit`` command: the only package that prints and exits.

Exit codes: 0 all went well; 1 some submissions were refused or failed, or a check did not pass;
2 the call itself was wrong. Each command is a module of its own, imported when it is called.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

COMMANDS = ("build", "grade", "feedback", "report", "sample", "sandbox", "check", "lab")


class CommandsOnDemand(TyperGroup):
    """The commands by their names; grading does not wait for what only building needs."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command, or return None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"{__name__}.{cmd_name}")
        return typer.main.get_command(module.app)


app = typer.Typer(
    name="coursekit",
    cls=CommandsOnDemand,
    help="Build a course from text, grade a class, write feedback and reports.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def _course(
    context: typer.Context,
    root: Annotated[
        Path | None, typer.Option("--root", metavar="DIR", help="The course's folder.")
    ] = None,
) -> None:
    context.obj = root


def main() -> None:
    """Run the command."""
    app()
