"""``coursekit check``: a student's own check of a notebook."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from coursekit.cli.console import clean, new_app, out
from coursekit.grading.selfcheck import check_notebook

app = new_app()


@app.command("check")
@clean
def _check(notebook: Annotated[Path, typer.Argument(help="A student's notebook.")]) -> None:
    """Run a notebook's visible tests, as a student would before handing in."""
    verdict = check_notebook(notebook)
    for line in verdict.lines:
        out.print(escape(line), soft_wrap=True)
    if not verdict.passed:
        raise typer.Exit(1)
