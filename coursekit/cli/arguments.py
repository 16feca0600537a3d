"""What commands take: the course, and units of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coursekit.course import Course

Units = Annotated[list[str] | None, typer.Argument(metavar="[UNIT]...", help="Units; all if none.")]


def found(context: typer.Context) -> Course:
    """Return the course that ``--root`` names, or the one around the current folder.

    Raises
    ------
    CourseNotFoundError
        If there is none.
    """
    root: Path | None = context.obj
    return Course.around(Path.cwd()) if root is None else Course.at(root)
